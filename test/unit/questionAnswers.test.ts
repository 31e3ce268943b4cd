import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduce } from '../../src/core/queue';
import { emptyQueue } from '../../src/core/queueState';
import type { Effect } from '../../src/core/queueState';
import { answersText, isAnswered, keptAnswers, sentAnswers, whyNotAnswered } from '../../src/core/question';
import type { Approval, PermissionRequest } from '../../src/core/request';
import type { Question, QuestionAnswer } from '../../src/protocol/question';
import { aRequest } from '../support/requests';

const plain: Question = {
  text: 'Which?',
  options: [{ label: 'a' }, { label: 'b' }],
  choose: 'one',
  freeText: true,
  notes: true,
};
const any: Question = { ...plain, text: 'Which ones?', choose: 'any' };
const strict: Question = { ...plain, text: 'Just which?', freeText: false, notes: false };
const answer = (chosen: number[], text = '', note = ''): QuestionAnswer => ({ chosen, text, note });

function decided(
  approval: Approval,
  request: Partial<PermissionRequest>,
  surface: 'page' | 'palette' = 'page',
): Effect | undefined {
  const arrived = reduce(emptyQueue, {
    type: 'arrived',
    request: aRequest({ id: 'a', ...request }),
    hash: 'h',
    risk: 'safe',
  }).state;
  const seen = reduce(arrived, { type: 'shown', id: 'a', hash: 'h' }).state;
  return reduce(seen, { type: 'decide', id: 'a', hash: 'h', decision: approval, surface, at: 0, retractMs: 0 })
    .effects[0];
}

const asked = (...questions: Question[]): Partial<PermissionRequest> => ({
  subject: { type: 'question', questions, fields: [] },
});

test('a question is approved with a whole set of answers, and in no other way, from any surface', () => {
  const whole: Approval = { type: 'approve', answers: [answer([1]), answer([0, 1], 'and mine')] };
  assert.equal(decided(whole, asked(plain, any))?.type, 'answer');
  for (const surface of ['page', 'palette'] as const) {
    for (const answers of [
      undefined,
      [],
      [answer([1])],
      [answer([1]), answer([], ' \n', 'a note alone')],
      [answer([1]), answer([0]), answer([0])],
      [answer([2]), answer([0])],
      [answer([0, 1]), answer([0])],
      [answer([0], 'and mine'), answer([0])],
      [answer([1]), answer([1, 0])],
      [answer([1]), answer([0, 0])],
    ]) {
      const effect = decided({ type: 'approve', answers }, asked(plain, any), surface);
      assert.equal(effect?.type, 'refused', JSON.stringify(answers));
    }
  }
  const open = decided({ type: 'approve', answers: [answer([1])] }, asked(plain, any));
  assert.equal(open?.type === 'refused' && open.reason, '1 part is open. An empty answer is never sent.');
});

test('own words and notes go only where the agent takes them', () => {
  assert.equal(whyNotAnswered([strict], [answer([1])]), undefined);
  assert.match(whyNotAnswered([strict], [answer([], 'mine')]) ?? '', /do not fit/);
  assert.match(whyNotAnswered([strict], [answer([1], '', 'note')]) ?? '', /do not fit/);
});

test('a question without questions is never approved, and other requests take no answers', () => {
  assert.equal(decided({ type: 'approve', answers: [] }, asked())?.type, 'refused');
  assert.equal(decided({ type: 'approve', answers: [answer([0])] }, {})?.type, 'refused');
  assert.equal(decided({ type: 'approve', answers: [] }, {})?.type, 'refused');
  assert.equal(decided({ type: 'approve' }, {})?.type, 'answer');
});

test('what was typed beside a choice is kept, and not sent where one answer is wanted', () => {
  const kept = [answer([1], 'mine', 'note'), answer([1], 'mine')];
  assert.deepEqual(keptAnswers([plain, any], kept), kept);
  assert.deepEqual(sentAnswers([plain, any], kept), [answer([1], '', 'note'), answer([1], 'mine')]);
});

test('answers for reading say what was said', () => {
  assert.equal(
    answersText([plain, any, strict], [answer([], 'mine', 'so'), answer([0, 1]), answer([])]),
    'Which?\nmine\nNote: so\n\nWhich ones?\n- a\n- b',
  );
});

const someAnswer: fc.Arbitrary<QuestionAnswer> = fc.record({
  chosen: fc.array(fc.nat({ max: 4 }), { maxLength: 4 }),
  text: fc.constantFrom('', ' ', 'mine'),
  note: fc.constantFrom('', 'note'),
});

test('whatever was kept: it fits its questions, and is sent whole or not at all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(plain, any, strict), { maxLength: 4 }),
      fc.array(someAnswer, { maxLength: 5 }),
      (questions, kept) => {
        const fitted = keptAnswers(questions, kept);
        assert.equal(fitted.length, questions.length);
        assert.deepEqual(keptAnswers(questions, fitted), fitted);
        const sent = sentAnswers(questions, fitted);
        if (whyNotAnswered(questions, sent) !== undefined) return;
        assert.ok(questions.length > 0 && sent.every((one) => isAnswered(one)));
      },
    ),
  );
});

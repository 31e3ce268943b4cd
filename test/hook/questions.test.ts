import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Entry } from '../../src/core/queueState';
import type { PageDecision } from '../../src/protocol/page';
import type { QuestionAnswer } from '../../src/protocol/question';
import { questionPayload, allowed, denied } from '../support/claudePayloads';
import { LiveWindow } from '../support/liveWindow';

let window: LiveWindow;
beforeEach(async () => {
  window = await LiveWindow.start();
});
afterEach(() => window.stop());

const questions = [
  {
    question: 'Which database?',
    header: 'Database',
    options: [
      { label: 'Postgres', description: 'Relational' },
      { label: 'SQLite', description: 'File' },
    ],
    multiSelect: false,
  },
  {
    question: 'Which tests?',
    header: 'Tests',
    options: [
      { label: 'Unit', description: 'Small' },
      { label: 'Whole', description: 'Large' },
    ],
    multiSelect: true,
  },
];
const answer = (chosen: number[], text = '', note = ''): QuestionAnswer => ({ chosen, text, note });
const whole = [answer([1]), answer([0, 1], 'and by hand', 'soon')];

function statusOf(id: string): string | undefined {
  return window.open.review.state.entries.find(({ request }) => request.id === id)?.status.type;
}

function answersOf({ request }: Entry): unknown {
  return window.open.review.viewOf(request.id)?.answers;
}

test('a question that was answered goes back with its answers', async () => {
  const hook = window.claude(questionPayload(window.folder, questions));
  const entry = await window.request();
  assert.equal(window.open.review.viewOf(entry.request.id)?.subject.type, 'question');
  await window.decide(entry, { type: 'approve', answers: whole });
  assert.equal(
    (await hook.ended).stdout,
    allowed({
      questions,
      answers: { 'Which database?': 'SQLite', 'Which tests?': 'Unit, Whole, and by hand' },
      annotations: { 'Which tests?': { notes: 'soon' } },
    }),
  );
  const { status } = await window.ended(entry.request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'approved');
  assert.deepEqual(answersOf(entry), whole);
});

test('what is not answered whole is refused and stays open, from the page and from the palette; then it is handed back without a word', async () => {
  const hook = window.claude(questionPayload(window.folder, questions));
  const entry = await window.request();
  const { id } = entry.request;
  window.open.review.take({ type: 'shown', id, hash: entry.hash });
  const reasons: string[] = [];
  window.open.review.onDidChange(({ effects }) => {
    for (const effect of effects) if (effect.type === 'refused') reasons.push(effect.reason);
  });
  const attempts: PageDecision[] = [
    { type: 'approve' },
    { type: 'approve', answers: [answer([1])] },
    { type: 'approve', answers: [answer([1]), answer([], ' ', 'a note alone')] },
    { type: 'approve', answers: [answer([1], 'both'), answer([0])] },
  ];
  for (const attempt of attempts) await window.decide(entry, attempt);
  await window.open.review.decide(id, entry.hash, { type: 'approve' }, 'palette');
  assert.equal(reasons.length, attempts.length + 1);
  assert.equal(reasons[1], '1 part is open. An empty answer is never sent.');
  assert.equal(statusOf(id), 'open');
  await window.decide(entry, { type: 'handBack' });
  const { stdout, exitCode } = await hook.ended;
  assert.deepEqual([stdout, exitCode], ['', 0]);
});

test('answers so far outlive a reload of the window, and go out after it', async () => {
  const hook = window.claude(questionPayload(window.folder, questions));
  const { request } = await window.request();
  const draft = [answer([], 'DuckDB'), answer([0], '', 'soon')];
  window.open.review.reviews.setAnswers(request.id, draft);
  window.close();
  await window.reopen();
  const again = await window.request();
  assert.deepEqual(answersOf(again), draft);
  await window.decide(again, { type: 'approve', answers: draft });
  assert.match((await hook.ended).stdout, /"Which database\?":"DuckDB","Which tests\?":"Unit"/);
});

test('what does not fit the questions is not kept, and other requests keep no answers', async () => {
  const hook = window.claude(questionPayload(window.folder, questions));
  const entry = await window.request();
  assert.deepEqual(answersOf(entry), [answer([]), answer([])]);
  window.open.review.reviews.setAnswers(entry.request.id, [answer([0, 1, 7]), answer([9, 1, 1]), answer([0])]);
  assert.deepEqual(answersOf(entry), [answer([0]), answer([1])]);
  await window.decide(entry, { type: 'deny', feedback: 'Ask me later.' });
  assert.equal((await hook.ended).stdout, denied('Ask me later.'));
  const bash = window.hook('claude', 'PermissionRequest-Bash.v2.1.332.json');
  const other = await window.request(1);
  window.open.review.reviews.setAnswers(other.request.id, [answer([0])]);
  assert.equal(answersOf(other), undefined);
  await window.decide(other, { type: 'approve', answers: [answer([0])] });
  assert.equal(statusOf(other.request.id), 'open');
  await window.decide(other, { type: 'approve' });
  assert.equal((await bash.ended).stdout, allowed());
});

test('a question that cannot be answered here is shown with the reason, and can be denied or handed back', async () => {
  const hook = window.claude(questionPayload(window.folder, []));
  const entry = await window.request();
  assert.equal(window.open.review.viewOf(entry.request.id)?.abilities.approve.possible, false);
  await window.decide(entry, { type: 'approve', answers: [] });
  assert.equal(statusOf(entry.request.id), 'open');
  await window.decide(entry, { type: 'handBack' });
  assert.equal((await hook.ended).stdout, '');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claude } from '../../src/agents/claude/adapter';
import type { QuestionAnswer } from '../../src/protocol/question';
import { bytesFor, captured, checkHostile, hardFeedback, isOf, isText, isWord, requestOf } from '../support/agentCalls';
import { allowed, denied } from '../support/claudePayloads';
import { fixtureNames } from '../support/fixtures';

const names = fixtureNames('claude', 'PermissionRequest-AskUserQuestion');
const base = captured('claude', 'PermissionRequest-AskUserQuestion.v2.1.332.json');
const asking = (input: unknown, change: object = {}): Record<string, unknown> => ({
  ...base,
  ...change,
  tool_input: input,
});
const answer = (chosen: number[], text = '', note = ''): QuestionAnswer => ({ chosen, text, note });
const option = (label: string, more: object = {}): object => ({ label, description: `About ${label}`, ...more });
const question = (text: string, labels: readonly string[], more: object = {}): object => ({
  question: text,
  header: 'Head',
  options: labels.map((label) => option(label)),
  multiSelect: false,
  ...more,
});

/** The input that goes back with these answers. */
function sentFor(input: unknown, answers: readonly QuestionAnswer[]): Record<string, unknown> {
  const bytes = bytesFor(requestOf(claude, asking(input)), { type: 'approve', answers });
  return JSON.parse(bytes ?? '').hookSpecificOutput.decision.updatedInput;
}

for (const name of names) {
  test(`${name}: golden bytes`, () => {
    const payload = captured('claude', name);
    const reading = requestOf(claude, payload);
    assert.deepEqual(reading.request.subject, {
      type: 'question',
      questions: [
        {
          text: 'Which database should we use?',
          header: 'Database',
          options: [
            { label: 'Postgres', description: 'Relational' },
            { label: 'SQLite', description: 'File' },
          ],
          choose: 'one',
          freeText: true,
          notes: true,
        },
      ],
      fields: [],
    });
    assert.deepEqual(reading.request.notes, []);
    const { approve, deny, feedback, changedInput, additions } = reading.request.capabilities;
    assert.deepEqual(
      [approve.type, deny.type, feedback, changedInput, additions],
      ['grants', 'honoured', true, false, []],
    );
    const input = payload['tool_input'] as object;
    const given = (answers: readonly QuestionAnswer[]): string | undefined =>
      bytesFor(reading, { type: 'approve', answers });
    assert.equal(given([answer([1])]), allowed({ ...input, answers: { 'Which database should we use?': 'SQLite' } }));
    assert.equal(
      given([answer([], ' DuckDB,\n"embedded" ', 'In one file.')]),
      allowed({
        ...input,
        answers: { 'Which database should we use?': 'DuckDB,\n"embedded"' },
        annotations: { 'Which database should we use?': { notes: 'In one file.' } },
      }),
    );
    assert.equal(bytesFor(reading, { type: 'deny', feedback: hardFeedback }), denied(hardFeedback));
    assert.equal(bytesFor(reading, { type: 'handBack' }), undefined);
  });
}

test('an approval that leaves a question open has no bytes', () => {
  const reading = requestOf(claude, asking({ questions: [question('A?', ['a', 'b']), question('B?', ['c', 'd'])] }));
  for (const answers of [
    undefined,
    [],
    [answer([0])],
    [answer([0]), answer([], ' ', 'only a note')],
    [answer([0]), answer([9], '')],
  ]) {
    const bytes = bytesFor(reading, { type: 'approve', answers });
    // An option that is not there is nothing chosen: the queue refuses it, and it would never be an empty text.
    assert.ok(bytes === undefined, String(bytes));
  }
});

test('several answers: choices and own words joined, notes and the chosen preview beside them', () => {
  const input = {
    questions: [
      question('One?', ['a', 'b'], { options: [option('a', { preview: 'A\n|' }), option('b', { preview: 'B' })] }),
      question('Any?', ['c', 'd', 'e'], { multiSelect: true }),
      question('None?', []),
    ],
    metadata: { source: 'x' },
  };
  const answers = [answer([0], '', 'because'), answer([0, 2], 'and mine'), answer([], 'own')];
  assert.deepEqual(sentFor(input, answers), {
    ...input,
    answers: { 'One?': 'a', 'Any?': 'c, e, and mine', 'None?': 'own' },
    annotations: { 'One?': { preview: 'A\n|', notes: 'because' } },
  });
});

test('what the model has put in as answers or notes does not go back as the person said it', () => {
  const questions = [question('One?', ['a', 'b'])];
  const prefilled = { questions, answers: { 'One?': 'b' }, annotations: { 'One?': { notes: 'by the model' } } };
  assert.deepEqual(sentFor(prefilled, [answer([0])]), { questions, answers: { 'One?': 'a' } });
  const { subject } = requestOf(claude, asking(prefilled)).request;
  assert.deepEqual(subject.type === 'question' && subject.fields.map(({ name }) => name), ['answers', 'annotations']);
});

test('keys that are not known are shown, wherever they are', () => {
  const input = {
    questions: [question('One?', [], { options: [option('a', { price: 3 }), option('b')], why: 'so' })],
    metadata: { source: 'x' },
  };
  const { subject } = requestOf(claude, asking(input)).request;
  assert.deepEqual(subject.type === 'question' && subject.fields, [
    { name: 'questions[0].why', text: 'so' },
    { name: 'questions[0].options[0].price', text: '3', json: true },
    { name: 'metadata', text: '{\n  "source": "x"\n}', json: true },
  ]);
});

test('what cannot be told apart, or cannot be read, is not answered here, and can still be denied', () => {
  const unanswerable: readonly (readonly [input: unknown, reason: RegExp])[] = [
    [{ questions: [] }, /no question/],
    [{ questions: [question('A?', ['a', 'b']), question('A?', ['c', 'd'])] }, /same text/],
    [{ questions: [question('A?', ['a', 'a'])] }, /same label/],
    [{ questions: [question('A?', ['a', ' '])] }, /no label/],
    [{ questions: [question('__proto__', ['a', 'b'])] }, /lose the answer/],
    [{ questions: 'What?' }, /known form/],
    [{ questions: [{ question: 'A?', options: ['a', 'b'] }] }, /known form/],
    [{}, /known form/],
  ];
  for (const [input, reason] of unanswerable) {
    const reading = requestOf(claude, asking(input));
    const { approve, deny } = reading.request.capabilities;
    assert.match(approve.type === 'no' ? approve.reason : approve.type, reason);
    assert.equal(deny.type, 'honoured');
    assert.match(reading.request.notes.map(({ text }) => text).join(), reason);
    assert.equal(bytesFor(reading, { type: 'deny', feedback: 'No.' }), denied('No.'));
  }
  // What cannot be read is shown as it came.
  const { subject } = requestOf(claude, asking({ questions: 'What?' })).request;
  assert.deepEqual(subject, { type: 'question', questions: [], fields: [{ name: 'questions', text: 'What?' }] });
});

test('a label with a comma, of which several can be chosen, is told of', () => {
  const notesOf = (multiSelect: boolean): readonly string[] =>
    requestOf(claude, asking({ questions: [question('A?', ['a, b', 'c'], { multiSelect })] })).request.notes.map(
      ({ kind, title }) => `${kind}: ${title}`,
    );
  assert.deepEqual(notesOf(true), ['info: A label has a comma in it.']);
  assert.deepEqual(notesOf(false), []);
});

test('a subagent asks under its name, and print mode denies without an answer', () => {
  const subagent = requestOf(claude, { ...base, agent_id: 'a1', agent_type: 'helper' });
  assert.equal(subagent.request.session.subagent, 'helper');
  assert.match(subagent.request.notes[0]?.title ?? '', /subagent/);
  const print = requestOf(claude, base, { env: { CLAUDE_CODE_SESSION_ATTENDED: '0' } });
  assert.equal(print.request.capabilities.onSilence, 'denies');
});

test('200 options, huge previews and hostile labels are carried whole', () => {
  const labels = Array.from({ length: 200 }, (_, index) => `${index} \u001b[31m\u202e<b>`);
  const options = labels.map((label) => option(label, { preview: 'x'.repeat(100_000) }));
  const { subject } = requestOf(claude, asking({ questions: [question('A?', [], { options })] })).request;
  assert.ok(subject.type === 'question');
  assert.deepEqual(
    subject.questions[0]?.options.map(({ label }) => label),
    labels,
  );
  const sent = sentFor({ questions: [question('A?', [], { options })] }, [answer([199])]);
  assert.deepEqual(sent['answers'], { 'A?': labels[199] });
});

test('whatever is sent, it is an allow with answers, or a denial', () => {
  const isAnswer = (value: unknown): boolean =>
    isOf(value, {
      hookSpecificOutput: (part) =>
        isOf(part, {
          hookEventName: isWord('PermissionRequest'),
          decision: (decision) => isOf(decision, { behavior: isWord('deny'), message: isText }),
        }),
    });
  // None of the approvals that are tried has answers. The name of the tool stays: other tools are approved without.
  checkHostile(
    { ...claude, read: (call) => claude.read({ ...call, payload: stillAsking(call.payload) }) },
    [base],
    isAnswer,
  );
});

function stillAsking(payload: unknown): unknown {
  if (payload === null || typeof payload !== 'object' || !('hook_event_name' in payload)) return payload;
  return payload.hook_event_name === 'PermissionRequest' ? { ...payload, tool_name: 'AskUserQuestion' } : null;
}

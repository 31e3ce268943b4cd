import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../src/agents/adapter';
import { opencode } from '../../src/agents/opencode/adapter';
import type { Decision } from '../../src/core/request';
import { callOf } from '../support/agentCalls';
import { fixtureText } from '../support/fixtures';

type Properties = Readonly<Record<string, unknown>>;

/** The captured lines: the call, its event, and what became of it, answered and dismissed. */
const lines = fixtureText('opencode', 'question-events.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { event?: { type: string; properties: Properties }; args?: Properties });
const eventOf = (type: string) => lines.find(({ event }) => event?.type === type)!.event!;
const asked = eventOf('question.asked');
const { args } = lines.find((line) => line.args !== undefined)!;

const readingOf = (payload: unknown): Reading => opencode.read(callOf(payload));

function requestOf(questions: unknown = asked.properties['questions'], given?: unknown) {
  const event = { ...asked, properties: { ...asked.properties, questions } };
  const reading = readingOf({
    cwd: '/p',
    event,
    ...(given === undefined ? {} : { call: { tool: 'question', args: given } }),
  });
  assert.ok(reading.type === 'request' && reading.request.subject.type === 'question');
  return { ...reading, subject: reading.request.subject };
}

test('the captured question, with what opencode leaves out of its event among the fields', () => {
  const { request, subject } = requestOf(undefined, args);
  assert.deepEqual(subject.questions, [
    {
      text: 'Which database?',
      header: 'Database',
      options: [
        { label: 'Postgres', description: 'a server' },
        { label: 'SQLite', description: 'a file' },
      ],
      choose: 'one',
      freeText: true,
      notes: false,
    },
    {
      text: 'Which parts?',
      header: 'Parts',
      options: [
        { label: 'A', description: 'a' },
        { label: 'B', description: 'b' },
      ],
      choose: 'any',
      freeText: true,
      notes: false,
    },
  ]);
  assert.deepEqual(subject.fields, [
    { name: 'questions[0].extra', text: '5', json: true },
    { name: 'questions[0].options[1].preview', text: 'x' },
  ]);
  assert.deepEqual(requestOf().subject.fields, []);
  assert.equal(request.agentRequestId, 'que_22ec6f3ee001UYh8qlrxWI8AIm');
  const { approve, deny, feedback, additions, onSilence } = request.capabilities;
  assert.deepEqual(
    [approve.type, deny.type, feedback, additions, onSilence],
    ['grants', 'honoured', false, [], 'asks'],
  );
});

const chosen = (...places: readonly number[]) => ({ chosen: [...places], text: '', note: '' });

test('the answers, as the plugin takes them', () => {
  const said = (decision: Decision) => requestOf().answer(decision)?.stdout;
  const answers = [chosen(1), { chosen: [0], text: ' my own "words"\n', note: '' }];
  assert.equal(said({ type: 'approve', answers }), '{"answers":[["SQLite"],["A","my own \\"words\\""]]}');
  assert.equal(said({ type: 'approve', answers: [chosen(1), chosen(0, 1)] }), '{"answers":[["SQLite"],["A","B"]]}');
  assert.equal(said({ type: 'deny', feedback: 'not sent' }), '{"reply":"reject"}');
  assert.equal(said({ type: 'handBack' }), undefined);
});

test('an answer that is empty, or none, is never sent', () => {
  const { answer } = requestOf();
  for (const answers of [undefined, [], [chosen(1)], [chosen(1), chosen()], [chosen(1), chosen(7)]])
    assert.equal(answer({ type: 'approve', answers }), undefined);
  assert.equal(requestOf([]).answer({ type: 'approve', answers: [] }), undefined);
});

test('own words are offered unless opencode takes none', () => {
  const [one] = requestOf([{ question: 'Q', header: 'H', options: [], custom: false }]).subject.questions;
  assert.equal(one?.freeText, false);
});

test('what cannot be answered says why, and shows all that came', () => {
  const option = (label: string) => ({ label, description: '' });
  const two = (first: string, second: string) => [
    { question: 'Q', header: 'H', options: [option(first), option(second)] },
  ];
  for (const [questions, reason] of [
    [[], /no question in it/],
    [two('A', 'A'), /same label, and opencode/],
    [two('A', ' '), /no label/],
    ['text', /not of a known form/],
    [[{ question: 5 }], /not of a known form/],
    [null, /not of a known form/],
  ] as const) {
    const { request } = requestOf(questions);
    assert.ok(request.capabilities.approve.type === 'no');
    assert.match(request.capabilities.approve.reason, reason);
    assert.ok(request.notes.some(({ kind, text }) => kind === 'warn' && reason.test(text)));
  }
  assert.deepEqual(requestOf('text').subject, {
    type: 'question',
    questions: [],
    fields: [{ name: 'questions', text: 'text' }],
  });
});

test('what became of a question in opencode itself', () => {
  const id = 'que_22ec6f3ee001UYh8qlrxWI8AIm';
  const answered = readingOf({ cwd: '/p', event: eventOf('question.replied') });
  assert.deepEqual(answered, {
    type: 'resolved',
    agentRequestId: id,
    decision: 'approve',
    detail: 'It was answered there.',
  });
  const dismissed = readingOf({ cwd: '/p', event: eventOf('question.rejected') });
  assert.ok(dismissed.type === 'resolved');
  assert.deepEqual([dismissed.decision, dismissed.detail], ['deny', 'It was dismissed there.']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClaudeTranscript } from '../../src/agents/claude/transcript';
import { fixtureText } from '../support/fixtures';

function factsOf(fixture: string, toolName: string, input: Record<string, unknown>): unknown[] {
  const transcript = new ClaudeTranscript('/t.jsonl', { tool_name: toolName, tool_input: input }, 0);
  return fixtureText('transcripts', fixture)
    .split('\n')
    .flatMap((line) => transcript.read(line));
}

const bash = { command: 'touch x1', description: 'make' };
const edit = { file_path: '/home/dev/project/hello.txt', old_string: 'hello', new_string: 'howdy', replace_all: false };

test('an answer by the hook is seen at once and again with the result', () => {
  assert.deepEqual(factsOf('hookAnswered.v2.1.332.jsonl', 'Bash', bash), [
    { type: 'title', title: 'MAINPROMPT go' },
    { type: 'answeredByHook', decision: 'approve' },
    { type: 'answeredByHook', decision: 'approve' },
  ]);
  assert.deepEqual(factsOf('hookAnswered.v2.1.332.jsonl', 'Edit', edit).slice(1), [
    { type: 'answeredByHook', decision: 'deny' },
    { type: 'answeredByHook', decision: 'deny' },
  ]);
});

test('an answer in the terminal is told with how it went', () => {
  const accepted = { type: 'answeredByPerson', decision: 'approve', detail: 'It was accepted there.' };
  const rejected = { type: 'answeredByPerson', decision: 'deny', detail: 'It was rejected there.' };
  assert.deepEqual(factsOf('answeredInTerminal.v2.1.332.jsonl', 'Bash', bash).at(-1), accepted);
  assert.deepEqual(factsOf('answeredInTerminal.v2.1.332.jsonl', 'Edit', edit).at(-1), rejected);
});

const start = Date.parse('2026-11-30T10:00:00.000Z');
const before = '2026-11-30T09:59:59.000Z';
const after = '2026-11-30T10:00:01.000Z';
const use = (id: string, input: unknown, name = 'Bash'): string =>
  JSON.stringify({
    type: 'assistant',
    timestamp: before,
    message: { content: [{ type: 'tool_use', id, name, input }] },
  });
const result = (id: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    type: 'user',
    timestamp: after,
    message: { content: [{ type: 'tool_result', tool_use_id: id }] },
    ...more,
  });
const transcriptOf = (command: string): ClaudeTranscript =>
  new ClaudeTranscript('/t.jsonl', { tool_name: 'Bash', tool_input: { command } }, start);

test('results of other calls say nothing, whatever their order', () => {
  const transcript = transcriptOf('b');
  const lines = [use('1', { command: 'a' }), use('2', { command: 'b' }), result('1')];
  assert.deepEqual(
    lines.flatMap((line) => transcript.read(line)),
    [],
  );
  assert.equal(transcript.read(result('2')).length, 1);
});

test('a plan is found although its input is not in the transcript', () => {
  const call = { tool_name: 'ExitPlanMode', tool_input: { plan: '# Plan' } };
  const transcript = new ClaudeTranscript('/t.jsonl', call, start);
  transcript.read(use('1', {}, 'ExitPlanMode'));
  const facts = transcript.read(result('1', { permissionDecision: { decision: 'accept', source: 'hook' } }));
  assert.deepEqual(facts, [{ type: 'answeredByHook', decision: 'approve' }]);
});

test('an equal call that came and went before ours is history', () => {
  const transcript = transcriptOf('a');
  const lines = [use('1', { command: 'a' }), result('1', { timestamp: before }), use('2', { command: 'a' })];
  assert.deepEqual(
    lines.flatMap((line) => transcript.read(line)),
    [],
  );
  assert.equal(transcript.read(result('2')).length, 1);
});

test('of two equal calls at once neither is taken for ours while both are open', () => {
  const transcript = transcriptOf('a');
  const lines = [use('1', { command: 'a' }), use('2', { command: 'a' }), result('1')];
  assert.deepEqual(
    lines.flatMap((line) => transcript.read(line)),
    [],
  );
});

test('garbage says nothing', () => {
  const transcript = transcriptOf('a');
  for (const line of ['', 'not json', '[]', '3', 'null', '{"type":5}', '{"type":"user","message":{"content":[1]}}']) {
    assert.deepEqual(transcript.read(line), []);
  }
});

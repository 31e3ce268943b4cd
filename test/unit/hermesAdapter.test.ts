import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hermes } from '../../src/agents/hermes/adapter';
import {
  bytesFor,
  callOf,
  checkAnswers,
  checkHostile,
  hardFeedback,
  isOf,
  isText,
  isWord,
  plainDenial,
  requestOf,
} from '../support/agentCalls';

/** As agent/shell_hooks.py serialises a call; no client could be run. */
const payloadOf = (tool_name: string, tool_input: unknown): Record<string, unknown> => ({
  hook_event_name: 'pre_tool_call',
  tool_name,
  tool_input,
  session_id: 'sess_abc123',
  cwd: '/home/dev/project',
  extra: { task_id: '', tool_call_id: 'call_0', turn_id: 't1', api_request_id: 'r1', middleware_trace: [] },
});
const terminal = payloadOf('terminal', { command: 'make deploy', background: false, timeout: 180 });
const write = payloadOf('write_file', { path: 'b.txt', content: 'one\ntwo\n' });
const replace = payloadOf('patch', { mode: 'replace', path: 'b.txt', old_string: 'one', new_string: 'ONE' });
const v4a = '*** Begin Patch\n*** Update File: b.txt\n@@\n-one\n+ONE\n*** End Patch';
const patch = payloadOf('patch', { mode: 'patch', patch: v4a });
const bases = [terminal, write, replace, patch];

const escalates = { arguments: ['--fallback', 'escalate'] };
const escalated = '{"action":"approve","message":"Nobody decided in the editor."}';
const isBlock = (value: unknown): boolean => isOf(value, { action: isWord('block'), message: isText });
const isAnswer = (value: unknown): boolean =>
  isBlock(value) || isOf(value, { action: isWord('approve'), message: isText });

test('golden bytes: a denial blocks, an approval says nothing', () => {
  for (const payload of bases) {
    const reading = requestOf(hermes, payload);
    assert.equal(bytesFor(reading, { type: 'approve' }), '');
    assert.equal(
      bytesFor(reading, { type: 'deny', feedback: hardFeedback }),
      `{"action":"block","message":${JSON.stringify(hardFeedback)}}`,
    );
    assert.equal(bytesFor(reading, { type: 'deny', feedback: '' }), `{"action":"block","message":"${plainDenial}"}`);
    assert.equal(bytesFor(reading, { type: 'handBack' }), undefined);
    checkAnswers(reading, isBlock);
    const { approve, onSilence } = reading.request.capabilities;
    assert.equal(approve.type === 'passes' && approve.label, 'Continue in Hermes');
    assert.equal(onSilence, 'runs');
  }
});

test('golden bytes where Hermes can be made to ask: only without a decision', () => {
  for (const payload of bases) {
    const reading = requestOf(hermes, payload, escalates);
    assert.equal(bytesFor(reading, { type: 'approve' }), '');
    assert.equal(bytesFor(reading, { type: 'deny', feedback: 'no' }), '{"action":"block","message":"no"}');
    assert.equal(bytesFor(reading, { type: 'handBack' }), escalated);
    checkAnswers(reading, isAnswer);
    assert.equal(reading.request.capabilities.onSilence, 'asks');
  }
});

test('it is labelled as a gate, and says what no hook prevents', () => {
  const [note] = requestOf(hermes, terminal).request.notes;
  assert.deepEqual([note?.kind, note?.title], ['warn', 'This is a gate, not a grant.']);
  assert.match(note?.text ?? '', /Without a decision the call goes on/);
  assert.match(requestOf(hermes, terminal, escalates).request.notes[0]?.text ?? '', /Hermes asks, if its version/);
});

test('the wait stays under what Hermes gives a hook, whatever is configured', () => {
  const deadlineOf = (deadline: number): number => requestOf(hermes, terminal, { deadline }).request.deadline;
  assert.equal(deadlineOf(1000 + 295_000), 1000 + 290_000);
  assert.equal(deadlineOf(1000 + 55_000), 1000 + 55_000);
  assert.equal(hermes.defaultTimeout, 60);
});

test('the subjects carry what Hermes sent', () => {
  assert.deepEqual(requestOf(hermes, terminal).request.subject, {
    type: 'command',
    command: 'make deploy',
    language: 'bash',
    cwd: '/home/dev/project',
    fields: [
      { name: 'background', text: 'false', json: true },
      { name: 'timeout', text: '180', json: true },
    ],
  });
  const there = requestOf(hermes, payloadOf('terminal', { command: 'ls', workdir: 'web' })).request.subject;
  assert.equal(there.type === 'command' && there.cwd, '/home/dev/project/web');
  assert.deepEqual(requestOf(hermes, write).request.subject, {
    type: 'edit',
    edits: [{ type: 'write', path: 'b.txt', content: 'one\ntwo\n' }],
    fields: [],
  });
  assert.deepEqual(requestOf(hermes, replace).request.subject, {
    type: 'edit',
    edits: [{ type: 'replace', path: 'b.txt', oldText: 'one', newText: 'ONE', all: false }],
    fields: [],
  });
  assert.deepEqual(requestOf(hermes, patch).request.subject, {
    type: 'edit',
    edits: [
      {
        type: 'patch',
        path: 'b.txt',
        chunks: [{ anchors: [], oldLines: ['one'], newLines: ['ONE'] }],
        matching: 'fuzzy',
      },
    ],
    fields: [],
  });
  const broken = requestOf(hermes, payloadOf('patch', { mode: 'patch', patch: 'x' })).request;
  assert.equal(broken.subject.type, 'tool');
  assert.equal(broken.notes[0]?.title, 'This cannot be shown as a diff.');
  assert.deepEqual(requestOf(hermes, payloadOf('execute_code', { code: 'print(1)' })).request.subject, {
    type: 'tool',
    name: 'execute_code',
    fields: [{ name: 'code', text: 'print(1)' }],
  });
});

test('a folder that Hermes does not name is the hook’s', () => {
  assert.equal(requestOf(hermes, { ...terminal, cwd: '' }).request.cwd, '/home/dev/project');
  assert.equal(requestOf(hermes, { ...terminal, cwd: '' }, { cwd: '' }).request.cwd, '/');
});

test('what only reads, and other events, are let go', () => {
  for (const change of [{}, escalates]) {
    for (const tool of ['read_file', 'search_files', 'web_search', 'clarify']) {
      const reading = hermes.read(callOf(payloadOf(tool, {}), change));
      assert.deepEqual([reading.type, bytesFor(reading, { type: 'approve' })], ['release', ''], tool);
    }
    const event = hermes.read(callOf({ ...terminal, hook_event_name: 'post_tool_call' }, change));
    assert.deepEqual([event.type, bytesFor(event, { type: 'approve' })], ['release', undefined]);
  }
});

test('a call that cannot be read is escalated where that is possible; nasty ones never make it throw', () => {
  for (const payload of [null, 3, {}, { ...terminal, tool_input: 'x' }, { ...terminal, tool_name: null }]) {
    assert.equal(bytesFor(hermes.read(callOf(payload, escalates)), { type: 'approve' }), escalated);
    assert.equal(bytesFor(hermes.read(callOf(payload)), { type: 'approve' }), undefined);
  }
  assert.equal(requestOf(hermes, { ...terminal, tool_input: null }).request.subject.type, 'tool');
  checkHostile(hermes, bases, isBlock);
  checkHostile(hermes, bases, isAnswer, escalates);
});

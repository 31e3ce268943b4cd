import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gemini } from '../../src/agents/gemini/adapter';
import {
  bytesFor,
  callOf,
  captured,
  checkAnswers,
  checkHostile,
  hardFeedback,
  isOf,
  isText,
  isWord,
  plainDenial,
  requestOf,
} from '../support/agentCalls';
import { fixtureNames } from '../support/fixtures';

const shell = captured('gemini', '1-BeforeTool.json');
const write = captured('gemini', '2-BeforeTool.json');
const replace = captured('gemini', '3-BeforeTool.json');
const plan = captured('gemini', 'plan-2-BeforeTool.json');
const plans = '/home/dev/.gemini/tmp/proj/plans';
const env = { GEMINI_PLANS_DIR: plans };
const decides = { arguments: ['--decides', '--fallback', 'ask'], env };
const ask = '{"decision":"ask"}';

const isDefault = (value: unknown): boolean => isOf(value, { decision: isWord('deny'), reason: isText });
const isGate = (value: unknown): boolean =>
  isDefault(value) || isOf(value, { decision: isWord('allow') }) || isOf(value, { decision: isWord('ask') });

const calls = fixtureNames('gemini').filter((name) => name.includes('BeforeTool'));

test('golden bytes for every captured call, by default: only a denial says anything', () => {
  assert.equal(calls.length, 5);
  for (const name of calls) {
    const reading = requestOf(gemini, captured('gemini', name), { env });
    assert.equal(bytesFor(reading, { type: 'approve' }), '');
    assert.equal(
      bytesFor(reading, { type: 'deny', feedback: hardFeedback }),
      `{"decision":"deny","reason":${JSON.stringify(hardFeedback)}}`,
    );
    assert.equal(bytesFor(reading, { type: 'deny', feedback: '' }), `{"decision":"deny","reason":"${plainDenial}"}`);
    assert.equal(bytesFor(reading, { type: 'handBack' }), undefined);
    checkAnswers(reading, isDefault);
    const { approve, onSilence } = reading.request.capabilities;
    assert.equal(approve.type === 'passes' && approve.label, 'Continue in Gemini');
    assert.equal(onSilence, 'asks');
  }
});

test('golden bytes where the hook is the gate: an approval allows, no decision asks', () => {
  for (const name of calls) {
    const reading = requestOf(gemini, captured('gemini', name), decides);
    const isPlan = name.startsWith('plan-2');
    assert.equal(bytesFor(reading, { type: 'approve' }), isPlan ? '' : '{"decision":"allow"}', name);
    assert.equal(bytesFor(reading, { type: 'deny', feedback: 'no' }), '{"decision":"deny","reason":"no"}');
    assert.equal(bytesFor(reading, { type: 'handBack' }), ask);
    checkAnswers(reading, isGate);
    const { approve, onSilence } = reading.request.capabilities;
    assert.equal(approve.type, isPlan ? 'passes' : 'grants', name);
    assert.equal(onSilence, 'asks');
    assert.equal(reading.request.notes.at(-1)?.title, 'The editor is the only gate.');
  }
});

test('by default only what changes something is reviewed', () => {
  const tools = ['read_file', 'list_directory', 'glob', 'grep_search', 'google_web_search', 'web_fetch', 'new_tool'];
  for (const tool of tools) {
    const reading = gemini.read(callOf({ ...shell, tool_name: tool, tool_input: {} }));
    assert.equal(reading.type, 'release', tool);
    // The empty words: a fallback on the command line is not for these.
    assert.equal(bytesFor(reading, { type: 'approve' }), '');
  }
});

test('where the hook is the gate, all is reviewed but what is known to be harmless', () => {
  for (const tool of ['read_file', 'glob', 'google_web_search', 'ask_user']) {
    const reading = gemini.read(callOf({ ...shell, tool_name: tool, tool_input: {} }, decides));
    assert.deepEqual([reading.type, bytesFor(reading, { type: 'approve' })], ['release', ''], tool);
  }
  for (const tool of ['web_fetch', 'save_memory', 'new_tool', 'mcp_a_b', 'constructor', '__proto__']) {
    assert.equal(gemini.read(callOf({ ...shell, tool_name: tool, tool_input: {} }, decides)).type, 'request', tool);
  }
});

test('a call that cannot be read is asked about where the hook is the gate; other events get no words', () => {
  for (const payload of [
    null,
    3,
    {},
    { ...shell, tool_input: 'x' },
    { ...shell, cwd: 7 },
    { ...shell, tool_name: 1 },
  ]) {
    assert.equal(bytesFor(gemini.read(callOf(payload, decides)), { type: 'approve' }), ask);
    assert.equal(bytesFor(gemini.read(callOf(payload)), { type: 'approve' }), undefined);
  }
  const notification = captured('gemini', 'plan-3-Notification.json');
  for (const change of [{}, decides]) {
    const reading = gemini.read(callOf(notification, change));
    assert.deepEqual([reading.type, bytesFor(reading, { type: 'approve' })], ['release', '']);
  }
});

test('the subjects carry what Gemini CLI sent', () => {
  assert.deepEqual(requestOf(gemini, shell).request.subject, {
    type: 'command',
    command: 'echo hi > a.txt && ls',
    language: 'bash',
    cwd: '/home/dev/project',
    description: 'write',
    fields: [],
  });
  assert.deepEqual(requestOf(gemini, write).request.subject, {
    type: 'edit',
    edits: [{ type: 'write', path: '/home/dev/project/b.txt', content: 'one\ntwo\n' }],
    fields: [],
  });
  assert.deepEqual(requestOf(gemini, replace).request.subject, {
    type: 'edit',
    edits: [{ type: 'replace', path: '/home/dev/project/b.txt', oldText: 'one', newText: 'ONE', all: false }],
    fields: [{ name: 'instruction', text: 'up' }],
  });
  const mcp = { ...shell, tool_name: 'mcp_rig_ask', tool_input: { q: 1 }, mcp_context: { server_name: 'rig' } };
  assert.deepEqual(requestOf(gemini, mcp).request.subject, {
    type: 'tool',
    name: 'mcp_rig_ask',
    server: 'rig',
    fields: [{ name: 'q', text: '1', json: true }],
  });
});

test('a command runs in the folder that it names', () => {
  const cwdOf = (dir_path: unknown): unknown => {
    const { subject } = requestOf(gemini, { ...shell, tool_input: { command: 'ls', dir_path } }).request;
    return subject.type === 'command' && subject.cwd;
  };
  assert.equal(cwdOf('src'), '/home/dev/project/src');
  assert.equal(cwdOf('/tmp'), '/tmp');
  assert.equal(cwdOf(''), '/home/dev/project');
});

test('a plan is its file in the folder of plans', () => {
  const { subject } = requestOf(gemini, plan, { env }).request;
  assert.deepEqual(subject, { type: 'plan', markdown: '', path: `${plans}/plan-x.md`, options: [] });
  // Without the folder, or with a path that could lead out of it, there is no text to show.
  assert.equal(requestOf(gemini, plan).request.subject.type, 'tool');
  for (const plan_filename of ['../../.ssh/id', '/etc/passwd', '..', '', 'a\\b', 7]) {
    assert.equal(requestOf(gemini, { ...plan, tool_input: { plan_filename } }, { env }).request.subject.type, 'tool');
  }
});

test('a bare name in an edit may mean a plan, and the card says so', () => {
  const { notes } = requestOf(gemini, captured('gemini', 'plan-1-BeforeTool.json'), { env }).request;
  assert.match(
    notes[0]?.text ?? '',
    /In plan mode Gemini CLI means \/home\/dev\/\.gemini\/tmp\/proj\/plans\/plan-x\.md/,
  );
  assert.deepEqual(requestOf(gemini, write, { env }).request.notes, []);
});

test('nasty payloads never make it throw', () => {
  const bases = [shell, write, replace, plan];
  checkHostile(gemini, bases, isDefault, { env });
  checkHostile(gemini, bases, isGate, decides);
});

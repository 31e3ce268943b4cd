import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../src/agents/adapter';
import { opencode } from '../../src/agents/opencode/adapter';
import { callOf } from '../support/agentCalls';
import { fixtureText } from '../support/fixtures';

type Properties = Readonly<Record<string, unknown>>;

/** The captured events, in order. */
const events = fixtureText('opencode', 'tui-events.jsonl')
  .trimEnd()
  .split('\n')
  .flatMap((line) => (JSON.parse(line) as { event?: { type: string; properties: Properties } }).event ?? []);
const asked = events.find((one) => one.type === 'permission.asked')!;
const replied = events.find((one) => one.type === 'permission.replied')!;

const readingOf = (payload: unknown): Reading => opencode.read(callOf(payload));

function requestOf(properties: Properties = {}, call?: unknown): Extract<Reading, { type: 'request' }> {
  const event = { ...asked, properties: { ...asked.properties, ...properties } };
  const reading = readingOf({ cwd: '/p', event, ...(call === undefined ? {} : { call }) });
  assert.ok(reading.type === 'request');
  return reading;
}

test('the captured question is a command, by its event alone or with the arguments of its call', () => {
  const { request } = requestOf();
  assert.deepEqual(request.subject, { type: 'command', command: 'echo hi > a.txt && ls', cwd: '/p', fields: [] });
  assert.equal(request.agentRequestId, 'per_22b5f992a001m3HOyviuZusg2e');
  const args = { command: 'ls', description: 'List', workdir: '/q', timeout: 5 };
  assert.deepEqual(requestOf({}, { tool: 'bash', args }).request.subject, {
    type: 'command',
    command: 'ls',
    cwd: '/q',
    description: 'List',
    fields: [{ name: 'timeout', text: '5', json: true }],
  });
});

test('the answers, as the plugin takes them', () => {
  const { answer, request } = requestOf();
  const said = (decision: Parameters<typeof answer>[0]) => answer(decision)?.stdout;
  assert.equal(said({ type: 'approve' }), '{"reply":"once"}');
  assert.equal(said({ type: 'approve', addition: 'always' }), '{"reply":"always"}');
  assert.equal(said({ type: 'deny', feedback: 'no "x"\n' }), '{"reply":"reject","message":"no \\"x\\"\\n"}');
  assert.equal(
    said({ type: 'deny', feedback: ' ' }),
    '{"reply":"reject","message":"The user denied this request in the editor."}',
  );
  assert.equal(answer({ type: 'handBack' }), undefined);
  const { approve, deny, feedback, changedInput, onSilence } = request.capabilities;
  assert.deepEqual(
    [approve.type, deny.type, feedback, changedInput, onSilence],
    ['grants', 'honoured', true, false, 'asks'],
  );
});

test('what always would allow stands in words', () => {
  const labels = (always: unknown, permission = 'bash') =>
    requestOf({ always, permission }).request.capabilities.additions.map((one) => one.label);
  assert.deepEqual(labels(['echo *', 'ls *']), ['always allow echo *, ls *']);
  assert.deepEqual(labels(['*'], 'edit'), ['always allow every edit']);
  assert.deepEqual(labels([]), []);
  assert.deepEqual(labels(undefined), []);
});

const diff = 'Index: /p/a.txt\n===\n--- /p/a.txt\n+++ /p/a.txt\n@@ -1,3 +1,3 @@\n one\n-  two\n+  2\n three\n';
const edits = (metadata: Properties, call?: unknown) => {
  const { subject } = requestOf({ permission: 'edit', metadata }, call).request;
  return subject.type === 'edit' ? subject.edits : subject.type;
};

test('edits come from the arguments', () => {
  const write = { tool: 'write', args: { filePath: '/p/a.txt', content: 'x\n' } };
  assert.deepEqual(edits({ filepath: '/p/a.txt', diff }, write), [{ type: 'write', path: '/p/a.txt', content: 'x\n' }]);
  const args = { filePath: '/p/a.txt', oldString: 'one\n  two\n', newString: 'one\n  2\n' };
  const replace = { type: 'replace', path: '/p/a.txt', oldText: args.oldString, newText: args.newString };
  assert.deepEqual(edits({ filepath: '/p/a.txt', diff }, { tool: 'edit', args }), [{ ...replace, all: false }]);
  assert.deepEqual(edits({}, { tool: 'edit', args: { ...args, replaceAll: true } }), [{ ...replace, all: true }]);
  assert.deepEqual(edits({}, { tool: 'edit', args: { ...args, oldString: '' } }), [
    { type: 'write', path: '/p/a.txt', content: args.newString },
  ]);
});

test('without arguments, and where opencode found another text than it was given, the diff counts', () => {
  const patch = {
    type: 'patch',
    path: '/p/a.txt',
    matching: 'exact',
    chunks: [{ anchors: [], oldLines: ['one', '  two', 'three'], newLines: ['one', '  2', 'three'], line: 1 }],
  };
  assert.deepEqual(edits({ filepath: '/p/a.txt', diff }), [patch]);
  assert.deepEqual(edits({ filepath: '/p/a.txt', diff }, { tool: 'patch', args: { patchText: '*** Begin' } }), [patch]);
  const loose = { filePath: '/p/a.txt', oldString: 'two', newString: '2' };
  assert.deepEqual(edits({ diff }, { tool: 'edit', args: { ...loose, oldString: '\ttwo' } }), [patch]);
  assert.deepEqual(edits({ filepath: '/p/a.txt', diff: 'nonsense' }), 'tool');
  assert.deepEqual(edits({}), 'tool');
});

test('everything else is a tool with what is known of it', () => {
  const { subject } = requestOf({
    permission: 'webfetch',
    patterns: ['https://x/*'],
    metadata: { url: 'https://x/y' },
  }).request;
  assert.deepEqual(subject, {
    type: 'tool',
    name: 'webfetch',
    fields: [
      { name: 'url', text: 'https://x/y' },
      { name: 'patterns', text: 'https://x/*' },
    ],
  });
});

test('a reply names the request that it closes', () => {
  const said = (reply: string) =>
    readingOf({ cwd: '/p', event: { ...replied, properties: { ...replied.properties, reply } } });
  const agentRequestId = 'per_22b5f992a001m3HOyviuZusg2e';
  assert.deepEqual(said('once'), {
    type: 'resolved',
    agentRequestId,
    decision: 'approve',
    detail: 'It was accepted there.',
  });
  assert.deepEqual(said('reject'), {
    type: 'resolved',
    agentRequestId,
    decision: 'deny',
    detail: 'It was rejected there.',
  });
  for (const reply of ['toString', 'later'])
    assert.deepEqual(said(reply), { type: 'resolved', agentRequestId, detail: '' });
});

test('nasty payloads are let go, never thrown on', () => {
  const event = { type: 'permission.asked', properties: { id: 1 } };
  for (const payload of [null, 3, [], {}, { cwd: '/p' }, { cwd: '/p', event }, { cwd: '/p', event: { type: 'x' } }]) {
    assert.equal(readingOf(payload).type, 'release');
  }
});

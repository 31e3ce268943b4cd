import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codex } from '../../src/agents/codex/adapter';
import { warningsOf } from '../../src/core/edit/warnings';
import {
  bytesFor,
  callOf,
  captured,
  checkAnswers,
  checkHostile,
  hardFeedback,
  isHookOutput,
  plainDenial,
  requestOf,
} from '../support/agentCalls';
import { fixtureNames } from '../support/fixtures';

const bash = captured('codex', '2-PermissionRequest.json');
const patch = captured('codex', '4-PermissionRequest.json');
const allow = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
const denied = (message: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":${JSON.stringify(message)}}}}`;

test('golden bytes for every captured request', () => {
  const names = fixtureNames('codex').filter((name) => name.includes('PermissionRequest'));
  assert.deepEqual(names.toSorted(), ['2-PermissionRequest.json', '4-PermissionRequest.json']);
  for (const name of names) {
    const reading = requestOf(codex, captured('codex', name));
    assert.equal(bytesFor(reading, { type: 'approve' }), allow);
    assert.equal(bytesFor(reading, { type: 'deny', feedback: hardFeedback }), denied(hardFeedback));
    assert.equal(bytesFor(reading, { type: 'deny', feedback: ' \n' }), denied(plainDenial));
    assert.equal(bytesFor(reading, { type: 'handBack' }), undefined);
  }
});

test('no answer has a key that Codex does not know, whatever a decision carries', () => {
  const reading = requestOf(codex, bash);
  const carried = { changedInput: { command: 'ls' }, plan: 'x', addition: 'y' };
  assert.equal(bytesFor(reading, { type: 'approve', ...carried }), allow);
  checkAnswers(reading, isHookOutput);
});

test('other events are let go without a word', () => {
  for (const name of fixtureNames('codex').filter((one) => !one.includes('PermissionRequest'))) {
    const reading = codex.read(callOf(captured('codex', name)));
    assert.equal(reading.type, 'release', name);
    assert.equal(bytesFor(reading, { type: 'approve' }), undefined);
  }
});

test('a command comes with the words of the model', () => {
  const { request } = requestOf(codex, bash);
  assert.deepEqual(request.subject, {
    type: 'command',
    command: 'echo hi > a.txt && ls',
    language: 'bash',
    cwd: '/home/dev/project',
    description: 'need to write a file',
    fields: [],
  });
  assert.deepEqual(request.notes, []);
  assert.deepEqual(request.session, { id: '01a22b60-8ed2-78d0-b075-cf62c9a3c05f' });
  assert.deepEqual(request.capabilities, {
    approve: { type: 'grants' },
    deny: { type: 'honoured' },
    feedback: true,
    changedInput: false,
    additions: [],
    onSilence: 'asks',
  });
});

test('a request for the network is named, and its command still shown whole', () => {
  const description = 'network-access https://example.com:443';
  const { request } = requestOf(codex, { ...bash, tool_input: { command: 'curl example.com', description } });
  assert.equal(request.subject.type === 'command' && request.subject.command, 'curl example.com');
  assert.equal(request.subject.type === 'command' && request.subject.description, description);
  assert.match(request.notes[0]?.text ?? '', /reach https:\/\/example\.com:443\. A model can write such words too/);
  for (const words of ['see network-access https://a:1', `network-access ${'x'.repeat(301)}`, 'network-access a b']) {
    const other = requestOf(codex, { ...bash, tool_input: { command: 'ls', description: words } });
    assert.deepEqual(other.request.notes, []);
  }
});

test('a patch is shown as its edits, and by its text where it cannot be read', () => {
  assert.deepEqual(requestOf(codex, patch).request.subject, {
    type: 'edit',
    edits: [{ type: 'write', path: '/etc/zz-outside.txt', content: 'one\ntwo\n' }],
    fields: [],
  });
  const command = '*** Begin Patch\n*** Add File: a.txt\n+one\n';
  const { request } = requestOf(codex, { ...patch, tool_input: { command } });
  assert.deepEqual(request.subject, {
    type: 'tool',
    name: 'apply_patch',
    fields: [{ name: 'command', text: command }],
  });
  assert.equal(request.notes[0]?.title, 'This cannot be shown as a diff.');
  assert.match(request.notes[0]?.text ?? '', /without "\*\*\* End Patch"/);
});

test('tools of MCP servers, and tools that are not known, are shown by their values', () => {
  const mcp = requestOf(codex, { ...bash, tool_name: 'mcp__my_server__send_mail', tool_input: { to: 'a@b', n: 1 } });
  assert.deepEqual(mcp.request.subject, {
    type: 'tool',
    name: 'mcp__my_server__send_mail',
    server: 'my_server',
    fields: [
      { name: 'to', text: 'a@b' },
      { name: 'n', text: '1', json: true },
    ],
  });
  const other = requestOf(codex, { ...bash, tool_name: 'request_permissions', tool_input: { reason: 'x' } });
  assert.deepEqual(other.request.subject, {
    type: 'tool',
    name: 'request_permissions',
    fields: [{ name: 'reason', text: 'x' }],
  });
});

test('a subagent is named by its type, or its id', () => {
  const named = requestOf(codex, { ...bash, agent_id: 'a1', agent_type: 'reviewer' });
  assert.equal(named.request.session.subagent, 'reviewer');
  assert.equal(requestOf(codex, { ...bash, agent_id: 'a1' }).request.session.subagent, 'a1');
});

test('its own folder steers it', () => {
  const place = { path: '/w/.codex/hooks.json', realPath: '/w/.codex/hooks.json', outsideProject: false };
  assert.deepEqual(
    warningsOf(place, codex.steering).map((one) => one.kind),
    ['steering'],
  );
});

test('nasty payloads are let go or shown as values, never thrown on', () => {
  for (const payload of [
    null,
    3,
    [],
    {},
    { ...bash, tool_input: 'x' },
    { ...bash, cwd: 7 },
    { ...bash, tool_name: [] },
  ]) {
    assert.equal(codex.read(callOf(payload)).type, 'release');
  }
  const list = requestOf(codex, { ...bash, tool_input: { command: ['rm', '-rf'] } });
  assert.equal(list.request.subject.type, 'tool');
  checkHostile(codex, [bash, patch], isHookOutput);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qwen } from '../../src/agents/qwen/adapter';
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

const shell = captured('qwen', '1-PermissionRequest.json');
const write = captured('qwen', '3-PermissionRequest.json');
const edit = captured('qwen', '6-PermissionRequest.json');
const plan = captured('qwen', 'plan-PermissionRequest.json');
const allow = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
const denied = (message: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":${JSON.stringify(message)}}}}`;

test('golden bytes for every captured request', () => {
  const names = fixtureNames('qwen').filter((name) => name.includes('PermissionRequest'));
  assert.equal(names.length, 4);
  for (const name of names) {
    const reading = requestOf(qwen, captured('qwen', name));
    const isPlan = name.startsWith('plan');
    assert.equal(bytesFor(reading, { type: 'approve' }), isPlan ? '' : allow, name);
    assert.equal(bytesFor(reading, { type: 'deny', feedback: hardFeedback }), denied(hardFeedback));
    assert.equal(bytesFor(reading, { type: 'deny', feedback: '' }), denied(plainDenial));
    assert.equal(bytesFor(reading, { type: 'handBack' }), undefined);
    checkAnswers(reading, isHookOutput);
    const { approve, onSilence, changedInput } = reading.request.capabilities;
    if (isPlan) assert.equal(approve.type === 'passes' && approve.label, 'Continue in Qwen Code');
    else assert.deepEqual(approve, { type: 'grants' });
    assert.deepEqual([onSilence, changedInput], ['asks', false]);
  }
});

test('other events and questions are let go without a word', () => {
  const names = fixtureNames('qwen').filter((name) => !name.includes('PermissionRequest'));
  assert.equal(names.length, 4);
  const payloads = [...names.map((name) => captured('qwen', name)), { ...shell, tool_name: 'ask_user_question' }];
  for (const payload of payloads) {
    const reading = qwen.read(callOf(payload));
    assert.equal(reading.type, 'release');
    assert.equal(bytesFor(reading, { type: 'approve' }), undefined);
  }
});

test('the subjects carry what Qwen Code sent', () => {
  assert.deepEqual(requestOf(qwen, shell).request.subject, {
    type: 'command',
    command: 'echo hi > a.txt && ls',
    language: 'bash',
    cwd: '/home/dev/project',
    description: 'write',
    fields: [],
  });
  const background = { command: 'npm start', is_background: true, directory: '/home/dev/project/web' };
  assert.deepEqual(requestOf(qwen, { ...shell, tool_input: background }).request.subject, {
    type: 'command',
    command: 'npm start',
    language: 'bash',
    cwd: '/home/dev/project/web',
    fields: [{ name: 'is_background', text: 'true', json: true }],
  });
  assert.deepEqual(requestOf(qwen, write).request.subject, {
    type: 'edit',
    edits: [{ type: 'write', path: '/home/dev/project/b.txt', content: 'one\ntwo\n' }],
    fields: [],
  });
  assert.deepEqual(requestOf(qwen, edit).request.subject, {
    type: 'edit',
    edits: [{ type: 'replace', path: '/home/dev/project/b.txt', oldText: 'one', newText: 'ONE', all: false }],
    fields: [],
  });
  assert.deepEqual(requestOf(qwen, plan).request.subject, {
    type: 'plan',
    markdown: '# Plan\n1. a\n2. b',
    options: [],
  });
  const mcp = requestOf(qwen, { ...shell, tool_name: 'mcp__rig__ask', tool_input: {} }).request.subject;
  assert.deepEqual(mcp, { type: 'tool', name: 'mcp__rig__ask', server: 'rig', fields: [] });
});

test('suggestions are of a form that is not Claude’s, and none is offered', () => {
  const suggestions = [
    { type: 'tool', tool: 'run_shell_command' },
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  ];
  const reading = requestOf(qwen, { ...shell, permission_suggestions: suggestions });
  assert.deepEqual(reading.request.capabilities.additions, []);
  assert.equal(bytesFor(reading, { type: 'approve', addition: 'suggestion-0' }), allow);
});

test('a subagent is named', () => {
  assert.equal(requestOf(qwen, { ...shell, agent_id: 'helper' }).request.session.subagent, 'helper');
});

test('nasty payloads are let go or shown as values, never thrown on', () => {
  for (const payload of [null, 3, [], {}, { ...shell, tool_input: 'x' }, { ...shell, cwd: 7 }]) {
    assert.equal(qwen.read(callOf(payload)).type, 'release');
  }
  checkHostile(qwen, [shell, write, edit, plan], isHookOutput);
});

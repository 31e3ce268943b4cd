import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HookCall, Reading } from '../../src/agents/adapter';
import { kimi } from '../../src/agents/kimi/adapter';
import { fixtureNames, fixtureText } from '../support/fixtures';

const flag = { KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS: '1' };

function callOf(payload: unknown, env: Readonly<Record<string, string>>): HookCall {
  return { id: 'hook-00000001', payload, arguments: [], env, startedAt: 0, receivedAt: 0, deadline: 30_000 };
}

function requestOf(folder: string, name: string, env = flag): Extract<Reading, { type: 'request' }> {
  const reading = kimi.read(callOf(JSON.parse(fixtureText(folder, name)), env));
  assert.equal(reading.type, 'request', name);
  return reading as Extract<Reading, { type: 'request' }>;
}

test('golden bytes for every captured request, with the flag', () => {
  const names = fixtureNames('kimi-flag', 'PermissionRequest-');
  assert.ok(names.length >= 10);
  for (const name of names) {
    const { request, answer } = requestOf('kimi-flag', name);
    const expected = name.includes('Bash') ? 'command' : name.includes('ExitPlanMode') ? 'plan' : 'edit';
    assert.equal(request.subject.type, expected, name);
    assert.equal(answer({ type: 'approve' })?.stdout, '{"hookSpecificOutput":{"permissionDecision":"allow"}}');
    assert.equal(
      answer({ type: 'deny', feedback: 'use UTF-8\n\n- `second`' })?.stdout,
      '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"use UTF-8\\n\\n- `second`"}}',
    );
    assert.equal(
      answer({ type: 'deny', feedback: '' })?.stdout,
      '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"The user denied this request in the editor."}}',
    );
    assert.equal(answer({ type: 'handBack' }), undefined);
  }
});

test('without the flag in its environment every request is only watched, and says so', () => {
  for (const folder of ['kimi', 'kimi-flag']) {
    for (const name of fixtureNames(folder, 'PermissionRequest')) {
      const { capabilities } = requestOf(folder, name, {} as typeof flag).request;
      assert.equal(capabilities.approve.type, 'watchOnly');
      assert.match(capabilities.approve.type === 'watchOnly' ? capabilities.approve.reason : '', /ignores answers/);
    }
  }
});

test('a result names the request that it closes', () => {
  for (const name of fixtureNames('kimi', 'PermissionResult')) {
    const payload = JSON.parse(fixtureText('kimi', name)) as { id: string; decision: string };
    const reading = kimi.read(callOf(payload, {}));
    assert.deepEqual(reading, {
      type: 'resolved',
      agentRequestId: payload.id,
      detail: payload.decision === 'approved' ? 'It was accepted there.' : 'It was rejected there.',
    });
  }
});

test('the plan comes from the display, with its options and what an approval means for them', () => {
  const { request } = requestOf('kimi-flag', 'PermissionRequest-ExitPlanMode-options.raw.json');
  assert.equal(request.subject.type, 'plan');
  assert.deepEqual(request.subject.type === 'plan' && request.subject.options, [
    { label: 'Text file (Recommended)', description: 'Simple.' },
    { label: 'Shell script', description: 'Runs.' },
  ]);
  assert.equal(request.notes[0]?.title, 'Approve selects none of the options.');
});

test('edits and writes carry what is on the display', () => {
  const edit = requestOf('kimi-flag', 'PermissionRequest-Edit.raw.json').request.subject;
  assert.deepEqual(edit, {
    type: 'edit',
    edits: [{ type: 'replace', path: '/home/dev/project/seed.txt', oldText: 'alpha', newText: 'ALPHA', all: false }],
    fields: [],
  });
  const write = requestOf('kimi-flag', 'PermissionRequest-Write.raw.json').request.subject;
  assert.deepEqual(write.type === 'edit' && write.edits, [
    { type: 'write', path: '/home/dev/project/new.txt', content: 'line 1\nline 2\n' },
  ]);
});

test('nasty payloads are let go or shown as fields, never thrown on', () => {
  const base = JSON.parse(fixtureText('kimi-flag', 'PermissionRequest-Bash.raw.json')) as Record<string, unknown>;
  for (const payload of [null, 3, [], {}, { ...base, cwd: 7 }, { ...base, hook_event_name: 'Interrupt' }]) {
    assert.equal(kimi.read(callOf(payload, flag)).type, 'release');
  }
  const odd = kimi.read(callOf({ ...base, display: { kind: 'command', command: 9 } }, flag));
  assert.equal(odd.type === 'request' && odd.request.subject.type, 'tool');
});

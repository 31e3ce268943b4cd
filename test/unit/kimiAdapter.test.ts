import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HookCall, Reading } from '../../src/agents/adapter';
import { kimi } from '../../src/agents/kimi/adapter';
import type { LoopbackQuestion, LoopbackReply, World } from '../../src/agents/world';
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

test('a result names the request that it closes, the call, and what was chosen', () => {
  const expected: Readonly<Record<string, readonly [string, string]>> = {
    'Bash.command.approved': ['approve', 'It was accepted there.'],
    'Bash.command.rejected-feedback.subagent': ['deny', 'It was rejected there.'],
    'Bash.command.rejected': ['deny', 'It was rejected there.'],
    'Edit.file_io-edit.rejected-feedback': ['deny', 'It was rejected there.'],
    'ExitPlanMode.plan_review-options.approved-Shell_script': [
      'approve',
      'It was accepted there, with “Shell script”.',
    ],
    'ExitPlanMode.plan_review-options.approved-Text_file_Recommended_': [
      'approve',
      'It was accepted there, with “Text file (Recommended)”.',
    ],
    'ExitPlanMode.plan_review.approved-Approve': ['approve', 'It was accepted there.'],
    'ExitPlanMode.plan_review.rejected-Reject': ['deny', 'It was rejected there.'],
    'ExitPlanMode.plan_review.rejected-Revise-feedback': ['deny', 'It was sent back for revision there.'],
    'Write.file_io-write.approved-session': ['approve', 'It was accepted there, for the session.'],
    'Write.file_io-write.approved': ['approve', 'It was accepted there.'],
    'Write.file_io-write.rejected': ['deny', 'It was rejected there.'],
  };
  const names = fixtureNames('kimi', 'PermissionResult');
  assert.equal(names.length, Object.keys(expected).length);
  for (const name of names) {
    const payload = JSON.parse(fixtureText('kimi', name)) as { id: string; session_id: string; tool_call_id: string };
    const [decision, detail] = expected[name.slice('PermissionResult.'.length, -'.json'.length)] ?? [];
    assert.deepEqual(
      kimi.read(callOf(payload, {})),
      {
        type: 'resolved',
        agentRequestId: payload.id,
        call: { session: payload.session_id, id: payload.tool_call_id },
        decision,
        detail,
      },
      name,
    );
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

const planFile = '/home/dev/.kimi-code/sessions/wd/s/agents/main/plans/a.md';

/** A machine with one plan file, a server if `pid` is given, and what was asked of it. */
function aWorld(given: Partial<World> & { readonly pid?: number; readonly reply?: LoopbackReply | undefined } = {}) {
  const asked: LoopbackQuestion[] = [];
  const patterns: (readonly string[])[] = [];
  const { pid, reply, ...own } = given;
  const instance = { server_id: 'x', pid, host: '127.0.0.1', port: 58_627, started_at: 'now' };
  const world: World = {
    userHome: '/home/dev',
    newestFile: (folder, names) => {
      patterns.push([folder, ...names]);
      return Promise.resolve(planFile);
    },
    text: () => Promise.resolve('# Plan\n'),
    smallFiles: () => Promise.resolve(pid === undefined ? [] : ['not JSON', '{"pid":"1"}', JSON.stringify(instance)]),
    secret: () => Promise.resolve('secret-token\n'),
    askLoopback: (question) => {
      asked.push(question);
      return Promise.resolve(reply);
    },
    ...own,
  };
  return { world, asked, patterns };
}

async function lookAt(
  name: string,
  world: World,
  env: Readonly<Record<string, string>> = {},
  change: Readonly<Record<string, unknown>> = {},
): Promise<Reading> {
  const payload = { ...(JSON.parse(fixtureText('kimi', name)) as object), ...change };
  return kimi.look!({ ...callOf(payload, env), pids: [11, 12] }, world);
}

const exitPlan = 'PreToolUse.ExitPlanMode.json';

test('a plan is gated by PreToolUse: denied with the comments, or continued in Kimi', async () => {
  const { world, patterns } = aWorld();
  const options = [{ label: 'A', description: 'first' }, { label: 'B' }];
  const reading = await lookAt(exitPlan, world, {}, { tool_input: { options } });
  assert.ok(reading.type === 'request');
  assert.deepEqual(reading.request.subject, {
    type: 'plan',
    markdown: '# Plan\n',
    path: planFile,
    options: [
      { label: 'A', description: 'first' },
      { label: 'B', description: '' },
    ],
  });
  const { approve, deny, feedback, changedInput } = reading.request.capabilities;
  assert.deepEqual(approve, {
    type: 'passes',
    label: 'Continue in Kimi',
    reason: 'Kimi Code asks once more in its terminal; in auto mode it goes ahead.',
  });
  assert.deepEqual([deny.type, feedback, changedInput], ['honoured', true, false]);
  assert.deepEqual(reading.answer({ type: 'approve' }), { stdout: '', stderr: '', exitCode: 0 });
  assert.equal(
    reading.answer({ type: 'deny', feedback: 'use UTF-8' })?.stdout,
    '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"use UTF-8"}}',
  );
  const session = 'session_95a9502d-2c38-49e8-8939-667281cba183';
  const names = ['sessions', '*', session, 'agents', '*', 'plans', '*.md'];
  assert.deepEqual(patterns, [['/home/dev/.kimi-code', ...names]]);
  await lookAt(exitPlan, world, { KIMI_CODE_HOME: '/elsewhere' });
  assert.deepEqual(patterns[1], ['/elsewhere', ...names]);
});

test('other calls of PreToolUse, plans without a file, and all of them with the flag are let go', async () => {
  const { world, patterns } = aWorld();
  for (const name of fixtureNames('kimi', 'PreToolUse').filter((one) => one !== exitPlan)) {
    assert.equal((await lookAt(name, world)).type, 'release', name);
  }
  assert.equal((await lookAt(exitPlan, world, flag)).type, 'release');
  for (const id of ['*', '..', 'a/b', '', '*.md', 'a\0b']) {
    assert.equal((await lookAt(exitPlan, world, {}, { session_id: id })).type, 'release', id);
  }
  assert.deepEqual(patterns, []);
  for (const none of [
    { newestFile: () => Promise.resolve(undefined) },
    { text: () => Promise.resolve(undefined) },
    { text: () => Promise.resolve(' \n') },
  ]) {
    assert.equal((await lookAt(exitPlan, aWorld(none).world)).type, 'release');
  }
  assert.equal((await lookAt(exitPlan, aWorld({ pid: 12 }).world)).type, 'release', 'the server takes it');
});

test('a session of the server is decided through its API', async () => {
  const { world, asked } = aWorld({ pid: 12, reply: { status: 200, body: { code: 0, msg: 'success', data: {} } } });
  for (const name of fixtureNames('kimi', 'PermissionRequest')) {
    const reading = await lookAt(name, world);
    assert.ok(reading.type === 'request' && reading.channel, name);
    assert.equal(reading.request.capabilities.approve.type, 'grants');
    assert.equal(reading.awaited, undefined);
    assert.deepEqual(await reading.channel.send({ type: 'approve' }), { type: 'taken' });
    await reading.channel.send({ type: 'deny', feedback: 'no\nnot yet' });
    const [approved, denied] = asked.splice(0);
    const { session_id: session, id } = JSON.parse(fixtureText('kimi', name)) as { session_id: string; id: string };
    const to = {
      host: '127.0.0.1',
      port: 58_627,
      path: `/api/v1/sessions/${session}/approvals/${id}`,
      token: 'secret-token',
    };
    assert.deepEqual(approved, { ...to, body: { decision: 'approved' } });
    const revise = name.includes('ExitPlanMode') ? { selected_label: 'Revise' } : {};
    assert.deepEqual(denied, { ...to, body: { decision: 'rejected', feedback: 'no\nnot yet', ...revise } });
  }
  const plan = await lookAt('PermissionRequest.ExitPlanMode.plan_review-options.json', world);
  assert.ok(plan.type === 'request');
  assert.deepEqual(plan.request.capabilities.additions, [
    { id: 'option-0', label: 'Text file (Recommended)', detail: 'Simple.', once: true },
    { id: 'option-1', label: 'Shell script', detail: 'Runs.', once: true },
  ]);
  await plan.channel?.send({ type: 'approve', addition: 'option-1' });
  assert.deepEqual(asked[0]?.body, { decision: 'approved', selected_label: 'Shell script' });
});

test('what the server says becomes of a decision', async () => {
  const bash = 'PermissionRequest.Bash.command.json';
  const send = async (reply: LoopbackReply | undefined, own: Partial<World> = {}) => {
    const reading = await lookAt(bash, aWorld({ pid: 12, reply, ...own }).world);
    assert.ok(reading.type === 'request');
    return reading.channel?.send({ type: 'approve' });
  };
  const body = (code: number) => ({ status: 200, body: { code, msg: '', data: { resolved: false } } });
  assert.equal((await send(body(40902)))?.type, 'answeredElsewhere');
  for (const reply of [body(40404), body(41001), body(50001), undefined, { status: 200, body: undefined }]) {
    assert.equal((await send(reply))?.type, 'failed');
  }
  assert.equal((await send({ status: 401, body: { code: 40101 } }))?.type, 'failed');
  let reads = 0;
  const gone = () => Promise.resolve(++reads === 1 ? 'token' : undefined);
  assert.equal((await send(body(0), { secret: gone }))?.type, 'failed');
});

test('without the server’s process, its token, or with the flag, there is no channel', async () => {
  const bash = 'PermissionRequest.Bash.command.json';
  for (const world of [aWorld({ pid: 13 }), aWorld({ pid: 12, secret: () => Promise.resolve(undefined) })]) {
    const reading = await lookAt(bash, world.world);
    assert.equal(reading.type === 'request' && reading.request.capabilities.approve.type, 'watchOnly');
    assert.equal(reading.type === 'request' && reading.channel, undefined);
  }
  const flagged = await lookAt(bash, aWorld({ pid: 12 }).world, flag);
  assert.ok(flagged.type === 'request' && flagged.awaited && !flagged.channel);
});

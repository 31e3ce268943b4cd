import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Entry } from '../../src/core/queueState';
import { fixtureText } from '../support/fixtures';
import { LiveWindow } from '../support/liveWindow';
import type { HookRun } from '../support/runHook';

/* The real hook and window with Kimi Code's files and server re-enacted, as they were measured with 2.1.0. */

const bash = 'PermissionRequest.Bash.command.json';
const planAsked = 'PermissionRequest.ExitPlanMode.plan_review-options.json';
const planResult = 'PermissionResult.ExitPlanMode.plan_review-options.approved-Shell_script.json';
const planGate = 'PreToolUse.ExitPlanMode.json';
const flag = { KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS: '1' };
const silent = { stdout: '', exitCode: 0 };

let window: LiveWindow;
let home: string;

beforeEach(async () => {
  window = await LiveWindow.start();
  home = join(window.home.root, '../kimi');
  mkdirSync(home);
});
afterEach(() => window.stop());

function kimi(
  name: string,
  change: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): HookRun {
  return window.hook('kimi', name, {
    agent: 'kimi',
    env: { KIMI_CODE_HOME: home, ...env },
    change: (text) => JSON.stringify({ ...(JSON.parse(text) as object), ...change }),
  });
}

/** The ids by which Kimi's events of one call belong together. */
function idsOf(name: string): Readonly<Record<'id' | 'session_id' | 'tool_call_id', string>> {
  const { id, session_id, tool_call_id } = JSON.parse(fixtureText('kimi', name)) as ReturnType<typeof idsOf>;
  return { id, session_id, tool_call_id };
}

async function endOf(hook: HookRun): Promise<unknown> {
  const { stdout, exitCode } = await hook.ended;
  return { stdout, exitCode };
}

/** How a request ended, and what the page says of it. */
async function endedAs({ request }: Entry): Promise<unknown> {
  const { status } = await window.ended(request.id);
  if (status.type !== 'ended') return undefined;
  return [status.outcome, status.delivery, status.detail];
}

// Plans in the terminal

let time = 1_700_000_000;
function planFile(slug: string, text: string, agent = 'main'): string {
  const folder = join(home, 'sessions/wd_project', idsOf(planGate).session_id, 'agents', agent, 'plans');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${slug}.md`);
  writeFileSync(path, text);
  utimesSync(path, time, (time += 10));
  return path;
}

test('a plan is shown from its newest file, and denied with the comments', async () => {
  planFile('old', '# Old\n');
  const path = planFile('new', '# Plan\n\n1. Do it\n');
  const hook = kimi(planGate);
  const entry = await window.request();
  const { subject } = entry.request;
  assert.deepEqual(subject, { type: 'plan', markdown: '# Plan\n\n1. Do it\n', path, options: [] });
  const view = window.open.review.viewOf(entry.request.id);
  assert.deepEqual([view?.abilities.approveLabel, view?.notes], ['Continue in Kimi', []]);
  await window.decide(entry, { type: 'deny', feedback: 'Use `UTF-8`\n\n- and 👍' });
  assert.deepEqual(JSON.parse((await hook.ended).stdout), {
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Use `UTF-8`\n\n- and 👍' },
  });
  assert.deepEqual(await endedAs(entry), ['denied', 'sent', undefined]);
  assert.equal(window.open.review.viewOf(entry.request.id)?.review?.type, 'plan');
});

test('the file changes while the plan waits: the decision is refused and the new text shown', async () => {
  const path = planFile('plan', '# First\n');
  const hook = kimi(planGate);
  const entry = await window.request();
  writeFileSync(path, '# Second\n');
  await window.decide(entry, { type: 'approve' });
  const again = await window.request();
  const view = window.open.review.viewOf(again.request.id);
  assert.deepEqual(
    [again.status.type, view?.subject.type === 'plan' && view.subject.markdown, view?.notes[0]?.title],
    ['open', '# Second\n', 'The plan file changed while this waited.'],
  );
  await window.decide(again, { type: 'approve' });
  assert.deepEqual(await endOf(hook), silent);
});

test('continued in Kimi: its own prompt makes no second card, and what is chosen there is told on the first', async () => {
  planFile('plan', '# Plan\n');
  const gate = kimi(planGate);
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual(await endOf(gate), silent);
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', undefined]);
  const { session_id, tool_call_id } = idsOf(planGate);
  assert.deepEqual(await endOf(kimi(planAsked, { session_id, tool_call_id })), silent);
  assert.equal(window.open.review.state.entries.length, 1);
  await kimi(planResult, { session_id, tool_call_id }).ended;
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.detail !== undefined);
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', 'It was accepted there, with “Shell script”.']);
});

test('no plan file: Kimi asks by itself, and its prompt is watched', async () => {
  assert.deepEqual(await endOf(kimi(planGate)), silent);
  const { session_id, tool_call_id } = idsOf(planGate);
  assert.deepEqual(await endOf(kimi(planAsked, { session_id, tool_call_id })), silent);
  assert.equal((await window.request()).status.type, 'watching');
});

test('other tools, and every tool with the flag, are not reviewed twice', async () => {
  planFile('plan', '# Plan\n');
  for (const tool of ['Bash', 'Edit', 'Write', 'Read', 'EnterPlanMode']) {
    assert.deepEqual(await endOf(kimi(`PreToolUse.${tool}.json`)), silent, tool);
  }
  assert.deepEqual(await endOf(kimi(planGate, {}, flag)), silent);
  assert.equal(window.open.review.state.entries.length, 0);
});

test('a result that comes before its request ends the card at once', async () => {
  const { id, session_id, tool_call_id } = idsOf(bash);
  await kimi('PermissionResult.Bash.command.rejected.json', { id, session_id, tool_call_id }).ended;
  await kimi(bash).ended;
  assert.deepEqual(await endedAs(await window.request()), ['answeredElsewhere', undefined, 'It was rejected there.']);
});

// With the flag

const askFlagged = () => kimi(bash, {}, flag);
const result = (decision: 'approved' | 'rejected') =>
  kimi(`PermissionResult.Bash.command.${decision}.json`, idsOf(bash), flag).ended;

test('a result that bears out our answer confirms it', async () => {
  const hook = askFlagged();
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  await hook.ended;
  await window.ended(entry.request.id);
  await result('approved');
  assert.deepEqual(await endedAs(entry), ['approved', 'confirmed', undefined]);
  const again = askFlagged();
  assert.equal((await window.request(1)).status.type, 'open');
  again.kill();
});

for (const contradicted of ['an approval that was rejected', 'a denial that was approved', 'an answer while we wait']) {
  test(`${contradicted} turns Kimi to be watched only, and says so`, async () => {
    const hook = askFlagged();
    const entry = await window.request();
    if (contradicted === 'an answer while we wait') await result('approved');
    else {
      const denies = contradicted === 'a denial that was approved';
      await window.decide(entry, denies ? { type: 'deny', feedback: 'my words' } : { type: 'approve' });
      await hook.ended;
      await window.ended(entry.request.id);
      await result(denies ? 'approved' : 'rejected');
      const [, delivery] = (await endedAs(entry)) as unknown[];
      assert.equal(delivery, 'overtaken');
      if (denies) assert.equal(window.open.review.viewOf(entry.request.id)?.draft, 'my words');
    }
    await hook.ended;
    assert.deepEqual(await endOf(askFlagged()), silent);
    const next = await window.request(1);
    assert.equal(next.status.type, 'watching');
    assert.equal(window.open.review.viewOf(next.request.id)?.notes.at(-1)?.title, 'Only watched.');
  });
}

// `kimi web`

interface FakeServer {
  readonly server: Server;
  readonly requests: { readonly url: string | undefined; readonly token: string | undefined; readonly body: unknown }[];
  code: number;
}

/** The server of `kimi web` with its files, in the process that starts the hooks. */
async function startServer(): Promise<FakeServer> {
  const requests: FakeServer['requests'] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk));
    request.on('end', () => {
      requests.push({ url: request.url, token: request.headers.authorization, body: JSON.parse(text) });
      response.end(JSON.stringify({ code: fake.code, msg: '', data: {}, request_id: '01' }));
    });
  });
  const fake: FakeServer = { server, requests, code: 0 };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  mkdirSync(join(home, 'server/instances'), { recursive: true });
  const instance = { server_id: 'a', pid: process.pid, host: '127.0.0.1', port, started_at: 1, heartbeat_at: 1 };
  writeFileSync(join(home, 'server/instances/a.json'), JSON.stringify(instance));
  writeFileSync(join(home, 'server.token'), 'the-token\n', { mode: 0o600 });
  return fake;
}

function webTest(name: string, action: (fake: FakeServer) => Promise<void>): void {
  test(`kimi web: ${name}`, async () => {
    const fake = await startServer();
    try {
      await action(fake);
    } finally {
      fake.server.close();
      fake.server.closeAllConnections();
    }
  });
}

webTest('the hook is let go at once, the approval goes through the API, and the result confirms it', async (fake) => {
  assert.deepEqual(await endOf(kimi(bash)), silent);
  const entry = await window.request();
  assert.equal(entry.status.type, 'open');
  assert.ok(entry.request.deadline - Date.now() > 23 * 60 * 60 * 1000);
  assert.equal(window.open.review.viewOf(entry.request.id)?.abilities.handBack, 'Kimi Code asks in the browser.');
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', undefined]);
  const { session_id, id } = idsOf(bash);
  const url = `/api/v1/sessions/${session_id}/approvals/${id}`;
  assert.deepEqual(fake.requests, [{ url, token: 'Bearer the-token', body: { decision: 'approved' } }]);
  await kimi('PermissionResult.Bash.command.approved.json', idsOf(bash)).ended;
  assert.deepEqual(await endedAs(entry), ['approved', 'confirmed', undefined]);
});

webTest('a plan is sent back with feedback, or approved with an option; its gate is let go', async (fake) => {
  planFile('plan', '# Plan\n');
  assert.deepEqual(await endOf(kimi(planGate)), silent);
  await kimi(planAsked).ended;
  const denied = await window.request();
  await window.decide(denied, { type: 'deny', feedback: 'Drop B\n\n- add a test' });
  assert.deepEqual(await endedAs(denied), ['denied', 'sent', undefined]);
  await kimi(planAsked, { id: 'approval_2', tool_call_id: 'call_2' }).ended;
  const approved = await window.request(1);
  await window.decide(approved, { type: 'approve', addition: 'option-1' });
  await window.ended(approved.request.id);
  assert.deepEqual(
    fake.requests.map(({ body }) => body),
    [
      { decision: 'rejected', feedback: 'Drop B\n\n- add a test', selected_label: 'Revise' },
      { decision: 'approved', selected_label: 'Shell script' },
    ],
  );
});

webTest('a second answer is shown as answered elsewhere, with what was typed', async (fake) => {
  fake.code = 40902;
  await kimi(bash).ended;
  const entry = await window.request();
  await window.decide(entry, { type: 'deny', feedback: 'my words' });
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.delivery !== 'sent');
  assert.deepEqual(await endedAs(entry), ['denied', 'overtaken', 'Kimi Code had an answer already.']);
  assert.equal(window.open.review.viewOf(entry.request.id)?.draft, 'my words');
});

webTest('answered in the browser: the card ends', async (fake) => {
  await kimi(bash).ended;
  const entry = await window.request();
  await kimi('PermissionResult.Bash.command.approved.json', idsOf(bash)).ended;
  assert.deepEqual(await endedAs(entry), ['answeredElsewhere', undefined, 'It was accepted there.']);
  await window.decide(entry, { type: 'deny', feedback: '' });
  assert.deepEqual(fake.requests, []);
});

webTest('what the server does not take is NOT delivered, with its reason', async (fake) => {
  fake.code = 40404;
  await kimi(bash).ended;
  const entry = await window.request();
  await window.decide(entry, { type: 'deny', feedback: 'my words' });
  assert.deepEqual(await endedAs(entry), ['denied', 'failed', 'Kimi Code no longer has this request.']);
  fake.server.close();
  fake.server.closeAllConnections();
  await kimi(bash, { id: 'approval_2' }).ended;
  const second = await window.request(1);
  await window.decide(second, { type: 'approve' });
  const [outcome, delivery, detail] = (await endedAs(second)) as unknown[];
  assert.deepEqual([outcome, delivery], ['approved', 'failed']);
  assert.match(String(detail), /did not answer/);
});

webTest('handed back, or paused: nothing is sent', async (fake) => {
  await kimi(bash).ended;
  const entry = await window.request();
  await window.decide(entry, { type: 'handBack' });
  assert.deepEqual(await endedAs(entry), ['handedBack', undefined, undefined]);
  await kimi(bash, { id: 'approval_2' }).ended;
  const second = await window.request(1);
  window.open.review.take({ type: 'pause' });
  assert.deepEqual(await endedAs(second), ['handedBack', undefined, undefined]);
  assert.deepEqual(await endOf(kimi(bash, { id: 'approval_3' })), silent);
  assert.deepEqual([window.open.review.state.entries.length, fake.requests], [2, []]);
});

webTest('a plan’s file that changes while it waits is looked at before the approval goes out', async (fake) => {
  const path = planFile('plan', '# First\n');
  const display = { kind: 'plan_review', plan: '# First\n', path };
  await kimi(planAsked, { display }).ended;
  const entry = await window.request();
  writeFileSync(path, '# Second\n');
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual([(await window.request()).status.type, fake.requests], ['open', []]);
});

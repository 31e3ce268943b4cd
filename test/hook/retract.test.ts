import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Entry } from '../../src/core/queueState';
import { editPayload } from '../support/claudePayloads';
import { LiveWindow } from '../support/liveWindow';
import type { HookRun } from '../support/runHook';
import { until } from '../support/until';

const allow = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
/** A call of a tool that nothing is known of, and so asks for care. */
const tool = 'PermissionRequest-mcp__rig__ask.v2.1.332.json';
/** Longer than any test takes. */
const long = 600_000;

let window: LiveWindow;

beforeEach(async () => {
  window = await LiveWindow.start();
});
afterEach(() => window.stop());

const review = () => window.open.review;
const statusOf = (entry: Entry) => review().viewOf(entry.request.id)?.status;
const undo = (entry: Entry) => review().take({ type: 'undo', id: entry.request.id });

/** A hook whose request is approved, and whose approval is held back. */
async function held(retractMs: number, start: () => HookRun = () => window.hook('claude', tool)) {
  window.retractMs = retractMs;
  const hook = start();
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  return { hook, entry };
}

/** The reasons with which the queue has refused something since then, each with its request. */
function refusals(): readonly (readonly [string, string])[] {
  const heard: (readonly [string, string])[] = [];
  review().onDidChange(({ effects }) => {
    for (const effect of effects) if (effect.type === 'refused') heard.push([effect.id, effect.reason]);
  });
  return heard;
}

test('an approval that is held back says so, and is printed once the time is over', async () => {
  const seen: (string | undefined)[] = [];
  review().onDidChange(({ state }) => seen.push(state.entries[0]?.status.type));
  const { hook, entry } = await held(100);
  assert.equal(review().viewOf(entry.request.id)?.retractMs, 100);
  assert.deepEqual(await pick(hook), { stdout: allow, exitCode: 0 });
  await window.ended(entry.request.id);
  assert.deepEqual([...new Set(seen)], ['open', 'heldBack', 'answering', 'ended']);
});

test('undone, nothing is printed and the request waits as before; sent at once, it is printed', async () => {
  const { hook, entry } = await held(long);
  const status = statusOf(entry);
  assert.ok(status?.type === 'heldBack' && status.until > Date.now());
  undo(entry);
  assert.deepEqual(statusOf(entry), { type: 'open' });
  assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
  await window.decide(entry, { type: 'approve' });
  assert.equal(statusOf(entry)?.type, 'heldBack');
  await review().sendNow(entry.request.id);
  assert.deepEqual(await pick(hook), { stdout: allow, exitCode: 0 });
});

test('approved once more, it is sent at once; a denial takes its place at once', async () => {
  const first = await held(long);
  await window.decide(first.entry, { type: 'approve' });
  assert.equal((await first.hook.ended).stdout, allow);
  const hook = window.hook('claude', tool);
  const entry = await window.request(1);
  await window.decide(entry, { type: 'approve' });
  await window.decide(entry, { type: 'deny', feedback: 'not so' });
  assert.match((await hook.ended).stdout, /"behavior":"deny","message":"not so"/);
});

test('a file that changes while the approval is held back: it is not sent, and the new text is shown', async () => {
  // A file that steers the agent asks for care.
  const file = join(window.folder, '.mcp.json');
  const start = () => window.claude(editPayload(window.folder, '.mcp.json', 'hello', 'howdy'));
  for (const send of ['due', 'sendNow'] as const) {
    writeFileSync(file, 'hello world\n');
    const { hook, entry } = await held(long, start);
    const heard = refusals();
    if (send === 'due') {
      undo(entry);
      window.retractMs = 200;
      await window.decide(entry, { type: 'approve' });
    }
    assert.equal(statusOf(entry)?.type, 'heldBack');
    writeFileSync(file, 'hello new world\n');
    if (send === 'sendNow') await review().sendNow(entry.request.id);
    const changed = await window.entry(entry.request.id, ({ status }) => status.type === 'open');
    assert.notEqual(changed.hash, entry.hash);
    assert.deepEqual(heard, [[entry.request.id, 'What is shown has changed since. Look at it again, then decide.']]);
    assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
    await window.decide(changed, { type: 'deny', feedback: '' });
    assert.match((await hook.ended).stdout, /"deny"/);
    await window.ended(entry.request.id);
    review().take({ type: 'dismiss', id: entry.request.id });
  }
});

test('an agent that is killed while the approval is held back: it was never sent, and that is said', async () => {
  const { hook, entry } = await held(long);
  hook.kill('SIGKILL');
  await window.ended(entry.request.id);
  const status = statusOf(entry);
  assert.ok(status?.type === 'ended');
  assert.deepEqual([status.outcome, status.detail], ['withdrawn', 'Your approval was not sent.']);
  assert.equal((await hook.ended).stdout, '');
});

test('a window that is reloaded while an approval is held back forgets it: the hook asks anew', async () => {
  const { hook, entry } = await held(long);
  window.close();
  await window.reopen();
  const again = await window.request();
  assert.equal(again.request.id, entry.request.id);
  assert.deepEqual(statusOf(again), { type: 'open' });
  assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
  await window.decide(again, { type: 'deny', feedback: 'no' });
  assert.match((await hook.ended).stdout, /"deny"/);
});

test('a window that closes for good sends nothing of what was held back', async () => {
  const { hook } = await held(300);
  window.close();
  assert.equal(hook.stdout(), '');
  hook.kill('SIGTERM');
  assert.equal((await hook.ended).stdout, '');
});

test('it is held back no longer than the agent waits', async () => {
  const { hook, entry } = await held(long, () => window.hook('claude', tool, { parameters: ['--timeout', '8'] }));
  const status = statusOf(entry);
  assert.ok(status?.type === 'heldBack' && status.until < entry.request.deadline);
  assert.equal((await hook.ended).stdout, allow);
});

test('a pause hands back what is held back', async () => {
  const { hook, entry } = await held(long);
  review().take({ type: 'pause' });
  assert.deepEqual(await pick(hook), { stdout: '', exitCode: 0 });
  const { status } = await window.ended(entry.request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'handedBack');
});

test('identical calls are named, and approved with the one that names them; others are not', async () => {
  const same = [window.hook('claude', tool), window.hook('claude', tool), window.hook('claude', tool)];
  const entries = await until('three requests', () => {
    const { entries: now } = review().state;
    return now.length === 3 ? now : undefined;
  });
  const other = window.hook('claude', tool, {
    change: (text) => text.replace('"tool_input": {', '"tool_input": {"more": 1,'),
  });
  const stranger = await window.request(3);
  const [main, ...others] = entries;
  assert.ok(main);
  const ids = others.map(({ request }) => request.id);
  assert.deepEqual(
    review()
      .viewOf(main.request.id)
      ?.identical.map(({ id }) => id),
    ids,
  );
  const heard = refusals();
  const named = [...ids, ids[0]!, main.request.id, stranger.request.id, 'nobody'];
  await window.decide(main, { type: 'approve', identical: named });
  for (const hook of same) assert.equal((await hook.ended).stdout, allow);
  assert.deepEqual([statusOf(stranger), other.running()], [{ type: 'open' }, true]);
  assert.deepEqual(
    heard.map(([id]) => id),
    [stranger.request.id, 'nobody'],
  );
});

test('those that are not named wait on, and so do all if the one that names them is refused', async () => {
  window.hook('claude', tool);
  window.hook('claude', tool);
  const second = await window.request(1);
  const first = await window.request(0);
  await review().decide(first.request.id, 'stale', { type: 'approve', identical: [second.request.id] }, 'page');
  assert.deepEqual([statusOf(first), statusOf(second)], [{ type: 'open' }, { type: 'open' }]);
  await window.decide(first, { type: 'approve' });
  await window.ended(first.request.id);
  assert.deepEqual(statusOf(second), { type: 'open' });
});

test('identical approvals that are held back are undone, or sent, together', async () => {
  window.retractMs = long;
  const hooks = [window.hook('claude', tool), window.hook('claude', tool)];
  const second = await window.request(1);
  const first = await window.request(0);
  const both = { type: 'approve', identical: [second.request.id] } as const;
  const types = () => [first, second].map((one) => statusOf(one)?.type);
  await window.decide(first, { ...both, identical: [...both.identical] });
  assert.deepEqual(types(), ['heldBack', 'heldBack']);
  undo(second);
  assert.deepEqual(types(), ['open', 'open']);
  await window.decide(first, { ...both, identical: [...both.identical] });
  await review().sendNow(first.request.id);
  for (const hook of hooks) assert.equal((await hook.ended).stdout, allow);
});

async function pick(hook: HookRun) {
  const { stdout, exitCode } = await hook.ended;
  return { stdout, exitCode };
}

import assert from 'node:assert/strict';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Adapter, HookCall } from '../../src/agents/adapter';
import { noDecisionOf } from '../../src/agents/adapter';
import { claude } from '../../src/agents/claude/adapter';
import { codex } from '../../src/agents/codex/adapter';
import { copilot } from '../../src/agents/copilot/adapter';
import { gemini } from '../../src/agents/gemini/adapter';
import { generic } from '../../src/agents/generic/adapter';
import { hermes } from '../../src/agents/hermes/adapter';
import { kimi } from '../../src/agents/kimi/adapter';
import { opencode } from '../../src/agents/opencode/adapter';
import { qwen } from '../../src/agents/qwen/adapter';
import { adapterOf, adapters } from '../../src/agents/registry';
import type { Capabilities } from '../../src/core/request';
import type { FromWindow, RequestFrame } from '../../src/protocol/frames';
import { Drafts } from '../../src/window/drafts';
import { EditReviews } from '../../src/window/editReviews';
import type { HookPeer } from '../../src/window/endpoint';
import { PlanHistory } from '../../src/window/planHistory';
import { PlanReviews } from '../../src/window/planReviews';
import { readWhole } from '../../src/core/command/read';
import type { ReadCommand } from '../../src/window/command/commandReader';
import { ReviewWindow } from '../../src/window/reviewWindow';
import { bytesFor, captured, requestOf } from '../support/agentCalls';
import { temporaryFolder } from '../support/cleanup';
import { until } from '../support/until';

type Effect = Capabilities['onSilence'];

/** A way in which an agent runs, and what it does there with what a hook prints: see the agent's notes of facts. */
interface Mode {
  readonly adapter: Adapter;
  readonly mode: string;
  readonly payloads: readonly Record<string, unknown>[];
  readonly change?: Partial<HookCall>;
  /** What the configured command prints by itself where it is let go. */
  readonly fallback?: string;
  readonly effect: (stdout: string) => Effect | 'breaks';
  readonly expected: Effect;
}

const onlySilence =
  (effect: Effect) =>
  (stdout: string): Effect | 'breaks' =>
    stdout === '' ? effect : 'breaks';

const hermesCall = {
  hook_event_name: 'pre_tool_call',
  tool_name: 'terminal',
  tool_input: { command: 'ls' },
  session_id: 's',
  cwd: '/home/dev/project',
};
const geminiCalls = ['1', '2', '3', 'plan-2'].map((one) => captured('gemini', `${one}-BeforeTool.json`));
const kimiCalls = ['Bash', 'Edit', 'ExitPlanMode', 'Write'].map((one) =>
  captured('kimi-flag', `PermissionRequest-${one}.raw.json`),
);
const claudeCalls = ['Bash', 'Edit', 'ExitPlanMode', 'Read', 'Write', 'mcp__rig__ask'].map((one) =>
  captured('claude', `PermissionRequest-${one}.v2.1.332.json`),
);

const opencodeCall = {
  cwd: '/home/dev/project',
  event: {
    type: 'permission.asked',
    properties: { id: 'per_1', sessionID: 'ses_1', permission: 'bash', patterns: ['ls'], metadata: { command: 'ls' } },
  },
};

const modes: readonly Mode[] = [
  { adapter: claude, mode: 'terminal', payloads: claudeCalls, effect: onlySilence('asks'), expected: 'asks' },
  {
    adapter: claude,
    mode: 'print',
    payloads: claudeCalls,
    change: { env: { CLAUDE_CODE_SESSION_ATTENDED: '0' } },
    effect: onlySilence('denies'),
    expected: 'denies',
  },
  { adapter: kimi, mode: 'watched', payloads: kimiCalls, effect: onlySilence('asks'), expected: 'asks' },
  {
    adapter: kimi,
    mode: 'flag',
    payloads: kimiCalls,
    change: { env: { KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS: '1' } },
    effect: onlySilence('asks'),
    expected: 'asks',
  },
  {
    adapter: codex,
    mode: 'PermissionRequest',
    payloads: [captured('codex', '2-PermissionRequest.json'), captured('codex', '4-PermissionRequest.json')],
    effect: onlySilence('asks'),
    expected: 'asks',
  },
  {
    adapter: copilot,
    mode: 'permissionRequest',
    payloads: ['2', '4', '6'].map((one) => captured('copilot', `${one}-permissionRequest.json`)),
    effect: onlySilence('asks'),
    expected: 'asks',
  },
  {
    adapter: copilot,
    mode: 'preToolUse of a plan',
    payloads: [captured('copilot', 'plan-preToolUse.json')],
    effect: onlySilence('asks'),
    expected: 'asks',
  },
  { adapter: gemini, mode: 'own policy', payloads: geminiCalls, effect: onlySilence('asks'), expected: 'asks' },
  {
    adapter: gemini,
    mode: 'the hook is the gate',
    payloads: geminiCalls,
    change: { arguments: ['--decides', '--fallback', 'ask'] },
    fallback: '{"decision":"ask"}',
    effect: (stdout) => (stdout === '{"decision":"ask"}' ? 'asks' : stdout === '' ? 'runs' : 'breaks'),
    expected: 'asks',
  },
  {
    adapter: qwen,
    mode: 'PermissionRequest',
    payloads: ['1', '3', '6', 'plan'].map((one) => captured('qwen', `${one}-PermissionRequest.json`)),
    effect: onlySilence('asks'),
    expected: 'asks',
  },
  { adapter: opencode, mode: 'plugin', payloads: [opencodeCall], effect: onlySilence('asks'), expected: 'asks' },
  { adapter: hermes, mode: 'gate', payloads: [hermesCall], effect: onlySilence('runs'), expected: 'runs' },
  {
    adapter: hermes,
    mode: 'gate that escalates',
    payloads: [hermesCall],
    change: { arguments: ['--fallback', 'escalate'] },
    effect: (stdout) =>
      stdout === '' ? 'runs' : stdout.startsWith('{"action":"approve","message":"') ? 'asks' : 'breaks',
    expected: 'asks',
  },
  {
    adapter: generic,
    mode: 'contract',
    payloads: [{ tool: 'x', command: 'ls' }, { tool: 'x', plan: '# Plan' }, { tool: 'x' }],
    effect: (stdout) => (stdout === '' || stdout.startsWith('{"decision":"escalate","reason":"') ? 'asks' : 'breaks'),
    expected: 'asks',
  },
];

for (const { adapter, mode, payloads, change = {}, fallback = '', effect, expected } of modes) {
  test(`${adapter.name}, ${mode}: no decision is what its capabilities say`, () => {
    for (const payload of payloads) {
      const reading = requestOf(adapter, payload, change);
      assert.equal(reading.request.capabilities.onSilence, expected);
      // Released (expired, paused, failed) and handed back by a person: the same.
      assert.equal(effect(noDecisionOf(reading)?.stdout ?? fallback), expected);
      assert.equal(effect(bytesFor(reading, { type: 'handBack' }) ?? fallback), expected);
      // No approval is ever the words for no decision, or the other way round.
      const approved = bytesFor(reading, { type: 'approve' });
      if (approved !== '') assert.notEqual(approved, noDecisionOf(reading)?.stdout ?? fallback);
    }
  });
}

test('every adapter that is listed stands in the table', () => {
  const covered = new Set(modes.map(({ adapter }) => adapter.id));
  for (const { id } of adapters) assert.ok(covered.has(id), id);
});

test('without words the agent that runs the call on silence is told apart from the one that asks', () => {
  const silent = modes.filter((one) => one.expected === 'runs').map((one) => `${one.adapter.id} ${one.mode}`);
  assert.deepEqual(silent, ['hermes gate']);
});

/* What the window does with the words. */

let review: ReviewWindow;
/** Another one, that fails when it looks at a request. */
let failing: ReviewWindow;
const temporary = temporaryFolder('nd-');
const folder = join(realpathSync(temporary.path), 'project');
const log = { info: () => {}, warn: () => {}, error: () => {} };

before(() => {
  // Adapters that are not in the list yet.
  for (const one of [gemini, generic]) if (!adapterOf(one.id)) (adapters as Adapter[]).push(one);
  mkdirSync(folder);
  const drafts = new Drafts(join(folder, 'drafts'), log);
  const settings = () => ({ quickRemarks: [] });
  const plans = new PlanReviews(new PlanHistory(join(folder, 'plans'), () => 1_000_000, log), settings);
  const edits = new EditReviews(drafts, settings);
  const readCommand: ReadCommand = (command, place) => Promise.resolve(readWhole(command, place));
  const options = { drafts, plans, edits, unsaved: () => false, retractMs: () => 0, readCommand, log };
  review = new ReviewWindow({ ...options, folders: () => [folder] });
  failing = new ReviewWindow({
    ...options,
    folders: () => {
      throw new Error('no folders');
    },
  });
});
after(() => {
  review.dispose();
  failing.dispose();
  temporary.remove();
});

/** A hook that asks, and the frames that it is sent. */
function hook(
  id: string,
  agent: string,
  payload: unknown,
  change: Partial<RequestFrame> = {},
  window = review,
): readonly FromWindow[] {
  const sent: FromWindow[] = [];
  const peer: HookPeer = { send: (frame) => sent.push(frame) > 0 };
  const frame: RequestFrame = {
    type: 'request',
    id,
    agent,
    arguments: [],
    payload: JSON.stringify(payload),
    cwd: folder,
    pids: [],
    startedAt: Date.now(),
    env: {},
    ...change,
  };
  window.onRequest(frame, peer);
  return sent;
}

const gate = { arguments: ['--decides'] };
const asked = (id: string): FromWindow => ({
  type: 'result',
  id,
  stdout: '{"decision":"ask"}',
  stderr: '',
  exitCode: 0,
});

test('the window says the words when it hands back, and when the time is over', async () => {
  const [shell] = geminiCalls;
  const back = hook('handed-back', 'gemini', shell, gate);
  const entry = await until('the request', () => review.state.entries.find((one) => one.request.id === 'handed-back'));
  await review.decide('handed-back', entry.hash, { type: 'handBack' }, 'page');
  assert.deepEqual(back, [asked('handed-back')]);
  const late = hook('run-out-1', 'gemini', shell, { ...gate, timeout: 0.2 });
  assert.deepEqual(await until('the end', () => late[0]), asked('run-out-1'));
});

test('the window says the words for what it does not take, and while it is paused', async () => {
  const unreadable = hook('unreadable', 'gemini', { hook_event_name: 'BeforeTool' }, gate);
  assert.deepEqual(await until('the words', () => unreadable[0]), asked('unreadable'));
  const odd = hook('odd-payload', 'generic', { tool: 7 });
  assert.match(JSON.stringify(await until('the words', () => odd[0])), /escalate/);
  review.take({ type: 'pause' });
  const paused = hook('while-paused', 'gemini', geminiCalls[0], gate);
  assert.deepEqual(await until('the words', () => paused[0]), asked('while-paused'));
  review.take({ type: 'resume' });
});

test('the window says the words when it fails', async () => {
  const sent = hook('window-fails', 'gemini', geminiCalls[0], gate, failing);
  assert.deepEqual(await until('the words', () => sent[0]), asked('window-fails'));
});

test('where the words are none, the hook is let go; where they are empty, it prints nothing', async () => {
  const own = hook('own-policy', 'gemini', geminiCalls[0]);
  const entry = await until('the request', () => review.state.entries.find((one) => one.request.id === 'own-policy'));
  await review.decide('own-policy', entry.hash, { type: 'handBack' }, 'page');
  assert.deepEqual(own, [{ type: 'release', id: 'own-policy' }]);
  const reads = hook('only-reads', 'gemini', { ...geminiCalls[0], tool_name: 'read_file' }, gate);
  const empty = { type: 'result', id: 'only-reads', stdout: '', stderr: '', exitCode: 0 };
  assert.deepEqual(await until('the answer', () => reads[0]), empty);
});

test('a payload without a folder of its own gets the hook’s', async () => {
  hook('no-folder-1', 'generic', { tool: 'x', command: 'ls' });
  const entry = await until('the request', () => review.state.entries.find((one) => one.request.id === 'no-folder-1'));
  assert.equal(entry.request.cwd, folder);
});

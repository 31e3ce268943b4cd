import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { askHooks, type KimiHook, type KimiOptions } from './kimiRunner';

/* The runner itself is held to the measured rules, so that the tests of our hook mean something. */

const payload = '{"hook_event_name":"PermissionRequest"}';
const options: KimiOptions = { env: process.env, cwd: tmpdir() };
const allow = `printf %s '{"hookSpecificOutput":{"permissionDecision":"allow"}}'`;
const deny = (reason: string) =>
  `printf %s '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"${reason}"}}'`;
const ask = (...commands: readonly (string | KimiHook)[]) =>
  askHooks(
    commands.map((command) => (typeof command === 'string' ? { command } : command)),
    payload,
    options,
  );

test('a decision counts with exit code 0 and nothing else on stdout', async () => {
  assert.deepEqual(await ask(allow), { type: 'allow' });
  assert.deepEqual(await ask(deny(' no \\n')), { type: 'deny', reason: 'no' });
  assert.deepEqual(await ask(deny('')), { type: 'deny', reason: 'Denied by PermissionRequest hook' });
  for (const command of [
    'true',
    `${allow}; exit 1`,
    `${deny('no')}; exit 2`,
    `echo log; ${allow}`,
    'echo "not json {"',
    `echo '{"hookSpecificOutput":{"permissionDecision":"ask"}}'`,
    `echo '{"hookSpecificOutput":{"decision":{"behavior":"allow"}}}'`,
    'kill -9 $$',
  ]) {
    assert.deepEqual(await ask(command), { type: 'prompt' }, command);
  }
});

test('any deny wins, the first in order gives the reason, and all are waited for', async () => {
  assert.deepEqual(await ask(allow, `sleep 0.3; ${deny('late')}`), { type: 'deny', reason: 'late' });
  assert.deepEqual(await ask(`sleep 0.3; ${deny('A')}`, deny('B')), { type: 'deny', reason: 'A' });
  assert.deepEqual(await ask(allow, 'true'), { type: 'allow' });
  assert.deepEqual(await ask(allow, 'exit 2'), { type: 'allow' });
  assert.deepEqual(await ask(allow, { command: 'sleep 60', timeout: 0.3 }), { type: 'allow' });
});

test('a grandchild that holds stdout holds the decision', async () => {
  const started = Date.now();
  assert.deepEqual(await ask(`sleep 0.5 & ${allow}`), { type: 'allow' });
  assert.ok(Date.now() - started >= 490);
});

test('a timeout ends the group, by SIGKILL if it must', async () => {
  assert.deepEqual(await ask({ command: `trap '' TERM; sleep 60; ${allow}`, timeout: 0.2 }), { type: 'prompt' });
});

test('an interruption ends the group at once', async () => {
  const interrupt = AbortSignal.timeout(200);
  const started = Date.now();
  const outcome = await askHooks([{ command: `sleep 60; ${allow}` }], payload, { ...options, interrupt });
  assert.deepEqual(outcome, { type: 'interrupted' });
  assert.ok(Date.now() - started < 5000);
});

test('without the flag every decision is ignored', async () => {
  assert.deepEqual(await askHooks([{ command: allow }], payload, { ...options, flag: false }), { type: 'prompt' });
});

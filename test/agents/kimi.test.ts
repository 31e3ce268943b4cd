import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { shellCommand } from '../../src/agents/hookCommand';
import { installedHook } from '../support/runHook';
import { withoutEditor } from '../support/codeServer';
import { fixtureText } from '../support/fixtures';
import { startHeadlessWindow, type HeadlessWindow } from '../support/headlessWindow';
import { askHooks, type KimiHook, type KimiOptions, type KimiOutcome } from './kimiRunner';

/* Our built hook under the rules of Kimi Code with `hook_permission_decisions`, answered by the window without VS Code. */

const limit = { timeout: 120_000 };

/** One window, and Kimi Code in its project. */
interface Kimi {
  readonly window: HeadlessWindow;
  /** Our hook as it stands in the configuration. */
  readonly hook: KimiHook;
  /** Kimi asks about a captured call; `hooks` are ours unless others are given. */
  readonly ask: (
    fixture: string,
    options?: Partial<KimiOptions> & { readonly hooks?: readonly KimiHook[] },
  ) => Promise<KimiOutcome>;
}

function kimiTest(name: string, answer: string, action: (kimi: Kimi) => Promise<void>, timeout = 600): void {
  test(name, limit, async () => {
    const window = await startHeadlessWindow(answer);
    // What the captured edit is about: one that would not apply cannot be approved.
    writeFileSync(join(window.folder, 'seed.txt'), 'alpha\nbeta\n');
    const hook = {
      command: shellCommand({ hook: installedHook(window.countersignHome), agent: 'kimi', timeout }),
      timeout,
    };
    try {
      await action({
        window,
        hook,
        ask(fixture, { hooks = [hook], ...options } = {}) {
          const cwd = options.cwd ?? window.folder;
          const payload = fixtureText('kimi-flag', fixture).replaceAll('/home/dev/project', cwd);
          const env = { ...withoutEditor(process.env), COUNTERSIGN_HOME: window.countersignHome };
          return askHooks(hooks, payload, { env, cwd, ...options });
        },
      });
    } finally {
      await window.close();
    }
  });
}

const payloads = [
  'PermissionRequest-Bash.raw.json',
  'PermissionRequest-Bash-subagent.raw.json',
  'PermissionRequest-Edit.raw.json',
  'PermissionRequest-Write.raw.json',
  'PermissionRequest-ExitPlanMode.raw.json',
  'PermissionRequest-ExitPlanMode-options.raw.json',
];

kimiTest('approve: Kimi allows every kind of call', 'approve', async ({ ask, window }) => {
  for (const fixture of payloads) assert.deepEqual(await ask(fixture), { type: 'allow' }, fixture);
  await window.logged('an outcome each', () => {
    const outcomes = window.lines().filter((line) => line.type === 'outcome');
    return outcomes.length === payloads.length && outcomes.every((line) => line.outcome === 'approved');
  });
});

const reason = 'Not yet:\n\n- name the `files`\n- and "why" \\ 👍';

kimiTest('deny: the model gets the reason word for word', `deny:${reason}`, async ({ ask }) => {
  for (const fixture of payloads) assert.deepEqual(await ask(fixture), { type: 'deny', reason }, fixture);
});

kimiTest('hand back: Kimi asks by itself', 'handBack', async ({ ask }) => {
  assert.deepEqual(await ask('PermissionRequest-Bash.raw.json'), { type: 'prompt' });
});

kimiTest('without the flag nothing holds Kimi up, and nothing decides', 'approve', async ({ ask, window }) => {
  const started = Date.now();
  assert.deepEqual(await ask('PermissionRequest-Bash-flagoff.json', { flag: false }), { type: 'prompt' });
  assert.ok(Date.now() - started < 5000);
  assert.ok(window.lines().some((line) => line.type === 'request'));
  assert.equal(
    window.lines().some((line) => line.outcome === 'approved'),
    false,
  );
});

kimiTest('no window for the folder: Kimi asks by itself at once', 'approve', async ({ ask, window }) => {
  const started = Date.now();
  assert.deepEqual(await ask('PermissionRequest-Bash.raw.json', { cwd: window.elsewhere }), { type: 'prompt' });
  assert.ok(Date.now() - started < 5000);
  assert.deepEqual(window.lines(), []);
});

kimiTest('our approval does not outvote another hook', 'approve', async ({ ask, hook }) => {
  const denies = `printf %s '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"policy"}}'`;
  const hooks = [hook, { command: denies }];
  assert.deepEqual(await ask('PermissionRequest-Bash.raw.json', { hooks }), { type: 'deny', reason: 'policy' });
  const silent = [{ command: 'cat >/dev/null' }, hook];
  assert.deepEqual(await ask('PermissionRequest-Bash.raw.json', { hooks: silent }), { type: 'allow' });
});

kimiTest('Esc takes the request back before Kimi kills the hook', 'ask', async ({ ask, window }) => {
  const escape = new AbortController();
  const asking = ask('PermissionRequest-Bash.raw.json', { interrupt: escape.signal });
  await window.logged('the request', (line) => line.type === 'request');
  escape.abort();
  assert.deepEqual(await asking, { type: 'interrupted' });
  await window.logged('its withdrawal', (line) => line.outcome === 'withdrawn');
});

kimiTest(
  'the request goes back before Kimi times out',
  'ask',
  async ({ ask, window }) => {
    const started = Date.now();
    assert.deepEqual(await ask('PermissionRequest-Bash.raw.json'), { type: 'prompt' });
    // By the hook itself, and not by a kill at ten seconds.
    assert.ok(Date.now() - started < 9950, `${Date.now() - started} ms`);
    await window.logged('its expiry', (line) => line.outcome === 'expired');
  },
  10,
);

kimiTest('the configured command is harmless when our files are gone', 'approve', async ({ ask, window }) => {
  const gone = {
    command: shellCommand({ hook: installedHook(`${window.countersignHome}-gone`), agent: 'kimi', timeout: 600 }),
  };
  const outcome = await ask('PermissionRequest-Bash.raw.json', { hooks: [gone] });
  assert.deepEqual(outcome, { type: 'prompt' });
});

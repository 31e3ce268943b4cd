import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import type { Entry } from '../../src/core/queueState';
import { fixtureText } from '../support/fixtures';
import { LiveWindow } from '../support/liveWindow';
import type { HookRun } from '../support/runHook';

/* The real hook and window with Kimi Code's files re-enacted, as they were measured with 2.1.0. */

export const bash = 'PermissionRequest.Bash.command.json';
export const planAsked = 'PermissionRequest.ExitPlanMode.plan_review-options.json';
export const planGate = 'PreToolUse.ExitPlanMode.json';
export const silent = { stdout: '', exitCode: 0 };

/** What a test does as Kimi Code in the window's project. */
export interface KimiCode {
  /** Runs the hook with a captured payload, of which some fields are others. */
  readonly run: (
    name: string,
    change?: Readonly<Record<string, unknown>>,
    env?: Readonly<Record<string, string>>,
  ) => HookRun;
  /** How a request ended, and what the page says of it. */
  readonly endedAs: (entry: Entry) => Promise<unknown>;
  /** Writes a plan's file, newer than those before, and gives its path. */
  readonly planFile: (slug: string, text: string) => string;
}

/**
 * A window for each test of a file, and Kimi Code in its project.
 *
 * @param take is given the window, and the folder of Kimi's own files, before each test
 */
export function useKimi(take: (window: LiveWindow, home: string) => void): KimiCode {
  let window: LiveWindow;
  let home: string;
  let time = 1_700_000_000;
  beforeEach(async () => {
    window = await LiveWindow.start();
    home = join(window.home.root, '../kimi');
    mkdirSync(home);
    take(window, home);
  });
  afterEach(() => window.stop());
  return {
    run: (name, change = {}, env = {}) =>
      window.hook('kimi', name, {
        agent: 'kimi',
        env: { KIMI_CODE_HOME: home, ...env },
        change: (text) => JSON.stringify({ ...(JSON.parse(text) as object), ...change }),
      }),
    async endedAs({ request }) {
      const { status } = await window.ended(request.id);
      if (status.type !== 'ended') return undefined;
      return [status.outcome, status.delivery, status.detail];
    },
    planFile(slug, text) {
      const folder = join(home, 'sessions/wd_project', idsOf(planGate).session_id, 'agents/main/plans');
      mkdirSync(folder, { recursive: true });
      const path = join(folder, `${slug}.md`);
      writeFileSync(path, text);
      utimesSync(path, time, (time += 10));
      return path;
    },
  };
}

/** The ids by which Kimi's events of one call belong together. */
export function idsOf(name: string): Readonly<Record<'id' | 'session_id' | 'tool_call_id', string>> {
  const { id, session_id, tool_call_id } = JSON.parse(fixtureText('kimi', name)) as ReturnType<typeof idsOf>;
  return { id, session_id, tool_call_id };
}

/** What a hook has printed, and its exit code. */
export async function endOf(hook: HookRun): Promise<unknown> {
  const { stdout, exitCode } = await hook.ended;
  return { stdout, exitCode };
}

import { spawn } from 'node:child_process';
import * as z from 'zod/mini';
import { atEnd, signal } from '../support/cleanup';

/*
 * Kimi Code takes decisions from PermissionRequest hooks behind the flag `hook_permission_decisions` (kimi-code issue #2960), which
 * is in no release. This re-enacts the rules that were measured with it, so that our hook is held to them.
 */

/** A hook as it stands in Kimi Code's configuration. */
export interface KimiHook {
  readonly command: string;
  /** Seconds; 30 if absent. */
  readonly timeout?: number;
}

/** What Kimi Code does after its hooks. `prompt`: it asks by itself. `interrupted`: the person has stopped the turn. */
export type KimiOutcome =
  | { readonly type: 'allow' }
  | { readonly type: 'deny'; readonly reason: string }
  | { readonly type: 'prompt' }
  | { readonly type: 'interrupted' };

export interface KimiOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Esc or Ctrl-C. */
  readonly interrupt?: AbortSignal;
  /** Off: hooks are told, and what they print is ignored. */
  readonly flag?: boolean;
}

/** Time between SIGTERM and SIGKILL. */
const graceMs = 100;

const HookOutput = z.object({
  hookSpecificOutput: z.object({
    permissionDecision: z.enum(['allow', 'deny']),
    permissionDecisionReason: z.optional(z.string()),
  }),
});

type Said =
  { readonly type: 'allow' } | { readonly type: 'deny'; readonly reason: string } | { readonly type: 'nothing' };

/** Runs all hooks of a permission request side by side, waits for every one, and combines what they say. */
export async function askHooks(
  hooks: readonly KimiHook[],
  payload: string,
  options: KimiOptions,
): Promise<KimiOutcome> {
  const said = await Promise.all(hooks.map((hook) => runOne(hook, payload, options)));
  if (options.interrupt?.aborted) return { type: 'interrupted' };
  if (options.flag === false) return { type: 'prompt' };
  // Any deny wins; of several, the first in the configuration's order gives the reason.
  return said.find((one) => one.type === 'deny') ?? said.find((one) => one.type === 'allow') ?? { type: 'prompt' };
}

function runOne(hook: KimiHook, payload: string, options: KimiOptions): Promise<Said> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', hook.command], {
      cwd: options.cwd,
      env: {
        ...options.env,
        ...(options.flag === false ? {} : { KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS: '1' }),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    const group = child.pid;
    if (group === undefined) {
      resolve({ type: 'nothing' });
      return;
    }
    const forget = atEnd(() => signal(-group, 'SIGKILL'));
    let killed = false;
    let kill: NodeJS.Timeout | undefined;
    const end = () => {
      killed = true;
      signal(-group, 'SIGTERM');
      kill = setTimeout(() => signal(-group, 'SIGKILL'), graceMs);
    };
    const timeout = setTimeout(end, (hook.timeout ?? 30) * 1000);
    options.interrupt?.addEventListener('abort', end, { once: true });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stdin.on('error', () => {});
    child.stdin.end(payload);
    // Not at the exit but when its stdout is closed: a grandchild that holds it holds the decision.
    child.once('close', (code) => {
      clearTimeout(timeout);
      clearTimeout(kill);
      options.interrupt?.removeEventListener('abort', end);
      forget();
      resolve(killed || code !== 0 ? { type: 'nothing' } : read(stdout));
    });
  });
}

/** The whole of stdout has to be one JSON value. */
function read(stdout: string): Said {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return { type: 'nothing' };
  }
  const output = HookOutput.safeParse(value);
  if (!output.success) return { type: 'nothing' };
  const { permissionDecision, permissionDecisionReason = '' } = output.data.hookSpecificOutput;
  if (permissionDecision === 'allow') return { type: 'allow' };
  return { type: 'deny', reason: permissionDecisionReason.trim() || 'Denied by PermissionRequest hook' };
}

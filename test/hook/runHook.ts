import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inTime } from '../support/until';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../../dist');

/** The built hook. */
export const front = join(dist, 'countersign-hook');
export const script = join(dist, 'hook.cjs');
export const askWords = '{"decision":"ask"}';

/** The ways to start the hook that every rule must hold for. */
export const starters = {
  script: [process.execPath, script],
  'front in dash': ['dash', front],
  'front in bash': ['bash', front],
} as const;
export type Starter = readonly string[];

/** What is left of a run. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From start to end, in milliseconds. */
  readonly took: number;
}

export interface Run {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Rejects if it takes longer than a minute from when it is asked for. */
  readonly ended: Promise<Ended>;
}

export interface RunOptions {
  readonly home: string;
  readonly starter?: Starter;
  readonly words?: readonly string[];
  /** Written to stdin, which is then closed; undefined leaves it open. */
  readonly stdin?: string | Buffer | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** In a process group of its own. */
  readonly detached?: boolean;
  /** stdout is not read before this resolves, or not at all if it rejects. */
  readonly readAfter?: Promise<unknown>;
}

/** Starts the hook. stdout and stderr are collected. */
export function runHook(options: RunOptions): Run {
  const { home, starter = starters.script, words = ['claude'], cwd, env = {}, detached = false, readAfter } = options;
  const started = performance.now();
  const child = spawn(starter[0]!, [...starter.slice(1), ...words], {
    stdio: 'pipe',
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', COUNTERSIGN_HOME: home, ...env },
    detached,
    ...(cwd !== undefined && { cwd }),
  });
  child.stdin.on('error', () => undefined);
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  const stdout = readAfter ? readAfter.then(() => text(child.stdout)).catch(() => '') : text(child.stdout);
  const stderr = text(child.stderr);
  const ended = once(child, 'exit').then(async ([code, signal]: unknown[]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    took: performance.now() - started,
    stdout: await stdout,
    stderr: await stderr,
  }));
  return {
    child,
    get ended() {
      return inTime('the end of the hook', ended);
    },
  };
}

/** A payload as agents send it. */
export function payload(cwd: string, more: Readonly<Record<string, unknown>> = {}): string {
  return `${JSON.stringify({ hook_event_name: 'PermissionRequest', cwd, tool_name: 'Bash', ...more })}\n`;
}

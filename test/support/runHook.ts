import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { DiscoveryRecord } from '../../src/protocol/discovery';
import { atEnd, isAlive, signal } from './cleanup';
import { withoutEditor } from './codeServer';
import { inTime, until } from './until';

/** How a hook ended. */
export interface HookEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  /** From start to end, in milliseconds. */
  readonly took: number;
}

/** A hook that runs as an agent would run it. */
export interface HookRun {
  readonly pid: number;
  /** Resolves when the process is gone and its output is closed; rejects if that takes longer than a minute from when it is asked for. */
  readonly ended: Promise<HookEnd>;
  /** What it has printed so far. */
  stdout(): string;
  /** Whether it still waits. */
  running(): boolean;
  /** Signals its process group, as agents do. */
  kill(name?: NodeJS.Signals): void;
}

export interface HookOptions {
  readonly agent?: string;
  /** The command line after the agent's id. */
  readonly parameters?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The hook's working folder. */
  readonly cwd?: string;
}

/** Path of the hook that the extension installed. */
export function installedHook(countersignHome: string): string {
  return join(countersignHome, 'bin/countersign-hook');
}

/** Starts the installed hook with a payload on its stdin. */
export function runHook(countersignHome: string, payload: unknown, options: HookOptions = {}): HookRun {
  const started = Date.now();
  const child = spawn(
    installedHook(countersignHome),
    [options.agent ?? 'claude', ...(options.parameters ?? ['--timeout', '600'])],
    {
      cwd: options.cwd ?? countersignHome,
      env: { ...withoutEditor(process.env), ...options.env, COUNTERSIGN_HOME: countersignHome },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const pid = child.pid;
  if (pid === undefined) throw new Error(`The hook could not be started: ${installedHook(countersignHome)}`);
  const forget = atEnd(() => signal(-pid, 'SIGKILL'));
  let stdout = '';
  let stderr = '';
  let running = true;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // It may be killed before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(typeof payload === 'string' ? payload : `${JSON.stringify(payload)}\n`);
  const ended = new Promise<HookEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      running = false;
      forget();
      resolve({ stdout, stderr, exitCode, took: Date.now() - started });
    });
  });
  return {
    pid,
    get ended() {
      return inTime(`the end of the hook; so far it has printed ${JSON.stringify(stdout)}`, ended);
    },
    stdout: () => stdout,
    running: () => running,
    kill: (name = 'SIGTERM') => signal(-pid, name),
  };
}

/**
 * Waits until a live window has announced itself for this folder and the hook is installed.
 * `not` is the id of a window that does not count, e.g. the one before a reload.
 */
export function windowFor(
  countersignHome: string,
  folder: string,
  options: { readonly not?: string; readonly timeout?: number } = {},
): Promise<DiscoveryRecord> {
  const wanted = realpathSync(folder);
  return until(
    `a window for ${folder}`,
    () =>
      existsSync(installedHook(countersignHome)) &&
      discoveryRecords(countersignHome).find(
        (record) => record.folders.includes(wanted) && record.id !== options.not && isAlive(record.pid),
      ),
    options.timeout ?? 90_000,
  );
}

/** The discovery records that can be read. */
export function discoveryRecords(countersignHome: string): readonly DiscoveryRecord[] {
  const folder = join(countersignHome, 'windows');
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      return [DiscoveryRecord.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))];
    } catch {
      // Removed since the folder was read, or not one of this version.
      return [];
    }
  });
}

import { spawn } from 'node:child_process';
import type { AgentSample } from '../../agents/sample';
import { terminalEnvironment } from '../setUp/programs';
import { windowVariable } from '../../protocol/wire';
import type { LiveChecks } from './liveChecks';
import { hookWords } from './shells';

/** What became of a check. */
export type LiveResult =
  | { readonly type: 'passed'; readonly ms: number; readonly bytes: number }
  | { readonly type: 'failed'; readonly ms: number; readonly problem: string };

/** A configured command, and where it is tried. */
export interface LiveCheck {
  readonly agent: string;
  readonly command: string;
  readonly sample: AgentSample;
  /** A folder of the window. */
  readonly folder: string;
  /** Names the window, as its terminals do. */
  readonly terminalId: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const timeoutMs = 15_000;
const maxOutput = 100_000;

/**
 * Runs the configured command as the agent would, with a sample payload that this window answers by itself, and compares what comes out
 * with what it answered.
 */
export async function runCheck(check: LiveCheck, checks: LiveChecks): Promise<LiveResult> {
  const ticket = checks.issue(check.agent);
  const { sample, folder } = check;
  const payload = { ...sample.payload, [sample.session ?? 'session_id']: ticket.session, cwd: folder };
  const started = performance.now();
  try {
    const end = await runCommand(check, `${JSON.stringify(payload)}\n`);
    const ms = Math.round(performance.now() - started);
    const answered = ticket.answered();
    const problem = problemOf(end, answered?.stdout);
    return problem === undefined
      ? { type: 'passed', ms, bytes: Buffer.byteLength(end.stdout) }
      : { type: 'failed', ms, problem };
  } finally {
    ticket.dispose();
  }
}

interface End {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if it was killed. */
  readonly code: number | null;
  readonly failure?: string;
}

function problemOf({ stdout, stderr, code, failure }: End, expected: string | undefined): string | undefined {
  if (failure !== undefined) return failure;
  if (code !== 0) return `the command ended with code ${String(code)}. Agents may take that for a refusal.`;
  if (expected === undefined) {
    const said = stdout === '' ? 'printed nothing' : 'printed its fallback';
    return `the command ran and ${said}: it did not reach this window.`;
  }
  if (stdout !== expected) return 'what the command printed is not what this window answered.';
  return stderr === '' ? undefined : 'the command printed something on stderr.';
}

function runCommand(check: LiveCheck, stdin: string): Promise<End> {
  const [program = '', ...words] = hookWords(check.agent, check.command, check.env);
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: check.folder,
      env: { ...terminalEnvironment(check.env), ...check.sample.env, [windowVariable]: check.terminalId },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    let [stdout, stderr] = ['', ''];
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const timer = setTimeout(() => {
      resolve({ stdout, stderr, code: null, failure: `it did not end within ${timeoutMs / 1000} s.` });
      kill();
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout = (stdout + text).slice(0, maxOutput)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(0, maxOutput)));
    child.stdin.on('error', () => {}).end(stdin);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ stdout, stderr, code: null, failure: `it could not be started: ${error.message}.` });
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ stdout, stderr, code });
    });
  });
}

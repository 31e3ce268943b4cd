import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureRuntimes } from '../../scripts/setup.mjs';
import { atEnd, endGroup, signal } from './cleanup';
import { until } from './until';

/** The part of xterm's headless terminal that is used here; it comes from the sub-project of the test runtimes. */
interface HeadlessTerminal {
  write(data: Uint8Array, done?: () => void): void;
  onData(listener: (answer: string) => void): void;
  readonly buffer: {
    readonly active: {
      readonly baseY: number;
      getLine(row: number): { translateToString(trimRight: boolean): string } | undefined;
    };
  };
}
interface HeadlessModule {
  readonly Terminal: new (options: { cols: number; rows: number; allowProposedApi: boolean }) => HeadlessTerminal;
}

const columns = 150;
const rows = 50;

/** A program on a terminal of its own. */
export interface TerminalProgram {
  /** Process id of the program. */
  readonly pid: number;
  /** What a person would see now. */
  screen(): string;
  /** Waits until the screen shows this. */
  shows(text: RegExp, timeout?: number): Promise<void>;
  /** Types text, or a key by its escape sequence. */
  type(text: string): void;
  /** Resolves when the program is gone. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a program on a pseudo terminal, which util-linux's `script` makes: every Debian has it, and nothing needs a compiler. */
export async function startInTerminal(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<TerminalProgram> {
  const { folder } = await ensureRuntimes();
  const { Terminal } = createRequire(join(folder, 'package.json'))('@xterm/headless') as HeadlessModule;
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn(
    'script',
    ['--quiet', '--flush', '--return', '--command', `stty rows ${rows} cols ${columns}; exec ${quoted}`, '/dev/null'],
    {
      cwd: options.cwd,
      env: { ...options.env, TERM: 'xterm-256color' },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    },
  );
  const script = child.pid;
  if (script === undefined) throw new Error('`script` (util-linux) could not be started.');
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let over = false;
  void ended.then(() => (over = true));
  child.stdin.on('error', () => {});
  child.stdout.on('data', (data: Buffer) => terminal.write(data));
  // Programs ask the terminal what it is and where the cursor stands.
  terminal.onData((answer) => child.stdin.write(answer));

  const pid = await until('the program to start', () => {
    if (over) throw new Error('The program ended at once.');
    return childOf(script);
  });
  // Closing the terminal's other end hangs the program up; a program that does not mind is killed.
  const forget = atEnd(() => {
    signal(script, 'SIGKILL');
    signal(-pid, 'SIGKILL');
  });
  const screen = () => {
    const { active } = terminal.buffer;
    return (
      Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '')
        .join('\n')
        // Some programs keep their columns apart by spaces that do not break.
        .replaceAll('\u00a0', ' ')
        .trimEnd()
    );
  };
  return {
    pid,
    screen,
    async shows(text, timeout) {
      await until(`the terminal to show ${text}`, () => text.test(screen()), timeout).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${screen()}`);
      });
    },
    type: (text) => child.stdin.write(text),
    ended,
    async stop() {
      // As when its window is closed; `script` ends with it.
      signal(pid, 'SIGHUP');
      await until('the program to end', () => over, 3000).catch(() => endGroup(script));
      // With what it has started in its own group: some programs are a launcher and the program proper.
      signal(-pid, 'SIGKILL');
      await ended;
      forget();
    },
  };
}

/** The first child of a process. */
function childOf(parent: number): number | undefined {
  const first = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')[0];
  return first ? Number(first) : undefined;
}

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd, endGroup, signal, temporaryFolder } from '../cleanup';
import type { ScriptedModel } from '../models/scripted';
import { startInTerminal, type TerminalProgram } from '../terminal';
import { literal, until } from '../until';

/** Writes an agent's configuration so that it runs the command; `home` is the agent's home folder. */
export type SetUp = (home: string, command: string) => void;

export interface ClientOptions {
  readonly model: ScriptedModel;
  /** The project folder. */
  readonly project: string;
  /** The command by which the agent runs its hook. */
  readonly hookCommand: string;
  /** How the command gets into the configuration. */
  readonly setUp: SetUp;
  /** Where our hook finds its window. */
  readonly countersignHome?: string | undefined;
}

/** An agent with a throw-away home, in which the hook is set up and all first-run questions are answered. */
export interface Client {
  /** Its home folder. */
  readonly home: string;
  /** Starts it on a terminal, at its prompt. */
  open(...parameters: readonly string[]): Promise<TerminalProgram>;
  /** Types a prompt and sends it. */
  prompt(terminal: TerminalProgram, text: string): Promise<void>;
  /** Removes the throw-away home. */
  remove(): void;
}

/** A run without a terminal. */
export interface ClientRun {
  readonly pid: number;
  readonly ended: Promise<ClientEnd>;
  /** What it has printed so far. */
  stdout(): string;
  /** Writes to its stdin, which stays open. */
  write(text: string): void;
  stop(): Promise<void>;
}

export interface ClientEnd {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** A throw-away home, and the environment of a program that shall know nothing else and reach nothing but loopback. */
export interface ClientHome {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** Nothing listens there: what respects a proxy cannot leave this machine. */
const nowhere = 'http://127.0.0.1:9';

export function makeClientHome(prefix: string, options: Pick<ClientOptions, 'countersignHome'>): ClientHome {
  const home = temporaryFolder(prefix);
  const temporary = join(home.path, 't');
  mkdirSync(temporary);
  const loopback = '127.0.0.1,localhost';
  const env = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    HOME: home.path,
    TMPDIR: temporary,
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    http_proxy: nowhere,
    https_proxy: nowhere,
    NO_PROXY: loopback,
    no_proxy: loopback,
    ...(options.countersignHome === undefined ? {} : { COUNTERSIGN_HOME: options.countersignHome }),
  };
  return { path: home.path, env, remove: () => home.remove() };
}

interface Start {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a program without a terminal, in a process group of its own. */
export function startClient(command: readonly string[], { cwd, env }: Start): ClientRun {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`It could not be started: ${program}`);
  const forget = atEnd(() => signal(-pid, 'SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<ClientEnd>((resolve) =>
    child.once('close', (exitCode) => {
      forget();
      resolve({ stdout, stderr, exitCode });
    }),
  );
  return {
    pid,
    ended,
    stdout: () => stdout,
    write: (text) => child.stdin.write(text),
    stop: () => endGroup(pid),
  };
}

/** Starts a program on a terminal and waits until it shows that it is ready. */
export async function openClient(command: readonly string[], start: Start, ready: RegExp): Promise<TerminalProgram> {
  const terminal = await startInTerminal(command, start);
  try {
    await terminal.shows(ready, 60_000);
  } catch (error) {
    await terminal.stop();
    throw error;
  }
  return terminal;
}

/** Types a prompt and sends it once it stands there: sent along with the text, Enter would count as part of what was pasted. */
export async function typePrompt(terminal: TerminalProgram, text: string): Promise<void> {
  terminal.type(text);
  await terminal.shows(new RegExp(literal(text)));
  terminal.type('\r');
}

/** Answers a question of the agent by a key, pressed until the question is gone: for a moment after it appears, agents take no keys. */
export async function answerQuestion(terminal: TerminalProgram, question: RegExp, key: string): Promise<void> {
  await terminal.shows(question);
  let pressed = 0;
  await until(`${question} to be gone`, () => {
    if (!question.test(terminal.screen())) return true;
    if (Date.now() - pressed > 400) {
      terminal.type(key);
      pressed = Date.now();
    }
    return false;
  });
}

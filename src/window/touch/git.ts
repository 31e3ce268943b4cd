import { execFile } from 'node:child_process';
import { parse } from 'node:path';
import { findProgram, terminalEnvironment } from '../setUp/programs';
import type { Budget } from './budget';

/** What git printed; `cut`: there is more, or it took too long. */
export interface GitOutput {
  readonly bytes: Buffer;
  readonly cut: boolean;
}

/** Git was of no use; the reason in a few words for a person. */
export interface GitProblem {
  readonly problem: string;
}

const maxOutput = 32 * 1024 * 1024;

/**
 * A repository may come with settings that name programs, so that reading it would run them: these are put out of force, for git and
 * all that it starts. Only `ls-files`, `check-ignore`, `check-attr`, `diff-index --cached`, `merge-base` and `rev-parse` are used, since none of them
 * reads files through filters. A partial clone fetches what is missing, by a program that its settings name: the environment below allows
 * no transport, which no setting can change.
 */
const settings = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'credential.helper=',
  'diff.external=',
  'safe.bareRepository=explicit',
  'submodule.recurse=false',
];

/** Reads repositories by the machine's git, without locks, without anything that they could make it run, and bounded. */
export class Git {
  private readonly program: string | undefined;
  private readonly env: NodeJS.ProcessEnv;

  constructor(
    private readonly budget: Budget,
    env: NodeJS.ProcessEnv,
  ) {
    this.program = findProgram(['git'], env);
    const inherited = Object.entries(terminalEnvironment(env)).filter(([name]) => !/^GIT_/i.test(name));
    this.env = {
      ...Object.fromEntries(inherited),
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
    };
  }

  /**
   * Runs a command of git in a folder.
   *
   * @param fine exit codes other than 0 that are an answer
   */
  run(
    folder: string,
    args: readonly string[],
    { input = '', fine = [] }: { readonly input?: string; readonly fine?: readonly number[] } = {},
  ): Promise<GitOutput | GitProblem> {
    const { program, budget } = this;
    if (program === undefined) return Promise.resolve({ problem: 'Git was not found' });
    const timeout = budget.gitTime();
    if (timeout === 0) return Promise.resolve({ problem: 'Git took too long' });
    const options = {
      // Windows looks for programs in the current folder first.
      cwd: parse(program).root,
      env: this.env,
      encoding: 'buffer',
      timeout,
      maxBuffer: maxOutput,
      killSignal: 'SIGKILL',
      signal: budget.signal,
      windowsHide: true,
    } as const;
    const all = ['-C', folder, '--no-pager', ...settings.flatMap((one) => ['-c', one]), ...args];
    return new Promise((resolve) => {
      try {
        const child = execFile(program, all, options, (error, bytes, stderr) => {
          if (!error || (typeof error.code === 'number' && fine.includes(error.code))) resolve({ bytes, cut: false });
          else if (error.killed || error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') resolve({ bytes, cut: true });
          else resolve({ problem: problemOf(stderr.toString()) });
        });
        child.stdin?.on('error', () => {}).end(input);
      } catch {
        // Arguments that are too long, or that no program can be given.
        resolve({ problem: 'Git could not be asked' });
      }
    });
  }
}

function problemOf(stderr: string): string {
  if (stderr.includes('dubious ownership')) return 'Git does not trust this repository: it is of another user';
  if (stderr.includes('not a git repository')) return 'Not in a repository that git can read';
  if (stderr.includes('outside repository')) return 'Outside the repository';
  return 'Git could not read this repository';
}

/** The parts of what git prints with `-z`. */
export function partsOf(bytes: Buffer): readonly string[] {
  return bytes.toString().split('\0').slice(0, -1);
}

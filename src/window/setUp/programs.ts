import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders of the PATH that are looked at. A longer one is a mistake somewhere, and a slow file system must not stop the editor. */
const maxFolders = 200;

/**
 * The first program of one of these names on the PATH, or undefined. Relative folders do not count: what they name depends on where
 * an agent is started. Only files that may be executed do.
 */
export function findProgram(names: readonly string[], env: Environment): string | undefined {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const folder of [...new Set(folders)].slice(0, maxFolders)) {
    for (const name of names) {
      const found = endings.map((ending) => join(folder, name + ending)).find(isProgram);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const versionTimeoutMs = 10_000;
const maxVersionBytes = 10_000;

/**
 * What a program says of its version: the first number of the form 1.2.3 in what it prints, or undefined. It is run, so this is
 * only for when a person asks; it gets no input, and is killed when it takes too long.
 */
export function versionOf(program: string, env: Environment, timeout = versionTimeoutMs): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = {
      env: terminalEnvironment(env),
      timeout,
      maxBuffer: maxVersionBytes,
      killSignal: 'SIGKILL',
      windowsHide: true,
    } as const;
    const child = execFile(program, ['--version'], options, (_, stdout, stderr) => {
      resolve(/\d+\.\d+(?:\.\d+)?(?:-[\w.]{1,30})?/.exec(`${stdout}\n${stderr}`)?.[0]);
    });
    child.stdin?.on('error', () => {}).end();
  });
}

/** The environment as a terminal has it: without what the editor has for itself. */
export function terminalEnvironment(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|COUNTERSIGN_WINDOW$)/.test(name)),
  );
}

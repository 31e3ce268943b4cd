import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Last resort for what a test starts: if the process ends before the test has tidied up (a failure outside a test, Ctrl-C),
 * processes are killed and folders removed all the same.
 */
const actions = new Set<() => void>();
let installed = false;

/** Runs `action` when this process ends, however it ends short of SIGKILL. Returns what takes it back. */
export function atEnd(action: () => void): () => void {
  if (!installed) {
    installed = true;
    process.on('exit', () => {
      for (const each of [...actions].reverse()) {
        try {
          each();
        } catch {
          // The others still have to run.
        }
      }
    });
    for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
      process.once(name, () => process.exit(code));
    }
  }
  actions.add(action);
  return () => actions.delete(action);
}

/** A throw-away folder. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Makes a throw-away folder with a short path: a Unix socket in it must fit into 107 bytes. */
export function temporaryFolder(prefix = 'cs-'): TemporaryFolder {
  const base = tmpdir().length > 30 ? '/tmp' : tmpdir();
  const path = mkdtempSync(join(base, prefix));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const forget = atEnd(remove);
  return {
    path,
    remove() {
      forget();
      remove();
    },
  };
}

/** Whether a process is there; a negative id asks for a group. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends a signal, and does not mind if nobody is there to get it. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

/** Ends a process group: politely, then for certain. */
export async function endGroup(leader: number, patience = 3000): Promise<void> {
  signal(-leader, 'SIGTERM');
  if (await settled(() => !isAlive(-leader), patience)) return;
  signal(-leader, 'SIGKILL');
  await settled(() => !isAlive(-leader), 3000);
}

async function settled(condition: () => boolean, patience: number): Promise<boolean> {
  for (const end = Date.now() + patience; Date.now() < end;) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return condition();
}

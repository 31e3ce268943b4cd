import { chmodSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { homeVariable } from '../protocol/wire';

/** The folder that hooks and windows share: `~/.countersign`, or where `COUNTERSIGN_HOME` points. */
export interface Home {
  readonly root: string;
  /** The hook's files. */
  readonly bin: string;
  /** The discovery records. */
  readonly windows: string;
  /** The sockets. */
  readonly sockets: string;
}

/** Names the folders, and makes none of them. */
export function homeOf(env: Readonly<Record<string, string | undefined>> = process.env): Home {
  const root = env[homeVariable] || join(homedir(), '.countersign');
  return { root, bin: join(root, 'bin'), windows: join(root, 'windows'), sockets: join(root, 's') };
}

/**
 * Makes a folder that only its owner can use. One that others can look into is closed to them; one that others can write to is
 * refused, since what lies in it may be theirs.
 *
 * @throws if it is a link, belongs to somebody else, or others can write to it
 */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const found = lstatSync(path);
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`);
  if (found.uid !== process.getuid?.()) throw new Error(`${path} belongs to somebody else`);
  if ((found.mode & 0o022) !== 0)
    throw new Error(`others can write to ${path} (mode ${(found.mode & 0o777).toString(8)})`);
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** This machine, and this start of it. */
export function machine(): { readonly host: string; readonly boot: string } {
  return { host: hostname(), boot: bootId() };
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return ''; // No boot id on this system: a record is then removed only if its pid is gone and its address refuses.
  }
}

import type { Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/** So many names are looked at; where there are more, the newest of all is not known. */
const maxNames = 20_000;

/** A name of a pattern: one of its own, `*`, or `*` with an ending. Nothing in it leads elsewhere. */
const plainName = /^(?!\.{1,2}$)[^/\\*\0]+$/;
const anyName = /^\*(\.[^/\\*\0]+)?$/;

interface Newest {
  path: string | undefined;
  time: number;
  /** How many more names may be looked at. */
  left: number;
}

/** The file of `World.newestFile`. Never follows a link below `folder`, never opens a file, and never throws. */
export async function newestFile(folder: string, names: readonly string[]): Promise<string | undefined> {
  const isPattern = names.length > 0 && names.every((name) => plainName.test(name) || anyName.test(name));
  if (!isPattern || !isAbsolute(folder) || folder.includes('\0')) return undefined;
  const newest: Newest = { path: undefined, time: -Infinity, left: maxNames };
  await search(folder, names, newest);
  return newest.left < 0 ? undefined : newest.path;
}

async function search(folder: string, [name, ...rest]: readonly string[], newest: Newest): Promise<void> {
  if (name === undefined) return;
  for await (const candidate of namesIn(folder, name, newest)) {
    if (newest.left < 0) return;
    const path = join(folder, candidate);
    const found = await look(path);
    if (rest.length > 0) {
      if (found?.isDirectory()) await search(path, rest, newest);
    } else if (found?.isFile() && (found.mtimeMs > newest.time || (found.mtimeMs === newest.time && isAfter(path)))) {
      newest.path = path;
      newest.time = found.mtimeMs;
    }
  }

  function isAfter(path: string): boolean {
    return newest.path === undefined || path > newest.path;
  }
}

async function* namesIn(folder: string, name: string, newest: Newest): AsyncGenerator<string> {
  if (!name.startsWith('*')) {
    newest.left--;
    yield name;
    return;
  }
  try {
    for await (const entry of await opendir(folder)) {
      if (--newest.left < 0) return;
      if (entry.name.endsWith(name.slice(1)) && !entry.isSymbolicLink()) yield entry.name;
    }
  } catch {
    // No such folder, or one that cannot be read: nothing in it.
  }
}

async function look(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch {
    return undefined;
  }
}

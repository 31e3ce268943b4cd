import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Budget } from './budget';
import { kindOf } from './expand';
import type { Hit, Kind } from './expand';

/** Something that is no folder. */
export interface Item {
  readonly path: string;
  readonly kind: Kind;
  /** Absent if it could not be found out. */
  readonly bytes?: number;
}

/** What is in the things that a command names, themselves included. */
export interface Contents {
  readonly items: readonly Item[];
  readonly folders: number;
  /** There is more: a limit was reached. */
  readonly cut: boolean;
  /** Folders that could not be read. */
  readonly unreadable: number;
  /** Folders that are the root of another file system; they were not looked into. */
  readonly mounts: number;
}

/** So many files are measured at once. */
const atOnce = 64;

/** Counts what is in the hits, folders with all that is below them. Links are not followed, other file systems not entered. */
export async function contentsOf(hits: readonly Hit[], budget: Budget): Promise<Contents> {
  const tally = { items: new Array<Item>(), folders: 0, cut: false, unreadable: 0, mounts: 0 };
  for (const hit of hits) {
    if (hit.kind !== 'folder') {
      tally.items.push({ path: hit.path, kind: hit.kind, bytes: hit.bytes });
      continue;
    }
    const waiting = [hit.path];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      tally.folders += 1;
      try {
        const found = await readFolder(folder, hit.device, budget);
        tally.items.push(...found.items);
        waiting.push(...found.folders);
        tally.mounts += found.mounts;
        tally.cut ||= found.cut;
      } catch {
        // It may not be read, or it has gone meanwhile.
        tally.unreadable += 1;
      }
      if (tally.cut) return tally;
    }
  }
  return tally;
}

interface FolderContents {
  readonly items: Item[];
  readonly folders: string[];
  mounts: number;
  cut: boolean;
}

async function readFolder(folder: string, device: number, budget: Budget): Promise<FolderContents> {
  const found: FolderContents = { items: [], folders: [], mounts: 0, cut: budget.isOver() };
  if (found.cut) return found;
  let batch: Dirent[] = [];
  const measure = async (): Promise<void> => {
    await Promise.all(batch.map((entry) => measureEntry(join(folder, entry.name), entry, device, found)));
    batch = [];
  };
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    if (!budget.takeEntry()) {
      found.cut = true;
      break;
    }
    batch.push(entry);
    if (batch.length >= atOnce) await measure();
  }
  await measure();
  return found;
}

async function measureEntry(path: string, entry: Dirent, device: number, found: FolderContents): Promise<void> {
  try {
    const stats = await lstat(path);
    const kind = kindOf(stats);
    if (kind !== 'folder') found.items.push({ path, kind, bytes: stats.size });
    else if (stats.dev === device) found.folders.push(path);
    else found.mounts += 1;
  } catch {
    // A name that is no UTF-8 cannot be asked for, but it is there.
    found.items.push({ path, kind: kindOf(entry) });
  }
}

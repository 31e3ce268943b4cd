import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { atOnce } from './batches';
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

/** Counts what is in the hits, folders with all that is below them. Links are not followed, other file systems not entered. */
export async function contentsOf(hits: readonly Hit[], budget: Budget): Promise<Contents> {
  const tally: Tally = { items: [], folders: 0, cut: false, unreadable: 0, mounts: 0 };
  for (const hit of hits) {
    if (hit.kind !== 'folder') {
      tally.items.push({ path: hit.path, kind: hit.kind, bytes: hit.bytes });
      continue;
    }
    const waiting = [hit.path];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      tally.folders += 1;
      try {
        await readFolder(folder, { device: hit.device, waiting, tally, budget });
      } catch {
        // It may not be read, or it has gone meanwhile.
        tally.unreadable += 1;
      }
      if (tally.cut) return tally;
    }
  }
  return tally;
}

type Tally = { -readonly [Key in keyof Contents]: Contents[Key] } & { readonly items: Item[] };

interface Walk {
  readonly device: number;
  /** Folders that have not been read yet. */
  readonly waiting: string[];
  readonly tally: Tally;
  readonly budget: Budget;
}

async function readFolder(folder: string, walk: Walk): Promise<void> {
  const { tally, budget } = walk;
  tally.cut = budget.isOver();
  if (tally.cut) return;
  let batch: Dirent[] = [];
  const measure = async (): Promise<void> => {
    await Promise.all(batch.map((entry) => measureEntry(join(folder, entry.name), entry, walk)));
    batch = [];
  };
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    if (!budget.takeEntry()) {
      tally.cut = true;
      break;
    }
    batch.push(entry);
    if (batch.length >= atOnce) await measure();
  }
  await measure();
}

async function measureEntry(path: string, entry: Dirent, { device, waiting, tally }: Walk): Promise<void> {
  try {
    const stats = await lstat(path);
    const kind = kindOf(stats);
    if (kind !== 'folder') tally.items.push({ path, kind, bytes: stats.size });
    else if (stats.dev === device) waiting.push(path);
    else tally.mounts += 1;
  } catch {
    // A name that is no UTF-8 cannot be asked for, but it is there.
    tally.items.push({ path, kind: kindOf(entry) });
  }
}

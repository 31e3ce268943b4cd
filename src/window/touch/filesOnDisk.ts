import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../log';
import { lookAtEach } from './batches';
import type { IndexEntry } from './blobs';
import type { Budget } from './budget';
import { contentsOf } from './count';
import type { Contents, Item } from './count';
import { expand, kindOf } from './expand';
import type { Hit } from './expand';
import type { Repositories } from './repositories';

/** Files that git has names for, as they are on disk. */
export class FilesOnDisk {
  constructor(
    private readonly repositories: Repositories,
    private readonly budget: Budget,
  ) {}

  /** Those of the files that are not as they are wanted, and what is in the way of one. Of submodules git throws nothing away. */
  async unlike(
    top: string,
    wanted: ReadonlyMap<string, IndexEntry>,
  ): Promise<{ readonly items: readonly Item[]; readonly cut: boolean }> {
    const { items, rest } = await this.measure([...wanted.keys()]);
    const asked = new Map<Item, IndexEntry>();
    const inTheWay = new Map<string, Item>();
    const folders: string[] = [];
    for (const item of items) {
      const entry = wanted.get(item.path);
      if (!entry) inTheWay.set(item.path, item);
      else if (entry.mode === '160000') continue;
      else if (item.kind === 'folder') folders.push(item.path);
      else asked.set(item, entry);
    }
    const inside = await this.inside(folders);
    const answers = await this.repositories.areChanged(top, asked);
    const changed = [...asked.keys()].filter((item) => answers.get(item) === true);
    return {
      items: [...changed, ...inTheWay.values(), ...inside.items],
      cut: rest.length > 0 || inside.cut || [...answers.values()].includes(undefined),
    };
  }

  /** All that is in folders. */
  async inside(paths: readonly string[]): Promise<Pick<Contents, 'items' | 'cut'>> {
    const hits: Hit[] = [];
    for (const path of paths) {
      const found = await expand([{ type: 'text', text: path }], null, false, this.budget);
      hits.push(...(found?.hits ?? []));
    }
    const { items, cut, unreadable, mounts } = await contentsOf(
      hits.filter((hit) => hit.kind === 'folder'),
      this.budget,
    );
    return { items, cut: cut || unreadable > 0 || mounts > 0 };
  }

  /**
   * The files as they are on disk, and those that there was no time for. Those that are gone are left out: nothing is lost with them. Where a file
   * stands for the folder of one, it is that file.
   *
   * @param ms more time than this is not taken
   */
  async measure(
    paths: readonly string[],
    ms = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly items: readonly Item[]; readonly rest: readonly string[] }> {
    const end = performance.now() + ms;
    const isOver = (): boolean => performance.now() >= end || this.budget.gitTime() <= 0;
    const { found, looked } = await lookAtEach(paths, isOver, itemAt);
    return { items: found, rest: paths.slice(looked) };
  }
}

async function itemAt(path: string): Promise<Item | undefined> {
  try {
    const stats = await lstat(path);
    return { path, kind: kindOf(stats), bytes: stats.size };
  } catch (error) {
    return errorCode(error) === 'ENOTDIR' ? itemAt(dirname(path)) : undefined;
  }
}

import { join } from 'node:path';
import type { GitAbout } from '../../core/command/targets';
import type { IndexEntry } from './blobs';
import type { Commits } from './commits';
import type { Item } from './count';
import type { FilesOnDisk } from './filesOnDisk';
import type { GitProblem } from './git';
import type { Repositories } from './repositories';

/** What git overwrites without a word when another commit is put in place. */
interface Overwritten {
  readonly items: readonly Item[];
  /** There may be more. */
  readonly cut: boolean;
}

/**
 * Finds the ignored files that another commit has: git takes them for files that may go. What is not ignored makes it refuse, and what is
 * tracked it keeps or refuses, too.
 */
export class Arrivals {
  constructor(
    private readonly repositories: Repositories,
    private readonly commits: Commits,
    private readonly files: FilesOnDisk,
  ) {}

  /** What is overwritten in the repository at `top`. @param from the commit's id */
  async find(top: string, from: string, about: Pick<GitAbout, 'since' | 'joins'>): Promise<Overwritten | GitProblem> {
    const since = await this.sinceOf(top, from, about);
    if (about.joins === 'rebase' && since === from) return { items: [], cut: false };
    const theirs = await this.commits.differencesOf(top, from, []);
    if ('problem' in theirs) return theirs;
    const before = since === undefined ? undefined : await this.commits.differencesOf(top, since, []);
    if (before && 'problem' in before) return before;
    const isNew = (name: string, { mode, ids }: IndexEntry): boolean => {
      const was = before?.get(name)?.entry;
      return was?.mode !== mode || was.ids[0] !== ids[0];
    };
    const wanted = new Map<string, IndexEntry>();
    for (const [name, { entry, isStaged }] of theirs) {
      if (entry && !isStaged && isNew(name, entry)) wanted.set(join(top, name), entry);
    }
    const found = await this.files.unlike(top, wanted);
    const states = await this.repositories.statesOf(found.items);
    const typeOf = (item: Item): string | undefined => states.get(item.path)?.type;
    return {
      items: found.items.filter((item) => typeOf(item) === 'ignored'),
      cut: found.cut || found.items.some((item) => typeOf(item) === 'unknown'),
    };
  }

  /** The commit whose files are not put in place anew. */
  private async sinceOf(
    top: string,
    from: string,
    { since, joins }: Pick<GitAbout, 'since' | 'joins'>,
  ): Promise<string | undefined> {
    if (since !== undefined) return this.commits.commitOf(top, since);
    if (joins === undefined) return undefined;
    const common = await this.commits.commonOf(top, from);
    return joins === 'merge' || common === from ? common : undefined;
  }
}

import { lstat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Target } from '../../core/command/targets';
import type { TouchRow } from '../../protocol/command';
import { longestFolder, realPathOf } from '../disk';
import { nothingLost } from './backing';
import type { IndexEntry } from './blobs';
import type { Budget } from './budget';
import type { Item } from './count';
import { kindOf } from './expand';
import { partsOf } from './git';
import type { Git, GitProblem } from './git';
import { noFolder } from './paths';
import type { RowStart } from './paths';
import type { Repositories } from './repositories';

/** A target that is what git would throw away. */
export type GitTarget = Target & { readonly about: { readonly type: 'git' } };

const namesShown = 3;
/** So many files are measured at once. */
const atOnce = 64;
/** Sizes are of less use than the other rows, which git is still to be asked for. */
const measureMs = 500;

interface Discarded {
  readonly items: readonly Item[];
  /** There may be more. */
  readonly cut: boolean;
}

/** Finds what git would throw away for a target, by what it knows now; nothing is thrown away. */
export class Discards {
  constructor(
    private readonly git: Git,
    private readonly repositories: Repositories,
    private readonly folders: readonly string[],
    private readonly budget: Budget,
  ) {}

  async rowOf(start: RowStart, target: GitTarget): Promise<TouchRow> {
    const unknown = (why: string): TouchRow => ({ ...start, names: [], back: 'unknown', why });
    if (target.cwd === null) return { ...unknown(''), note: noFolder };
    const { about } = target;
    const cwd = await realPathOf(target.cwd);
    if (longestFolder(cwd, this.folders) === undefined) return unknown('Outside the project');
    const top = await this.repositories.topOf(cwd);
    if (typeof top !== 'string') return unknown(top.problem);
    const found =
      about.discards === 'untracked' ? await this.untracked(cwd, about) : await this.changes(cwd, top, about.paths);
    if ('problem' in found) return unknown(found.problem);
    const { items, cut } = found;
    if (items.length === 0 && cut) return unknown('Not all of it was looked at');
    if (items.length === 0) {
      const note = about.discards === 'untracked' ? 'There are no such files.' : 'There are no changes.';
      return { ...start, note, names: [], count: 0, ...nothingLost('') };
    }
    return {
      ...start,
      names: items.slice(0, namesShown).map((item) => relative(cwd, item.path)),
      count: items.length,
      bytes: items.reduce((sum, item) => sum + (item.bytes ?? 0), 0),
      ...(cut ? { atLeast: true } : {}),
      back: 'no',
      why: about.discards === 'changes' ? 'Changed since the last commit' : untrackedWords[about.ignored],
    };
  }

  private async untracked(cwd: string, about: GitTarget['about']): Promise<Discarded | GitProblem> {
    const { ignored } = about;
    // With paths, git goes into all folders by itself; otherwise it leaves those that it knows nothing of.
    const folders = about.folders || about.paths.length > 0;
    const output = await this.git.run(cwd, [
      'ls-files',
      '-z',
      '--others',
      ...(ignored === 'too' ? [] : ['--exclude-standard']),
      ...(ignored === 'only' ? ['--ignored'] : []),
      ...(folders ? [] : ['--directory']),
      '--',
      ...about.paths,
    ]);
    if ('problem' in output) return output;
    // A name with a slash at its end is a folder that stays: one left out, or a repository of its own.
    const names = partsOf(output.bytes).filter((name) => !name.endsWith('/'));
    const paths = names.map((name) => join(cwd, name));
    const { items, rest } = await this.measure(paths, measureMs);
    const unmeasured = rest.map((path): Item => ({ path, kind: 'file' }));
    return { items: [...items, ...unmeasured], cut: rest.length > 0 || output.cut };
  }

  /** Tracked files that differ from the index, below the paths; without paths, those that differ from the last commit, of all. */
  private async changes(cwd: string, top: string, paths: readonly string[]): Promise<Discarded | GitProblem> {
    const index = await this.repositories.indexOf(paths.length > 0 ? cwd : top, paths);
    if ('problem' in index) return index;
    const staged = paths.length > 0 ? new Set<string>() : await this.staged(top);
    const entries = new Map([...index].map(([name, entry]) => [join(top, name), entry]));
    const { items, rest } = await this.measure([...entries.keys()], Number.POSITIVE_INFINITY);
    const tracked = new Map<Item, IndexEntry>();
    for (const item of items) {
      const entry = entries.get(item.path);
      // Of a submodule git throws nothing away.
      if (entry && entry.mode !== '160000') tracked.set(item, entry);
    }
    const answers = await this.repositories.areChanged(top, tracked);
    const lost = [...tracked.keys()].filter((item) => answers.get(item) === true || staged.has(item.path));
    const unclear = [...answers.values()].includes(undefined);
    return { items: lost, cut: rest.length > 0 || unclear };
  }

  /** Files whose last commit is not what was staged. */
  private async staged(top: string): Promise<ReadonlySet<string>> {
    const args = [
      'diff-index',
      '--cached',
      '-z',
      '--name-only',
      '--no-renames',
      '--no-ext-diff',
      '--ignore-submodules=all',
    ];
    const output = await this.git.run(top, [...args, 'HEAD', '--']);
    // Without a commit there is nothing to compare with.
    return new Set('problem' in output ? [] : partsOf(output.bytes).map((name) => join(top, name)));
  }

  /** The files as they are on disk, and those that there was no time for. Those that are gone are left out: nothing is lost with them. */
  private async measure(
    paths: readonly string[],
    ms: number,
  ): Promise<{ readonly items: readonly Item[]; readonly rest: readonly string[] }> {
    const end = performance.now() + ms;
    const items: Item[] = [];
    let at = 0;
    while (at < paths.length && performance.now() < end && this.budget.gitTime() > 0) {
      const batch = paths.slice(at, at + atOnce).map((path) => itemAt(path).catch(() => undefined));
      items.push(...(await Promise.all(batch)).filter((item) => item !== undefined));
      at += batch.length;
    }
    return { items, rest: paths.slice(at) };
  }
}

async function itemAt(path: string): Promise<Item> {
  const stats = await lstat(path);
  return { path, kind: kindOf(stats), bytes: stats.size };
}

const untrackedWords = { no: 'Not known to git', too: 'Not known to git, or ignored', only: 'Ignored by git' } as const;

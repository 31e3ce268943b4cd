import { join, relative } from 'node:path';
import type { GitAbout, PatternPiece, Target } from '../../core/command/targets';
import type { TouchRow } from '../../protocol/command';
import { longestFolder, realPathOf, slashed } from '../disk';
import type { Arrivals } from './arrivals';
import { backingOf, nothingLost } from './backing';
import type { Backing } from './backing';
import type { Budget } from './budget';
import type { Commits } from './commits';
import type { Item } from './count';
import { expand } from './expand';
import type { FilesOnDisk } from './filesOnDisk';
import { partsOf } from './git';
import type { Git, GitProblem } from './git';
import { noFolder } from './paths';
import type { RowStart } from './paths';
import type { FileState, Repositories } from './repositories';

/** A target that is what git would throw away. */
export type GitTarget = Target & { readonly about: { readonly type: 'git' } };

const namesShown = 3;
/** Sizes are of less use than the other rows, which git is still to be asked for. */
const measureMs = 500;

const gitBefore = 'An earlier step of git may change that.';

interface Discarded {
  readonly items: readonly Item[];
  /** There may be more. */
  readonly cut: boolean;
  /** Those of which what is staged is lost, whatever the last commit has. */
  readonly staged?: ReadonlySet<Item>;
  /** They are no changes, but ignored files in the way of a commit. */
  readonly areInTheWay?: true;
}

/** Finds what git would throw away for a target, by what it knows now; nothing is thrown away. */
export class Discards {
  constructor(
    private readonly git: Git,
    private readonly repositories: Repositories,
    private readonly commits: Commits,
    private readonly files: FilesOnDisk,
    private readonly arrivals: Arrivals,
    private readonly folders: readonly string[],
    private readonly budget: Budget,
  ) {}

  /** The row of a target; undefined if it throws nothing away, since it names a commit and no files. */
  async rowOf(start: RowStart, target: GitTarget): Promise<TouchRow | undefined> {
    const unknown = (why: string): TouchRow => ({ ...start, names: [], back: 'unknown', why });
    if (target.cwd === null) return { ...unknown(''), note: noFolder };
    const { about } = target;
    const cwd = await realPathOf(target.cwd);
    if (longestFolder(cwd, this.folders) === undefined) return unknown('Outside the project');
    const top = await this.repositories.topOf(cwd);
    if (typeof top !== 'string') return unknown(top.problem);
    const found = await this.find(cwd, top, about);
    const name = about.from ?? (about.leading ? about.paths[0] : undefined);
    const isFetched = about.afterFetch && name !== undefined && !(await this.commits.isHere(top, name));
    if (isFetched && (!found || 'problem' in found)) return { ...unknown(''), note: gitBefore };
    if (found === undefined) return undefined;
    if ('problem' in found) return unknown(found.problem);
    const { items, areInTheWay } = found;
    const isAfter = isFetched === true || (areInTheWay ? about.afterForgetting : about.afterOthers) === true;
    const cut = found.cut || isAfter;
    if (items.length === 0 && areInTheWay && !cut) return undefined;
    if (items.length === 0 && isAfter) return { ...unknown(''), note: gitBefore };
    if (items.length === 0 && cut) return unknown('Not all of it was looked at');
    if (items.length === 0) {
      const note = about.discards === 'changes' ? 'There are no changes.' : 'There are no such files.';
      return { ...start, note, names: [], count: 0, ...nothingLost('') };
    }
    return {
      ...start,
      ...(areInTheWay ? { verb: 'overwrites', what: 'ignored files' } : {}),
      names: items.slice(0, namesShown).map((item) => relative(cwd, item.path)),
      count: items.length,
      bytes: items.reduce((sum, item) => sum + (item.kind === 'file' ? (item.bytes ?? 0) : 0), 0),
      ...(isAfter ? { note: gitBefore } : {}),
      ...(cut ? { atLeast: true } : {}),
      ...(await this.backing({ ...found, cut }, about)),
    };
  }

  private async backing({ items, cut, staged }: Discarded, about: GitAbout): Promise<Backing> {
    if (about.stashed) return nothingLost('The stash keeps it');
    const keepsIndex = about.discards === 'untracked' || about.keepsIndex;
    const states = await this.repositories.statesOf(items, keepsIndex ? 'any' : 'commit');
    const known = items.map((item): FileState => {
      if (staged?.has(item)) return { type: 'changed' };
      return states.get(item.path) ?? { type: 'unknown', reason: 'Not looked at' };
    });
    return backingOf(known, !cut, 'Git has it as it is now');
  }

  private async find(cwd: string, top: string, about: GitAbout): Promise<Discarded | GitProblem | undefined> {
    const globs = await Promise.all((about.globs ?? []).map((glob) => this.namesOf(glob, cwd)));
    const paths = [...about.paths, ...globs.flatMap((names) => names ?? [])];
    const isCut = globs.includes(undefined);
    const found = await this.findIn(cwd, top, { ...about, paths });
    return isCut && found && 'items' in found ? { ...found, cut: true } : found;
  }

  private async findIn(cwd: string, top: string, about: GitAbout): Promise<Discarded | GitProblem | undefined> {
    const { from, leading, removes } = about;
    let { paths } = about;
    if (about.discards === 'untracked') return this.untracked(cwd, about);
    if (about.discards === 'tracked') return this.tracked(cwd, top, paths);
    if (about.discards === 'inTheWay') return this.inTheWay(top, from ?? 'HEAD', about);
    let commit = from === undefined ? undefined : await this.commits.commitOf(cwd, from);
    if (from !== undefined && commit === undefined) {
      // Before the first commit, everything that is staged is thrown away.
      return from === 'HEAD' ? this.tracked(top, top, paths) : { problem: 'Git knows no such commit' };
    }
    if (leading) {
      const [first = '', ...rest] = paths;
      commit = await this.commits.commitOf(cwd, first);
      if (commit !== undefined) paths = rest;
      if (commit !== undefined && paths.length === 0 && !removes) return this.inTheWay(top, first, about);
    }
    if (commit !== undefined) {
      const found = await this.replaced(paths.length > 0 ? cwd : top, top, paths, commit, removes === true);
      if ('problem' in found || !about.keepsIndex) return found;
      return { items: found.items.filter((item) => !found.staged?.has(item)), cut: found.cut };
    }
    const found = await this.changed(cwd, top, paths);
    // The name of a branch that is only on a server.
    if (leading && paths.length === 1 && found === undefined) return this.inTheWay(top, paths[0] ?? '', about);
    return found ?? { items: [], cut: false };
  }

  /** What goes where another commit is put in place; undefined if none is meant. */
  private async inTheWay(top: string, name: string, about: GitAbout): Promise<Discarded | GitProblem | undefined> {
    const commit = await this.commits.branchOf(top, name);
    if (commit === undefined) {
      // Git fails then, or takes the name for a path.
      return about.leading || /^(?:-|@\{upstream\})$/.test(name) ? undefined : { problem: 'Git knows no such commit' };
    }
    const found = await this.arrivals.find(top, commit, about);
    return 'problem' in found ? found : { ...found, areInTheWay: true };
  }

  /** The names that the shell takes for a glob, or the glob itself if there are none; undefined if there was no time. */
  private async namesOf(glob: readonly PatternPiece[], cwd: string): Promise<readonly string[] | undefined> {
    const found = await expand(glob, cwd, false, this.budget);
    if (!found || found.cut) return undefined;
    return found.hits.length > 0 ? found.hits.map((hit) => hit.name) : [glob.map((piece) => piece.text).join('')];
  }

  private async untracked(cwd: string, about: GitAbout): Promise<Discarded | GitProblem> {
    const { ignored, excludes = [], nested } = about;
    // With paths, git goes into all folders by itself; otherwise it leaves those that it knows nothing of.
    const folders = about.folders || about.paths.length > 0;
    const output = await this.git.run(cwd, [
      'ls-files',
      '-z',
      '--others',
      ...(ignored === 'too' ? [] : ['--exclude-standard']),
      ...(ignored === 'only' ? ['--ignored'] : []),
      ...(folders ? [] : ['--directory']),
      ...excludes.map((pattern) => `--exclude=${pattern}`),
      '--',
      ...about.paths,
    ]);
    if ('problem' in output) return output;
    // A name with a slash at its end is a folder that stays: one left out, or a repository of its own.
    const all = partsOf(output.bytes);
    const names = all.filter((name) => !name.endsWith('/'));
    const paths = names.map((name) => join(cwd, name));
    const { items, rest } = await this.files.measure(paths, measureMs);
    const unmeasured = rest.map((path): Item => ({ path, kind: 'file' }));
    const others = nested && folders ? all.filter((name) => name.endsWith('/')) : [];
    const inside = await this.files.inside(others.map((name) => join(cwd, name.slice(0, -1))));
    const cut = rest.length > 0 || output.cut || inside.cut;
    return { items: [...items, ...unmeasured, ...inside.items], cut };
  }

  /** Tracked files below the paths, and all in submodules. */
  private async tracked(cwd: string, top: string, paths: readonly string[]): Promise<Discarded | GitProblem> {
    const index = await this.repositories.indexOf(cwd, paths);
    if ('problem' in index) return index;
    const names = [...index].filter(([, { mode }]) => mode !== '160000').map(([name]) => join(top, name));
    const modules = [...index].filter(([, { mode }]) => mode === '160000').map(([name]) => join(top, name));
    const { items, rest } = await this.files.measure(names);
    const inside = await this.files.inside(modules);
    return { items: [...items, ...inside.items], cut: rest.length > 0 || inside.cut };
  }

  /** Tracked files below the paths that differ from the index; undefined if git knows no such paths. */
  private async changed(
    cwd: string,
    top: string,
    paths: readonly string[],
  ): Promise<Discarded | GitProblem | undefined> {
    const index = await this.repositories.indexOf(cwd, paths);
    if ('problem' in index) return index;
    if (index.size === 0) return undefined;
    return this.files.unlike(top, new Map([...index].map(([name, entry]) => [join(top, name), entry])));
  }

  /**
   * Files that are not as a commit has them, and those of which something else is staged.
   *
   * @param removes whether those go that it does not have
   */
  private async replaced(
    cwd: string,
    top: string,
    paths: readonly string[],
    commit: string,
    removes: boolean,
  ): Promise<Discarded | GitProblem> {
    const index = await this.repositories.indexOf(cwd, paths);
    if ('problem' in index) return index;
    const differences = await this.commits.differencesOf(cwd, commit, paths);
    if ('problem' in differences) return differences;
    const head = await this.commits.headOf(top);
    const wanted = new Map([...index].map(([name, entry]) => [join(top, name), entry]));
    const others: string[] = [];
    for (const [name, { entry, isStaged }] of differences) {
      const path = join(top, name);
      if (entry) wanted.set(path, entry);
      else {
        wanted.delete(path);
        if (removes && isStaged) others.push(path);
      }
    }
    const found = await this.files.unlike(top, wanted);
    const removed = await this.files.measure(others);
    const isStagedOnly = (path: string): boolean => {
      const name = slashed(relative(top, path));
      return head !== undefined && !('problem' in head) && differences.has(name) && head.get(name)?.isStaged === true;
    };
    const overwritten = new Set(found.items.map((item) => item.path));
    const unstaged = [...wanted.keys()].filter((path) => isStagedOnly(path) && !overwritten.has(path));
    const staged = await this.files.measure(unstaged);
    return {
      items: [...found.items, ...removed.items, ...staged.items].sort((left, right) =>
        left.path < right.path ? -1 : 1,
      ),
      cut: found.cut || removed.rest.length > 0 || staged.rest.length > 0,
      staged: new Set(staged.items),
    };
  }
}

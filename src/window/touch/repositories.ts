import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { longestFolder, slashed } from '../disk';
import { isUnchanged } from './blobs';
import type { IndexEntry } from './blobs';
import type { Budget } from './budget';
import type { Commits } from './commits';
import type { Item } from './count';
import { partsOf } from './git';
import type { Git, GitProblem } from './git';

/** What git knows of a file. `own`: it is git's itself; `history`: and what could be brought back is in it. */
export type FileState =
  | { readonly type: 'unchanged' | 'changed' | 'untracked' | 'ignored' | 'outside' | 'own' | 'history' }
  | { readonly type: 'unknown'; readonly reason: string };

/** With more paths than these, the folder that they are all in is asked for. */
const maxPathspecs = 200;
/** So many unknown files are asked about one by one; of more it is only said that git does not know them. */
const maxIgnoreQueries = 20_000;
/** So many files are compared at once. */
const comparedAtOnce = 16;
/** Where a repository has its commits. */
const history = /(\/\.git(?:\/modules\/[^/]+)?)\/(?:HEAD$|packed-refs$|(?:objects|refs)\/)/;
/** By these, git keeps another form of a file than is on disk. */
const attributes = ['filter', 'ident', 'working-tree-encoding'];

/** Where something counts as kept by git: in the index or the last commit, or in the last commit alone. */
type Keeper = 'any' | 'commit';

/** What git knows of files in the workspace's folders. Repositories outside of them are not asked. */
export class Repositories {
  private readonly roots = new Map<string, Promise<string | undefined>>();
  private readonly tops = new Map<string, Promise<string | GitProblem>>();
  private readonly data = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly git: Git,
    private readonly commits: Commits,
    private readonly folders: readonly string[],
    private readonly budget: Budget,
  ) {}

  /** The states of files, by their paths, which are real; all of them are taken to go together. */
  async statesOf(items: readonly Item[], keeper: Keeper = 'any'): Promise<ReadonlyMap<string, FileState>> {
    const states = new Map<string, FileState>();
    const byFolder = new Map<string, Map<string, Item>>();
    for (const item of items) {
      const folder = dirname(item.path);
      const inside = byFolder.get(folder) ?? new Map<string, Item>();
      byFolder.set(folder, inside.set(item.path, item));
    }
    const byRoot = new Map<string, Item[]>();
    for (const [folder, inside] of byFolder) {
      const isOutside = longestFolder(folder, this.folders) === undefined;
      const isOwn = folder.split(sep).includes('.git');
      const root = isOutside || isOwn ? undefined : await this.rootOf(folder);
      const own = byRoot.get(root ?? '') ?? [];
      if (root !== undefined) byRoot.set(root, own);
      for (const [path, item] of inside) {
        if (isOutside) states.set(path, { type: 'outside' });
        else if (isOwn) states.set(path, { type: history.test(slashed(path)) ? 'history' : 'own' });
        // The file says of a worktree or a submodule where its history is.
        else if (basename(path) === '.git') states.set(path, await this.stateOfLink(folder));
        else if (root === undefined) states.set(path, unknown('Not in a repository'));
        else own.push(item);
      }
    }
    for (const [root, own] of byRoot) await this.statesIn(root, own, keeper, states);
    await this.forgetWithHistory(states);
    return states;
  }

  /** Where the history goes, nothing that it has can be brought back. */
  private async forgetWithHistory(states: Map<string, FileState>): Promise<void> {
    const gone = new Set<string>();
    for (const [path, { type }] of states) {
      const found = type === 'history' ? history.exec(slashed(path)) : null;
      if (found) gone.add(slashed(path).slice(0, found.index + (found[1] ?? '').length));
    }
    if (gone.size === 0) return;
    for (const [path, { type }] of states) {
      if (type !== 'unchanged') continue;
      const root = await this.rootOf(dirname(path));
      const data = root === undefined ? undefined : await this.dataOf(root);
      if (data === undefined || [...gone].some((one) => `${data}/`.startsWith(`${one}/`))) {
        states.set(path, { type: 'history' });
      }
    }
  }

  /** The state of a `.git` that is a file. It can be written anew as long as there is what it leads to. */
  private async stateOfLink(folder: string): Promise<FileState> {
    const data = await this.dataOf(folder);
    return data === undefined || `${data}/`.startsWith(`${slashed(folder)}/`)
      ? unknown('Part of a worktree or a submodule')
      : { type: 'unchanged' };
  }

  /** The folder in which git has what belongs to a root. */
  private dataOf(root: string): Promise<string | undefined> {
    const ask = async (): Promise<string | undefined> => {
      const output = await this.git.run(root, ['rev-parse', '--absolute-git-dir']);
      if ('problem' in output || output.cut) return undefined;
      return realpath(output.bytes.toString().replace(/\r?\n$/, '')).then(slashed, () => undefined);
    };
    const known = this.data.get(root) ?? ask();
    this.data.set(root, known);
    return known;
  }

  /** The entries of the index of a repository, by paths relative to its root. */
  async indexOf(folder: string, pathspecs: readonly string[]): Promise<ReadonlyMap<string, IndexEntry> | GitProblem> {
    const output = await this.git.run(folder, ['ls-files', '-z', '--stage', '--full-name', '--', ...pathspecs]);
    if ('problem' in output) return output;
    if (output.cut) return { problem: 'Too much for a look' };
    const entries = new Map<string, IndexEntry>();
    for (const part of partsOf(output.bytes)) {
      const tab = part.indexOf('\t');
      const [mode = '', id = ''] = part.slice(0, tab).split(' ');
      const path = part.slice(tab + 1);
      entries.set(path, { mode, ids: [...(entries.get(path)?.ids ?? []), id] });
    }
    return entries;
  }

  /** The root of the repository that a folder is in, as git says; it is asked whether it can read it at all. */
  topOf(folder: string): Promise<string | GitProblem> {
    const known = this.tops.get(folder) ?? this.askTop(folder);
    this.tops.set(folder, known);
    return known;
  }

  private async askTop(folder: string): Promise<string | GitProblem> {
    const output = await this.git.run(folder, ['rev-parse', '--show-toplevel']);
    if ('problem' in output) return output;
    if (output.cut) return { problem: 'Git took too long' };
    const top = output.bytes.toString().replace(/\r?\n$/, '');
    try {
      return await realpath(top);
    } catch {
      return { problem: 'Git could not read this repository' };
    }
  }

  /** Whether a file of the index has other bytes than git keeps; undefined if that cannot be told. */
  async areChanged(
    root: string,
    items: ReadonlyMap<Item, IndexEntry>,
  ): Promise<ReadonlyMap<Item, boolean | undefined>> {
    const answers = new Map<Item, boolean | undefined>();
    const waiting = items.entries();
    const work = async (): Promise<void> => {
      for (const [item, entry] of waiting) {
        const unchanged = await isUnchanged(item, entry, this.budget);
        answers.set(item, unchanged === undefined ? undefined : !unchanged);
      }
    };
    await Promise.all(Array.from({ length: comparedAtOnce }, work));
    const changed = [...answers].filter(([, answer]) => answer === true).map(([item]) => item);
    const filtered = await this.filteredOf(root, changed);
    for (const item of filtered) answers.set(item, undefined);
    return answers;
  }

  private async statesIn(
    root: string,
    items: readonly Item[],
    keeper: Keeper,
    states: Map<string, FileState>,
  ): Promise<void> {
    const top = await this.topOf(root);
    const names = new Map(items.map((item) => [item, slashed(relative(root, item.path))]));
    const index =
      typeof top !== 'string'
        ? top
        : top !== root
          ? { problem: 'The repository has its files elsewhere' }
          : await this.indexOf(root, pathspecsOf([...names.values()]));
    if ('problem' in index) {
      for (const item of items) states.set(item.path, unknown(index.problem));
      return;
    }
    const tracked = new Map<Item, IndexEntry>();
    const others: Item[] = [];
    for (const item of items) {
      const entry = index.get(names.get(item) ?? '');
      if (entry) tracked.set(item, entry);
      else others.push(item);
    }
    // First, since comparing takes what time there is.
    const ignored = await this.ignoredOf(root, others);
    for (const item of others) states.set(item.path, { type: ignored.has(item) ? 'ignored' : 'untracked' });
    if (keeper === 'any') await this.compare(root, tracked, states);
    const left = items.filter((item) => keeper === 'commit' || isLost(states.get(item.path)));
    if (left.length === 0) return;
    // What the index has otherwise, or not at all, the last commit may have.
    const head = await this.commits.headOf(root);
    const committed = new Map<Item, IndexEntry>();
    for (const item of left) {
      const name = names.get(item) ?? '';
      if (head && 'problem' in head) states.set(item.path, unknown(head.problem));
      else {
        const entry = head?.has(name) ? head.get(name)?.entry : head && tracked.get(item);
        if (entry) committed.set(item, entry);
        else if (tracked.has(item)) states.set(item.path, { type: 'changed' });
      }
    }
    await this.compare(root, committed, states);
  }

  /** Sets the states of files by what git has of them. */
  private async compare(
    root: string,
    kept: ReadonlyMap<Item, IndexEntry>,
    states: Map<string, FileState>,
  ): Promise<void> {
    for (const [item, changed] of await this.areChanged(root, kept)) {
      states.set(
        item.path,
        changed === undefined ? unknown('Not compared with git') : { type: changed ? 'changed' : 'unchanged' },
      );
    }
  }

  private async ignoredOf(root: string, items: readonly Item[]): Promise<ReadonlySet<Item>> {
    if (items.length === 0 || items.length > maxIgnoreQueries) return new Set();
    const byName = new Map(items.map((item) => [slashed(relative(root, item.path)), item]));
    const input = [...byName.keys()].map((name) => `${name}\0`).join('');
    // 1: none of them.
    const output = await this.git.run(root, ['check-ignore', '-z', '--stdin'], { input, fine: [1] });
    if ('problem' in output) return new Set();
    return new Set(partsOf(output.bytes).flatMap((name) => byName.get(name) ?? []));
  }

  /** Those that git keeps in another form than they have on disk: encrypted, in another encoding, by Git LFS. */
  private async filteredOf(root: string, items: readonly Item[]): Promise<ReadonlySet<Item>> {
    if (items.length === 0) return new Set();
    const byName = new Map(items.map((item) => [slashed(relative(root, item.path)), item]));
    const input = [...byName.keys()].map((name) => `${name}\0`).join('');
    const output = await this.git.run(root, ['check-attr', '-z', '--stdin', ...attributes], { input });
    if ('problem' in output) return new Set(items);
    const parts = partsOf(output.bytes);
    const found = new Set<Item>();
    for (let at = 0; at + 2 < parts.length; at += 3) {
      const item = byName.get(parts[at] ?? '');
      if (item && parts[at + 2] !== 'unspecified' && parts[at + 2] !== 'unset') found.add(item);
    }
    return found;
  }

  /** The nearest folder, from this one on upwards, that has a `.git`. */
  private rootOf(folder: string): Promise<string | undefined> {
    const known = this.roots.get(folder);
    if (known) return known;
    const found = lstat(join(folder, '.git')).then(
      () => folder,
      () => (dirname(folder) === folder ? undefined : this.rootOf(dirname(folder))),
    );
    this.roots.set(folder, found);
    return found;
  }
}

function pathspecsOf(names: readonly string[]): readonly string[] {
  if (names.length <= maxPathspecs) return names.map((name) => `:(literal)${name}`);
  let common = (names[0] ?? '').split('/').slice(0, -1);
  for (const name of names) {
    const parts = name.split('/');
    const differs = common.findIndex((part, index) => part !== parts[index]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common.length === 0 ? [] : [`:(literal)${common.join('/')}`];
}

function isLost(state: FileState | undefined): boolean {
  return state?.type === 'changed' || state?.type === 'untracked' || state?.type === 'ignored';
}

function unknown(reason: string): FileState {
  return { type: 'unknown', reason };
}

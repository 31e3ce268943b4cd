import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { readWhole } from '../../src/core/command/read';
import type { TouchRow } from '../../src/protocol/command';
import { TouchedProject } from './touch';
import { buildTrial } from './touchTrialFiles';

/** What is on the disk at a path. */
interface Seen {
  readonly bytes: Buffer;
  readonly isLink: boolean;
  readonly mode: number;
}

/** What a command has really done to what was there before. Paths are relative to the project. */
export interface Done {
  /** Of these the bytes are gone from the disk. */
  readonly lost: readonly string[];
  /** Those of the lost ones that git does not have. */
  readonly beyondGit: readonly string[];
  /** Those whose bytes are somewhere else now, or stand at the beginning of what is there now. */
  readonly kept: readonly string[];
  /** Files and folders of which only the access is another. */
  readonly modes: readonly string[];
  /** Bytes of what is lost or kept. */
  readonly bytes: number;
}

/** What is told of a command beforehand, and what it then does. */
export interface Trial {
  readonly rows: readonly TouchRow[];
  readonly done: Done;
}

/** The project of the trials, with files in all the states that git knows. */
export class TrialProject {
  private readonly project = new TouchedProject();
  private readonly stored: string;
  private readonly env: NodeJS.ProcessEnv;
  /** What git has as long as nobody has asked it to change that, by the folder of its data. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  /** Puts back what the last trial has changed; false if it cannot. */
  private undo: (() => boolean) | undefined;

  constructor() {
    const { root, folder } = this.project;
    this.stored = join(root, 'stored');
    this.env = {
      PATH: process.env['PATH'],
      HOME: join(root, 'home'),
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    mkdirSync(join(root, 'home'));
    buildTrial(this.project, (cwd, ...args) => this.git(cwd, ...args));
    // Fewer files to copy for every trial.
    this.git(folder, 'repack', '-adq');
    mkdirSync(this.stored);
    copy(root, this.stored);
  }

  /** Tells what a command would touch, runs it in the throw-away project, and looks at what it did. */
  async try(command: string): Promise<Trial> {
    const { root, folder } = this.project;
    if (this.undo?.() === false) this.renew();
    const { targets } = readWhole(command, { cwd: folder, folders: [folder], home: join(root, 'home') });
    const rows = await this.project.rows(targets, {}, this.env);
    const before = this.seen();
    // It can reach nothing but its own folder by what it is given: no home, no settings, no names of other places.
    spawnSync('bash', ['--noprofile', '--norc', '-c', command], { cwd: folder, env: this.env, stdio: 'ignore' });
    const after = this.seen();
    const isAsBefore = !command.includes('git');
    const done = this.done(before, after, isAsBefore);
    this.undo = () => isAsBefore && this.putBack(before, after);
    return { rows, done };
  }

  /** Makes it a folder that is no repository, from now on. */
  forgetGit(): void {
    rmSync(join(this.stored, 'project', '.git'), { recursive: true });
    this.undo = () => false;
  }

  /** Whether a person can put back a file of the project by git, from the index or else from the last commit. */
  isRestored(name: string): boolean {
    const path = join(this.project.folder, name);
    this.undo = () => false;
    const wanted = readFileSync(join(this.stored, 'project', name));
    return [[], ['--source=HEAD']].some((from) => {
      spawnSync('git', ['restore', ...from, '--', name], { cwd: this.project.folder, env: this.env, stdio: 'ignore' });
      return existing(path) !== undefined && readFileSync(path).equals(wanted);
    });
  }

  remove(): void {
    this.project.remove();
  }

  private renew(): void {
    const { root } = this.project;
    for (const name of places) rmSync(join(root, name), { recursive: true, force: true });
    copy(this.stored, root);
  }

  /** Puts back what a command has changed that is no git; false if all has to be copied anew, since folders are gone. */
  private putBack(before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>): boolean {
    if ([...before.keys()].some((path) => path.endsWith('/') && !after.has(path))) return false;
    for (const path of after.keys()) if (!before.has(path)) rmSync(path, { recursive: true, force: true });
    for (const [path, { bytes, isLink, mode }] of before) {
      const now = after.get(path);
      if (now?.bytes.equals(bytes) !== true || now.isLink !== isLink) {
        rmSync(path, { force: true });
        if (isLink) symlinkSync(bytes, path);
        else writeFileSync(path, bytes);
      }
      if (!isLink && now?.mode !== mode) chmodSync(path, mode);
    }
    return true;
  }

  private git(cwd: string, ...args: readonly string[]): string {
    return execFileSync('git', args, { cwd, env: this.env, encoding: 'utf8', stdio: 'pipe' });
  }

  /** All files and links, and the access of folders, but what is git's own. */
  private seen(): ReadonlyMap<string, Seen> {
    const found = new Map<string, Seen>();
    const walk = (path: string): void => {
      const stats = lstatSync(path);
      const mode = stats.mode & 0o7777;
      if (!stats.isDirectory()) {
        const isLink = stats.isSymbolicLink();
        found.set(path, { bytes: isLink ? readlinkSync(path, 'buffer') : readFileSync(path), isLink, mode });
        return;
      }
      found.set(`${path}/`, { bytes: Buffer.alloc(0), isLink: false, mode });
      for (const name of readdirSync(path)) if (name !== '.git') walk(join(path, name));
    };
    for (const name of places) if (existing(join(this.project.root, name))) walk(join(this.project.root, name));
    return found;
  }

  private done(before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>, isAsBefore: boolean): Done {
    const changedNow = [...after].filter(([path, now]) => before.get(path)?.bytes.equals(now.bytes) !== true);
    const files = [...before].filter(([path]) => !path.endsWith('/'));
    const other = files.filter(([path, { bytes }]) => after.get(path)?.bytes.equals(bytes) !== true);
    const isKept = ([, { bytes }]: readonly [string, Seen]): boolean =>
      changedNow.some(([, now]) => now.bytes.subarray(0, bytes.length).equals(bytes));
    const lost = other.filter((file) => !isKept(file));
    const known = isAsBefore ? this.known : new Map<string, ReadonlySet<string>>();
    const beyondGit = lost.filter(([path, { bytes }]) => {
      const top = this.repositoryOf(path);
      if (top === undefined) return true;
      const ids = known.get(top) ?? this.idsIn(top);
      known.set(top, ids);
      return !ids.has(createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'));
    });
    const modes = [...before].filter(([path, { mode }]) => (after.get(path)?.mode ?? mode) !== mode);
    const names = (list: readonly (readonly [string, Seen])[]): readonly string[] =>
      list.map(([path]) => relative(this.project.folder, path)).sort();
    return {
      lost: names(lost),
      beyondGit: names(beyondGit),
      kept: names(other.filter(isKept)),
      modes: names(modes),
      bytes: other.reduce((sum, [, { bytes, isLink }]) => sum + (isLink ? 0 : bytes.length), 0),
    };
  }

  /** Where git has what was at a path: the folder of its data, which outlives that of the files. */
  private repositoryOf(path: string): string | undefined {
    const { folder } = this.project;
    const own = relative(folder, path);
    if (own.startsWith('..')) return undefined;
    const data = own.startsWith('lib/') ? '.git/modules/lib' : own.startsWith('inner/') ? 'inner/.git' : '.git';
    return existing(join(folder, data, 'HEAD')) && join(folder, data);
  }

  /** What git can show by a name: of commits, of the index, of what was stashed. */
  private idsIn(top: string): ReadonlySet<string> {
    const ids = new Set<string>();
    const indexes = [top, join(top, 'worktrees', 'tree')].filter((each) => existing(join(each, 'index')));
    for (const each of indexes) {
      const staged = this.git(top, `--git-dir=${each}`, `--work-tree=${top}`, 'ls-files', '-s');
      for (const [id] of staged.matchAll(/[0-9a-f]{40}/g)) ids.add(id);
    }
    const named = ['rev-list', '--objects', '--all', '--reflog', '--no-object-names'];
    const listed = this.git(top, `--git-dir=${top}`, `--work-tree=${top}`, ...named);
    for (const id of listed.split('\n')) ids.add(id);
    return ids;
  }
}

const places = ['project', 'outside'];

/** Git takes files for unchanged by their times, so these are kept. */
function copy(from: string, into: string): void {
  execFileSync('cp', ['-a', ...places.map((name) => join(from, name)), into]);
}

function existing(path: string): string | undefined {
  try {
    lstatSync(path);
    return path;
  } catch {
    return undefined;
  }
}

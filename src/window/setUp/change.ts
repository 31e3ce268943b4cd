import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ConfigError } from '../../core/config/configText';
import { errorCode } from '../log';
import { problemOf, readConfigFile, realPathAsFar, textOf } from './configFile';
import type { ConfigFile } from './configFile';

/** A change as it is shown to a person before it is made. */
export interface PlannedChange {
  /** As the agent names it. */
  readonly path: string;
  /** What stands there now, by which it is known again. */
  readonly found: Exclude<ConfigFile, { type: 'refused' }>;
  readonly before: string | undefined;
  /** Undefined: the file goes. */
  readonly after: string | undefined;
  /** The agent's own folder; folders below it that are empty after the file went, go as well. */
  readonly folder: string;
}

export type Planned =
  | { readonly type: 'change'; readonly change: PlannedChange }
  | { readonly type: 'same' }
  | { readonly type: 'refused'; readonly problem: string };

export type Applied =
  { readonly type: 'done'; readonly backup?: string } | { readonly type: 'refused'; readonly problem: string };

/** Where an agent's configuration is. */
interface Place {
  readonly folder: string;
  readonly file: string;
}

/** Backups kept beside a file. */
const keptBackups = 3;

/** Plans what an edit does to a configuration file. Nothing is written. */
export function planChange(place: Place, edit: (text: string | undefined) => string | undefined): Planned {
  const found = readConfigFile(place.file);
  if (found.type === 'refused') return found;
  const before = textOf(found);
  try {
    const after = edit(before);
    if (after === before) return { type: 'same' };
    const why = found.type === 'file' ? whyNotWritten(found) : undefined;
    if (why !== undefined) return { type: 'refused', problem: why };
    return { type: 'change', change: { path: place.file, found, before, after, folder: place.folder } };
  } catch (error) {
    if (error instanceof ConfigError) return { type: 'refused', problem: error.message };
    throw error;
  }
}

/** Makes a change just as it was shown, or says why not and leaves everything as it was. */
export function applyChange(change: PlannedChange, now = new Date()): Applied {
  try {
    if (isChanged(change)) return changedMeanwhile;
    const { found, after } = change;
    if (found.type === 'absent') {
      if (after === undefined) return { type: 'done' };
      mkdirSync(dirname(found.realPath), { recursive: true, mode: 0o700 });
      return create(found.realPath, after) ? { type: 'done' } : changedMeanwhile;
    }
    if (after === undefined) {
      // It holds nothing but what we put there.
      unlinkSync(found.realPath);
      removeEmptyFolders(dirname(found.realPath), change.folder);
      return { type: 'done' };
    }
    const backup = writeBackup(found, now);
    return replace(change, found, after) ? { type: 'done', backup } : changedMeanwhile;
  } catch (error) {
    return { type: 'refused', problem: problemOf(error) };
  }
}

const changedMeanwhile: Applied = {
  type: 'refused',
  problem: 'it has changed since the change was shown. Nothing was written.',
};

function isChanged({ path, found }: PlannedChange): boolean {
  const now = readConfigFile(path);
  if (now.type === 'refused' || now.type !== found.type || now.realPath !== found.realPath) return true;
  return now.type === 'file' && found.type === 'file' && (!now.bytes.equals(found.bytes) || now.mode !== found.mode);
}

type Found = Extract<ConfigFile, { type: 'file' }>;

/** A rename would put a file in the place of one that its owner has locked, so that is looked at here. */
function whyNotWritten({ mode }: Found): string | undefined {
  return process.platform !== 'win32' && (mode & 0o222) === 0
    ? 'it is read-only. Its owner wants it so, or a program makes it: change it there.'
    : undefined;
}

/** Writes a new file whole or not at all; false if something has its name by now. */
function create(path: string, text: string): boolean {
  const draft = writeDraft(path, text, 0o600);
  try {
    // Unlike a rename it never takes the place of another file.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (lstatSync(path, { throwIfNoEntry: false })) return false;
    renameSync(draft, path); // A file system without hard links.
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replace(change: PlannedChange, found: Found, text: string): boolean {
  const draft = writeDraft(found.realPath, text, found.mode, found.owner);
  try {
    if (isChanged(change)) return false;
    renameSync(draft, found.realPath);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes a file beside the one that it is for, on the disk and not only in memory before anything is renamed. */
function writeDraft(path: string, content: string | Buffer, mode: number, owner?: Found['owner']): string {
  const draft = join(dirname(path), `.${basename(path)}.countersign-${randomBytes(6).toString('hex')}`);
  writeNew(draft, content, mode, owner);
  return draft;
}

function writeNew(path: string, content: string | Buffer, mode: number, owner?: Found['owner']): void {
  const file = openSync(path, 'wx', 0o600);
  let whole = false;
  try {
    writeFileSync(file, content);
    if (process.platform !== 'win32') {
      const { uid, gid } = fstatSync(file);
      if (owner && (owner.uid !== uid || owner.gid !== gid)) fchownSync(file, owner.uid, owner.gid);
      fchmodSync(file, mode);
    }
    fsyncSync(file);
    whole = true;
  } finally {
    closeSync(file);
    if (!whole) rmSync(path, { force: true });
  }
}

/** Keeps the bytes beside the file. @returns the backup's path */
function writeBackup({ realPath, bytes, mode, owner }: Found, now: Date): string {
  const stem = `${realPath}.countersign-backup-${stamp(now)}`;
  for (let count = 1; ; count++) {
    const path = count === 1 ? stem : `${stem}-${count}`;
    try {
      writeNew(path, bytes, mode, owner);
      pruneBackups(realPath);
      return path;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || count === 20) throw error;
    }
  }
}

function stamp(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}

/** Only what has exactly the name of a backup of this file goes. */
function pruneBackups(realPath: string): void {
  const [folder, start] = [dirname(realPath), `${basename(realPath)}.countersign-backup-`];
  const backups = readdirSync(folder).filter(
    (name) => name.startsWith(start) && /^\d{8}-\d{6}(-\d{1,2})?$/.test(name.slice(start.length)),
  );
  const rank = (name: string): string => {
    const [day, time, count = '1'] = name.slice(start.length).split('-');
    return `${day}-${time}-${count.padStart(2, '0')}`;
  };
  const old = backups.sort((a, b) => rank(b).localeCompare(rank(a))).slice(keptBackups);
  for (const name of old) {
    if (lstatSync(join(folder, name)).isFile()) rmSync(join(folder, name), { force: true });
  }
}

/** Takes empty folders away, from this one up to the agent's own, which stays. */
function removeEmptyFolders(from: string, agentFolder: string): void {
  const top = realPathAsFar(agentFolder);
  for (let folder = from; relative(top, folder) !== '' && folder.startsWith(top + sep); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return; // Something is in it.
    }
  }
}

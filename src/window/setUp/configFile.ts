import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode, errorText } from '../log';

/** A configuration file as it is on disk. */
export type ConfigFile =
  | {
      readonly type: 'file';
      /** Where links lead: this is what is read and written, and the link stays. */
      readonly realPath: string;
      readonly text: string;
      readonly bytes: Buffer;
      /** The permission bits. */
      readonly mode: number;
      readonly owner: { readonly uid: number; readonly gid: number };
    }
  /** Nothing is there. The path is real as far as it exists. */
  | { readonly type: 'absent'; readonly realPath: string }
  /** It can neither be read nor written by us; why, in a sentence. */
  | { readonly type: 'refused'; readonly problem: string };

/** No configuration is that large; what is may be anything. */
const maxBytes = 4_000_000;

/**
 * Reads a configuration file, and follows links to where it really is. A link that leads nowhere or to something that is not a
 * regular file is refused: writing there could do anything.
 */
export function readConfigFile(path: string): ConfigFile {
  try {
    const realPath = realPathOrAbsent(path);
    return realPath === undefined ? { type: 'absent', realPath: absentPath(path) } : readRegularFile(realPath);
  } catch (error) {
    return { type: 'refused', problem: problemOf(error) };
  }
}

/** The text; undefined if there is no file. */
export function textOf(file: Exclude<ConfigFile, { type: 'refused' }>): string | undefined {
  return file.type === 'file' ? file.text : undefined;
}

/** The path with its links followed, as far as it exists. @throws if one of them leads nowhere */
export function realPathAsFar(path: string): string {
  return realPathOrAbsent(path) ?? absentPath(path);
}

/** Undefined if nothing has this name. @throws if a link has it that leads nowhere */
function realPathOrAbsent(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  if (isThere(path)) throw new Error('it is a link that leads nowhere.');
  return undefined;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function absentPath(path: string): string {
  const folder = dirname(path);
  return folder === path ? path : join(realPathAsFar(folder), basename(path));
}

function readRegularFile(realPath: string): ConfigFile {
  // A pipe would wait for a writer, and a device may do anything when it is read.
  const file = openSync(realPath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { type: 'refused', problem: 'it is not a regular file.' };
    if (stat.size > maxBytes) return { type: 'refused', problem: 'it is larger than a configuration can be.' };
    const bytes = readFileSync(file);
    const text = decoded(bytes);
    if (text === undefined) return { type: 'refused', problem: 'it is not text in UTF-8.' };
    return { type: 'file', realPath, text, bytes, mode: stat.mode & 0o7777, owner: { uid: stat.uid, gid: stat.gid } };
  } finally {
    closeSync(file);
  }
}

/** Text that gives the same bytes again, byte order mark and all; undefined if there is none. */
function decoded(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** What a system error means for the person. */
export function problemOf(error: unknown): string {
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'you may not read or write it.';
    case 'EROFS':
      return 'it is on a file system that is read-only.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full.';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file stands where its folder should be.';
    case 'EISDIR':
      return 'it is a folder.';
    case 'ELOOP':
      return 'its links lead in a circle.';
    default:
      return errorText(error);
  }
}

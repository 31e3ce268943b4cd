import { lstat, opendir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import type { Stats } from 'node:fs';
import type { PatternPiece } from '../../core/command/targets';
import { realPathOf } from '../disk';
import { errorCode } from '../log';
import { lookAtEach } from './batches';
import type { Budget } from './budget';
import { matchesName, namesOf } from './namePattern';
import type { NamePattern } from './namePattern';

export type Kind = 'file' | 'folder' | 'link' | 'device' | 'other';

/** Something on the disk that a command names. */
export interface Hit {
  /** The absolute path; of the folder that it is in, links are followed. */
  readonly path: string;
  /** As the command names it. */
  readonly name: string;
  readonly kind: Kind;
  readonly bytes: number;
  /** The number of the file system. */
  readonly device: number;
  /** It was reached by a link, whose file is what the command means. */
  readonly throughLink: boolean;
}

/** What a pattern stands for. */
export interface Expansion {
  readonly hits: readonly Hit[];
  /** The path to the letter at which nothing is. */
  readonly absent?: string;
  /** Whether names were matched; otherwise there is at most one hit. */
  readonly isGlob: boolean;
  /** There is more: a limit was reached. */
  readonly cut: boolean;
  /** Names that match, which there was no time to look at. */
  readonly unseen: number;
  /** Folders that could not be read, and files that could not be looked at. */
  readonly unreadable: number;
}

/** Longer paths than this are no paths: the usual systems take less. */
const maxLength = 4096;

interface Place {
  readonly path: string;
  readonly name: string;
}

/**
 * What a path or a glob stands for now, sorted as the shell does it. Nothing is opened but folders.
 *
 * @param cwd where relative paths begin; null if that is not known
 * @param follows whether the command means the file that a link points to, as redirections do; `rm` means the link
 * @returns null if it depends on a folder that is not known
 */
export async function expand(
  pieces: readonly PatternPiece[],
  cwd: string | null,
  follows: boolean,
  budget: Budget,
): Promise<Expansion | null> {
  const first = pieces.find((piece) => piece.text !== '');
  const { root } = parse(first?.type === 'text' ? first.text : '');
  if (root === '' && cwd === null) return null;
  const none = { hits: [], isGlob: false, cut: false, unseen: 0, unreadable: 0 };
  // No file has such a path.
  if (pieces.reduce((sum, piece) => sum + piece.text.length, 0) > maxLength) return { ...none, unreadable: 1 };
  const patterns = namesOf(pieces);
  // What stands before the first slash of an absolute path is its root: nothing, or a drive.
  const names = root === '' ? patterns : patterns.slice(1);
  const tally = { cut: false, unreadable: 0 };
  let places: readonly Place[] = [root === '' ? { path: cwd ?? '', name: '' } : { path: root, name: root }];
  for (const [index, name] of names.entries()) {
    const next: Place[] = [];
    for (const place of places) {
      if (place !== places[0] && budget.isLate()) {
        tally.cut = true;
        break;
      }
      if (name.type === 'glob') await addMatching(place, name, { next, budget, tally });
      else if (name.name === '..' && !(await isThere(place.path))) next.push({ ...place, path: dirname(place.path) });
      // An empty name is a second slash, or one at the end: then it has to be a folder.
      else if (name.name !== '') next.push(below(place, name.name));
      else next.push(index === names.length - 1 ? { ...place, path: `${place.path}/` } : place);
    }
    places = next;
  }
  const isGlob = names.some((name) => name.type === 'glob');
  // A path to the letter costs next to nothing, so it is looked at even when the limits are reached.
  const matched = names.at(-1)?.type === 'glob';
  const { hits, unseen } = await hitsAt(places, { follows, matched, tally, isOver: () => isGlob && budget.isLate() });
  const [place] = hits.length === 0 && !isGlob ? places : [];
  return {
    hits,
    isGlob,
    ...(place ? { absent: place.path } : {}),
    ...tally,
    cut: tally.cut || unseen > 0,
    unseen: matched ? unseen : 0,
  };
}

interface Looking {
  readonly follows: boolean;
  /** The names were read from the disk: they are there. */
  readonly matched: boolean;
  readonly tally: { unreadable: number };
  readonly isOver: () => boolean;
}

async function hitsAt(
  places: readonly Place[],
  { follows, matched, tally, isOver }: Looking,
): Promise<{ readonly hits: readonly Hit[]; readonly unseen: number }> {
  const realFolders = new Map<string, Promise<string>>();
  let unnamed = 0;
  const look = async (place: Place): Promise<Hit | undefined> => {
    try {
      return await hitAt(place, follows, realFolders);
    } catch (error) {
      // A name that is no UTF-8 cannot be asked for, and a link may point to nothing.
      if (matched) unnamed += 1;
      else if (!isAbsence(error)) tally.unreadable += 1;
      return undefined;
    }
  };
  const { found: hits, looked } = await lookAtEach(places, isOver, look);
  return { hits, unseen: places.length - looked + unnamed };
}

/** A folder that is made first has no `..` yet, and what is above it is known all the same. */
function isThere(path: string): Promise<boolean> {
  return lstat(path || '/').then(
    () => true,
    (error: unknown) => !isAbsence(error),
  );
}

function isAbsence(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function below(place: Place, name: string): Place {
  const add = (to: string): string => (to === '' || to.endsWith('/') ? to + name : `${to}/${name}`);
  return { path: add(place.path), name: add(place.name) };
}

/** Where the places that match are added, and what was found on the way. */
interface Matching {
  readonly next: Place[];
  readonly budget: Budget;
  readonly tally: { cut: boolean; unreadable: number };
}

async function addMatching(
  place: Place,
  pattern: Extract<NamePattern, { type: 'glob' }>,
  { next, budget, tally }: Matching,
): Promise<void> {
  if (budget.isOver()) {
    tally.cut = true;
    return;
  }
  const names: string[] = [];
  try {
    for await (const entry of await opendir(place.path, { bufferSize: 256 })) {
      if (!budget.takeEntry()) {
        tally.cut = true;
        break;
      }
      if (matchesName(pattern, entry.name)) names.push(entry.name);
    }
  } catch (error) {
    if (!isAbsence(error)) tally.unreadable += 1;
  }
  for (const name of names.sort()) next.push(below(place, name));
}

async function hitAt(place: Place, follows: boolean, realFolders: Map<string, Promise<string>>): Promise<Hit> {
  const named = place.path.endsWith('/') || /(?:^|\/)\.\.?$/.test(place.path);
  const link = await lstat(place.path.replace(/\/+$/, '') || '/');
  const throughLink = (follows || named) && link.isSymbolicLink();
  if (throughLink || named) {
    const path = follows ? await realPathOf(place.path) : await realpath(place.path);
    return hit(place, path, await stat(path), throughLink);
  }
  const folder = dirname(place.path);
  const real = realFolders.get(folder) ?? realpath(folder);
  realFolders.set(folder, real);
  return hit(place, join(await real, basename(place.path)), link, false);
}

function hit({ name }: Place, path: string, stats: Stats, throughLink: boolean): Hit {
  return { path, name, kind: kindOf(stats), bytes: stats.size, device: stats.dev, throughLink };
}

/** What kind of thing it is, from what the disk says of it. */
export function kindOf(
  stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isBlockDevice' | 'isCharacterDevice'>,
): Kind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isBlockDevice() || stats.isCharacterDevice() ? 'device' : 'other';
}

import type { Target } from '../../core/command/targets';
import type { TouchRow, TouchVerb } from '../../protocol/command';
import { longestFolder, realPathOf } from '../disk';
import { backingOf, nothingLost } from './backing';
import type { Backing } from './backing';
import type { Budget } from './budget';
import { contentsOf } from './count';
import type { Contents, Item } from './count';
import { expand } from './expand';
import type { Expansion, Hit } from './expand';
import { replacedIn } from './into';
import { matchesName, namesOf } from './namePattern';
import type { FileState } from './repositories';

/** A target that is a path. */
export type PathTarget = Target & { readonly about: { readonly type: 'path' } };

/** What was found on the disk for a path. */
export interface PathFinding {
  readonly expansion: Expansion;
  readonly contents: Contents;
  /** Some of it is, or would be, outside the workspace's folders. */
  readonly isOutside: boolean;
  /** It is a folder, and the contents are what would be replaced in it. */
  readonly isInto: boolean;
}

/** A row as far as the target itself says it. */
export type RowStart = Pick<TouchRow, 'step' | 'verb' | 'what'>;

const namesShown = 3;

/** Why nothing is known of a path, or of what git would throw away. */
export const noFolder = 'The folder in which it would run is not known.';

/** What a verb does to a file: whether to the one that a link points to, and what is said where its contents stay. */
const verbs: Readonly<
  Record<TouchVerb, { readonly follows: boolean; readonly keeps?: string; readonly makes?: true }>
> = {
  deletes: { follows: false },
  moves: { follows: false, keeps: 'It is moved, not lost' },
  copies: { follows: true, keeps: 'It is only read' },
  overwrites: { follows: true, makes: true },
  appends: { follows: true, makes: true, keeps: 'The old text stays' },
  edits: { follows: false },
  creates: { follows: true, makes: true, keeps: 'It is only added' },
  setsMode: { follows: true, keeps: 'The contents stay' },
  discards: { follows: false },
  contacts: { follows: false, keeps: '' },
};

/** Devices that keep nothing. */
const harmless = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+|pts\/\d+)$/;

/**
 * Looks for what a path stands for. Null if it depends on a folder that is not known.
 *
 * @param folders the workspace's, as real paths
 */
export async function findPath(
  target: PathTarget,
  folders: readonly string[],
  budget: Budget,
): Promise<PathFinding | null> {
  const { recursive, into } = target.about;
  const { cwd } = target;
  const expansion = await expandFor(target, budget);
  if (!expansion) return null;
  const { hits, absent } = expansion;
  const [folder] = hits;
  const replaced = into && folder?.kind === 'folder' ? await replacedIn(folder.path, into, cwd, budget) : null;
  const contents =
    replaced ??
    (recursive
      ? await contentsOf(hits, budget)
      : { items: hits.map(itemOf), folders: 0, cut: false, unreadable: 0, mounts: 0 });
  const places = absent === undefined ? hits.map((hit) => hit.path) : [await realPathOf(absent)];
  const isOutside = places.some((path) => longestFolder(path, folders) === undefined);
  return { expansion, contents, isOutside, isInto: replaced !== null };
}

/** Links are followed as the command does it. */
async function expandFor({ about, verb, cwd }: PathTarget, budget: Budget): Promise<Expansion | null> {
  const { pattern, into } = about;
  const found = await expand(pattern, cwd, verbs[verb].follows, budget);
  const [hit] = found?.hits ?? [];
  const goesInto = hit?.kind === 'folder' && into?.flat === false;
  return into?.replacesLinks && hit?.throughLink && !goesInto ? expand(pattern, cwd, false, budget) : found;
}

/** The files whose state in git matters for a target. */
export function filesAtStake(target: PathTarget, { contents }: PathFinding): readonly Item[] {
  if (verbs[target.verb].keeps !== undefined) return [];
  return contents.items.filter((item) => item.kind === 'file' || item.kind === 'link');
}

/** The row of a path. @param states by path, of the files at stake */
export function pathRow(
  start: RowStart,
  target: PathTarget,
  finding: PathFinding,
  states: ReadonlyMap<string, FileState>,
): TouchRow {
  const { expansion, contents } = finding;
  const { hits } = expansion;
  const isCut = expansion.cut || contents.cut;
  if (hits.length + expansion.unseen === 0) return emptyRow(start, target, finding);
  const { items } = contents;
  // An empty folder is still one thing that goes.
  const folders = target.verb === 'setsMode' ? contents.folders : 0;
  const count = (items.length + folders || contents.folders) + expansion.unseen;
  const bytes = items.reduce((sum, item) => sum + (item.kind === 'file' ? (item.bytes ?? 0) : 0), 0);
  const isPartial =
    isCut || contents.unreadable > 0 || contents.mounts > 0 || expansion.unreadable > 0 || mayBeMore(target, finding);
  const note = notesOf(target, finding).join(' ');
  return {
    ...start,
    ...(note === '' ? {} : { note }),
    names: namesIn(hits, expansion.isGlob, items),
    count,
    ...unitOf(contents, expansion.unseen, folders),
    ...(items.some((item) => item.kind === 'file') ? { bytes } : {}),
    ...(isPartial ? { atLeast: true } : {}),
    ...backing(target, finding, states, isPartial),
  };
}

function emptyRow(start: RowStart, target: PathTarget, { expansion, isOutside }: PathFinding): TouchRow {
  const { cut, unreadable, isGlob } = expansion;
  const row = { ...start, names: [] };
  if (unreadable > 0) return { ...row, note: 'It cannot be read.', back: 'unknown', why: 'Cannot be read' };
  if (cut) return { ...row, note: cutNote, back: 'unknown', why: 'Not all of it was looked at' };
  if (verbs[target.verb].makes && !isGlob) {
    const counts = target.verb === 'creates' ? ({ counts: 'both' } as const) : {};
    const note = 'It is not there now.';
    return { ...row, note, count: 1, ...counts, ...nothingLost(isOutside ? outside : 'It is new') };
  }
  return {
    ...row,
    note: isGlob ? 'Nothing matches it.' : 'There is no such file.',
    count: 0,
    ...nothingLost(''),
  };
}

/** What the count of a row counts. */
function unitOf({ items, folders }: Contents, unseen: number, besides: number): Pick<TouchRow, 'counts'> {
  const among = items.length === 0 ? folders : items.filter((item) => item.kind === 'folder').length + besides;
  if (among === 0) return {};
  return { counts: among === (items.length + besides || folders) && unseen === 0 ? 'folder' : 'both' };
}

const outside = 'Outside the project';
const cutNote = 'There is more: the look ended at its limit.';

function notesOf(target: PathTarget, finding: PathFinding): readonly string[] {
  const { expansion, contents } = finding;
  const { hits, isGlob } = expansion;
  const [only] = isGlob ? [] : hits;
  const notes: string[] = [];
  if (only && verbs[target.verb].makes && !finding.isInto) notes.push('It is there now.');
  if (only?.throughLink) notes.push('It is a link: what it points to is meant.');
  if (only?.kind === 'device') notes.push('It is a device.');
  if (only?.kind === 'other') notes.push('It is a pipe or a socket.');
  const folders = contents.items.filter((item) => item.kind === 'folder').length;
  if (finding.isInto) {
    const replaced = contents.items.length > 0 ? 'Of what is in it, this' : 'Nothing that is in it';
    notes.push(`It is a folder. ${replaced} is replaced.`);
  } else if (only && folders > 0) notes.push('It is a folder.');
  else if (folders > 0) notes.push(`${counted(folders, 'is a folder', 'are folders')}.`);
  if (only?.kind === 'folder' && contents.folders > 0 && contents.items.length === 0) notes.push('It is empty.');
  if (hasRecursiveGlob(target)) notes.push('Read as bash does: ** stands for one name. Other shells may take more.');
  if (hasDashes(target, finding)) notes.push('A name in it that begins with - is read as an option.');
  if (takesAbove(target)) notes.push('Some shells take . and .. for it, too.');
  const links = contents.items.filter((item) => item.kind === 'link').length;
  if (only?.kind === 'link') notes.push('It is a link: what it points to stays.');
  else if (links > 0) notes.push(`${counted(links, 'is a link', 'are links')}: what they point to stays.`);
  if (expansion.cut || contents.cut) notes.push(cutNote);
  const unread = contents.unreadable + expansion.unreadable;
  if (unread > 0) notes.push(`${counted(unread, 'folder', 'folders')} could not be read.`);
  if (contents.mounts > 0) notes.push('Other file systems in it were not looked into.');
  return notes;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function hasRecursiveGlob({ about }: PathTarget): boolean {
  return about.pattern.some((piece) => piece.type === 'glob' && piece.text.includes('**'));
}

/** The shell, or the program, may take what is named in another way, and touch more. */
function mayBeMore(target: PathTarget, finding: PathFinding): boolean {
  return hasRecursiveGlob(target) || hasDashes(target, finding) || takesAbove(target);
}

function hasDashes({ about }: PathTarget, { expansion }: PathFinding): boolean {
  return about.dashes === true && expansion.isGlob && expansion.hits.some((hit) => hit.name.startsWith('-'));
}

/** `.*`: shells other than newer ones of bash take it for `..` as well. `rm` refuses that. */
function takesAbove({ about, verb }: PathTarget): boolean {
  const last = namesOf(about.pattern).at(-1);
  return verb !== 'deletes' && last?.type === 'glob' && matchesName(last, '..');
}

function backing(
  target: PathTarget,
  finding: PathFinding,
  states: ReadonlyMap<string, FileState>,
  isPartial: boolean,
): Backing {
  const { keeps, makes } = verbs[target.verb];
  const { contents, isOutside } = finding;
  const devices = contents.items.filter((item) => item.kind === 'device');
  const isWritten = keeps === undefined || target.verb === 'appends';
  // A device that is deleted or replaced is gone for all programs, whatever it keeps.
  const isReplaced = target.verb === 'deletes' || target.about.into?.replacesLinks === true;
  if (isWritten && devices.some(({ path }) => isReplaced || !harmless.test(path)))
    return { back: 'no', why: 'It is a device' };
  if (keeps !== undefined) return nothingLost(isOutside ? outside : keeps);
  if (makes && contents.items.some((item) => item.kind === 'folder')) {
    return { back: 'unknown', why: isOutside ? outside : 'It depends on what goes into it' };
  }
  const files = filesAtStake(target, finding);
  if (files.length > 0) {
    const known = files.map((item): FileState => states.get(item.path) ?? { type: 'unknown', reason: 'Not looked at' });
    const found = backingOf(known, !isPartial);
    return found.back === 'yes' && target.about.unlinks
      ? { back: 'unknown', why: 'Part of a worktree or a submodule' }
      : found;
  }
  if (isPartial) return { back: 'unknown', why: 'Not all of it was looked at' };
  if (devices.length > 0) return nothingLost('It keeps nothing');
  return nothingLost(isOutside ? outside : 'No file is lost');
}

/** The first names: of what is in the one folder that is meant, else of what was matched. */
function namesIn(hits: readonly Hit[], isGlob: boolean, items: readonly Item[]): readonly string[] {
  const [first] = hits;
  if (isGlob) return hits.slice(0, namesShown).map((hit) => hit.name);
  if (first?.kind !== 'folder') return [];
  const inside = items.map((item) => item.path.slice(first.path.length).replace(/^[/\\]/, ''));
  return inside.sort().slice(0, namesShown);
}

function itemOf(hit: Hit): Item {
  return { path: hit.path, kind: hit.kind, bytes: hit.bytes };
}

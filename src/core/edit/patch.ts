import type { FileEdit, PatchChunk } from '../request';
import { LineSearch } from './lineSearch';

type Patch = Extract<FileEdit, { type: 'patch' }>;

/** The text afterwards, or why the patch does not fit. `chunk` counts from 0. */
type AppliedPatch = { readonly text: string } | { readonly problem: string; readonly chunk: number };

/** Lines `at` to `at + count` become `lines`. */
interface Replacement {
  readonly at: number;
  readonly count: number;
  readonly lines: readonly string[];
  readonly chunk: number;
}

type Placed = Replacement | string;

/**
 * Applies a patch to a file's text, whose lines end in LF, and gives the text afterwards or the chunk that does not fit.
 * `fuzzy` does what Codex's apply_patch does (openai/codex, codex-rs/apply-patch, lib.rs and seek_sequence.rs, with its feature
 * apply_patch_preserve_line_endings off, as it is by default): the context is written as the patch has it, lines that are
 * only added go to the end of the file wherever the anchors are, and the result ends in a newline. `exact` does what `git apply`
 * does with a unified diff, but takes the nearest place where the line number is wrong.
 */
export function applyPatch(edit: Patch, before: string): AppliedPatch {
  return edit.matching === 'fuzzy' ? applyFuzzy(edit.chunks, before) : applyExact(edit.chunks, before);
}

function applyFuzzy(chunks: readonly PatchChunk[], before: string): AppliedPatch {
  if (chunks.length === 0) return { text: before };
  const lines = before.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const search = new LineSearch(lines);
  const replacements: Replacement[] = [];
  let from = 0;
  for (const [chunk, one] of chunks.entries()) {
    const start = afterAnchors(one, from, (anchor, at) => seek(search, lines, [anchor], at, false));
    if (start === undefined) return { problem: anchorProblem(chunk, chunks, search), chunk };
    from = start;
    if (one.oldLines.length === 0) {
      const at = lines.at(-1) === '' ? lines.length - 1 : lines.length;
      replacements.push({ at, count: 0, lines: one.newLines, chunk });
      continue;
    }
    const placed = placeFuzzy(one, chunk, from, search, lines);
    if (typeof placed === 'string') return { problem: `${nameOf(chunk, chunks)} ${placed}`, chunk };
    replacements.push(placed);
    from = placed.at + placed.count;
  }
  const after = replaced(lines, replacements, chunks);
  if (!Array.isArray(after)) return after;
  // A last line that is empty already counts as the newline at the end: Codex takes a blank line away there.
  if (after.at(-1) !== '') after.push('');
  return { text: after.join('\n') };
}

function placeFuzzy(
  one: PatchChunk,
  chunk: number,
  from: number,
  search: LineSearch,
  lines: readonly string[],
): Placed {
  let { oldLines, newLines } = one;
  let at = seek(search, lines, oldLines, from, one.atEnd === true);
  if (at === undefined && oldLines.at(-1) === '') {
    // Models write the newline at the end of a file as an empty line of context.
    oldLines = oldLines.slice(0, -1);
    if (newLines.at(-1) === '') newLines = newLines.slice(0, -1);
    at = seek(search, lines, oldLines, from, one.atEnd === true);
  }
  if (at === undefined) {
    if (search.spent) return tooLong;
    if (one.atEnd) return 'does not fit: its old lines are not the last ones of the file.';
    return from === 0
      ? 'does not fit: its old lines are not in the file.'
      : 'does not fit: its old lines are not in the rest of the file.';
  }
  if (at < from) return 'overlaps the one before it.';
  return { at, count: oldLines.length, lines: newLines, chunk };
}

/** Each likeness is tried on the whole rest of the file before the next one. */
function seek(
  search: LineSearch,
  lines: readonly string[],
  wanted: readonly string[],
  from: number,
  atEnd: boolean,
): number | undefined {
  if (wanted.length === 0) return from;
  if (wanted.length > lines.length) return undefined;
  const start = atEnd ? lines.length - wanted.length : from;
  for (const likeness of ['exact', 'endSpace', 'space', 'signs'] as const) {
    const at = search.first(wanted, start, likeness);
    if (at !== undefined) return at;
  }
  return undefined;
}

function applyExact(chunks: readonly PatchChunk[], before: string): AppliedPatch {
  // The text after the last newline counts as a line: so a missing newline is a difference, as "\ No newline" says.
  const lines = before.split('\n');
  const search = new LineSearch(lines);
  const replacements: Replacement[] = [];
  let from = 0;
  for (const [chunk, one] of chunks.entries()) {
    const start = afterAnchors(one, from, (anchor, at) => search.first([anchor], at, 'exact'));
    if (start === undefined) return { problem: anchorProblem(chunk, chunks, search), chunk };
    from = start;
    const placed = placeExact(one, chunk, from, search, lines);
    if (typeof placed === 'string') return { problem: `${nameOf(chunk, chunks)} ${placed}`, chunk };
    replacements.push(placed);
    from = placed.at + placed.count;
  }
  const after = replaced(lines, replacements, chunks);
  return Array.isArray(after) ? { text: after.join('\n') } : after;
}

function placeExact(
  one: PatchChunk,
  chunk: number,
  from: number,
  search: LineSearch,
  lines: readonly string[],
): Placed {
  const { oldLines, newLines } = one;
  const count = oldLines.length;
  const at = (place: number): Replacement => ({ at: place, count, lines: newLines, chunk });
  const expected = one.line === undefined ? from : one.line - 1;
  if (count === 0) {
    const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    if (expected < from) return 'does not fit: it is before the end of the one before it.';
    return expected > end ? `does not fit: the file has no line ${expected}.` : at(expected);
  }
  if (one.atEnd) {
    const place = lines.length - count;
    if (place >= from && search.isAt(oldLines, place)) return at(place);
    return 'does not fit: its old lines are not the last ones of the file.';
  }
  if (expected >= from && search.isAt(oldLines, expected)) return at(expected);
  let nearest: number | undefined;
  for (const place of search.places(oldLines, from, 'exact')) {
    // At another place than the expected one, a blank line is not the end of the file.
    if (place + count === lines.length && lines.at(-1) === '' && newLines.at(-1) !== '') continue;
    if (nearest !== undefined && Math.abs(place - expected) >= Math.abs(nearest - expected)) break;
    nearest = place;
  }
  if (search.spent) return tooLong;
  if (nearest !== undefined) return at(nearest);
  return from === 0
    ? 'does not fit: its old lines are not in the file.'
    : 'does not fit: its old lines are not in the rest of the file.';
}

/** The line after the last anchor, or nothing where one is not found. */
function afterAnchors(
  one: PatchChunk,
  from: number,
  find: (anchor: string, from: number) => number | undefined,
): number | undefined {
  let at = from;
  for (const anchor of one.anchors) {
    const found = find(anchor, at);
    if (found === undefined) return undefined;
    at = found + 1;
  }
  return at;
}

function replaced(
  lines: readonly string[],
  replacements: readonly Replacement[],
  chunks: readonly PatchChunk[],
): string[] | { readonly problem: string; readonly chunk: number } {
  const after: string[] = [];
  let from = 0;
  // Lines that are added at the end may come before changes higher up.
  for (const one of [...replacements].sort((a, b) => a.at - b.at)) {
    if (one.at < from) return { problem: `${nameOf(one.chunk, chunks)} overlaps another one.`, chunk: one.chunk };
    for (; from < one.at; from++) after.push(lines[from]!);
    for (const line of one.lines) after.push(line);
    from += one.count;
  }
  for (; from < lines.length; from++) after.push(lines[from]!);
  return after;
}

const tooLong = 'cannot be placed: to look for it takes too long.';

function anchorProblem(chunk: number, chunks: readonly PatchChunk[], search: LineSearch): string {
  const problem = 'does not fit: a line that it names as the place is not in the rest of the file.';
  return `${nameOf(chunk, chunks)} ${search.spent ? tooLong : problem}`;
}

function nameOf(chunk: number, chunks: readonly PatchChunk[]): string {
  return chunks.length === 1 ? 'The change' : `Change ${chunk + 1} of ${chunks.length}`;
}

import { diffWords } from 'diff';
import type { DiffLine } from './hunks';
import { hunksOf } from './hunks';
import { linesOf } from './text';

/** The text of a file that comes nearest to one that is not in it. Lines are 1-based and inclusive. */
export interface Nearest {
  readonly startLine: number;
  readonly endLine: number;
  /** Words that differ, counted once where one stands for another. */
  readonly words: number;
  /** From the file's text to the one looked for. */
  readonly lines: readonly DiffLine[];
}

/** Bounds on what is looked at: the search is a help, and must cost nothing that a person would notice. */
const maxLines = 20_000;
const maxLineLength = 400;
const maxWanted = 200;
/** Below this likeness (0 to 1) nothing is near. */
const minLikeness = 0.4;
const candidates = 8;

/** Finds the lines of a text that are most like the wanted ones; undefined if none are, or the text is too large to look. */
export function nearestText(text: string, wanted: string): Nearest | undefined {
  const lines = linesOf(text);
  const sought = linesOf(wanted);
  if (lines.length === 0 || lines.length > maxLines || sought.length === 0 || sought.length > maxWanted)
    return undefined;
  // The line that says most is looked for first; then the places around its best matches are compared whole.
  const key = sought.reduce(
    (best, line, index) => (line.trim().length > sought[best]!.trim().length ? index : best),
    0,
  );
  const pairs = pairsOf(sought[key]!);
  const places = lines
    .map((line, index) => ({ start: index - key, score: likeness(pairs, pairsOf(line)) }))
    .filter((place) => place.score >= minLikeness / 2)
    .sort((a, b) => b.score - a.score)
    .slice(0, candidates);
  const wantedPairs = sought.map(pairsOf);
  let best: { start: number; score: number } | undefined;
  for (const { start } of places) {
    const score =
      wantedPairs.reduce((sum, one, index) => sum + likeness(one, pairsOf(lines[start + index] ?? '')), 0) /
      sought.length;
    if (score >= minLikeness && (!best || score > best.score)) best = { start, score };
  }
  if (!best) return undefined;
  const start = Math.max(0, best.start);
  const found = lines.slice(start, Math.min(lines.length, best.start + sought.length));
  const [there, asked] = [`${found.join('\n')}\n`, `${sought.join('\n')}\n`];
  const shifted = hunksOf(there, asked).flatMap((hunk) => hunk.lines);
  return {
    startLine: start + 1,
    endLine: start + found.length,
    words: differingWords(there, asked),
    lines: shifted.map((line) => ({ ...line, ...(line.old === undefined ? {} : { old: line.old + start }) })),
  };
}

function differingWords(a: string, b: string): number {
  const count = { added: 0, removed: 0 };
  for (const part of diffWords(a, b, { timeout: 100 }) ?? []) {
    const words = part.value.split(/\s+/).filter((word) => word !== '').length;
    if (part.added) count.added += words;
    if (part.removed) count.removed += words;
  }
  return Math.max(count.added, count.removed);
}

/** The pairs of neighbouring characters of a line, white space left out, with how often each is there. */
function pairsOf(line: string): ReadonlyMap<string, number> {
  const text = line.slice(0, maxLineLength).replaceAll(/\s+/g, '');
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient of two lines; two lines without pairs are alike. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [common, all] = [0, 0];
  for (const [pair, count] of a) {
    common += Math.min(count, b.get(pair) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? 1 : (2 * common) / all;
}

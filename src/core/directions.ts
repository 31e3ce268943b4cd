import type { Segment } from './visibleText';

const letter = '[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]';
const rightToLeft = new RegExp(letter, 'u');
const sign = ' ,.!?:;-';
const words = `[\\p{L}\\p{M}\\p{N}${sign}]{1,300}`;

/**
 * Sentences: what stands between quotation marks, or after a comment's sign. They are one value or none, and read as they are written. Else
 * each run of letters stands for itself.
 */
const runs = `(?<!\\\\)(?<quote>["'])${words}\\k<quote>|(?<=(?<!\\\\)\\s# ?)(?! )${words}$|${letter}+`;
const inLine = new RegExp(runs, 'gu');
/** Of a whole line, which may be a comment, or a sentence without a letter of another script. */
const inWholeLine = new RegExp(`(?<=^# ?)(?! )${words}$|^(?:${letter}|[${sign}])+$|${runs}`, 'gu');

/**
 * Cuts out what reads from right to left, for commands, paths and names. A page would draw the words, numbers and slashes between two such
 * words in the order of their script: `cp א ב` as `cp ב א`, a path with its folders exchanged.
 *
 * @param segments of one line
 */
export function withDirections(segments: readonly Segment[]): readonly Segment[] {
  const pattern = segments.length === 1 ? inWholeLine : inLine;
  return segments.flatMap((segment): readonly Segment[] => {
    if (segment.type !== 'text' || !rightToLeft.test(segment.text)) return [segment];
    const parts: Segment[] = [];
    let at = 0;
    for (const { 0: found, index, groups } of segment.text.matchAll(pattern)) {
      if (!rightToLeft.test(found)) continue;
      const edge = groups?.['quote'] === undefined ? 0 : 1;
      const [from, to] = [index + edge, index + found.length - edge];
      if (from > at) parts.push({ type: 'text', text: segment.text.slice(at, from) });
      parts.push({ type: 'text', text: segment.text.slice(from, to), apart: true });
      at = to;
    }
    if (at < segment.text.length) parts.push({ type: 'text', text: segment.text.slice(at) });
    return parts;
  });
}

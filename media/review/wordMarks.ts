import { diffWordsWithSpace } from 'diff';
import type { LineView } from '../../src/protocol/views';

/** A piece of a changed line, and whether the other side has it too. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** Longer lines, and more pairs than this, are not worth the time it would take. */
const maxLine = 500;
const maxPairs = 200;
/** If less than this part of a line stays, marks would only be noise. */
const minKept = 0.3;

/** Words that changed in lines that were replaced, by line. A removed line is compared with the added one in its place. */
export function wordMarks(lines: readonly LineView[]): ReadonlyMap<LineView, readonly Piece[]> {
  const pairs: (readonly [before: LineView, after: LineView])[] = [];
  for (let from = 0; from < lines.length;) {
    const removed = run(lines, from, 'remove');
    const added = run(lines, from + removed.length, 'add');
    for (let i = 0; i < Math.min(removed.length, added.length); i += 1) {
      const [before, after] = [removed[i], added[i]];
      if (before && after) pairs.push([before, after]);
    }
    if (pairs.length > maxPairs) return new Map();
    from += Math.max(1, removed.length + added.length);
  }
  const marks = new Map<LineView, readonly Piece[]>();
  for (const [before, after] of pairs) mark(marks, before, after);
  return marks;
}

function run(lines: readonly LineView[], from: number, type: LineView['type']): readonly LineView[] {
  let to = from;
  while (lines[to]?.type === type) to += 1;
  return lines.slice(from, to);
}

function mark(marks: Map<LineView, readonly Piece[]>, before: LineView, after: LineView): void {
  if (before.text.length > maxLine || after.text.length > maxLine) return;
  const changes = diffWordsWithSpace(before.text, after.text, { timeout: 20 });
  if (!changes) return;
  const kept = changes.reduce(
    (sum, change) => sum + (change.added || change.removed ? 0 : change.value.trim().length),
    0,
  );
  const longer = Math.max(before.text.trim().length, after.text.trim().length);
  if (kept === 0 || kept / longer < minKept) return;
  const pieces = (leaveOut: 'added' | 'removed'): readonly Piece[] =>
    changes
      .filter((change) => !change[leaveOut])
      .map((change) => ({ text: change.value, changed: change.added || change.removed }));
  marks.set(before, pieces('added'));
  marks.set(after, pieces('removed'));
}

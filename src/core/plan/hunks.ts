import type { HunkView, LineView } from '../../protocol/views';
import { linesOf } from '../edit/text';
import { compareLists, type Stretch } from './changes';

/** Unchanged lines that stand around changed ones. */
const around = 2;

/** Two texts line by line: the stretches that differ, with some lines around them. */
export function hunksOf(before: string, after: string): readonly HunkView[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const hunks: { oldStart: number; newStart: number; lines: LineView[] }[] = [];
  const context = (from: number, to: number, count: number): LineView[] =>
    Array.from({ length: count }, (_, i) => ({
      type: 'context',
      text: old[from + i]!,
      old: from + i + 1,
      new: to + i + 1,
    }));
  const stretches = compareLists(old, now);
  stretches.forEach((stretch, index) => {
    if (stretch.type === 'same') {
      const { before: from, after: to, count } = stretch;
      const open = hunks.at(-1);
      const last = index === stretches.length - 1;
      const head = open ? Math.min(count, !last && count <= 2 * around ? count : around) : 0;
      open?.lines.push(...context(from, to, head));
      if (last || head === count) return;
      const tail = Math.min(around, count - head);
      const lines = context(from + count - tail, to + count - tail, tail);
      hunks.push({ oldStart: from + count - tail + 1, newStart: to + count - tail + 1, lines });
      return;
    }
    if (hunks.length === 0) hunks.push({ oldStart: 1, newStart: 1, lines: [] });
    hunks.at(-1)?.lines.push(...changed(stretch, old, now));
  });
  return hunks;
}

function changed(
  { before, removed, after, added }: Extract<Stretch, { type: 'changed' }>,
  old: readonly string[],
  now: readonly string[],
): LineView[] {
  return [
    ...old.slice(before, before + removed).map((text, i): LineView => ({ type: 'remove', text, old: before + i + 1 })),
    ...now.slice(after, after + added).map((text, i): LineView => ({ type: 'add', text, new: after + i + 1 })),
  ];
}

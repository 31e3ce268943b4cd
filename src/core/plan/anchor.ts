import type { Anchor, ReviewComment } from '../../protocol/comment';
import { diffArrays } from 'diff';
import { planLines, textAt } from './comment';

/** What became of a comment's text in a later plan. */
export type AnchorState = 'unchanged' | 'textChanged' | 'gone';

export interface Reanchored {
  readonly comment: ReviewComment;
  readonly state: AnchorState;
  /** Where the text stands now; for changed text, what stands in its place. Absent when it is gone. */
  readonly anchor?: Anchor;
}

const diffTimeoutMs = 500;

/**
 * Finds the places of comments in a changed plan. A comment is `unchanged` only where the very lines it was made on stand
 * again, as the line diff pairs them: text that merely looks alike elsewhere is never taken for it. Comments on the whole plan are
 * unchanged by nature.
 */
export function reanchor(comments: readonly ReviewComment[], before: string, after: string): readonly Reanchored[] {
  const [old, now] = [planLines(before), planLines(after)];
  const map = lineMap(old, now);
  return comments.map((comment) =>
    comment.anchor ? place(comment, comment.anchor, old, now, map) : { comment, state: 'unchanged' },
  );
}

/** For each old line (0-based) its new line if it stands unchanged, and for each stretch of changed lines what replaced it. */
interface LineMap {
  readonly kept: ReadonlyMap<number, number>;
  readonly replaced: readonly {
    readonly from: number;
    readonly to: number;
    readonly start: number;
    readonly end: number;
  }[];
}

function lineMap(old: readonly string[], now: readonly string[]): LineMap {
  const kept = new Map<number, number>();
  const replaced: { from: number; to: number; start: number; end: number }[] = [];
  const parts = diffArrays([...old], [...now], { timeout: diffTimeoutMs });
  // Too different to tell in time: everything was replaced.
  if (!parts) return { kept, replaced: [{ from: 0, to: old.length, start: 0, end: now.length }] };
  let [from, start] = [0, 0];
  let open: { from: number; to: number; start: number; end: number } | undefined;
  for (const part of parts) {
    const count = part.value.length;
    if (!part.added && !part.removed) {
      if (open) replaced.push(open);
      open = undefined;
      for (let index = 0; index < count; index++) kept.set(from + index, start + index);
      from += count;
      start += count;
      continue;
    }
    open ??= { from, to: from, start, end: start };
    if (part.removed) open.to = from += count;
    else open.end = start += count;
  }
  if (open) replaced.push(open);
  return { kept, replaced };
}

function place(
  comment: ReviewComment,
  anchor: Anchor,
  old: readonly string[],
  now: readonly string[],
  map: LineMap,
): Reanchored {
  const [from, to] = [anchor.startLine - 1, anchor.endLine - 1];
  // A place that was never in the old plan cannot be followed.
  if (textAt(old, anchor) !== anchor.quote) return { comment, state: 'gone' };
  const first = map.kept.get(from);
  const whole =
    first !== undefined &&
    Array.from({ length: to - from + 1 }, (_, index) => map.kept.get(from + index)).every(
      (line, index) => line === first + index,
    );
  if (whole)
    return { comment, state: 'unchanged', anchor: { ...anchor, startLine: first + 1, endLine: first + 1 + to - from } };
  return changed(comment, from, to, now, map);
}

/** Some of the lines were changed: the place is what stands between the nearest that were kept. */
function changed(comment: ReviewComment, from: number, to: number, now: readonly string[], map: LineMap): Reanchored {
  const touched = map.replaced.filter((part) => part.from <= to && part.to > from);
  const keptLines = Array.from({ length: to - from + 1 }, (_, index) => map.kept.get(from + index)).filter(
    (line) => line !== undefined,
  );
  const starts = [...touched.filter((part) => part.end > part.start).map((part) => part.start), ...keptLines];
  const ends = [...touched.filter((part) => part.end > part.start).map((part) => part.end - 1), ...keptLines];
  if (starts.length === 0) return { comment, state: 'gone' };
  const [startLine, endLine] = [Math.min(...starts) + 1, Math.max(...ends) + 1];
  const quote = textAt(now, { startLine, endLine }) ?? '';
  return { comment, state: 'textChanged', anchor: { startLine, endLine, quote } };
}

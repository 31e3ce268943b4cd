import type { Anchor, ReviewComment } from '../../protocol/comment';

/** The lines of a plan, without their endings. A lone CR is a character like any other. */
export function planLines(markdown: string): readonly string[] {
  return markdown.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** The source text at a place, line endings as LF; undefined if the plan has no such place. */
export function textAt(lines: readonly string[], anchor: Omit<Anchor, 'quote'>): string | undefined {
  const { startLine, endLine, startColumn, endColumn } = anchor;
  if (startLine < 1 || endLine < startLine || endLine > lines.length) return undefined;
  const covered = lines.slice(startLine - 1, endLine);
  const last = covered.length - 1;
  if (endColumn !== undefined) covered[last] = covered[last]!.slice(0, endColumn);
  if (startColumn !== undefined) covered[0] = covered[0]!.slice(startColumn);
  return covered.join('\n');
}

/** Comments in the order of the plan; those on the whole plan last, each in the order in which they were made. */
export function inPlanOrder(comments: readonly ReviewComment[]): readonly ReviewComment[] {
  const place = ({ anchor }: ReviewComment): readonly [number, number] =>
    anchor ? [anchor.startLine, anchor.startColumn ?? 0] : [Infinity, 0];
  return comments
    .map((comment, index) => ({ comment, index, at: place(comment) }))
    .sort((a, b) => (a.at[0] === b.at[0] ? a.at[1] - b.at[1] || a.index - b.index : a.at[0] - b.at[0]))
    .map(({ comment }) => comment);
}

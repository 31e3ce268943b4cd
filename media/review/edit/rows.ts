import { isBlank } from '../../../src/core/textRows';
import { visibleSegments, type Segment } from '../../../src/core/visibleText';
import type { LineView } from '../../../src/protocol/views';
import { longLine, pieces } from '../codeRows';

/** So many blank lines of one kind in a row are counted instead of shown. */
const manyBlanks = 4;
/** Rows in a chunk. */
const chunkSize = 100;

/** What is drawn as one row: a line, a piece of a long one, blank lines that stand together, or a remark on the line before. */
export interface Row {
  readonly line: LineView;
  /** `more` is any piece of a long line but the first. */
  readonly kind: 'line' | 'piece' | 'more' | 'blanks' | 'note';
  /** The lines that end with this row, if not just its own. */
  readonly lines?: readonly LineView[];
  /** What the piece of a long line says. */
  readonly piece?: readonly Segment[];
}

/** Two rows beside each other; null where the other side has nothing. */
export type RowPair = readonly [old: Row | null, now: Row | null];

/** Rows that are drawn together: one beneath the other, or as pairs. */
export interface RowChunk {
  readonly rows: readonly Row[] | null;
  readonly pairs: readonly RowPair[] | null;
  readonly lines: readonly LineView[];
}

/** A line of a file, on disk or as proposed. */
export interface LinePlace {
  readonly side: 'old' | 'new';
  readonly line: number;
}

const none: readonly LineView[] = [];

export function linesIn(row: Row | null): readonly LineView[] {
  return row ? (row.lines ?? [row.line]) : none;
}

export function rowsOf(lines: readonly LineView[]): readonly Row[] {
  const rows: Row[] = [];
  for (let from = 0; from < lines.length;) {
    const line = lines[from];
    if (!line) break;
    let to = from;
    while (lines[to]?.type === line.type && isBlank(lines[to]?.text ?? '')) to += 1;
    if (to - from < manyBlanks) {
      to = from + 1;
      pushLine(rows, line);
    } else {
      rows.push({ line, kind: 'blanks', lines: lines.slice(from, to) });
    }
    if (lines[to - 1]?.noNewline) rows.push({ line, kind: 'note', lines: none });
    from = to;
  }
  return rows;
}

/** One line of a megabyte would hold up the page: it is laid out in pieces, each as if it wrapped there anyway. */
function pushLine(rows: Row[], line: LineView): void {
  if (line.text.length <= longLine) {
    rows.push({ line, kind: 'line' });
    return;
  }
  const all = pieces(visibleSegments(line.text, 'code'));
  all.forEach((piece, index) => {
    const kind = index === 0 ? 'piece' : 'more';
    rows.push({ line, kind, piece, lines: index === all.length - 1 ? [line] : none });
  });
}

/** What was removed beside what was added in its place. */
export function pairsOf(rows: readonly Row[]): readonly RowPair[] {
  const pairs: RowPair[] = [];
  for (let from = 0; from < rows.length;) {
    const row = rows[from];
    if (row?.line.type === 'context') {
      pairs.push([row, row]);
      from += 1;
      continue;
    }
    const removed = run(rows, from, 'remove');
    const added = run(rows, from + removed.length, 'add');
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1)
      pairs.push([removed[i] ?? null, added[i] ?? null]);
    from += removed.length + added.length;
  }
  return pairs;
}

function run(rows: readonly Row[], from: number, type: LineView['type']): readonly Row[] {
  let to = from;
  while (rows[to]?.line.type === type) to += 1;
  return rows.slice(from, to);
}

export function chunksOf(lines: readonly LineView[], split: boolean): readonly RowChunk[] {
  const rows = rowsOf(lines);
  if (!split) return cut(rows).map((part) => ({ rows: part, pairs: null, lines: part.flatMap(linesIn) }));
  return cut(pairsOf(rows)).map((part) => ({ rows: null, pairs: part, lines: part.flatMap(linesOfPair) }));
}

export function linesOfPair([old, now]: RowPair): readonly LineView[] {
  return old === now ? linesIn(old) : [...linesIn(old), ...linesIn(now)];
}

function cut<T>(all: readonly T[]): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < all.length; from += chunkSize) parts.push(all.slice(from, from + chunkSize));
  return parts;
}

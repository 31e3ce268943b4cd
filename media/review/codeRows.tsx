import type { ComponentChildren, JSX } from 'preact';
import { textRows, type TextRow } from '../../src/core/textRows';
import { segmentsString, visibleSegments, type Segment, type TextKind } from '../../src/core/visibleText';
import { Chunked } from './chunked';
import { blankRun, drawSegments, manySegments, visible } from './text';
import { count } from './words';

/** Longer lines are laid out in pieces, each as if it wrapped there anyway: one line of a megabyte would hold up the page. */
export const longLine = 2000;

/** A row of a text, or a piece of a long one: where it is in the text, and what stands in the column of numbers. */
export interface PlacedRow {
  readonly n: string | number;
  /** Offsets into the text, without the end of the line. */
  readonly from: number;
  readonly to: number;
  /** So many lines without ink instead of a text. */
  readonly blank?: number;
  /** Its line has too many boxes to draw them. */
  readonly plain?: true;
  /** Of a piece of a long line: its text as read in that line, whose end is not the end of each piece. */
  readonly segments?: readonly Segment[];
}

/** The rows that a text is drawn as, in order. */
export function placedRows(text: string, kind: TextKind): readonly PlacedRow[] {
  const { rows } = textRows(text);
  let line = 1;
  let at = 0;
  return rows.flatMap((row): readonly PlacedRow[] => {
    const number = row.type === 'blank' ? row.from : row.number;
    for (; line < number; line += 1) at = text.indexOf('\n', at) + 1;
    return row.type === 'blank'
      ? [{ n: `${row.from}–${row.from + row.count - 1}`, from: at, to: at, blank: row.count }]
      : placedLine(row, at, kind);
  });
}

function placedLine(
  { number, text }: Extract<TextRow, { type: 'line' }>,
  from: number,
  kind: TextKind,
): readonly PlacedRow[] {
  if (text.length <= longLine) return [{ n: number, from, to: from + text.length }];
  const segments = visibleSegments(text, kind);
  const plain = segments.length > manySegments ? { plain: true as const } : {};
  let at = from;
  return pieces(segments).map((piece, index) => {
    const start = at;
    for (const segment of piece) at += segment.text.length;
    return { n: index === 0 ? number : '', from: start, to: at, ...plain, segments: piece };
  });
}

/** Untrusted text of a row, as boxes or as text. @param text of which the row is a part */
function rowText(text: string, { from, to, plain, segments }: PlacedRow, kind: TextKind): ComponentChildren {
  if (segments) return plain ? segmentsString(segments) : drawSegments(segments);
  return visible(text.slice(from, to), kind);
}

/** The whole of a text, wrapped, with line numbers if it has more than one line. */
export function CodeRows({ text, kind = 'prose' }: { text: string; kind?: TextKind }): JSX.Element {
  const draw = (row: PlacedRow): JSX.Element => (
    <div class={row.blank === undefined ? 'row' : 'row blank'} data-n={row.n}>
      {row.blank === undefined ? <code>{rowText(text, row, kind)}</code> : blankRun(row.blank)}
    </div>
  );
  return (
    <div class={textRows(text).lines > 1 ? 'rows numbered' : 'rows'}>
      <Chunked items={placedRows(text, kind)} draw={draw} size={100} itemHeight={20} />
    </div>
  );
}

/** How many lines of a text end in CR LF, which is not drawn in each; nothing if none does. */
export function LineEnds({ text }: { text: string }): JSX.Element | null {
  const { lines, crlf } = textRows(text);
  if (crlf === 0) return null;
  return <p class="quiet small line-ends">CR LF at the end of {crlf === lines ? 'all lines' : count(crlf, 'line')}</p>;
}

/** Cuts a long line where nothing that belongs together is torn: in plain text, or beside a box. */
export function pieces(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const result: Segment[][] = [];
  let room = 0;
  const put = (segment: Segment, size: number): void => {
    if (room <= 0) {
      result.push([]);
      room = longLine;
    }
    result.at(-1)?.push(segment);
    room -= size;
  };
  for (const segment of segments) {
    if (segment.type !== 'text') {
      put(segment, segment.label.length);
      continue;
    }
    for (let from = 0; from < segment.text.length;) {
      const end = from + (room > 0 ? room : longLine);
      // Not between the halves of a pair.
      const to = end + (/[\uD800-\uDBFF]/.test(segment.text.charAt(end - 1)) ? 1 : 0);
      const text = segment.text.slice(from, to);
      put({ ...segment, text }, text.length);
      from = to;
    }
  }
  return result;
}

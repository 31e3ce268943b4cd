import type { ComponentChildren, JSX } from 'preact';
import {
  segmentsString,
  textRows,
  visibleSegments,
  type Segment,
  type TextKind,
  type TextRow,
} from '../../src/core/visibleText';
import { Chunked } from './chunked';
import { blankRun, drawSegments, manySegments, visible } from './text';

/** Longer lines are laid out in pieces, each as if it wrapped there anyway: one line of a megabyte would hold up the page. */
export const longLine = 2000;

/** A row, or a piece of one. `n` is what stands in the column of numbers. */
interface Drawn {
  readonly n: string | number;
  readonly code: () => ComponentChildren;
  readonly blank?: true;
}

/** The whole of a text, wrapped, with line numbers if it has more than one line. */
export function CodeRows({ text, kind = 'prose' }: { text: string; kind?: TextKind }): JSX.Element {
  const { rows, lines } = textRows(text);
  return (
    <div class={lines > 1 ? 'rows numbered' : 'rows'}>
      <Chunked items={rows.flatMap((row) => drawn(row, kind))} draw={codeRow} size={100} itemHeight={20} />
    </div>
  );
}

function codeRow({ n, code, blank }: Drawn): JSX.Element {
  return (
    <div class={blank ? 'row blank' : 'row'} data-n={n}>
      {blank ? code() : <code>{code()}</code>}
    </div>
  );
}

function drawn(row: TextRow, kind: TextKind): readonly Drawn[] {
  if (row.type === 'blank') {
    const { from, count } = row;
    return [{ n: `${from}–${from + count - 1}`, code: () => blankRun(count), blank: true }];
  }
  const { number, text } = row;
  if (text.length <= longLine) return [{ n: number, code: () => visible(text, kind) }];
  const segments = visibleSegments(text, kind);
  const draw = segments.length > manySegments ? segmentsString : drawSegments;
  return pieces(segments).map((piece, index) => ({ n: index === 0 ? number : '', code: () => draw(piece) }));
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
      put({ type: 'text', text }, text.length);
      from = to;
    }
  }
  return result;
}

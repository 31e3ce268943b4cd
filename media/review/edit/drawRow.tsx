import type { ComponentChildren, JSX } from 'preact';
import { segmentsString, visibleSegments, type Segment } from '../../../src/core/visibleText';
import { blankRun, drawSegments, manySegments, visible } from '../text';
import type { Paint, Span } from './paint';
import type { LinePlace, Row } from './rows';

/** In longer lines each blank as an element of its own would hold up the page. */
const longestWithBlanks = 20_000;

const classes = { context: 'dl', add: 'dl add', remove: 'dl rem' } as const;

/** How a row is drawn beyond its text. */
export interface RowLook {
  readonly paint: Paint;
  readonly whitespace: boolean;
  /** Only this side of the row. */
  readonly side?: LinePlace['side'];
}

/** Two elements a line: numbers and sign are drawn by the style sheet, so that 50,000 lines stay light. */
export function drawRow(row: Row, look: RowLook, key: string): JSX.Element {
  const { line, kind } = row;
  const side = look.side ?? (line.type === 'remove' ? 'old' : 'new');
  if (kind === 'note') {
    return (
      <div class={`${classes[line.type]} note`} data-side={side} key={key}>
        No newline at end of file
      </div>
    );
  }
  const last = row.lines?.at(-1) ?? line;
  const numbered = kind !== 'more';
  return (
    <div
      class={numbered ? classes[line.type] : `${classes[line.type]} more`}
      data-side={side}
      data-old={numbered && look.side !== 'new' ? numbers(line.old, last.old) : ''}
      data-new={numbered && look.side !== 'old' ? numbers(line.new, last.new) : ''}
      key={key}
    >
      <code>{kind === 'blanks' ? blankRun(row.lines?.length ?? 0) : textOf(row, look)}</code>
    </div>
  );
}

/** Where the other side has lines and this one has none. */
export function drawNothing(key: string): JSX.Element {
  return <div class="dl none" aria-hidden="true" key={key} />;
}

function numbers(first: number | undefined, last: number | undefined): string | number {
  if (first === undefined) return '';
  return last === undefined || last === first ? first : `${first}…`;
}

function textOf({ line, piece }: Row, { paint, whitespace }: RowLook): ComponentChildren {
  if (piece) {
    if (piece.length > manySegments) return segmentsString(piece);
    return whitespace && line.text.length < longestWithBlanks
      ? piece.map((one) => drawBlanks(one, false))
      : drawSegments(piece);
  }
  const marks = paint.marks?.get(line);
  const spans = paint.colours?.get(line);
  const whole = line.text;
  const draw = (from: number, to: number): ComponentChildren =>
    whitespace ? blanks(whole.slice(from, to), to === whole.length) : visible(whole.slice(from, to));
  if (!marks) return spans ? coloured(spans, 0, whole.length, draw) : draw(0, whole.length);
  const Mark = line.type === 'add' ? 'ins' : 'del';
  let at = 0;
  return marks.map((one) => {
    const from = at;
    at += one.text.length;
    if (one.changed) return <Mark>{draw(from, at)}</Mark>;
    return spans ? coloured(spans, from, at, draw) : draw(from, at);
  });
}

/** The part of a line between two columns, in its colours. */
function coloured(
  spans: readonly Span[],
  from: number,
  to: number,
  draw: (from: number, to: number) => ComponentChildren,
): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let at = from;
  for (const span of spans) {
    const [start, end] = [Math.max(span.from, at), Math.min(span.to, to)];
    if (end <= start) continue;
    if (start > at) parts.push(draw(at, start));
    parts.push(<span class={span.name}>{draw(start, end)}</span>);
    at = end;
  }
  if (at < to) parts.push(draw(at, to));
  return parts;
}

/** Text whose spaces and tabs are seen. They stay what they are when they are copied: the style sheet draws over them. */
function blanks(text: string, atEnd: boolean): ComponentChildren {
  const segments = visibleSegments(text);
  if (segments.length > manySegments) return segmentsString(segments);
  return segments.map((segment, index) => drawBlanks(segment, atEnd && index === segments.length - 1));
}

function drawBlanks(segment: Segment, atEnd: boolean): ComponentChildren {
  if (segment.type === 'invisible') return drawSegments([segment]);
  const parts = segment.text.split(/( +|\t)/);
  // The end of the line, as far as it is blank, is marked.
  const inked = atEnd ? segment.text.trimEnd().length : Infinity;
  let at = 0;
  return parts.map((part) => {
    const trailing = at >= inked ? ' trail' : '';
    at += part.length;
    if (part.startsWith(' ')) return <span class={`sp${trailing}`}>{part}</span>;
    return part === '\t' ? <span class={`tab${trailing}`}>{part}</span> : part;
  });
}

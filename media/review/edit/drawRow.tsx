import type { ComponentChildren, JSX } from 'preact';
import { segmentsBetween, segmentsString, visibleSegments, type Segment } from '../../../src/core/visibleText';
import type { LineView } from '../../../src/protocol/views';
import { blankRun, drawSegments, manySegments } from '../text';
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
  const draw = drawer(line, whitespace);
  const { length } = line.text;
  if (!marks) return spans ? coloured(spans, 0, length, draw) : draw(0, length);
  const Mark = line.type === 'add' ? 'ins' : 'del';
  let at = 0;
  return marks.map((one) => {
    const from = at;
    at += one.text.length;
    if (one.changed) return <Mark>{draw(from, at)}</Mark>;
    return spans ? coloured(spans, from, at, draw) : draw(from, at);
  });
}

/** Draws ranges of a line. What is notable in it is found in the whole: a word may be cut by marks and colours. */
function drawer({ text, type }: LineView, whitespace: boolean): (from: number, to: number) => ComponentChildren {
  const segments = visibleSegments(text, 'code');
  const plain = segments.length === 1 && segments[0]?.type === 'text';
  const between = (from: number, to: number): readonly Segment[] =>
    plain ? [{ type: 'text', text: text.slice(from, to) }] : segmentsBetween(segments, from, to);
  const inked = text.trimEnd().length;
  if (whitespace) return (from, to) => blanks(between(from, to), to === text.length);
  if (type !== 'add' || inked === text.length || inked === 0)
    return (from, to) => (plain ? text.slice(from, to) : drawSegments(between(from, to)));
  // Blanks that an edit adds at the end of a line are always seen, the others where the person asks for it.
  return (from, to) => [
    from < inked && drawSegments(between(from, Math.min(to, inked))),
    to > inked && <EndBlanks segments={between(Math.max(from, inked), to)} />,
  ];
}

function EndBlanks({ segments }: { segments: readonly Segment[] }): JSX.Element {
  const name = 'blanks at the end of the line';
  return (
    <>
      {segments.map((one) =>
        one.type === 'text' ? (
          <span class="trail" role="img" title={name} aria-label={name}>
            {one.text}
          </span>
        ) : (
          drawSegments([one])
        ),
      )}
    </>
  );
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
function blanks(segments: readonly Segment[], atEnd: boolean): ComponentChildren {
  if (segments.length > manySegments) return segmentsString(segments);
  return segments.map((segment, index) => drawBlanks(segment, atEnd && index === segments.length - 1));
}

function drawBlanks(segment: Segment, atEnd: boolean): ComponentChildren {
  if (segment.type !== 'text') return drawSegments([segment]);
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

import type { ComponentChildren, JSX, VNode } from 'preact';
import { withDirections } from '../../../src/core/directions';
import { segmentsBetween, segmentsString, visibleSegments, visibleString } from '../../../src/core/visibleText';
import { Chunked } from '../chunked';
import type { PlacedRow } from '../codeRows';
import { blankRun, drawSegments, Icon, visible, visibleLine, withCode } from '../text';
import type { Drawn, Item, RowItem, StepLook } from './items';
import { partsIn, riskIn, type Lettered, type Range, type Stretch, type Why } from './marked';

/** How high a row is thought to be before it is laid out. */
const rowHeight = 26;

/**
 * A command, drawn in chunks. What is marked stands in its place with its letters, the reasons come after.
 *
 * @param numbers what has a number each; null if nothing has
 */
export function CommandCode({ drawn, numbers }: { drawn: Drawn; numbers: 'steps' | 'lines' | null }): JSX.Element {
  return (
    <div class={numbers ? `command-rows numbered of-${numbers}` : 'command-rows'}>
      <Chunked items={drawn.items} draw={(item) => drawItem(item, drawn)} size={100} itemHeight={rowHeight} />
    </div>
  );
}

function drawItem(item: Item, drawn: Drawn): VNode {
  switch (item.type) {
    case 'row':
      return drawRow(item, drawn);
    case 'operator':
      return (
        <div class="item leads" {...place(item.step)} data-n={item.step.number}>
          <span class="sr">Step {item.step.number}: </span>
          <Operator item={item} drawn={drawn} />
        </div>
      );
    case 'blank':
      return <div class="item">{blankRun(item.count)}</div>;
    case 'whys':
      return <Whys whys={item.whys} step={item.step} />;
    case 'end':
      return <div class="command-end" data-end-of-command="" />;
  }
}

function drawRow({ row, reach, leads, step }: RowItem, drawn: Drawn): VNode {
  const kind = step ? ` of-${step.kind}` : '';
  const number = step ? leads && step.number : row.blank === undefined && row.n;
  return (
    <div class={leads ? `item leads${kind}` : `item${kind}`} {...place(step)} data-n={number || undefined}>
      {step && leads && <span class="sr">Step {step.number}: </span>}
      {row.blank === undefined ? <code>{codeOf(drawn, row, reach)}</code> : blankRun(row.blank)}
    </div>
  );
}

function place(step: StepLook | undefined): { readonly style?: Readonly<Record<string, number>> } {
  return step && step.depth > 0 ? { style: { '--cs-depth': step.depth } } : {};
}

/** The words for an operator, and the operator itself where it is more than a sign. */
function Operator(props: { item: Extract<Item, { type: 'operator' }>; drawn: Drawn }): JSX.Element {
  const { item, drawn } = props;
  const sign = drawn.text.slice(item.from, item.to);
  const parts = partsIn(drawn.stretches, item.from, item.to);
  const marks = [...new Set(parts.flatMap((part) => part.marks))];
  return (
    <span class="op" title={visibleString(sign)}>
      {marks.length > 0 ? marked(visible(item.words), marks, marks, marks) : visible(item.words)}
      {!/^[\w\t\n !-/:-@[-`{-~]*$/.test(sign) && <code> {visibleLine(sign)}</code>}
    </span>
  );
}

/** A part of a command with its marks. */
function codeOf(
  { text, stretches }: Drawn,
  row: Range & Pick<PlacedRow, 'plain' | 'segments'>,
  reach = Infinity,
): ComponentChildren {
  const begun = new Set<Lettered>();
  // Of the row as a whole: the end of a part is not the end of a line, and a word may be marked in part.
  const segments = withDirections(row.segments ?? visibleSegments(text.slice(row.from, row.to), 'exact'));
  const draw = row.plain ? segmentsString : drawSegments;
  return partsIn(stretches, row.from, row.to).map((part) => {
    const code = draw(segmentsBetween(segments, part.from - row.from, part.to - row.from));
    if (part.marks.length === 0) return code;
    const begins = part.marks.filter((one) => !begun.has(one));
    for (const one of begins) begun.add(one);
    return marked(code, part.marks, begins, ending(part, row.to, reach));
  });
}

/** The marks that are named at the end of a part: they end there, or with the row. */
function ending({ to, marks }: Stretch, end: number, reach: number): readonly Lettered[] {
  return marks.filter(({ mark }) => mark.to <= reach && Math.min(mark.to, end) === to);
}

/** @param begins those that are read out before it @param ends those whose letters stand after it */
function marked(
  children: ComponentChildren,
  marks: readonly Lettered[],
  begins: readonly Lettered[],
  ends: readonly Lettered[],
): VNode {
  return (
    <>
      <mark class={riskIn(marks)}>
        {begins.length > 0 && (
          <span class="sr">
            {begins.map(({ letter, mark }) => `marked ${letter}, ${mark.risk}`).join('; ')}
            {': '}
          </span>
        )}
        {children}
      </mark>
      {ends.length > 0 && <sup aria-hidden="true">{ends.map(({ letter }) => letter).join(' ')}</sup>}
    </>
  );
}

function Whys({ whys, step }: { whys: readonly Why[]; step: StepLook | undefined }): JSX.Element {
  return (
    <ul class="item whys" {...place(step)}>
      {whys.map(({ letters, quotes, mark }) => (
        <li class="why">
          <Icon
            name={mark.risk === 'dangerous' ? 'warning' : 'info'}
            tone={mark.risk === 'dangerous' ? 'danger' : 'careful'}
            small
          />
          <span class="ref">
            {letters.join(' ')}
            <span class="sr">, {mark.risk}: </span>
          </span>
          <span>
            <b>{withCode(mark.title)}</b> {withCode(mark.text)}
            {quotes.map((quote) => (
              <code class="quote"> {visibleLine(quote)}</code>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

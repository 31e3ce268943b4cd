import type { CommandAnalysis, StepView } from '../../../src/protocol/command';
import { thenWords } from '../../../src/core/command/stepWords';
import { placedRows, type PlacedRow } from '../codeRows';
import { firstAfter, lettered, stretchesOf, whysOf, type Lettered, type Range, type Stretch, type Why } from './marked';

/** A row of a command's text. */
export interface RowItem {
  readonly type: 'row';
  readonly row: PlacedRow;
  /** Marks that end before this place are named in this row. */
  readonly reach: number;
  /** It is the first thing of its step. */
  readonly leads: boolean;
  readonly step?: StepLook;
}

/** How what belongs to a step looks. */
export interface StepLook {
  /** 1-based. */
  readonly number: number;
  readonly kind: StepView['kind'];
  readonly depth: number;
}

/** What a command is drawn as, one beneath the other. All of it is flat, so that any number of steps of any length can be drawn in chunks. */
export type Item =
  | RowItem
  /** What stands before a step, in words. */
  | {
      readonly type: 'operator';
      readonly words: string;
      readonly from: number;
      readonly to: number;
      readonly step: StepLook;
    }
  /** Lines between steps. */
  | { readonly type: 'blank'; readonly count: number }
  | { readonly type: 'whys'; readonly whys: readonly Why[]; readonly step?: StepLook }
  /** Nothing of the command comes after it. */
  | { readonly type: 'end' };

/** A command, ready to be drawn. */
export interface Drawn {
  readonly text: string;
  readonly stretches: readonly Stretch[];
  readonly items: readonly Item[];
}

/** Fewer blank lines between steps are not worth a word: they do not push anything out of view. */
const manyBlanks = 3;
/** Deeper steps are not moved in further: there must be room for their text. */
const maxDepth = 8;

/** A command as its steps, each with the reasons for its marks. */
export function stepItems(text: string, { marks, steps }: CommandAnalysis): Drawn {
  const all = lettered(marks);
  const items: Item[] = [];
  const list = steps ?? [];
  const groups = groupsBy(all, list);
  let at = 0;
  let reasons: readonly Item[] = [];
  list.forEach((step, index) => {
    const { from, to, kind, operator } = step;
    const said = operator && isSaid(text, operator) ? operator : undefined;
    const look: StepLook = { number: index + 1, kind, depth: Math.min(step.depth, maxDepth) };
    items.push(...restItems(text, { from: at, to: from }, operator), ...reasons, ...blankItems(text, at, from));
    if (said) items.push({ type: 'operator', ...said, step: look });
    items.push(...rowItems(text, step, said ? undefined : 0, look));
    const own = groups.get(index) ?? [];
    const drawn = (mark: Range): boolean =>
      [step, said].some((range) => range && overlap(mark, range)) || !separates(text.slice(mark.from, mark.to));
    const quote = (mark: Range): string => (drawn(mark) ? '' : text.slice(mark.from, mark.to));
    reasons = own.length > 0 ? [{ type: 'whys', whys: whysOf(own, quote), step: look }] : [];
    at = to;
  });
  const end = { from: at, to: text.length };
  items.push(...restItems(text, end), ...reasons, ...blankItems(text, at, text.length), { type: 'end' });
  return { text, stretches: stretchesOf(all), items };
}

/** A command line by line. @param whole it is all there is to see: the reasons stand under their lines, and it has the end */
export function rawItems(text: string, { marks }: CommandAnalysis, whole: boolean): Drawn {
  const all = lettered(marks);
  const rows = rowItems(text, { from: 0, to: text.length });
  const items: Item[] = [];
  const groups = whole
    ? groupsBy(
        all,
        rows.map(({ reach }) => ({ to: reach })),
      )
    : new Map<number, Lettered[]>();
  rows.forEach((row, index) => {
    items.push(row);
    const own = groups.get(index) ?? [];
    if (own.length > 0) items.push({ type: 'whys', whys: whysOf(own) });
  });
  if (whole) items.push({ type: 'end' });
  return { text, stretches: stretchesOf(all), items };
}

/** @param leading the index of the row that is the first thing of its step */
function rowItems(text: string, { from, to }: Range, leading?: number, step?: StepLook): readonly RowItem[] {
  const rows = placedRows(text.slice(from, to), 'exact');
  const items: RowItem[] = [];
  // A mark that goes on after the last row is named there too.
  let reach = Infinity;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]!;
    const moved = { ...row, from: row.from + from, to: row.to + from };
    items.push({ type: 'row', row: moved, reach, leads: index === leading, ...(step ? { step } : {}) });
    if (row.blank === undefined) reach = moved.from;
  }
  return items.reverse();
}

/** In a script each line is a step, and that one follows the other need not be said of each. */
function isSaid(text: string, { from, to, words }: NonNullable<StepView['operator']>): boolean {
  return words !== thenWords || !/^[ \t\r]*\n\s*$/.test(text.slice(from, to));
}

function overlap(a: Range, b: Range): boolean {
  return a.from < b.to && b.from < a.to;
}

/** Each mark belongs to the first range that ends after its beginning; the last one takes what is left. */
function groupsBy(all: readonly Lettered[], ranges: readonly { readonly to: number }[]): Map<number, Lettered[]> {
  const groups = new Map<number, Lettered[]>();
  for (const one of all) {
    const index = Math.min(firstAfter(ranges, one.mark.from), ranges.length - 1);
    const group = groups.get(index) ?? [];
    groups.set(index, group);
    group.push(one);
  }
  return groups;
}

/** What stands between two steps and is no operator is shown as well, unless it only separates. */
function restItems(text: string, gap: Range, operator: Range = { from: gap.to, to: gap.to }): readonly Item[] {
  const sides = [
    { from: gap.from, to: operator.from },
    { from: operator.to, to: gap.to },
  ];
  return sides.flatMap(({ from, to }) => {
    const rest = text.slice(from, to);
    if (separates(rest)) return [];
    return rowItems(text, trimmed(text, { from, to })).map((item) => ({ ...item, row: { ...item.row, n: '' } }));
  });
}

/** Without the spaces and line ends around it; whatever else has no ink is shown. */
function trimmed(text: string, { from, to }: Range): Range {
  let [start, end] = [from, to];
  while (/^(?:[ \t\n]|\r\n)/.test(text.slice(start, start + 2))) start += 1;
  while (/[ \t\n]/.test(text.charAt(end - 1))) end -= text.slice(end - 2, end) === '\r\n' ? 2 : 1;
  return { from: start, to: end };
}

/** Whether a text only keeps steps apart. */
function separates(text: string): boolean {
  return text.replace(/\\?\r?\n|[ \t;]/g, '') === '';
}

function blankItems(text: string, from: number, to: number): readonly Item[] {
  const breaks = text.slice(from, to).split('\n').length - 1;
  const count = from === 0 ? breaks : breaks - 1;
  return count < manyBlanks ? [] : [{ type: 'blank', count }];
}

import type { MarkView } from '../../../src/protocol/command';

/** A part of a text: offsets, the end exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A mark with the letter by which the text names it. */
export interface Lettered {
  readonly letter: string;
  readonly mark: MarkView;
}

/** A stretch of a text with the marks that lie over it; none: not marked. */
export interface Stretch extends Range {
  readonly marks: readonly Lettered[];
}

/** Reasons that are the same share a line. */
export interface Why {
  readonly letters: readonly string[];
  /** What is marked, where that is not drawn with its letter. */
  readonly quotes: readonly string[];
  readonly mark: MarkView;
}

/** `a` to `z`, then `aa`. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** The marks with their letters, in the order of the text. */
export function lettered(marks: readonly MarkView[]): readonly Lettered[] {
  return marks
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .map((mark, index) => ({ letter: letterOf(index), mark }));
}

/** Cuts a text where a mark begins or ends, so that those that overlap can be drawn beside each other. Only what is marked is given. */
export function stretchesOf(all: readonly Lettered[]): readonly Stretch[] {
  const inked = all.filter(({ mark }) => mark.to > mark.from);
  const cuts = [...new Set(inked.flatMap(({ mark }) => [mark.from, mark.to]))].sort((a, b) => a - b);
  const result: Stretch[] = [];
  let next = 0;
  let active: readonly Lettered[] = [];
  cuts.forEach((from, index) => {
    active = active.filter(({ mark }) => mark.to > from);
    for (let one = inked[next]; one && one.mark.from === from; one = inked[next]) {
      active = [...active, one];
      next += 1;
    }
    const to = cuts[index + 1];
    if (to !== undefined && active.length > 0) result.push({ from, to, marks: active });
  });
  return result;
}

/** A range of the text as stretches without a gap, marked and not. */
export function partsIn(stretches: readonly Stretch[], from: number, to: number): readonly Stretch[] {
  const parts: Stretch[] = [];
  let at = from;
  for (let index = firstAfter(stretches, from); at < to; index += 1) {
    const stretch = stretches[index];
    if (!stretch || stretch.from >= to) break;
    if (stretch.from > at) parts.push({ from: at, to: stretch.from, marks: [] });
    parts.push({ from: Math.max(at, stretch.from), to: Math.min(to, stretch.to), marks: stretch.marks });
    at = Math.min(to, stretch.to);
  }
  if (at < to) parts.push({ from: at, to, marks: [] });
  return parts;
}

/** The index of the first of these, in order, that ends after a place. */
export function firstAfter(ranges: readonly { readonly to: number }[], place: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The worst of these. */
export function riskIn(marks: readonly Lettered[]): MarkView['risk'] {
  return marks.some(({ mark }) => mark.risk === 'dangerous') ? 'dangerous' : 'careful';
}

/** The reasons for these marks, each once. @param quoteOf the text of a mark that is not drawn, else nothing */
export function whysOf(marks: readonly Lettered[], quoteOf: (mark: MarkView) => string = () => ''): readonly Why[] {
  const whys = new Map<string, { readonly letters: string[]; readonly quotes: string[]; readonly mark: MarkView }>();
  for (const { letter, mark } of marks) {
    const name = JSON.stringify([mark.risk, mark.title, mark.text]);
    const why = whys.get(name) ?? { letters: [], quotes: [], mark };
    whys.set(name, why);
    why.letters.push(letter);
    const quote = quoteOf(mark);
    if (quote !== '') why.quotes.push(quote);
  }
  return [...whys.values()];
}

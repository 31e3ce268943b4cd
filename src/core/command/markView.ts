import type { CommandAnalysis, MarkView } from '../../protocol/command';
import { rules, type RuleId } from './rules';

/** A range of the text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What is said in this case, where it is more than the rule's own words. */
export interface OwnWords {
  readonly title?: string;
  readonly text?: string;
}

/** A mark of a rule on a range, in the rule's words or in better ones. */
export function markOf(rule: RuleId, { from, to }: Range, words: OwnWords = {}): MarkView {
  const { risk, title, text } = rules[rule];
  return { rule, risk, from, to, title: words.title ?? title, text: words.text ?? text };
}

/** The marks in a part of a text, as ranges of the whole. @param marksIn finds them in the part alone */
export function marksWithin(
  text: string,
  { from, to }: Range,
  marksIn: (part: string) => readonly MarkView[],
): readonly MarkView[] {
  return marksIn(text.slice(from, to)).map((mark) => ({ ...mark, from: mark.from + from, to: mark.to + from }));
}

/** In the order of the text, without repetitions. */
export function sortedMarks(marks: readonly MarkView[]): readonly MarkView[] {
  const seen = new Map(marks.map((mark) => [`${mark.from} ${mark.to} ${mark.rule}`, mark]));
  return [...seen.values()].toSorted((a, b) => a.from - b.from || a.to - b.to || (a.rule < b.rule ? -1 : 1));
}

/** More marks than this are only counted: a page of them helps nobody, and would take seconds to draw. */
export const mostMarks = 1000;

/** The marks that are shown, in the order of the text: the dangerous ones before others; and how many more there are. */
export function shownMarks(marks: readonly MarkView[]): Pick<CommandAnalysis, 'marks' | 'unshown'> {
  if (marks.length <= mostMarks) return { marks };
  const kept = [...marks.filter(isDangerous), ...marks.filter((mark) => !isDangerous(mark))].slice(0, mostMarks);
  return { marks: sortedMarks(kept), unshown: marks.length - mostMarks };
}

function isDangerous({ risk }: MarkView): boolean {
  return risk === 'dangerous';
}

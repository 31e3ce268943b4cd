import type { MarkView } from '../../protocol/command';
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

/** In the order of the text, without repetitions. */
export function sortedMarks(marks: readonly MarkView[]): readonly MarkView[] {
  const seen = new Map(marks.map((mark) => [`${mark.from} ${mark.to} ${mark.rule}`, mark]));
  return [...seen.values()].toSorted((a, b) => a.from - b.from || a.to - b.to || (a.rule < b.rule ? -1 : 1));
}

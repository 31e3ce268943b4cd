import type { Anchor } from '../../protocol/comment';
import { textAt } from './comment';

/** A stretch of a text, in UTF-16 offsets. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Longer selections are anchored by their lines. */
const longestQuote = 20_000;

/** Characters that are markup more often than text. They and white space do not count when rendered text is looked for. */
const markup = new Set(['`', '*', '_', '~', '\\', '>', '|']);
const paired = ['`', '*', '_', '~'] as const;

/**
 * The place of a selection in a plan's source, given the lines of the block that it was made in. Columns only if the
 * text stands there exactly once, as it is or but for markup; else the whole lines.
 */
export function anchorOf(lines: readonly string[], startLine: number, endLine: number, selected = ''): Anchor {
  const quote = textAt(lines, { startLine, endLine }) ?? '';
  const whole: Anchor = { startLine, endLine, quote };
  const wanted = selected.trim();
  if (wanted === '' || wanted.length > longestQuote) return whole;
  const span = onlyExact(quote, wanted) ?? onlyLoose(quote, wanted);
  if (!span || (span.from === 0 && span.to === quote.length)) return whole;
  const [start, end] = [placeIn(quote, span.from), placeIn(quote, span.to)];
  return {
    startLine: startLine + start.line,
    endLine: startLine + end.line,
    startColumn: start.column,
    endColumn: end.column,
    quote: quote.slice(span.from, span.to),
  };
}

/** Where source text stands in a rendered text: the first place that is the same but for white space and markup. */
export function findQuote(rendered: string, quote: string): Span | null {
  return looseFinds(rendered, quote)[0] ?? null;
}

function onlyExact(text: string, wanted: string): Span | null {
  const from = text.indexOf(wanted);
  return from >= 0 && text.indexOf(wanted, from + 1) < 0 ? { from, to: from + wanted.length } : null;
}

function onlyLoose(text: string, wanted: string): Span | null {
  const [first, ...more] = looseFinds(text, wanted);
  return first && more.length === 0 ? withPairs(text, first) : null;
}

/** The first two places, so that one can tell whether there is only one. */
function looseFinds(text: string, wanted: string): readonly Span[] {
  const [hay, needle] = [bare(text), bare(wanted)];
  if (needle.text === '') return [];
  const found: Span[] = [];
  for (
    let at = hay.text.indexOf(needle.text);
    at >= 0 && found.length < 2;
    at = hay.text.indexOf(needle.text, at + 1)
  ) {
    found.push({ from: hay.at[at]!, to: hay.at[at + needle.text.length - 1]! + 1 });
  }
  return found;
}

function bare(text: string): { readonly text: string; readonly at: readonly number[] } {
  const at: number[] = [];
  const kept: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (markup.has(character) || /\s/.test(character)) continue;
    kept.push(character);
    at.push(index);
  }
  return { text: kept.join(''), at };
}

/** Takes in the other half of code, emphasis and the like that the span has one half of. */
function withPairs(text: string, { from, to }: Span): Span {
  for (const mark of paired) {
    const runs = text.slice(from, to).match(new RegExp(`\\${mark}+`, 'g'))?.length ?? 0;
    const outside = text[from - 1] === mark && text[to] === mark;
    if (runs % 2 === 0) {
      if (runs === 0 || !outside) continue;
      // It begins inside one pair and ends inside another.
      while (text[from - 1] === mark) from -= 1;
      while (text[to] === mark) to += 1;
    } else if (text[from - 1] === mark) while (text[from - 1] === mark) from -= 1;
    else while (text[to] === mark) to += 1;
  }
  return { from, to };
}

function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length - 1, column: offset - (before.lastIndexOf('\n') + 1) };
}

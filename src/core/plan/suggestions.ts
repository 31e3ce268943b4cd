import type { Anchor, ReviewComment } from '../../protocol/comment';
import { inPlanOrder, planLines, textAt } from './comment';

/** A plan with a person's suggestions in it. */
export interface AppliedSuggestions {
  readonly markdown: string;
  /** The comments that changed the text. */
  readonly applied: readonly ReviewComment[];
  /** Those that did not: plain comments, questions, and suggestions that meet another one or whose text is not there any more. */
  readonly left: readonly ReviewComment[];
}

interface Splice {
  readonly comment: ReviewComment;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Applies replace, insert and delete comments to a plan's source. Each is taken at the place it was made on, so their order does
 * not matter; of two that overlap the one that comes first in the plan is taken. Line endings of the plan are kept.
 */
export function applySuggestions(markdown: string, comments: readonly ReviewComment[]): AppliedSuggestions {
  const lines = planLines(markdown);
  const offsets = lineOffsets(markdown);
  const eol = markdown.includes('\r\n') ? '\r\n' : '\n';
  const taken: Splice[] = [];
  const left: ReviewComment[] = [];
  for (const comment of inPlanOrder(comments)) {
    const splice = spliceOf(comment, { markdown, lines, offsets, eol });
    if (splice && !taken.some((one) => meet(one, splice))) taken.push(splice);
    else left.push(comment);
  }
  let text = markdown;
  for (const { from, to, text: replacement } of [...taken].sort((a, b) => b.from - a.from || b.to - a.to)) {
    text = text.slice(0, from) + replacement + text.slice(to);
  }
  return { markdown: text, applied: taken.map((one) => one.comment), left };
}

interface Source {
  readonly markdown: string;
  readonly lines: readonly string[];
  /** Where each line starts, and past the last one the text's length. */
  readonly offsets: readonly number[];
  readonly eol: string;
}

function spliceOf(comment: ReviewComment, source: Source): Splice | undefined {
  const { kind, anchor, body } = comment;
  if (!anchor || (kind !== 'replace' && kind !== 'insert' && kind !== 'delete')) return undefined;
  if (textAt(source.lines, anchor) !== anchor.quote) return undefined;
  const text = body.replaceAll(/\r?\n/g, source.eol);
  if (kind === 'insert') return insertion(comment, anchor, text, source);
  const from = source.offsets[anchor.startLine - 1]! + (anchor.startColumn ?? 0);
  if (kind === 'replace') return { comment, from, to: endOf(anchor, source), text };
  // Whole lines go with their line ending.
  const to = anchor.endColumn === undefined ? source.offsets[anchor.endLine]! : endOf(anchor, source);
  return { comment, from, to, text: '' };
}

/** After the lines of the anchor, as a block of its own unless the text says otherwise by starting like the line above. */
function insertion(
  comment: ReviewComment,
  anchor: Anchor,
  text: string,
  { markdown, lines, offsets, eol }: Source,
): Splice {
  const at = offsets[anchor.endLine]!;
  const above = lines[anchor.endLine - 1]!;
  const below = lines[anchor.endLine];
  const joins = isItem(above) && isItem(text);
  const before =
    (markdown.endsWith('\n') || at < markdown.length ? '' : eol) + (joins || above.trim() === '' ? '' : eol);
  const after = text.endsWith('\n') ? '' : eol;
  const gap = joins || below === undefined || below.trim() === '' || at >= markdown.length ? '' : eol;
  return { comment, from: at, to: at, text: before + text + after + gap };
}

function isItem(line: string): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line);
}

function endOf(anchor: Anchor, { lines, offsets }: Source): number {
  return offsets[anchor.endLine - 1]! + (anchor.endColumn ?? lines[anchor.endLine - 1]!.length);
}

function lineOffsets(markdown: string): readonly number[] {
  const offsets = [0];
  for (let at = markdown.indexOf('\n'); at >= 0; at = markdown.indexOf('\n', at + 1)) offsets.push(at + 1);
  offsets.push(markdown.length);
  return offsets;
}

/** Whether two splices touch the same characters; insertions at one place do not, each keeps its own. */
function meet(a: Splice, b: Splice): boolean {
  return a.from < b.to && b.from < a.to;
}

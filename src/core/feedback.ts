import type { ReviewComment } from '../protocol/comment';

/* What the messages about plans and about edits have in common. */

/** What goes into one message to the model. */
export interface FeedbackParts {
  readonly comments: readonly ReviewComment[];
  /** The general remark; it comes last, word for word. */
  readonly remark: string;
}

/** One numbered item of a list. Its blocks are indented as its content, so that nothing in them can end it. */
export function numberedItem(number: number, blocks: readonly string[]): string {
  return listItem(`${number}. `, blocks);
}

/** A lone CR ends a line in Markdown too. */
export const anyEnd = /\r\n?|\n/;

export function listItem(marker: string, blocks: readonly string[]): string {
  const indent = ' '.repeat(marker.length);
  const text = blocks
    .join('\n\n')
    .split(anyEnd)
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
  return marker + text.slice(indent.length);
}

/** An item of a message, and whether it asks for an answer only. */
export interface FeedbackItem {
  readonly question: boolean;
  readonly text: string;
}

/**
 * Puts a message together: what is wanted, the changes, the questions apart, the general remark last.
 *
 * @param extra sections that ask for more, between changes and questions
 */
export function feedbackMessage(
  openings: { readonly changes: string; readonly questions: string },
  items: readonly FeedbackItem[],
  remark: string,
  extra: readonly string[] = [],
): string {
  const texts = (question: boolean): readonly string[] =>
    items.filter((item) => item.question === question).map((item) => item.text);
  const [changes, questions] = [texts(false), texts(true)];
  const general = remark.trim();
  return [
    changes.length > 0 || extra.length > 0 || general !== '' ? openings.changes : openings.questions,
    ...(changes.length > 0 ? ['## Changes asked for', ...changes] : []),
    ...extra,
    ...(questions.length > 0 ? ['## Questions (answer them; no change asked for)', ...questions] : []),
    ...(general === '' ? [] : ['## General', general]),
  ].join('\n\n');
}

/** What a comment says, after its place and its quote. @param block draws text that is meant character by character */
export function saidBlocks({ kind, body }: ReviewComment, block: (text: string) => string): readonly string[] {
  if (kind === 'replace') return ['with:', block(body)];
  if (kind === 'insert') return ['this:', block(body)];
  return kind !== 'delete' || body.trim() !== '' ? [body] : [];
}

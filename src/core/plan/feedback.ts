import type { ReviewComment } from '../../protocol/comment';
import { anyEnd, feedbackMessage, numberedItem, saidBlocks, type FeedbackParts } from '../feedback';
import { inPlanOrder } from './comment';
import { sectionOf } from './outline';
import type { Section } from './outline';

/**
 * Compiles a deny of a plan to one Markdown message: what is wanted, then each change in plan order with its section, line and quote,
 * the questions apart, the general remark last. Numbers are those of the pins on the page. Without comments it is the
 * remark as it was typed. Every body is indented as a list item's content, so that nothing in it can end its item.
 */
export function compileFeedback(sections: readonly Section[], parts: FeedbackParts): string {
  const ordered = inPlanOrder(parts.comments);
  if (ordered.length === 0) return parts.remark;
  return feedbackMessage(
    {
      changes: 'Plan not approved. Revise it as asked below and present it again. Keep everything else as it is.',
      questions: 'Plan not approved yet. Answer the questions below, then present the plan again.',
    },
    ordered.map((comment, index) => ({
      question: comment.kind === 'question',
      text: item(comment, index + 1, sections),
    })),
    parts.remark,
  );
}

/** The section that is added to an approved plan for what is not a change of its text; empty if there is nothing to say. */
export function reviewerNotes(sections: readonly Section[], parts: FeedbackParts): string {
  const remark = parts.remark.trim();
  const items = inPlanOrder(parts.comments).map((comment, index) => item(comment, index + 1, sections));
  if (items.length === 0 && remark === '') return '';
  return ['## Reviewer notes', ...items, ...(remark === '' ? [] : [remark])].join('\n\n') + '\n';
}

const verbs = {
  comment: 'Comment on',
  replace: 'Replace in',
  insert: 'Insert after, in',
  delete: 'Delete in',
  question: 'On',
} as const;

function item(comment: ReviewComment, number: number, sections: readonly Section[]): string {
  const { kind, anchor, madeOn } = comment;
  const repeated = madeOn === undefined ? '' : ` (also made on revision ${madeOn}, still open)`;
  return numberedItem(number, [
    `${verbs[kind]} ${whereIs(anchor, sections)}${repeated}:`,
    ...(anchor && anchor.quote !== '' ? [quoted(anchor.quote)] : []),
    ...saidBlocks(comment, quoted),
  ]);
}

function whereIs(anchor: ReviewComment['anchor'], sections: readonly Section[]): string {
  if (!anchor) return 'the whole plan';
  const { startLine, endLine } = anchor;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  const path = sectionOf(sections, startLine);
  return path.length === 0 ? lines : `"${path.join(' > ')}", ${lines}`;
}

function quoted(text: string): string {
  return text
    .split(anyEnd)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

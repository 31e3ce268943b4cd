import type { PlanComment } from '../../protocol/plan';
import { inPlanOrder } from './comment';
import { sectionOf } from './outline';
import type { Section } from './outline';

/** What goes into one message to the model. */
export interface FeedbackParts {
  readonly comments: readonly PlanComment[];
  /** The general remark; it comes last, word for word. */
  readonly remark: string;
}

/**
 * Compiles a deny of a plan to one Markdown message: what is wanted, then each change in plan order with its section, line and quote,
 * the questions apart, the general remark last. Numbers are those of the pins on the page. Without comments it is the
 * remark as it was typed. Every body is indented as a list item's content, so that nothing in it can end its item.
 */
export function compileFeedback(sections: readonly Section[], parts: FeedbackParts): string {
  const ordered = inPlanOrder(parts.comments);
  const remark = parts.remark.trim();
  if (ordered.length === 0) return parts.remark;
  const items = ordered.map((comment, index) => ({ comment, text: item(comment, index + 1, sections) }));
  const questions = items.filter(({ comment }) => comment.kind === 'question');
  const changes = items.filter(({ comment }) => comment.kind !== 'question');
  return [
    changes.length > 0 || remark !== ''
      ? 'Plan not approved. Revise it as asked below and present it again. Keep everything else as it is.'
      : 'Plan not approved yet. Answer the questions below, then present the plan again.',
    ...(changes.length > 0 ? ['## Changes asked for', ...changes.map(({ text }) => text)] : []),
    ...(questions.length > 0
      ? ['## Questions (answer them; no change asked for)', ...questions.map(({ text }) => text)]
      : []),
    ...(remark === '' ? [] : ['## General', remark]),
  ].join('\n\n');
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

function item(comment: PlanComment, number: number, sections: readonly Section[]): string {
  const { kind, anchor, body } = comment;
  const indent = ' '.repeat(`${number}. `.length);
  const { madeOn } = comment;
  const repeated = madeOn === undefined ? '' : ` (also made on revision ${madeOn}, still open)`;
  const blocks: string[] = [`${verbs[kind]} ${whereIs(anchor, sections)}${repeated}:`];
  if (anchor && anchor.quote !== '') blocks.push(quoted(anchor.quote));
  if (kind === 'replace') blocks.push('with:', quoted(body));
  else if (kind === 'insert') blocks.push('this:', quoted(body));
  else if (kind !== 'delete' || body.trim() !== '') blocks.push(body);
  const text = blocks
    .join('\n\n')
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
  return `${number}. ${text.slice(indent.length)}`;
}

function whereIs(anchor: PlanComment['anchor'], sections: readonly Section[]): string {
  if (!anchor) return 'the whole plan';
  const { startLine, endLine } = anchor;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
  const path = sectionOf(sections, startLine);
  return path.length === 0 ? lines : `"${path.join(' > ')}", ${lines}`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

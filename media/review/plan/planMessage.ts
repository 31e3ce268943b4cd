import { approvalOf, type Approval } from '../../../src/core/plan/approval';
import { compileFeedback } from '../../../src/core/plan/feedback';
import { sectionsOf, type Section } from '../../../src/core/plan/outline';
import { draftOf, type State } from '../state';
import { commentsOf } from './planState';

/** The text that a deny sends, if the agent takes any: the one written by hand, else the compiled one. */
export function messageOf(state: State): string {
  const { request } = state;
  if (!request) return '';
  const written = state.written.get(request.id);
  if (written && !written.stale) return written.text;
  return compiledOf(state);
}

/** The message as it comes from the comments and the remark. */
export function compiledOf(state: State): string {
  const { request } = state;
  const remark = draftOf(state);
  const comments = commentsOf(request);
  if (request?.subject.type !== 'plan' || comments.length === 0) return remark;
  return compileFeedback(sectionsFor(request.subject.markdown), { comments, remark });
}

let lastSections: { readonly markdown: string; readonly sections: readonly Section[] } | null = null;

/** The plan's headings, parsed once: it can be a megabyte. */
export function sectionsFor(markdown: string): readonly Section[] {
  if (lastSections?.markdown !== markdown) lastSections = { markdown, sections: sectionsOf(markdown) };
  return lastSections.sections;
}

let lastApproval: { readonly of: readonly unknown[]; readonly approval: Approval } | null = null;

/** What an approval of the shown plan would carry; null where it can carry nothing, or would change nothing. */
export function approvalFor(state: State): Approval | null {
  const { request } = state;
  if (request?.subject.type !== 'plan' || !request.review?.edits.possible) return null;
  const { comments, edited } = request.review;
  const { markdown } = request.subject;
  const remark = draftOf(state);
  if (comments.length === 0 && edited === undefined && remark.trim() === '') return null;
  const of = [markdown, edited, comments, remark];
  if (!lastApproval || of.some((part, index) => part !== lastApproval?.of[index])) {
    lastApproval = { of, approval: approvalOf({ markdown, edited, comments, remark }) };
  }
  return lastApproval.approval.changed ? lastApproval.approval : null;
}

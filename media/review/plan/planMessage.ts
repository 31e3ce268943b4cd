import type { Approval } from '../../../src/core/plan/approval';
import type { Section } from '../../../src/core/plan/outline';
import { draftOf, type State } from '../state';
import { planPartsNow } from './lazyPlan';

let lastSections: { readonly markdown: string; readonly sections: readonly Section[] } | null = null;

/** The plan's headings, parsed once: it can be a megabyte. What parses it is there when the plan is shown. */
export function sectionsFor(markdown: string): readonly Section[] {
  const parts = planPartsNow();
  if (!parts) return [];
  if (lastSections?.markdown !== markdown) lastSections = { markdown, sections: parts.sectionsOf(markdown) };
  return lastSections.sections;
}

let lastApproval: { readonly of: readonly unknown[]; readonly approval: Approval } | null = null;

/** What an approval of the shown plan would carry; null where it can carry nothing, or would change nothing. */
export function approvalFor(state: State): Approval | null {
  const { request } = state;
  if (request?.subject.type !== 'plan' || request.review?.type !== 'plan' || !request.review.edits.possible)
    return null;
  const { comments, edited } = request.review;
  const { markdown } = request.subject;
  const remark = draftOf(state);
  const parts = planPartsNow();
  if (!parts) return null;
  if (comments.length === 0 && edited === undefined && remark.trim() === '') return null;
  const of = [markdown, edited, comments, remark];
  if (!lastApproval || of.some((part, index) => part !== lastApproval?.of[index])) {
    lastApproval = { of, approval: parts.approvalOf({ markdown, edited, comments, remark }) };
  }
  return lastApproval.approval.changed ? lastApproval.approval : null;
}

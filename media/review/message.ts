import { compileApprovalMessage, compileEditFeedback } from '../../src/core/edit/feedback';
import { commentsOf } from './comments/commentState';
import { partOf } from './parts';
import { planPartsNow } from './plan/lazyPlan';
import { sectionsFor } from './plan/planMessage';
import { draftOf, type State } from './state';

/** What goes along with an approval of an edit; empty where there is nothing, or the agent takes nothing. */
export function approvalMessageOf(state: State): string {
  const { request } = state;
  if (request?.subject.type !== 'edit' || request.review?.type !== 'edit' || !request.review.approvalMessage) return '';
  return compileApprovalMessage(request.subject.files, { comments: commentsOf(request), remark: draftOf(state) });
}

/** The text that a deny sends, if the agent takes any: the one written by hand, else the compiled one. */
export function messageOf(state: State): string {
  const { request } = state;
  if (!request) return '';
  const written = state.written.get(request.id);
  if (written && !written.stale) return written.text;
  const remark = draftOf(state);
  const comments = commentsOf(request);
  const { subject } = request;
  if (subject.type === 'edit') return compileEditFeedback(subject.files, { comments, remark, left: partOf(state).ids });
  if (subject.type !== 'plan' || comments.length === 0) return remark;
  const parts = planPartsNow();
  // Without what shows plans, what was written is sent as it is.
  if (!parts) return [...comments.map(({ anchor, body }) => `${anchor?.quote ?? ''}\n${body}`), remark].join('\n\n');
  return parts.compileFeedback(sectionsFor(subject.markdown), { comments, remark });
}

import { compileApprovalMessage, compileEditFeedback } from '../../src/core/edit/feedback';
import { answersText } from '../../src/core/question';
import { commentsOf } from './comments/commentState';
import { partOf } from './parts';
import { planPartsNow } from './plan/lazyPlan';
import { sectionsFor } from './plan/planMessage';
import { answersOf, questionsOf } from './question/answers';
import { draftOf, type State } from './state';

/** What goes along with an approval of an edit; empty where there is nothing, or the agent takes nothing. */
export function approvalMessageOf(state: State): string {
  const { request } = state;
  if (request?.subject.type !== 'edit' || request.review?.type !== 'edit' || !request.review.approvalMessage) return '';
  return compileApprovalMessage(request.subject.files, { comments: commentsOf(request), remark: draftOf(state) });
}

/** What a person wrote and may want to keep once the request has ended: beside the message, answers that did not arrive. */
export function keptText(state: State): string {
  const { request } = state;
  if (request?.subject.type !== 'question') return messageOf(state);
  const { status } = request;
  const sent = status.type === 'ended' && status.outcome === 'approved';
  const arrived = sent && status.delivery !== 'failed' && status.delivery !== 'overtaken';
  const answers = arrived ? '' : answersText(questionsOf(state), answersOf(state));
  return [answers, messageOf(state)].filter((text) => text.trim() !== '').join('\n\n');
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

import { draftOf, type State } from '../state';
import { count, type Saying } from '../words';
import { approvalFor } from './planMessage';
import { commentsOf, unfinishedOf } from './planState';

/** Whether an approval carries more than a yes. */
export function hasRemarks(state: State): boolean {
  return approvalFor(state) !== null;
}

/** Whether a deny carries text. */
export function deniesWithText(state: State): boolean {
  const { request } = state;
  if (!request?.abilities.feedback) return false;
  return draftOf(state).trim() !== '' || commentsOf(request).length > 0;
}

/** What denying and approving a plan with remarks mean; null where the plain words say it. */
export function planSayings(state: State): {
  readonly deny: Saying | null;
  readonly approve: Saying | null;
  readonly left: string;
} {
  const { request } = state;
  const comments = commentsOf(request);
  const remark = draftOf(state).trim() !== '';
  const unfinished = unfinishedOf(state).filter((one) => one.body.trim() !== '').length;
  const left =
    unfinished > 0 ? `${count(unfinished, 'unfinished comment')} ${unfinished === 1 ? 'is' : 'are'} not sent.` : '';
  if (!request || (comments.length === 0 && !request.review?.edited && !remark))
    return { deny: null, approve: null, left };
  return { deny: denying(state, comments.length, remark), approve: approving(state, comments.length), left };
}

function denying(state: State, comments: number, remark: boolean): Saying | null {
  const { request } = state;
  if (!request || comments === 0) return null;
  const bold = 'Deny';
  if (!request.abilities.feedback) return { bold, text: 'sends none of your comments: the agent takes no text.' };
  const written = state.written.get(request.id);
  if (written && !written.stale) return { bold, text: 'sends the message as you edited it.' };
  const all = comments === 1 ? 'sends the comment' : `sends all ${comments}`;
  return { bold, text: `${all}${remark ? ' and your remark' : ''}.` };
}

function approving(state: State, comments: number): Saying | null {
  const { request } = state;
  const review = request?.review;
  if (!request || !review) return null;
  const bold = 'Approve';
  if (!review.edits.possible) {
    return comments > 0 ? { bold, text: 'would not send them: it takes the plan as it is.' } : null;
  }
  const approval = approvalFor(state);
  if (!approval) return null;
  const { applied, notes } = approval;
  const remark = draftOf(state).trim() !== '';
  const adds = [notes.length > 0 && count(notes.length, 'note'), remark && 'your remark'].filter(Boolean).join(' and ');
  const parts = [
    review.edited !== undefined && 'sends your edit of the plan',
    applied.length > 0 && `applies ${count(applied.length, 'change')}`,
    adds !== '' && `adds ${adds}`,
  ].filter(Boolean);
  const last = parts.pop();
  return { bold, text: `${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last || ''}.` };
}

import { commentsOf, unfinishedOf } from './comments/commentState';
import { approvalMessageOf } from './message';
import { partOf } from './parts';
import { approvalFor } from './plan/planMessage';
import { draftOf, type State } from './state';
import { approveMeans, approveName, count } from './words';

/** What the approve button says when more than a plain yes is given, and whether that is so now; null where it never is. */
export function approveLabel(state: State): { readonly text: string; readonly now: boolean } | null {
  const { request } = state;
  const other = request?.abilities.approveLabel;
  if (other !== undefined) return { text: other, now: true };
  if (request?.subject.type === 'question') return { text: approveName(request), now: true };
  if (!request?.review?.edits.possible) return null;
  if (request.review.type === 'plan') return { text: 'Approve with remarks', now: approvalFor(state) !== null };
  const { taken, hunks } = partOf(state);
  return hunks > 1 ? { text: `Approve ${taken} of ${hunks} hunks`, now: taken < hunks } : null;
}

/** What stands on a button that has to be held, and on it when it is to be pressed again. `adds`: what the approval adds. */
export function holdWords(state: State, adds?: string): { readonly hold: string; readonly confirm: string } {
  const label = approveLabel(state);
  const what = label?.now ? `${label.text.charAt(0).toLowerCase()}${label.text.slice(1)}` : 'approve';
  const tail = adds === undefined ? '' : `: ${adds}`;
  return {
    hold: `Hold to ${what}${tail}`,
    confirm: what === 'approve' ? `Confirm approval${tail}` : `Confirm: ${what}${tail}`,
  };
}

/** Whether a deny carries text. */
export function deniesWithText(state: State): boolean {
  const { request } = state;
  if (!request?.abilities.feedback) return false;
  return draftOf(state).trim() !== '' || commentsOf(request).length > 0 || partOf(state).left.length > 0;
}

/** What denying and approving mean with comments and a part, following their names; null where the plain words say it. */
export interface Sayings {
  readonly deny: string | null;
  readonly approve: string | null;
  /** What is true besides. */
  readonly more: string;
}

export function sayingsOf(state: State): Sayings {
  const unfinished = unfinishedOf(state).filter((one) => one.body.trim() !== '').length;
  const left =
    unfinished > 0 ? `${count(unfinished, 'unfinished comment')} ${unfinished === 1 ? 'is' : 'are'} not sent.` : '';
  const approve = approving(state);
  return { deny: denying(state), approve, more: [partSaid(state), commandSaid(state), left].filter(Boolean).join(' ') };
}

function denying(state: State): string | null {
  const { request } = state;
  const comments = commentsOf(request).length;
  const left = partOf(state).left.length;
  if (!request || comments + left === 0) return null;
  if (!request.abilities.feedback) return comments > 0 ? 'sends none of your comments: the agent takes no text.' : null;
  const written = state.written.get(request.id);
  if (written && !written.stale) return 'sends the message as you edited it.';
  const sent = listed([
    comments > 0 && (comments === 1 ? 'the comment' : `all ${comments}`),
    draftOf(state).trim() !== '' && 'your remark',
  ]);
  return `${listed([sent !== '' && `sends ${sent}`, left > 0 && `says to leave ${count(left, 'hunk')} alone`])}.`;
}

function listed(parts: readonly (string | false)[]): string {
  const all = parts.filter(Boolean);
  const last = all.pop() || '';
  return all.length > 0 ? `${all.join(', ')} and ${last}` : last;
}

function approving(state: State): string | null {
  const subject = state.request?.subject;
  if (subject?.type === 'edit') return approvingEdit(state);
  if (subject?.type === 'command') return approvingCommand(state);
  return approvingPlan(state);
}

function approvingCommand({ request }: State): string | null {
  const edited = request?.subject.type === 'command' && request.subject.asked !== undefined;
  return edited ? `lets ${request.agent.name} run your text once.` : null;
}

/** Whether the model learns that the command is another one. */
function commandSaid({ request }: State): string {
  const edited = request?.subject.type === 'command' && request.subject.asked !== undefined;
  return (edited && request.abilities.editedCommand?.told) || '';
}

/** An approval of an edit carries text only where the agent has a way for it. */
function approvingEdit(state: State): string | null {
  const { request } = state;
  const comments = commentsOf(request).length;
  const remark = draftOf(state).trim() !== '';
  if (!request || (comments === 0 && !remark)) return null;
  if (approvalMessageOf(state) !== '') {
    const along = listed([
      comments > 0 && `your ${comments === 1 ? 'comment' : count(comments, 'comment')}`,
      remark && 'your remark',
    ]);
    return `${approveMeans(request.subject, request.agent.name).slice(0, -1)}; the model gets ${along} once it is done.`;
  }
  if (comments === 0) return null;
  const without = listed([comments === 1 ? 'comment' : count(comments, 'comment'), remark && 'remark']);
  return `${approveMeans(request.subject, request.agent.name).slice(0, -1)}, without your ${without}.`;
}

/** Hunks are named while they are few. */
const named = 3;

/** What of an edit is approved otherwise than the agent sent it, and whether the model learns of that. */
function partSaid(state: State): string {
  const { request } = state;
  if (request?.subject.type !== 'edit' || request.review?.type !== 'edit') return '';
  const { left, nothing } = partOf(state);
  const edited = request.subject.files.some((file) => file.edited);
  if (nothing || (left.length === 0 && !edited)) return '';
  const stays =
    left.length === 1
      ? `Hunk ${left[0]} stays as on disk.`
      : left.length > 1 &&
        `${left.length > named ? count(left.length, 'hunk') : `Hunks ${listed(left.map(String))}`} stay as on disk.`;
  return [stays, edited && 'Your edits are in it.', request.review.told].filter(Boolean).join(' ');
}

function approvingPlan(state: State): string | null {
  const { request } = state;
  const review = request?.review;
  if (review?.type !== 'plan') return null;
  if (!review.edits.possible) {
    return review.comments.length > 0 ? 'would not send them: it takes the plan as it is.' : null;
  }
  const approval = approvalFor(state);
  if (!approval) return null;
  const { applied, notes } = approval;
  const adds = listed([notes.length > 0 && count(notes.length, 'note'), draftOf(state).trim() !== '' && 'your remark']);
  return `${listed([
    review.edited !== undefined && 'sends your edit of the plan',
    applied.length > 0 && `applies ${count(applied.length, 'change')}`,
    adds !== '' && `adds ${adds}`,
  ])}.`;
}

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reanchor } from '../core/plan/anchor';
import { entryOf } from '../core/queueState';
import type { QueueState, Status } from '../core/queueState';
import type { PermissionRequest } from '../core/request';
import type { LedgerEntry, PlanReviewView } from '../protocol/views';
import type { ReviewComment } from '../protocol/comment';
import type { PlanThread } from '../protocol/plan';
import { longestFolder, realPathOf } from './disk';
import type { PlanHistory, ThreadKey } from './planHistory';

/** What reviews need of the settings. */
export interface ReviewSettings {
  readonly quickRemarks: readonly string[];
}

/**
 * The reviews of the plans on the list: their comments, the revisions of their session, and the ledger of earlier comments. All of it
 * lives in the history; this class only puts it together for one request.
 */
export class PlanReviews {
  private readonly edited = new Map<string, string>();

  constructor(
    readonly history: PlanHistory,
    private readonly settings: () => ReviewSettings,
  ) {}

  /** A plan has arrived: it is a revision of its thread from now on. A repeated arrival changes nothing. */
  arrived(request: PermissionRequest): void {
    const key = keyOf(request);
    if (!key || request.subject.type !== 'plan') return;
    this.history.add(key, { requestId: request.id, at: request.receivedAt, markdown: request.subject.markdown });
    if (request.session.title !== undefined) this.history.retitle(key, request.session.title);
  }

  /** What the session is called has become known. */
  titled(request: PermissionRequest, title: string): void {
    const key = keyOf(request);
    if (key) this.history.retitle(key, title);
  }

  /** Keeps the comments as they are now. */
  setComments(request: PermissionRequest, comments: readonly ReviewComment[]): void {
    const key = keyOf(request);
    if (key) this.history.change(key, request.id, { comments: [...comments] });
  }

  /** The plan as edited in an editor tab; undefined takes the edit back. */
  setEdited(id: string, text: string | undefined): void {
    if (text === undefined) this.edited.delete(id);
    else this.edited.set(id, text);
  }

  /** Writes down what became of a plan. */
  ended(state: QueueState, id: string, remark: string): void {
    const entry = entryOf(state, id);
    const key = entry && keyOf(entry.request);
    if (!key || entry.status.type !== 'ended') return;
    // A remark that was delivered is a draft no more; what is written down stays.
    const said = remark === '' ? {} : { remark };
    this.history.change(key, id, { ...said, outcome: outcomeText(entry.status) });
  }

  /** The review of a plan; undefined for other subjects. */
  viewOf(request: PermissionRequest): PlanReviewView | undefined {
    const key = keyOf(request);
    if (!key || request.subject.type !== 'plan') return undefined;
    const thread = this.history.thread(key);
    const at = thread.revisions.findIndex((one) => one.requestId === request.id);
    const { approve, changedInput } = request.capabilities;
    const edited = this.edited.get(request.id);
    return {
      type: 'plan',
      comments: thread.revisions[at]?.comments ?? [],
      revision: at + 1,
      revisions: thread.revisions.length,
      earlier: thread.revisions.slice(0, Math.max(0, at)).map((one) => one.markdown),
      ledger: ledgerOf(thread, at, request.subject.markdown),
      edits:
        changedInput && approve.type === 'grants'
          ? { possible: true }
          : { possible: false, reason: `${request.agent.name} cannot take an edited plan: deny sends your remarks.` },
      quickRemarks: this.settings().quickRemarks,
      ...(edited === undefined ? {} : { edited }),
    };
  }
}

/** The file that a path in a plan means, if it exists inside one of the folders; plans may not make the editor open others. */
export async function fileNamedIn(path: string, cwd: string, folders: readonly string[]): Promise<string | undefined> {
  if (path.includes('\0')) return undefined;
  for (const base of [cwd, ...folders]) {
    const real = await realPathOf(resolve(base, path));
    if (longestFolder(real, folders) === undefined) continue;
    const found = await stat(real).catch(() => undefined);
    if (found?.isFile()) return real;
  }
  return undefined;
}

function keyOf(request: PermissionRequest): ThreadKey | undefined {
  const { subject, agent, session } = request;
  return subject.type === 'plan' ? { agent: agent.id, session: session.id, path: subject.path ?? '' } : undefined;
}

/** The newest earlier revision that has comments is the one whose comments are followed. */
function ledgerOf(thread: PlanThread, at: number, markdown: string): PlanReviewView['ledger'] {
  for (let index = at - 1; index >= 0; index--) {
    const { comments, markdown: before, outcome } = thread.revisions[index]!;
    if (comments.length === 0) continue;
    const sent = outcome.startsWith('denied') || outcome.startsWith('approved');
    const entries = reanchor(comments, before, markdown).map(({ comment, state, anchor }): LedgerEntry => {
      const { anchor: was, ...rest } = comment;
      return { comment: { ...rest, ...(anchor ? { anchor } : {}) }, state, was: was?.quote ?? '', sent };
    });
    return { revision: index + 1, entries };
  }
  return null;
}

function outcomeText(status: Extract<Status, { type: 'ended' }>): string {
  const words = {
    approved: 'approved',
    denied: 'denied',
    handedBack: 'handed back',
    withdrawn: 'withdrawn, comments not sent',
    answeredElsewhere: 'answered in the terminal',
    expired: 'expired, not answered',
  }[status.outcome];
  return status.delivery === 'failed' ? `NOT delivered: ${words}` : words;
}

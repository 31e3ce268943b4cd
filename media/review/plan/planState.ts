import type { RequestView } from '../../../src/protocol/page';
import type { Anchor, CommentKind, PlanComment } from '../../../src/protocol/plan';
import type { State } from '../state';

/** Comments as this page has changed them, by their ids; null for those it removed. */
export type Own = ReadonlyMap<string, PlanComment | null>;

/** A comment that is being written. It is kept until it is added or thrown away, whatever else happens. */
export interface Unfinished {
  /** What it is about: see `keyOfAnchor`. */
  readonly key: string;
  readonly kind: CommentKind;
  readonly body: string;
  readonly anchor?: Anchor;
  /** The id of the comment that is being changed. */
  readonly edits?: string;
  /** Whether its box is open. One is at most. */
  readonly open: boolean;
}

/** A message that was changed by hand. */
export interface Written {
  readonly text: string;
  /** It was replaced by the compiled one when what it was made of changed; it is kept for taking that back. */
  readonly stale: boolean;
}

export type PlanEvent =
  | { readonly type: 'changed'; readonly id: string; readonly comment: PlanComment }
  | { readonly type: 'removed'; readonly id: string; readonly commentId: string }
  /** So much of what this page has changed is known to the extension. */
  | { readonly type: 'arrived'; readonly id: string; readonly own: Own }
  | { readonly type: 'composing'; readonly id: string; readonly unfinished: readonly Unfinished[] }
  | { readonly type: 'wrote'; readonly id: string; readonly written: Written | null };

/** The state after something was done to the comments of a plan. */
export function compose(state: State, event: PlanEvent): State {
  switch (event.type) {
    case 'changed':
      return withChange(state, event.id, event.comment.id, event.comment);
    case 'removed':
      return withChange(state, event.id, event.commentId, null);
    case 'arrived': {
      const left = new Map(state.own.get(event.id));
      for (const [id, comment] of event.own) if (left.get(id) === comment) left.delete(id);
      return { ...state, own: new Map(state.own).set(event.id, left) };
    }
    case 'composing':
      return { ...state, unfinished: new Map(state.unfinished).set(event.id, event.unfinished) };
    case 'wrote': {
      const written = new Map(state.written);
      if (event.written) written.set(event.id, event.written);
      else written.delete(event.id);
      return { ...state, written };
    }
  }
}

function withChange(state: State, id: string, commentId: string, comment: PlanComment | null): State {
  const own = new Map(state.own).set(id, new Map(state.own.get(id)).set(commentId, comment));
  const request = state.request && withOwn(state.request, own);
  return forget({ ...state, own, request }, id);
}

/** A message changed by hand does not count any more: what it was made of has changed. */
export function forget(state: State, id: string): State {
  const written = state.written.get(id);
  if (!written || written.stale) return state;
  return { ...state, written: new Map(state.written).set(id, { ...written, stale: true }) };
}

/** The request with the comments as this page has changed them; the same object if that is what it says already. */
export function withOwn(request: RequestView, all: ReadonlyMap<string, Own>): RequestView {
  const own = all.get(request.id);
  if (!own || own.size === 0 || !request.review) return request;
  const comments = merged(request.review.comments, own);
  return { ...request, review: { ...request.review, comments } };
}

function merged(comments: readonly PlanComment[], own: Own): readonly PlanComment[] {
  const known = new Set(comments.map((comment) => comment.id));
  const kept = comments.flatMap((comment) => {
    const mine = own.get(comment.id);
    return mine === null ? [] : [mine ?? comment];
  });
  return [...kept, ...[...own].flatMap(([id, comment]) => (comment && !known.has(id) ? [comment] : []))];
}

const none: readonly never[] = [];

export function commentsOf(request: RequestView | null | undefined): readonly PlanComment[] {
  return request?.review?.comments ?? none;
}

/** What is being written on the shown request, and has text that would be lost. */
export function unfinishedOf(state: State): readonly Unfinished[] {
  return (state.request && state.unfinished.get(state.request.id)) || none;
}

/** One composer for each place, and one for each comment that is being changed. */
export function keyOfAnchor(anchor: Anchor | undefined, edits?: string): string {
  if (edits !== undefined) return `edit ${edits}`;
  if (!anchor) return 'plan';
  return [anchor.startLine, anchor.startColumn ?? '', anchor.endLine, anchor.endColumn ?? ''].join(':');
}

/** Whether the person can still change comments: until the request is decided. */
export function canComment(request: RequestView | null | undefined): boolean {
  return request?.subject.type === 'plan' && request.review !== undefined && request.status.type === 'open';
}

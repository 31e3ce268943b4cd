import type { RequestView } from '../../../src/protocol/views';
import type { CommentKind, ReviewComment } from '../../../src/protocol/comment';
import type { State } from '../state';

/** Comments as this page has changed them, by their ids; null for those it removed. */
export type Own = ReadonlyMap<string, ReviewComment | null>;

/** What a comment is about. */
export type Spot = Pick<ReviewComment, 'file' | 'side' | 'anchor'>;

/** A comment that is being written. It is kept until it is added or thrown away, whatever else happens. */
export interface Unfinished extends Spot {
  /** One box for each: see `keyOfSpot`. */
  readonly key: string;
  readonly kind: CommentKind;
  readonly body: string;
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

export type CommentEvent =
  | { readonly type: 'changed'; readonly id: string; readonly comment: ReviewComment }
  | { readonly type: 'removed'; readonly id: string; readonly commentId: string }
  /** So much of what this page has changed is known to the extension. */
  | { readonly type: 'arrived'; readonly id: string; readonly own: Own }
  | { readonly type: 'composing'; readonly id: string; readonly unfinished: readonly Unfinished[] }
  | { readonly type: 'wrote'; readonly id: string; readonly written: Written | null };

/** The state after something was done to the comments of a plan or an edit. */
export function compose(state: State, event: CommentEvent): State {
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

function withChange(state: State, id: string, commentId: string, comment: ReviewComment | null): State {
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

function merged(comments: readonly ReviewComment[], own: Own): readonly ReviewComment[] {
  const known = new Set(comments.map((comment) => comment.id));
  const kept = comments.flatMap((comment) => {
    const mine = own.get(comment.id);
    return mine === null ? [] : [mine ?? comment];
  });
  return [...kept, ...[...own].flatMap(([id, comment]) => (comment && !known.has(id) ? [comment] : []))];
}

const none: readonly never[] = [];

export function commentsOf(request: RequestView | null | undefined): readonly ReviewComment[] {
  return request?.review?.comments ?? none;
}

/** What is being written on the shown request, and has text that would be lost. */
export function unfinishedOf(state: State): readonly Unfinished[] {
  return (state.request && state.unfinished.get(state.request.id)) || none;
}

/** One composer for each place, and one for each comment that is being changed. */
export function keyOfSpot({ file, side, anchor }: Spot, edits?: string): string {
  if (edits !== undefined) return `edit ${edits}`;
  const of = file === undefined ? [] : [file, side ?? 'new'];
  if (!anchor) return file ?? 'whole';
  return [anchor.startLine, anchor.startColumn ?? '', anchor.endLine, anchor.endColumn ?? '', ...of].join(':');
}

/** A spot alone, of something that has one. */
export function spotOf({ file, side, anchor }: Spot): Spot {
  return {
    ...(file === undefined ? {} : { file }),
    ...(side === undefined ? {} : { side }),
    ...(anchor === undefined ? {} : { anchor }),
  };
}

/** Whether the person can still change comments: until the request is decided. */
export function canComment(request: RequestView | null | undefined): boolean {
  return request?.review !== undefined && request.status.type === 'open';
}

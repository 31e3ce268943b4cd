import { createContext } from 'preact';
import type { Anchor, CommentKind, ReviewComment } from '../../../src/protocol/comment';
import { Board } from './board';
import type { Spot, Unfinished } from './commentState';

/** A comment with the number that its pin has, and that it has in the message. */
export interface Numbered {
  readonly comment: ReviewComment;
  readonly number: number;
}

/** What stands at one place. */
export interface SlotView {
  readonly threads: readonly Numbered[];
  /** What is being written there. */
  readonly unfinished: readonly Unfinished[];
  /** Comments that were removed a moment ago and can be brought back. */
  readonly removed: readonly ReviewComment[];
  /** Whether comments can still be changed. */
  readonly open: boolean;
}

/** What can be done at the places of what is reviewed. */
export interface DeskActs {
  /** Opens the box for a comment there. */
  readonly begin: (spot: Spot, kind: CommentKind) => void;
  readonly edit: (comment: ReviewComment) => void;
  readonly remove: (comment: ReviewComment) => void;
  readonly restore: (comment: ReviewComment) => void;
  readonly write: (unfinished: Unfinished) => void;
  /** Closes the box; its text is kept unless it says to throw it away. */
  readonly close: (unfinished: Unfinished, discard: boolean) => void;
  readonly add: (unfinished: Unfinished) => void;
  readonly activate: (commentId: string | null) => void;
}

/** What the places of one plan or edit have in common. */
export class Desk {
  readonly slots = new Board<SlotView>(sameSlot);
  /** The place at which the button for a comment is shown: the pointer or the keyboard is there. */
  readonly plus = new Board<string>();
  quickRemarks: readonly string[] = [];
  /** Puts a suggestion into what is approved; a string is the reason why that cannot be. Plans take them all on approval. */
  apply: ((comment: ReviewComment) => void) | string | null = null;

  constructor(
    readonly acts: DeskActs,
    /** What a comment on nothing smaller is about. */
    readonly whole: 'plan' | 'edit',
  ) {}
}

export const DeskContext = createContext<Desk | null>(null);

export interface DeskState {
  /** In the order of the message. */
  readonly comments: readonly ReviewComment[];
  readonly unfinished: readonly Unfinished[];
  readonly removed: readonly ReviewComment[];
  readonly open: boolean;
}

/** Who stands where. */
export function slotViews(placeOf: (spot: Spot) => string, state: DeskState): ReadonlyMap<string, SlotView> {
  const views = new Map<
    string,
    { threads: Numbered[]; unfinished: Unfinished[]; removed: ReviewComment[]; open: boolean }
  >();
  const at = (spot: Spot): { threads: Numbered[]; unfinished: Unfinished[]; removed: ReviewComment[] } => {
    const place = placeOf(spot);
    const view = views.get(place) ?? { threads: [], unfinished: [], removed: [], open: state.open };
    views.set(place, view);
    return view;
  };
  state.comments.forEach((comment, index) => at(comment).threads.push({ comment, number: index + 1 }));
  for (const one of state.unfinished) at(one).unfinished.push(one);
  for (const one of state.removed) at(one).removed.push(one);
  return views;
}

function sameSlot(a: SlotView, b: SlotView): boolean {
  return (
    a.open === b.open &&
    sameList(a.unfinished, b.unfinished) &&
    sameList(a.removed, b.removed) &&
    a.threads.length === b.threads.length &&
    a.threads.every((one, index) => one.comment === b.threads[index]?.comment && one.number === b.threads[index].number)
  );
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

/** `line 14`, `lines 14 to 16 on disk`, `whole file`, `whole plan`. */
export function spotText({ anchor, file, side }: Spot, whole: Desk['whole'] = 'plan'): string {
  if (!anchor) return file === undefined ? `whole ${whole}` : 'whole file';
  return linesText(anchor) + (side === 'old' ? ' on disk' : '');
}

export function linesText({ startLine, endLine }: Anchor): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}

/** Whether a comment can become part of an edit. */
export function isSuggestion({ kind, side, anchor }: ReviewComment): boolean {
  return kind === 'replace' && side !== 'old' && anchor !== undefined;
}

export const kinds: readonly {
  readonly kind: CommentKind;
  readonly label: string;
  readonly icon: string;
  readonly key: string;
}[] = [
  { kind: 'comment', label: 'Comment', icon: 'comment', key: 'c' },
  { kind: 'replace', label: 'Replace', icon: 'replace', key: 'r' },
  { kind: 'insert', label: 'Insert after', icon: 'insert', key: 'i' },
  { kind: 'delete', label: 'Delete', icon: 'trash', key: 'd' },
  { kind: 'question', label: 'Question', icon: 'question', key: 'q' },
];

export function lookOf(kind: CommentKind): (typeof kinds)[number] {
  return kinds.find((one) => one.kind === kind) ?? kinds[0]!;
}

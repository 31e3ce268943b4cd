import { createContext } from 'preact';
import { inPlanOrder } from '../../../src/core/plan/comment';
import type { Anchor, CommentKind, PlanComment } from '../../../src/protocol/plan';
import { Board } from './board';
import { placeOf, type PlanDocument } from './document';
import type { Unfinished } from './planState';

/** A comment with the number that its pin has, and that it has in the message. */
export interface Numbered {
  readonly comment: PlanComment;
  readonly number: number;
}

/** What stands at one place of the plan. */
export interface SlotView {
  readonly threads: readonly Numbered[];
  /** What is being written there. */
  readonly unfinished: readonly Unfinished[];
  /** Comments that were removed a moment ago and can be brought back. */
  readonly removed: readonly PlanComment[];
  /** Whether comments can still be changed. */
  readonly open: boolean;
}

export interface BlockView {
  readonly change: 'added' | 'changed' | null;
  /** It is out of view because its section is folded. */
  readonly hidden: boolean;
  /** So many blocks under this heading are folded away. */
  readonly folds: number;
}

/** What can be done at the places of a plan. */
export interface DeskActs {
  /** Opens the box for a comment on these lines, or on what is selected in them. Without an anchor: on the whole plan. */
  readonly begin: (anchor: Anchor | undefined, kind: CommentKind) => void;
  readonly edit: (comment: PlanComment) => void;
  readonly remove: (comment: PlanComment) => void;
  readonly restore: (comment: PlanComment) => void;
  readonly write: (unfinished: Unfinished) => void;
  /** Closes the box; its text is kept unless it says to throw it away. */
  readonly close: (unfinished: Unfinished, discard: boolean) => void;
  readonly add: (unfinished: Unfinished) => void;
  readonly activate: (commentId: string | null) => void;
  readonly unfold: (index: number) => void;
}

/** What the places of a plan have in common. One for each plan that is drawn. */
export class Desk {
  readonly slots = new Board<SlotView>(sameSlot);
  readonly blocks = new Board<BlockView>(
    (a, b) => a.change === b.change && a.hidden === b.hidden && a.folds === b.folds,
  );
  /** The place at which the button for a comment is shown: the pointer or the keyboard is there. */
  readonly plus = new Board<string>();
  quickRemarks: readonly string[] = [];

  constructor(
    readonly document: PlanDocument,
    readonly acts: DeskActs,
  ) {}
}

export const DeskContext = createContext<Desk | null>(null);

export interface DeskState {
  readonly comments: readonly PlanComment[];
  readonly unfinished: readonly Unfinished[];
  readonly removed: readonly PlanComment[];
  readonly open: boolean;
}

/** Comments with their numbers, in the order of the plan. */
export function numbered(comments: readonly PlanComment[]): readonly Numbered[] {
  return inPlanOrder(comments).map((comment, index) => ({ comment, number: index + 1 }));
}

/** Who stands where. */
export function slotViews(document: PlanDocument, state: DeskState): ReadonlyMap<string, SlotView> {
  const views = new Map<
    string,
    { threads: Numbered[]; unfinished: Unfinished[]; removed: PlanComment[]; open: boolean }
  >();
  const at = (
    anchor: Anchor | undefined,
  ): { threads: Numbered[]; unfinished: Unfinished[]; removed: PlanComment[] } => {
    const place = placeOf(document, anchor);
    const view = views.get(place) ?? { threads: [], unfinished: [], removed: [], open: state.open };
    views.set(place, view);
    return view;
  };
  for (const one of numbered(state.comments)) at(one.comment.anchor).threads.push(one);
  for (const one of state.unfinished) at(one.anchor).unfinished.push(one);
  for (const one of state.removed) at(one.anchor).removed.push(one);
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

/** `line 14`, `lines 14 to 16`, `the whole plan`. */
export function linesText(anchor: Anchor | undefined): string {
  if (!anchor) return 'whole plan';
  const { startLine, endLine } = anchor;
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
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

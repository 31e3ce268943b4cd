import type { Risk } from '../protocol/command';
import type { Approval, Decision, Delivery, Outcome, PermissionRequest } from './request';

/* What the queue is made of: its state, the events that change it, the effects that follow; and questions to a state. */

export type Status =
  | { readonly type: 'open' }
  /** The agent ignores answers for it; its hook has been let go already. */
  | { readonly type: 'watching' }
  /** Approved, and kept back for a moment: it can be undone, or sent at once. */
  | {
      readonly type: 'heldBack';
      readonly decision: Approval;
      readonly until: number;
      /** The request that the person decided on: those that were approved along with it are undone with it. */
      readonly group: string;
    }
  | { readonly type: 'answering'; readonly decision: Decision }
  | {
      readonly type: 'ended';
      readonly outcome: Outcome;
      readonly at: number;
      readonly delivery?: Delivery;
      readonly detail?: string;
      /** The decision behind the outcome, kept so that its text is not lost. */
      readonly decision?: Decision;
    };

export interface Entry {
  readonly request: PermissionRequest;
  /** Hash of what is shown of it. */
  readonly hash: string;
  /** How much care approving it asks for. */
  readonly risk: Risk;
  /** The hash whose whole text a surface has shown last. */
  readonly shownHash?: string;
  readonly status: Status;
}

export interface QueueState {
  /** In order of arrival. */
  readonly entries: readonly Entry[];
  /** The request under review. Only a person changes it, unless nothing is under review. */
  readonly front?: string;
  readonly paused: boolean;
}

/** Which surface an intent came from. `page` shows what it decides on; the others must have it shown first. */
export type Surface = 'page' | 'palette';

export type QueueEvent =
  // Intents
  | {
      readonly type: 'decide';
      readonly id: string;
      readonly hash: string;
      readonly decision: Decision;
      readonly surface: Surface;
      readonly at: number;
      /** How long the person wants an approval that asks for care to be held back, in milliseconds. */
      readonly retractMs: number;
      /** The request for just the same call that was decided on, where this one was named along with it. */
      readonly along?: string;
    }
  /** The approval that is held back is taken back, and those that were given along with it. */
  | { readonly type: 'undo'; readonly id: string }
  /** The approval that is held back until then goes out now. */
  | { readonly type: 'sendNow'; readonly id: string; readonly until: number }
  /** A decision that could not be made of what a person said; the reason in a sentence. */
  | { readonly type: 'refuse'; readonly id: string; readonly reason: string }
  | { readonly type: 'shown'; readonly id: string; readonly hash: string }
  | { readonly type: 'go'; readonly to: 'next' | 'previous' }
  | { readonly type: 'dismiss'; readonly id: string }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  // Facts
  | { readonly type: 'arrived'; readonly request: PermissionRequest; readonly hash: string; readonly risk: Risk }
  /** What is shown of it has changed (the file on disk, say), and with it perhaps what can be done. */
  | { readonly type: 'changed'; readonly request: PermissionRequest; readonly hash: string; readonly risk: Risk }
  /** The time is over for which an approval was held back. */
  | { readonly type: 'due'; readonly id: string; readonly until: number }
  | { readonly type: 'titled'; readonly id: string; readonly title: string }
  | { readonly type: 'written'; readonly id: string; readonly at: number }
  | { readonly type: 'gone'; readonly id: string; readonly at: number; readonly detail?: string }
  | { readonly type: 'expired'; readonly id: string; readonly at: number }
  | { readonly type: 'answeredElsewhere'; readonly id: string; readonly at: number; readonly detail?: string }
  /** The agent's own record shows what it took. */
  | {
      readonly type: 'delivery';
      readonly id: string;
      readonly delivery: 'confirmed' | 'overtaken';
      readonly detail?: string;
    }
  /** What became of a request that has ended here, in a sentence: how the agent's own prompt for it was answered. */
  | { readonly type: 'learned'; readonly id: string; readonly detail: string };

export type Effect =
  | { readonly type: 'answer'; readonly id: string; readonly decision: Decision }
  /** Keep an approval back until then; `due` ends it. */
  | { readonly type: 'holdBack'; readonly id: string; readonly until: number }
  /** Let the hook go without an answer. */
  | { readonly type: 'release'; readonly id: string }
  /** An intent was not taken; the reason in a sentence. */
  | { readonly type: 'refused'; readonly id: string; readonly reason: string };

export interface Reduced {
  readonly state: QueueState;
  readonly effects: readonly Effect[];
}

export const emptyQueue: QueueState = { entries: [], paused: false };

/** The entry of this id, or undefined. */
export function entryOf(state: QueueState, id: string | undefined): Entry | undefined {
  return id === undefined ? undefined : state.entries.find((entry) => entry.request.id === id);
}

/** The state with one entry changed; as it is if there is none of this id. */
export function withEntry(state: QueueState, id: string, change: (entry: Entry) => Entry): QueueState {
  return { ...state, entries: state.entries.map((entry) => (entry.request.id === id ? change(entry) : entry)) };
}

/** Whether a person has not decided about it, or can still take the approval back. */
export function isUndecided({ type }: { readonly type: Status['type'] }): boolean {
  return type === 'open' || type === 'heldBack';
}

/** Whether nothing has been said about it to the agent yet: it waits, its approval is held back, or it is only watched. */
export function isPending(status: { readonly type: Status['type'] }): boolean {
  return isUndecided(status) || status.type === 'watching';
}

/** The requests whose approval is held back, until when, and on which one the person decided. */
export function heldBack(
  state: QueueState,
): readonly { readonly id: string; readonly until: number; readonly group: string }[] {
  return state.entries.flatMap(({ request: { id }, status }) =>
    status.type === 'heldBack' ? [{ id, until: status.until, group: status.group }] : [],
  );
}

/** How many wait for a decision by a person. */
export function waitingCount(state: QueueState): number {
  return state.entries.filter((entry) => entry.status.type === 'open').length;
}

/**
 * The requests that a person walks through: those that wait or are under way, words that were not delivered, and the one
 * under review whatever became of it.
 */
export function listed(state: QueueState): readonly Entry[] {
  return state.entries.filter(
    (entry) => entry.status.type !== 'ended' || undelivered(entry) || entry.request.id === state.front,
  );
}

/** Whether the whole text that is shown now has been seen on a surface. */
export function isSeen(entry: Entry): boolean {
  return entry.shownHash === entry.hash;
}

/** Whether a person's answer never reached the agent. */
export function undelivered(entry: Entry): boolean {
  return entry.status.type === 'ended' && entry.status.delivery === 'failed';
}

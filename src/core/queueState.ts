import type { Decision, Delivery, Outcome, PermissionRequest } from './request';

/* What the queue is made of: its state, the events that change it, the effects that follow; and questions to a state. */

export type Status =
  | { readonly type: 'open' }
  /** The agent ignores answers for it; its hook has been let go already. */
  | { readonly type: 'watching' }
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
    }
  /** A decision that could not be made of what a person said; the reason in a sentence. */
  | { readonly type: 'refuse'; readonly id: string; readonly reason: string }
  | { readonly type: 'shown'; readonly id: string; readonly hash: string }
  | { readonly type: 'go'; readonly to: 'next' | 'previous' }
  | { readonly type: 'dismiss'; readonly id: string }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  // Facts
  | { readonly type: 'arrived'; readonly request: PermissionRequest; readonly hash: string }
  /** What is shown of it has changed (the file on disk, say), and with it perhaps what can be done. */
  | { readonly type: 'changed'; readonly request: PermissionRequest; readonly hash: string }
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

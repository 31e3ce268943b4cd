import { entryOf } from '../core/queueState';
import type { Effect, Entry, QueueEvent, QueueState } from '../core/queueState';

/** What a change was about, so that surfaces redraw no more than they must. */
export interface WindowChange {
  readonly event: QueueEvent;
  readonly state: QueueState;
  readonly before: QueueState;
  readonly effects: readonly Effect[];
}

/** The request that a change brought onto the list, if it did. */
export function arrivalOf({ event, state, before }: WindowChange): Entry | undefined {
  if (event.type !== 'arrived' || entryOf(before, event.request.id)) return undefined;
  return entryOf(state, event.request.id);
}

import { reduce } from '../../src/core/queue';
import { emptyQueue } from '../../src/core/queueState';
import type { Effect, QueueEvent, QueueState } from '../../src/core/queueState';
import type { Decision, PermissionRequest } from '../../src/core/request';
import { aRequest } from './requests';

export const approve: Decision = { type: 'approve' };
export const deny: Decision = { type: 'deny', feedback: 'not so' };

/** The state after these events, and all their effects in order. */
export function run(
  events: readonly QueueEvent[],
  from: QueueState = emptyQueue,
): { readonly state: QueueState; readonly effects: readonly Effect[] } {
  let state = from;
  const effects: Effect[] = [];
  for (const event of events) {
    const reduced = reduce(state, event);
    state = reduced.state;
    effects.push(...reduced.effects);
  }
  return { state, effects };
}

type Arrived = Extract<QueueEvent, { type: 'arrived' }>;
type Decide = Extract<QueueEvent, { type: 'decide' }>;

/** A request comes; a safe one unless told otherwise. */
export function arrives(
  id: string,
  change: Partial<Pick<Arrived, 'hash' | 'risk'>> = {},
  request: Partial<PermissionRequest> = {},
): Arrived {
  return { type: 'arrived', request: aRequest({ ...request, id }), hash: 'h1', risk: 'safe', ...change };
}

/** What is shown of a request is another text now. */
export function changes(id: string, hash: string): QueueEvent {
  return { type: 'changed', request: aRequest({ id }), hash, risk: 'safe' };
}

/** A decision in the page at 0, by a person who holds nothing back unless told otherwise. */
export function decides(id: string, decision: Decision, change: Partial<Decide> = {}): Decide {
  return { type: 'decide', id, hash: 'h1', decision, surface: 'page', at: 0, retractMs: 0, ...change };
}

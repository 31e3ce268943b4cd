import type { Risk } from '../protocol/command';
import { changed, decide, refusal, sendHeld, undo } from './decide';
import { entryOf, isPending, listed, undelivered, withEntry } from './queueState';
import type { Entry, QueueEvent, QueueState, Reduced } from './queueState';
import type { Decision, Delivery, Outcome, PermissionRequest } from './request';

/*
 * The queue: a pure state machine. Surfaces read its state and send intents, the window tells it facts; nobody else changes
 * it. `reduce` takes a state and an event and gives the next state with the effects that the window must carry out. The one
 * thing it guards above all: an `answer` effect that approves exists only as the reply to a `decide` intent that approves,
 * made on this request and on what is shown of it now; if it is held back, then `sendNow` or `due` follows, and no `undo` between.
 */

/** How many ended requests stay on the list; the oldest go first, those with undelivered words last. */
const endedKept = 50;

/** Added to what became of a request while its approval was held back. */
const notSent = 'Your approval was not sent.';

/** Why a request whose approval was held back waits again. */
const askedAgain = `The agent has asked again. ${notSent} Look at it again, then decide.`;

/** Takes the queue from one state to the next. Pure: times come with the events, ids from the hook. */
export function reduce(state: QueueState, event: QueueEvent): Reduced {
  switch (event.type) {
    case 'arrived':
      return arrived(state, event.request, event.hash, event.risk);
    case 'decide':
      return decide(state, event);
    case 'refuse':
      return { state, effects: [refusal(event.id, event.reason)] };
    case 'undo':
      return only(undo(state, event.id));
    case 'sendNow':
    case 'due':
      return sendHeld(state, event.id, event.until);
    case 'shown':
      return only(
        withEntry(state, event.id, (entry) =>
          entry.hash === event.hash ? { ...entry, shownHash: event.hash } : entry,
        ),
      );
    case 'changed':
      return changed(state, event);
    case 'titled':
      return only(
        withEntry(state, event.id, (entry) => {
          const session = { ...entry.request.session, title: event.title };
          return { ...entry, request: { ...entry.request, session } };
        }),
      );
    case 'go':
      return only(go(state, event.to));
    case 'dismiss':
      return only(dismiss(state, event.id));
    case 'pause':
      return pause(state);
    case 'resume':
      return only({ ...state, paused: false });
    case 'written':
      return only(withEntry(state, event.id, (entry) => written(entry, event.at)));
    case 'gone':
      return only(withEntry(state, event.id, (entry) => gone(entry, event.at, event.detail)));
    case 'expired':
      return expired(state, event.id, event.at);
    case 'answeredElsewhere':
      return answeredElsewhere(state, event);
    case 'learned':
      return only(withEntry(state, event.id, (entry) => learned(entry, event.detail)));
    case 'delivery':
      return only(
        withEntry(state, event.id, (entry) =>
          entry.status.type === 'ended' && entry.status.delivery !== undefined && entry.status.delivery !== 'failed'
            ? {
                ...entry,
                status: {
                  ...entry.status,
                  delivery: event.delivery,
                  ...(event.detail === undefined ? {} : { detail: event.detail }),
                },
              }
            : entry,
        ),
      );
  }
}

function only(state: QueueState): Reduced {
  return { state, effects: [] };
}

function end(entry: Entry, outcome: Outcome, at: number, more: { delivery?: Delivery; detail?: string } = {}): Entry {
  const decision = entry.status.type === 'answering' ? entry.status.decision : undefined;
  return { ...entry, status: { type: 'ended', outcome, at, ...more, ...(decision ? { decision } : {}) } };
}

function arrived(state: QueueState, request: PermissionRequest, hash: string, risk: Risk): Reduced {
  const known = entryOf(state, request.id);
  if (known) return arrivedAgain(state, known, freshEntry(request, hash, risk));
  if (state.paused) return released(state, request.id);
  const entry = freshEntry(request, hash, risk);
  const entries = trim([...state.entries, entry]);
  const front =
    state.front !== undefined && entries.some((one) => one.request.id === state.front) ? state.front : request.id;
  const next: QueueState = { ...state, entries, front };
  return entry.status.type === 'watching' ? released(next, request.id) : only(next);
}

/** Whether two requests under one id are for the same call: a hook that lost its window asks again under its id. */
export function isSameCall(a: PermissionRequest, b: PermissionRequest): boolean {
  return JSON.stringify(a.subject) === JSON.stringify(b.subject);
}

function freshEntry(request: PermissionRequest, hash: string, risk: Risk): Entry {
  const { type } = request.capabilities.approve;
  return { request, hash, risk, status: { type: type === 'watchOnly' ? 'watching' : 'open' } };
}

function released(state: QueueState, id: string): Reduced {
  return { state, effects: [{ type: 'release', id }] };
}

/** The hook lost its window for a moment and asks again. What a person decided already is said again, to the same call only. */
function arrivedAgain(state: QueueState, known: Entry, entry: Entry): Reduced {
  const { status } = known;
  const { request, hash } = entry;
  if (!isSameCall(known.request, request)) return released(state, request.id);
  const lost = status.type === 'ended' && status.delivery === 'failed' ? status.decision : undefined;
  const decision = status.type === 'answering' ? status.decision : lost;
  if (decision && known.hash === hash) {
    return {
      state: withEntry(state, request.id, (one) => ({ ...one, status: { type: 'answering', decision } })),
      effects: [{ type: 'answer', id: request.id, decision }],
    };
  }
  const held = status.type === 'heldBack';
  const waits = status.type === 'open' || held || (status.type === 'ended' && status.outcome === 'withdrawn');
  if (state.paused || (!waits && !decision)) return released(state, request.id);
  const next = withEntry(state, request.id, () => entry);
  if (entry.status.type === 'watching') return released(next, request.id);
  return { state: next, effects: held ? [refusal(request.id, askedAgain)] : [] };
}

function written(entry: Entry, at: number): Entry {
  if (entry.status.type !== 'answering') return entry;
  const outcome = { approve: 'approved', deny: 'denied', handBack: 'handedBack' } as const;
  const delivery = entry.status.decision.type === 'handBack' ? {} : { delivery: 'sent' as const };
  return end(entry, outcome[entry.status.decision.type], at, delivery);
}

/** Words that were not delivered keep the reason why. */
function learned(entry: Entry, detail: string): Entry {
  if (entry.status.type !== 'ended' || undelivered(entry)) return entry;
  return { ...entry, status: { ...entry.status, detail } };
}

function gone(entry: Entry, at: number, detail?: string): Entry {
  if (entry.status.type === 'open') return end(entry, 'withdrawn', at);
  if (entry.status.type === 'heldBack') return end(entry, 'withdrawn', at, { detail: notSent });
  if (entry.status.type !== 'answering') return entry;
  const { decision } = entry.status;
  if (decision.type === 'handBack') return end(entry, 'withdrawn', at);
  const more = { delivery: 'failed', ...(detail === undefined ? {} : { detail }) } as const;
  return end(entry, decision.type === 'approve' ? 'approved' : 'denied', at, more);
}

function expired(state: QueueState, id: string, at: number): Reduced {
  const status = entryOf(state, id)?.status;
  if (!status || !isPending(status)) return only(state);
  const detail = status.type === 'heldBack' ? { detail: notSent } : {};
  return {
    state: withEntry(state, id, (one) => end(one, 'expired', at, detail)),
    effects: status.type === 'watching' ? [] : [{ type: 'release', id }],
  };
}

function answeredElsewhere(state: QueueState, event: Extract<QueueEvent, { type: 'answeredElsewhere' }>): Reduced {
  const status = entryOf(state, event.id)?.status;
  if (!status || !isPending(status)) return only(state);
  const said = [event.detail ?? '', status.type === 'heldBack' ? notSent : ''].filter((text) => text !== '').join(' ');
  const detail = said === '' ? {} : { detail: said };
  return {
    state: withEntry(state, event.id, (one) => end(one, 'answeredElsewhere', event.at, detail)),
    effects: status.type === 'watching' ? [] : [{ type: 'release', id: event.id }],
  };
}

/** Everything that waits is handed back, and so is what comes while the pause lasts. */
function pause(state: QueueState): Reduced {
  const decision: Decision = { type: 'handBack' };
  const waits = ({ status }: Entry): boolean => status.type === 'open' || status.type === 'heldBack';
  return {
    state: {
      ...state,
      paused: true,
      entries: state.entries.map((entry) =>
        waits(entry) ? { ...entry, status: { type: 'answering', decision } } : entry,
      ),
    },
    effects: state.entries.filter(waits).map((entry) => ({ type: 'answer', id: entry.request.id, decision })),
  };
}

function go(state: QueueState, to: 'next' | 'previous'): QueueState {
  const list = listed(state);
  if (list.length === 0) return state;
  const at = list.findIndex((entry) => entry.request.id === state.front);
  const step = to === 'next' ? 1 : -1;
  const target = at < 0 ? list[0]! : list[(at + step + list.length) % list.length]!;
  return { ...state, front: target.request.id };
}

function dismiss(state: QueueState, id: string): QueueState {
  const entry = entryOf(state, id);
  if (entry?.status.type !== 'ended' && entry?.status.type !== 'watching') return state;
  const entries = state.entries.filter((one) => one !== entry);
  if (state.front !== id) return { ...state, entries };
  const { front: _, ...rest } = state;
  const next = listed({ ...rest, entries })[0];
  return { ...rest, entries, ...(next ? { front: next.request.id } : {}) };
}

function trim(entries: readonly Entry[]): readonly Entry[] {
  const ended = entries.filter((entry) => entry.status.type === 'ended');
  const spare = ended.length - endedKept;
  if (spare <= 0) return entries;
  const order = [...ended].sort((a, b) => Number(undelivered(a)) - Number(undelivered(b)));
  const dropped = new Set(order.slice(0, spare));
  return entries.filter((entry) => !dropped.has(entry));
}

import { entryOf, isSeen, listed, undelivered } from './queueState';
import type { Entry, QueueEvent, QueueState, Reduced } from './queueState';
import { whyNotAnswered } from './question';
import type { Approval, Decision, Delivery, Outcome, PermissionRequest } from './request';

/*
 * The queue: a pure state machine. Surfaces read its state and send intents, the window tells it facts; nobody else changes
 * it. `reduce` takes a state and an event and gives the next state with the effects that the window must carry out. The one
 * thing it guards above all: an `answer` effect that approves exists only as the reply to a `decide` intent that approves,
 * made on this request and on what is shown of it now.
 */

/** How many ended requests stay on the list; the oldest go first, those with undelivered words last. */
const endedKept = 50;

/** Takes the queue from one state to the next. Pure: times come with the events, ids from the hook. */
export function reduce(state: QueueState, event: QueueEvent): Reduced {
  switch (event.type) {
    case 'arrived':
      return arrived(state, event.request, event.hash);
    case 'decide':
      return decide(state, event);
    case 'refuse':
      return { state, effects: [{ type: 'refused', id: event.id, reason: event.reason }] };
    case 'shown':
      return only(
        update(state, event.id, (entry) => (entry.hash === event.hash ? { ...entry, shownHash: event.hash } : entry)),
      );
    case 'changed': {
      const { request, hash } = event;
      return only(update(state, request.id, (one) => (one.status.type === 'open' ? { ...one, request, hash } : one)));
    }
    case 'titled':
      return only(
        update(state, event.id, (entry) => {
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
      return only(update(state, event.id, (entry) => written(entry, event.at)));
    case 'gone':
      return only(update(state, event.id, (entry) => gone(entry, event.at, event.detail)));
    case 'expired':
      return expired(state, event.id, event.at);
    case 'answeredElsewhere':
      return answeredElsewhere(state, event);
    case 'learned':
      return only(update(state, event.id, (entry) => learned(entry, event.detail)));
    case 'delivery':
      return only(
        update(state, event.id, (entry) =>
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

function update(state: QueueState, id: string, change: (entry: Entry) => Entry): QueueState {
  return { ...state, entries: state.entries.map((entry) => (entry.request.id === id ? change(entry) : entry)) };
}

function end(entry: Entry, outcome: Outcome, at: number, more: { delivery?: Delivery; detail?: string } = {}): Entry {
  const decision = entry.status.type === 'answering' ? entry.status.decision : undefined;
  return { ...entry, status: { type: 'ended', outcome, at, ...more, ...(decision ? { decision } : {}) } };
}

function arrived(state: QueueState, request: PermissionRequest, hash: string): Reduced {
  const known = entryOf(state, request.id);
  if (known) return arrivedAgain(state, known, request, hash);
  if (state.paused) return released(state, request.id);
  const entry = freshEntry(request, hash);
  const entries = trim([...state.entries, entry]);
  const front =
    state.front !== undefined && entries.some((one) => one.request.id === state.front) ? state.front : request.id;
  const next: QueueState = { ...state, entries, front };
  return entry.status.type === 'watching' ? released(next, request.id) : only(next);
}

function freshEntry(request: PermissionRequest, hash: string): Entry {
  return { request, hash, status: { type: request.capabilities.approve.type === 'watchOnly' ? 'watching' : 'open' } };
}

function released(state: QueueState, id: string): Reduced {
  return { state, effects: [{ type: 'release', id }] };
}

/** The hook lost its window for a moment and asks again. What a person decided already is said again, to the same call only. */
function arrivedAgain(state: QueueState, known: Entry, request: PermissionRequest, hash: string): Reduced {
  const { status } = known;
  if (JSON.stringify(known.request.subject) !== JSON.stringify(request.subject)) return released(state, request.id);
  const lost = status.type === 'ended' && status.delivery === 'failed' ? status.decision : undefined;
  const decision = status.type === 'answering' ? status.decision : lost;
  if (decision && known.hash === hash) {
    return {
      state: update(state, request.id, (entry) => ({ ...entry, status: { type: 'answering', decision } })),
      effects: [{ type: 'answer', id: request.id, decision }],
    };
  }
  const waits = status.type === 'open' || (status.type === 'ended' && status.outcome === 'withdrawn');
  if (state.paused || (!waits && !decision)) return released(state, request.id);
  const entry = freshEntry(request, hash);
  const next = update(state, request.id, () => entry);
  return entry.status.type === 'watching' ? released(next, request.id) : only(next);
}

function decide(state: QueueState, event: Extract<QueueEvent, { type: 'decide' }>): Reduced {
  const { id, hash, decision, surface } = event;
  const refuse = (reason: string): Reduced => ({ state, effects: [{ type: 'refused', id, reason }] });
  const entry = entryOf(state, id);
  if (!entry) return refuse('This request is no longer on the list.');
  if (entry.status.type === 'watching') return refuse('The agent ignores answers to this request.');
  if (entry.status.type !== 'open') return refuse('This request has been decided or has ended already.');
  if (hash !== entry.hash) return refuse('What is shown has changed since. Look at it again, then decide.');
  const { approve, deny } = entry.request.capabilities;
  if (decision.type === 'approve') {
    if (approve.type !== 'grants' && approve.type !== 'passes') return refuse(approve.reason);
    const { changedInput, additions, approvalMessage } = entry.request.capabilities;
    const changes = decision.changedInput !== undefined || decision.plan !== undefined;
    if (changes && !changedInput) return refuse('This agent cannot take edits.');
    if (decision.message !== undefined && !approvalMessage)
      return refuse('This agent takes no message with an approval.');
    if (decision.addition !== undefined && !additions.some((one) => one.id === decision.addition)) {
      return refuse('This agent does not offer that addition.');
    }
    const unanswered = whyNotAnsweredBy(decision, entry.request);
    if (unanswered !== undefined) return refuse(unanswered);
    if (surface !== 'page' && !isSeen(entry)) return refuse('Not all of this request has been shown yet.');
  }
  if (decision.type === 'deny' && deny.type !== 'honoured') return refuse(deny.reason);
  return {
    state: update(state, id, (one) => ({ ...one, status: { type: 'answering', decision } })),
    effects: [{ type: 'answer', id, decision }],
  };
}

/** Why an approval does not answer what is asked; undefined if it does. Only questions are answered, and they are approved in no other way. */
function whyNotAnsweredBy({ answers }: Approval, { subject }: PermissionRequest): string | undefined {
  if (subject.type === 'question') return whyNotAnswered(subject.questions, answers);
  return answers === undefined ? undefined : 'This request is no question: it takes no answers.';
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
  if (entry.status.type !== 'answering') return entry;
  const { decision } = entry.status;
  if (decision.type === 'handBack') return end(entry, 'withdrawn', at);
  const more = { delivery: 'failed', ...(detail === undefined ? {} : { detail }) } as const;
  return end(entry, decision.type === 'approve' ? 'approved' : 'denied', at, more);
}

function expired(state: QueueState, id: string, at: number): Reduced {
  const entry = entryOf(state, id);
  if (entry?.status.type !== 'open' && entry?.status.type !== 'watching') return only(state);
  return {
    state: update(state, id, (one) => end(one, 'expired', at)),
    effects: entry.status.type === 'open' ? [{ type: 'release', id }] : [],
  };
}

function answeredElsewhere(state: QueueState, event: Extract<QueueEvent, { type: 'answeredElsewhere' }>): Reduced {
  const entry = entryOf(state, event.id);
  if (entry?.status.type !== 'open' && entry?.status.type !== 'watching') return only(state);
  const detail = event.detail === undefined ? {} : { detail: event.detail };
  return {
    state: update(state, event.id, (one) => end(one, 'answeredElsewhere', event.at, detail)),
    effects: entry.status.type === 'open' ? [{ type: 'release', id: event.id }] : [],
  };
}

/** Everything that waits is handed back, and so is what comes while the pause lasts. */
function pause(state: QueueState): Reduced {
  const decision: Decision = { type: 'handBack' };
  const open = state.entries.filter((entry) => entry.status.type === 'open');
  return {
    state: {
      ...state,
      paused: true,
      entries: state.entries.map((entry) =>
        entry.status.type === 'open' ? { ...entry, status: { type: 'answering', decision } } : entry,
      ),
    },
    effects: open.map((entry) => ({ type: 'answer', id: entry.request.id, decision })),
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

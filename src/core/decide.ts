import type { Risk } from '../protocol/command';
import { isAlike } from './identical';
import { entryOf, heldBack, isSeen, withEntry } from './queueState';
import type { Effect, Entry, QueueEvent, QueueState, Reduced } from './queueState';
import { whyNotAnswered } from './question';
import type { Approval, Decision, PermissionRequest } from './request';

/* What becomes of a decision in the queue: it is refused with a reason, goes out at once, or is held back for a moment. */

type Decide = Extract<QueueEvent, { type: 'decide' }>;

/** Before what was held back is sent the disk is looked at, and that has to be over by the deadline. */
const spareMs = 500;

/** Why a request that was held back waits again. */
const changedSince = 'What is shown has changed since. Look at it again, then decide.';

/**
 * How long an approval is held back, in milliseconds.
 *
 * @param lasts whether it carries something that outlives the call: a rule, a mode
 * @param retractMs how long the person wants those to be held back that ask for care
 */
export function holdTime(risk: Risk, lasts: boolean, retractMs: number): number {
  return risk === 'safe' && !lasts ? 0 : retractMs;
}

/** Takes a decision of a person. */
export function decide(state: QueueState, event: Decide): Reduced {
  const { id, decision } = event;
  const entry = entryOf(state, id);
  if (!entry) return { state, effects: [refusal(id, 'This request is no longer on the list.')] };
  const reason = whyNot(state, entry, event);
  if (reason !== undefined) return { state, effects: [refusal(id, reason)] };
  if (decision.type !== 'approve') return answered(state, id, decision);
  // Confirmed once more.
  if (entry.status.type === 'heldBack') return answered(state, id, entry.status.decision);
  const until = heldUntil(entry, decision, event);
  if (until <= event.at) return answered(state, id, decision);
  const status = { type: 'heldBack', decision, until, group: event.along ?? id } as const;
  return {
    state: withEntry(state, id, (one) => ({ ...one, status })),
    effects: [{ type: 'holdBack', id, until }],
  };
}

/** Sends what is held back until then. An approval that was undone, or given anew, since then is another one. */
export function sendHeld(state: QueueState, id: string, until: number): Reduced {
  const status = entryOf(state, id)?.status;
  if (status?.type !== 'heldBack' || status.until !== until) return { state, effects: [] };
  return answered(state, id, status.decision);
}

/** Takes back what is held back, with all that was approved along with it. */
export function undo(state: QueueState, id: string): QueueState {
  return heldTogether(state, id).reduce((next, one) => withEntry(next, one, reopened), state);
}

/** The ids of those whose approval is held back and was given together with that of this one, be it held back still or sent. */
export function heldTogether(state: QueueState, id: string): readonly string[] {
  const held = heldBack(state);
  const group = held.find((one) => one.id === id)?.group ?? id;
  return held.filter((one) => one.group === group).map((one) => one.id);
}

/** Takes note that something else is shown now. An approval that is held back was not made on it. */
export function changed(state: QueueState, { request, hash, risk }: Extract<QueueEvent, { type: 'changed' }>): Reduced {
  const { id } = request;
  const type = entryOf(state, id)?.status.type;
  if (type !== 'open' && type !== 'heldBack') return { state, effects: [] };
  return {
    state: withEntry(state, id, (one) => reopened({ ...one, request, hash, risk })),
    effects: type === 'heldBack' ? [refusal(id, changedSince)] : [],
  };
}

/** A decision that is not taken, as an effect. */
export function refusal(id: string, reason: string): Effect {
  return { type: 'refused', id, reason };
}

function answered(state: QueueState, id: string, decision: Decision): Reduced {
  return {
    state: withEntry(state, id, (one) => ({ ...one, status: { type: 'answering', decision } })),
    effects: [{ type: 'answer', id, decision }],
  };
}

function reopened(entry: Entry): Entry {
  return { ...entry, status: { type: 'open' } };
}

function heldUntil({ risk, request }: Entry, { addition }: Approval, { at, retractMs }: Decide): number {
  const chosen = request.capabilities.additions.find((one) => one.id === addition);
  const lasts = chosen !== undefined && chosen.once !== true;
  return Math.min(at + holdTime(risk, lasts, retractMs), request.deadline - spareMs);
}

/** Why a decision is not taken, in a sentence; undefined if it is. */
function whyNot(state: QueueState, entry: Entry, event: Decide): string | undefined {
  const { hash, decision, along } = event;
  const { status, request } = entry;
  if (status.type === 'watching') return 'The agent ignores answers to this request.';
  const held = status.type === 'heldBack' && along === undefined;
  if (status.type !== 'open' && !held) return 'This request has been decided or has ended already.';
  if (hash !== entry.hash) return changedSince;
  if (decision.type === 'approve') return held ? undefined : whyNotApprove(state, entry, decision, event);
  const { deny } = request.capabilities;
  return decision.type === 'deny' && deny.type !== 'honoured' ? deny.reason : undefined;
}

function whyNotApprove(
  state: QueueState,
  entry: Entry,
  decision: Approval,
  { surface, along }: Decide,
): string | undefined {
  const { approve, changedInput, additions, approvalMessage } = entry.request.capabilities;
  if (approve.type !== 'grants' && approve.type !== 'passes') return approve.reason;
  const changes = decision.changedInput !== undefined || decision.plan !== undefined;
  if (changes && !changedInput) return 'This agent cannot take edits.';
  if (decision.message !== undefined && !approvalMessage) return 'This agent takes no message with an approval.';
  const { addition } = decision;
  if (addition !== undefined && !additions.some((one) => one.id === addition))
    return 'This agent does not offer that addition.';
  const unanswered = whyNotAnsweredBy(decision, entry.request);
  if (unanswered !== undefined) return unanswered;
  if (surface !== 'page') {
    if (entry.risk === 'dangerous')
      return 'Approve it in the review: it is dangerous, and asks you to hold the button.';
    if (!isSeen(entry)) return 'Not all of this request has been shown yet.';
  }
  if (along === undefined) return undefined;
  const main = entryOf(state, along);
  return main && isAlike(main, entry) && isOfferedAlike(main, entry, addition)
    ? undefined
    : 'This request is decided on its own.';
}

/** Why an approval does not answer what is asked; undefined if it does. Only questions are answered, and they are approved in no other way. */
function whyNotAnsweredBy({ answers }: Approval, { subject }: PermissionRequest): string | undefined {
  if (subject.type === 'question') return whyNotAnswered(subject.questions, answers);
  return answers === undefined ? undefined : 'This request is no question: it takes no answers.';
}

/** The ids of additions say only what they are within one request. */
function isOfferedAlike(main: Entry, entry: Entry, addition: string | undefined): boolean {
  const [ours, theirs] = [main, entry].map(({ request }) =>
    JSON.stringify(request.capabilities.additions.find((one) => one.id === addition)),
  );
  return ours === theirs;
}

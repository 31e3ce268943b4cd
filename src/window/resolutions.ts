import type { Reading, Resolved, TranscriptFact } from '../agents/adapter';
import { isPending } from '../core/queueState';
import type { Entry, QueueEvent } from '../core/queueState';
import type { Note, PermissionRequest } from '../core/request';

type RequestReading = Extract<Reading, { type: 'request' }>;

/** What the resolutions need of the window. */
interface Requests {
  entries(): readonly Entry[];
  /** Whether the agent says that it asks nowhere else while its hook waits. */
  isAwaited(id: string): boolean;
  dispatch(event: QueueEvent): void;
}

/** So many results are kept that are about no request on the list: a result may come before its request. */
const maxKept = 50;

/**
 * What agents tell of requests that were answered, wherever. A result that contradicts our answer shows that the agent does not take
 * answers from its hook, whatever its environment says: its later requests are only watched in this window.
 */
export class Resolutions {
  private kept: readonly { readonly agent: string; readonly resolved: Resolved }[] = [];
  private readonly overruled = new Set<string>();

  constructor(private readonly requests: Requests) {}

  /** An agent tells what became of a request. */
  take(agent: string, resolved: Resolved): void {
    const about = this.requests.entries().filter(({ request }) => isAbout(request, agent, resolved));
    const ready = about.filter((entry) => entry.status.type !== 'answering');
    // Of one whose answer is on its way it is not known yet whether the answer arrived.
    if (about.length === 0 || ready.length < about.length) {
      this.kept = [...this.kept, { agent, resolved }].slice(-maxKept);
    }
    for (const entry of ready) this.apply(entry, resolved);
  }

  /** A request has come onto the list, or its answer was written: a result that came before counts now. */
  settle(entry: Entry | undefined): void {
    if (!entry) return;
    const early = this.kept.find(({ agent, resolved }) => isAbout(entry.request, agent, resolved));
    if (!early) return;
    this.kept = this.kept.filter((one) => one !== early);
    this.apply(entry, early.resolved);
  }

  /** The reading as this window takes it. */
  asTaken(reading: RequestReading): RequestReading {
    const { request } = reading;
    if (!reading.awaited || !this.overruled.has(request.agent.id)) return reading;
    const reason = `${request.agent.name} did not keep to an earlier answer from here: it is answered there.`;
    const note: Note = {
      kind: 'warn',
      title: 'Only watched.',
      text: `${request.agent.name} was answered otherwise than here, so it does not wait for this window.`,
    };
    const capabilities: PermissionRequest['capabilities'] = {
      ...request.capabilities,
      approve: { type: 'watchOnly', reason },
      deny: { type: 'no', reason },
      feedback: false,
      additions: [],
    };
    return { ...reading, request: { ...request, capabilities, notes: [...request.notes, note] } };
  }

  private apply(entry: Entry, resolved: Resolved): void {
    const at = Date.now();
    const { status, request } = entry;
    const decided = status.type === 'ended' ? status.decision?.type : undefined;
    const contradicts =
      status.type === 'open' ||
      status.type === 'heldBack' ||
      (decided !== undefined && resolved.decision !== undefined && decided !== resolved.decision);
    if (contradicts && decided !== 'handBack' && this.requests.isAwaited(request.id)) {
      this.overruled.add(request.agent.id);
    }
    const event = resultEvent(entry, resolved, at);
    if (event) this.requests.dispatch(event);
  }
}

function isAbout(request: PermissionRequest, agent: string, { agentRequestId, call }: Resolved): boolean {
  if (request.agent.id !== agent) return false;
  if (request.agentRequestId === agentRequestId) return true;
  return call !== undefined && request.session.id === call.session && request.agentCallId === call.id;
}

/** A result as an event of the queue. */
function resultEvent({ request, status }: Entry, resolved: Resolved, at: number): QueueEvent | undefined {
  const { id, capabilities } = request;
  const { detail, decision } = resolved;
  if (isPending(status)) return { type: 'answeredElsewhere', id, at, detail };
  if (status.type !== 'ended') return undefined;
  const ours = status.decision?.type;
  const isOurs = capabilities.approve.type === 'grants' && (ours === 'approve' || ours === 'deny');
  if (isOurs && decision === ours) return { type: 'delivery', id, delivery: 'confirmed' };
  if (isOurs && decision !== undefined) return { type: 'delivery', id, delivery: 'overtaken', detail };
  return detail === '' ? undefined : { type: 'learned', id, detail };
}

/** What a line of the agent's own record says, as an event of the queue. */
export function factEvent(
  { request, status }: Entry,
  fact: Exclude<TranscriptFact, { type: 'title' }>,
  at: number,
): QueueEvent | undefined {
  const { id } = request;
  if (isPending(status)) {
    const detail = fact.type === 'answeredByHook' ? 'Another program answered it.' : fact.detail;
    return { type: 'answeredElsewhere', id, at, detail };
  }
  if (status.type !== 'ended') return undefined;
  const ours = fact.type === 'answeredByHook' && fact.decision === status.decision?.type;
  const detail = fact.type === 'answeredByPerson' ? { detail: fact.detail } : {};
  return { type: 'delivery', id, delivery: ours ? 'confirmed' : 'overtaken', ...detail };
}

/** Whether a request is only to be watched, and one for the same call has been reviewed here: it needs no second card. */
export function isFollowUp(request: PermissionRequest, entries: readonly Entry[]): boolean {
  if (request.capabilities.approve.type !== 'watchOnly' || request.agentCallId === undefined) return false;
  return entries.some(
    ({ request: other }) =>
      other.id !== request.id &&
      other.agent.id === request.agent.id &&
      other.session.id === request.session.id &&
      other.agentCallId === request.agentCallId &&
      other.agentRequestId === undefined,
  );
}

import { randomBytes } from 'node:crypto';
import { noDecisionOf } from '../../agents/adapter';
import type { Reading } from '../../agents/adapter';
import { adapterOf } from '../../agents/registry';
import type { Answer } from '../../core/request';
import type { RequestFrame } from '../../protocol/frames';
import type { Disposable } from '../disposable';
import type { EndpointListener, HookPeer } from '../endpoint';
import { answerFrame, readCall } from '../hookCalls';
import type { Log } from '../log';

/** How the session of a check is called. No agent names one so, and a window never shows a request of one. */
const mark = 'countersign-doctor-';

/** What the model would be told if an agent ever got the answer of a check. */
const feedback = 'This was a check by the doctor of Countersign. Nothing was asked and nothing was decided.';

/** One check that is under way. */
export interface LiveTicket extends Disposable {
  /** Stands in the payload in the place of the session's id. It is used up by the first request that has it. */
  readonly session: string;
  /** What this window answered; undefined until the request has come. `stdout` is empty if the hook was let go. */
  answered(): { readonly stdout: string } | undefined;
}

/**
 * Stands before the window's list and takes the doctor's own requests. They are told by the id of their session, which holds a token that
 * only this window knows; they are answered at once with a denial, or not at all, **never** with an approval, and never get onto the
 * list. A request that claims to be a check and is not one of this window's is let go in the same way.
 */
export class LiveChecks implements EndpointListener {
  private readonly tickets = new Map<string, { readonly agent: string; answer?: { readonly stdout: string } }>();
  /** Hooks of checks: nothing of them is passed on. */
  private readonly peers = new WeakSet<HookPeer>();

  constructor(
    private readonly list: EndpointListener,
    private readonly log: Log,
  ) {}

  /** Makes a check known, for one request of this agent. */
  issue(agent: string): LiveTicket {
    const session = mark + randomBytes(16).toString('hex');
    this.tickets.set(session, { agent });
    return {
      session,
      answered: () => this.tickets.get(session)?.answer,
      dispose: () => void this.tickets.delete(session),
    };
  }

  onRequest(frame: RequestFrame, peer: HookPeer): void {
    const session = sessionOf(frame.payload);
    if (session === undefined) {
      this.list.onRequest(frame, peer);
      return;
    }
    this.peers.add(peer);
    const ticket = this.tickets.get(session);
    const isOurs = ticket?.agent === frame.agent && ticket.answer === undefined;
    const reading = read(frame);
    const answer = isOurs ? denial(reading) : noDecisionOf(reading);
    if (isOurs) ticket.answer = { stdout: answer?.stdout ?? '' };
    else this.log.warn('doctor: let a request go that claims to be a check');
    peer.send(answerFrame(frame.id, answer));
  }

  onWritten(id: string, peer: HookPeer): void {
    if (!this.peers.has(peer)) this.list.onWritten(id, peer);
  }

  onClosed(id: string, peer: HookPeer): void {
    if (!this.peers.has(peer)) this.list.onClosed(id, peer);
  }
}

/** The session's id if it is one of a check. Only the payload's own keys count, not what a tool's input says. */
function sessionOf(payload: string): string | undefined {
  if (!payload.includes(mark)) return undefined;
  try {
    const parsed: unknown = JSON.parse(payload);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const values: readonly unknown[] = [
      'session_id' in parsed && parsed.session_id,
      'sessionId' in parsed && parsed.sessionId,
    ];
    return values.find((value): value is string => typeof value === 'string' && value.startsWith(mark));
  } catch {
    return undefined;
  }
}

function read(frame: RequestFrame): Reading | undefined {
  const adapter = adapterOf(frame.agent);
  const found = adapter && readCall(frame, adapter.defaultTimeout, Date.now());
  // Never `look`: a check asks nothing of other programs.
  return found && adapter.read(found.call);
}

/** The bytes of a denial; without one, those of no decision. */
function denial(reading: Reading | undefined): Answer | undefined {
  const denies = reading?.type === 'request' && reading.request.capabilities.deny.type === 'honoured';
  return (denies ? reading.answer({ type: 'deny', feedback }) : undefined) ?? noDecisionOf(reading);
}

import { noDecisionOf } from '../agents/adapter';
import type { Reading, TranscriptFact } from '../agents/adapter';
import { adapterOf } from '../agents/registry';
import { reduce } from '../core/queue';
import { emptyQueue, entryOf } from '../core/queueState';
import type { Effect, Entry, QueueEvent, QueueState, Surface } from '../core/queueState';
import type { Decision } from '../core/request';
import { requestView } from '../core/view';
import type { PreparedRequest } from '../core/view';
import type { RequestFrame } from '../protocol/frames';
import type { PageDecision } from '../protocol/page';
import type { RequestView } from '../protocol/views';
import { asShown, checked, withoutParts } from './approvals';
import { Deadlines } from './deadlines';
import { planFileText } from './disk';
import { Emitter } from './disposable';
import type { Disposable } from './disposable';
import type { Drafts } from './drafts';
import type { EditReviews } from './editReviews';
import type { EndpointListener, HookPeer } from './endpoint';
import { answerFrame, readCall } from './hookCalls';
import { errorText } from './log';
import type { Log } from './log';
import { ModelMessages } from './modelMessages';
import type { PlanReviews } from './planReviews';
import { prepareRequest } from './preparing';
import type { PrepareContext } from './preparing';
import { RequestTranscripts } from './requestTranscripts';
import { Reviews } from './reviews';

type RequestReading = Extract<Reading, { type: 'request' }>;

/** What the window keeps of a request beside its entry in the queue. */
interface Held {
  readonly reading: RequestReading;
  /** The text of the plan's file when the request arrived. */
  readonly planFile: string | undefined;
  prepared: PreparedRequest;
  /** The hook that waits; absent once it was let go or is gone. */
  peer?: HookPeer;
}

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

/** Options of a window; the folders are real paths, and may change. */
export interface WindowOptions {
  readonly folders: () => readonly string[];
  readonly drafts: Drafts;
  readonly plans: PlanReviews;
  readonly edits: EditReviews;
  /** Whether an editor has changes of a file, by its absolute path, that are not saved. */
  readonly unsaved: (path: string) => boolean;
  readonly log: Log;
}

/**
 * A window without its surfaces: takes hooks' requests, reads what they are about from the disk, keeps the queue, and sends
 * the answers. Every answer to a hook passes through `carryOut`, and only the queue's effects lead there.
 */
export class ReviewWindow implements EndpointListener, Disposable {
  private queue: QueueState = emptyQueue;
  private readonly held = new Map<string, Held>();
  /** Hooks that went while the disk was read for their request. */
  private readonly closedEarly = new WeakSet<HookPeer>();
  private readonly changed: Emitter<WindowChange>;
  /** What persons do with the requests before they decide. */
  readonly reviews: Reviews;
  private readonly deadlines = new Deadlines((id) => this.dispatch({ type: 'expired', id, at: Date.now() }));
  private readonly transcripts: RequestTranscripts;
  private readonly messages = new ModelMessages();

  constructor(private readonly options: WindowOptions) {
    const onError = (error: unknown): void => options.log.error(`window: a listener failed: ${errorText(error)}`);
    this.changed = new Emitter(onError);
    this.reviews = new Reviews(options, {
      entryOf: (id) => entryOf(this.queue, id),
      preparedOf: (id) => this.held.get(id)?.prepared,
      look: (id) => this.look(id),
      onError,
    });
    this.transcripts = new RequestTranscripts((id, fact) => this.hear(id, fact));
  }

  get state(): QueueState {
    return this.queue;
  }

  /** Hears every change of the queue. */
  get onDidChange(): Emitter<WindowChange>['event'] {
    return this.changed.event;
  }

  /** The page's view of a request, or undefined if it is not on the list. */
  viewOf(id: string): RequestView | undefined {
    const entry = entryOf(this.queue, id);
    const held = this.held.get(id);
    if (!entry || !held) return undefined;
    const { status } = entry;
    const decided = status.type === 'answering' || status.type === 'ended' ? status.decision : undefined;
    const draft = this.options.drafts.get(id).text || (decided?.type === 'deny' ? decided.feedback : '');
    const view = requestView({ ...held.prepared, request: entry.request }, status, draft);
    const review = this.reviews.viewOf(entry.request);
    return review ? { ...view, review } : view;
  }

  /** Takes an intent that decides nothing. */
  take(event: Exclude<QueueEvent, { type: 'decide' }>): void {
    this.dispatch(event);
  }

  /**
   * Takes a decision that was made on what has this hash. An approval is checked against the disk first: if what would happen is no
   * longer what was shown (an edited file, a plan's file), the queue refuses it and the new text is shown.
   */
  async decide(id: string, hash: string, said: PageDecision, surface: Surface): Promise<void> {
    if (said.type === 'approve') await this.look(id);
    const held = this.held.get(id);
    const stale = entryOf(this.queue, id)?.hash !== hash;
    // What is stale is refused by the queue, with its reason.
    const found =
      held && !stale ? await checked(said, held.prepared, held.reading.changes, this.options.folders()) : undefined;
    if (found && 'refused' in found) this.dispatch({ type: 'refuse', id, reason: found.refused });
    else this.dispatch({ type: 'decide', id, hash, decision: found?.decision ?? withoutParts(said), surface });
  }

  /** Looks at the disk again for a request that waits; if what is shown of it has changed, the surfaces are told. */
  async look(id: string): Promise<void> {
    const held = this.held.get(id);
    if (!held || entryOf(this.queue, id)?.status.type !== 'open') return;
    const { request } = held.reading;
    const planFile = { fileAtArrival: held.planFile, fileNow: await planFileText(request) };
    const prepared = await prepareRequest(request, planFile, this.prepareContext(id));
    const before = held.prepared;
    if (prepared.hash === before.hash) return;
    held.prepared = prepared;
    this.options.edits.follow(id, before, prepared);
    this.dispatch({ type: 'changed', request: prepared.request, hash: prepared.hash });
  }

  onRequest(frame: RequestFrame, peer: HookPeer): void {
    let reading: Reading | undefined;
    const taken = async (): Promise<void> => {
      reading = this.read(frame);
      await this.receive(reading, frame.id, peer);
    };
    taken().catch((error: unknown) => {
      this.options.log.error(`window: a request of ${frame.agent} was let go: ${errorText(error)}`);
      peer.send(answerFrame(frame.id, noDecisionOf(reading)));
    });
  }

  onWritten(id: string, peer: HookPeer): void {
    const held = this.held.get(id);
    if (held?.peer !== peer) return;
    delete held.peer;
    this.dispatch({ type: 'written', id, at: Date.now() });
    this.transcripts.delivered(id);
  }

  onClosed(id: string, peer: HookPeer): void {
    const held = this.held.get(id);
    if (held?.peer !== peer) {
      this.closedEarly.add(peer);
      return;
    }
    delete held.peer;
    this.dispatch({ type: 'gone', id, at: Date.now() });
  }

  dispose(): void {
    this.deadlines.dispose();
    this.transcripts.dispose();
  }

  private async receive(reading: Reading, id: string, peer: HookPeer): Promise<void> {
    if (reading.type !== 'request') {
      const message = reading.type === 'ran' ? this.messages.take(reading.call) : undefined;
      const told = reading.type === 'ran' && message !== undefined ? reading.tell(message) : undefined;
      peer.send(answerFrame(id, told ?? noDecisionOf(reading)));
      return;
    }
    const { request } = reading;
    const planFile = await planFileText(request);
    const files = { fileAtArrival: planFile, fileNow: planFile };
    const prepared = await prepareRequest(request, files, this.prepareContext(request.id));
    // A hook that lost its connection comes back on a new one under the same id: the newest is answered.
    this.held.set(request.id, { reading, planFile, prepared, peer });
    this.dispatch({ type: 'arrived', request: prepared.request, hash: prepared.hash });
    if (this.closedEarly.delete(peer)) this.onClosed(request.id, peer);
    const status = entryOf(this.queue, request.id)?.status.type;
    if (status === undefined) this.held.delete(request.id);
    else this.options.plans.arrived(prepared.request);
    if (status !== 'open' && status !== 'watching') return;
    this.deadlines.set(request.id, request.deadline);
    if (reading.transcript) this.transcripts.follow(request.id, reading.transcript);
  }

  private read(frame: RequestFrame): Reading {
    const adapter = adapterOf(frame.agent);
    if (!adapter) return { type: 'release', reason: 'no adapter' };
    const call = readCall(frame, adapter.defaultTimeout, Date.now());
    const reading: Reading = call ? adapter.read(call) : { type: 'release', reason: 'the payload is not JSON' };
    if (reading.type === 'release') this.options.log.info(`${adapter.name}: not taken: ${reading.reason}`);
    if (reading.type === 'resolved') this.resolve(frame.agent, reading.agentRequestId, reading.detail);
    return reading;
  }

  /** The agent says that it was answered in its own place, or that our answer was taken. */
  private resolve(agent: string, agentRequestId: string, detail: string): void {
    const entry = this.queue.entries.find(
      (one) => one.request.agent.id === agent && one.request.agentRequestId === agentRequestId,
    );
    if (!entry) return;
    const { id } = entry.request;
    if (entry.status.type === 'ended') this.dispatch({ type: 'delivery', id, delivery: 'confirmed' });
    else this.dispatch({ type: 'answeredElsewhere', id, at: Date.now(), detail });
  }

  private prepareContext(id: string): PrepareContext {
    const { folders, unsaved, edits } = this.options;
    return { folders: folders(), unsaved, proposals: edits.proposalsOf(id) };
  }

  private hear(id: string, fact: TranscriptFact): void {
    const entry = entryOf(this.queue, id);
    if (!entry) return;
    if (fact.type === 'title') {
      this.options.plans.titled(entry.request, fact.title);
      this.dispatch({ type: 'titled', id, title: fact.title });
      return;
    }
    const { status } = entry;
    if (status.type === 'open' || status.type === 'watching') {
      const detail = fact.type === 'answeredByHook' ? 'Another program answered it.' : fact.detail;
      this.dispatch({ type: 'answeredElsewhere', id, at: Date.now(), detail });
    } else if (status.type === 'ended') {
      const ours = fact.type === 'answeredByHook' && fact.decision === status.decision?.type;
      const detail = fact.type === 'answeredByPerson' ? { detail: fact.detail } : {};
      this.dispatch({ type: 'delivery', id, delivery: ours ? 'confirmed' : 'overtaken', ...detail });
    }
  }

  private dispatch(event: QueueEvent): void {
    const before = this.queue;
    const { state, effects } = reduce(before, event);
    this.queue = state;
    for (const effect of effects) this.carryOut(effect);
    const kept = new Set(this.queue.entries);
    for (const entry of before.entries) if (!kept.has(entry)) this.tidy(entry.request.id);
    if (state !== before || effects.length > 0) this.changed.fire({ event, state: this.queue, before, effects });
  }

  private carryOut(effect: Effect): void {
    if (effect.type === 'refused') {
      this.options.log.info(`queue: refused: ${effect.reason}`);
      return;
    }
    const { id } = effect;
    const held = this.held.get(id);
    const peer = held?.peer;
    if (effect.type === 'answer') this.transcripts.answering(id);
    const answer =
      effect.type === 'answer' && held
        ? held.reading.answer(asShown(effect.decision, held.reading.request, held.prepared.request))
        : undefined;
    const sent = peer?.send(answerFrame(id, answer ?? noDecisionOf(held?.reading))) ?? false;
    if (sent) {
      if (effect.type === 'answer') this.tellLater(held, effect.decision);
      return;
    }
    if (held) delete held.peer;
    if (effect.type === 'answer') this.dispatch({ type: 'gone', id, at: Date.now() });
  }

  /** What goes along with an approval is told to the model when the agent says that the call has run. */
  private tellLater(held: Held | undefined, decision: Decision): void {
    if (decision.type !== 'approve' || !decision.message) return;
    const call = held?.reading.callOf?.(decision);
    if (call !== undefined) this.messages.put(call, decision.message);
  }

  /** What is kept beside an entry ends with it: nothing outlives a request that has ended or left the list. */
  private tidy(id: string): void {
    const entry = entryOf(this.queue, id);
    const status = entry?.status;
    if (status?.type === 'open' || status?.type === 'watching') return;
    this.deadlines.clear(id);
    if (status?.type === 'ended') this.options.plans.ended(this.queue, id, this.options.drafts.get(id).text);
    const settled = status?.type === 'ended' && status.delivery !== 'sent';
    if (!status || settled) this.transcripts.end(id);
    if (!status) {
      this.held.delete(id);
      this.options.drafts.clear(id);
    } else if (status.type === 'ended' && status.delivery === 'confirmed') {
      this.options.drafts.clear(id);
    }
  }
}

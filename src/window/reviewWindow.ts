import { noDecisionOf } from '../agents/adapter';
import type { Reading, TranscriptFact } from '../agents/adapter';
import { holdTime } from '../core/decide';
import { identicalTo } from '../core/identical';
import { isSameCall, reduce } from '../core/queue';
import { emptyQueue, entryOf, isPending, isUndecided } from '../core/queueState';
import type { Effect, QueueEvent, QueueState, Surface } from '../core/queueState';
import { requestView } from '../core/view';
import type { RequestFrame } from '../protocol/frames';
import type { PageDecision } from '../protocol/page';
import type { RequestView } from '../protocol/views';
import { Answers } from './answers';
import type { Held } from './answers';
import type { ReadCommand } from './command/commandReader';
import { Deadlines } from './deadlines';
import { Decisions } from './decisions';
import { planFileText } from './disk';
import { Emitter } from './disposable';
import type { Disposable } from './disposable';
import type { Drafts } from './drafts';
import type { EditReviews } from './editReviews';
import type { EndpointListener, HookPeer } from './endpoint';
import { answerFrame, readFrame } from './hookCalls';
import { errorText } from './log';
import type { Log } from './log';
import type { PlanReviews } from './planReviews';
import { prepareRequest } from './preparing';
import type { PrepareContext } from './preparing';
import { RequestTranscripts } from './requestTranscripts';
import { Resolutions, factEvent, isFollowUp } from './resolutions';
import { Reviews } from './reviews';
import type { WindowChange } from './windowChange';

/** Options of a window; the folders are real paths, and may change. */
export interface WindowOptions {
  readonly folders: () => readonly string[];
  readonly drafts: Drafts;
  readonly plans: PlanReviews;
  readonly edits: EditReviews;
  /** Whether an editor has changes of a file, by its absolute path, that are not saved. */
  readonly unsaved: (path: string) => boolean;
  /** How long the person wants approvals that ask for care to be held back, in milliseconds. */
  readonly retractMs: () => number;
  readonly readCommand: ReadCommand;
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
  private readonly answers: Answers;
  private readonly decisions: Decisions;
  private readonly resolutions = new Resolutions({
    entries: () => this.queue.entries,
    isAwaited: (id) => this.held.get(id)?.reading.awaited === true,
    dispatch: (event) => this.dispatch(event),
  });

  constructor(private readonly options: WindowOptions) {
    const onError = (error: unknown): void => options.log.error(`window: a listener failed: ${errorText(error)}`);
    this.changed = new Emitter(onError);
    this.reviews = new Reviews(options, {
      entryOf: (id) => entryOf(this.queue, id),
      preparedOf: (id) => this.held.get(id)?.prepared,
      look: (id) => this.look(id),
      onError,
    });
    this.answers = new Answers({
      written: (id) => this.written(id),
      dispatch: (event) => this.dispatch(event),
      log: options.log,
    });
    this.decisions = new Decisions({
      state: () => this.queue,
      heldOf: (id) => this.held.get(id),
      look: (id) => this.look(id),
      dispatch: (event) => this.dispatch(event),
      folders: options.folders,
      retractMs: options.retractMs,
      log: options.log,
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
    const view = requestView({ ...held.prepared, request: entry.request }, status, draft, {
      identical: identicalTo(this.queue, id),
      retractMs: holdTime(entry.risk, false, this.options.retractMs()),
    });
    const review = this.reviews.viewOf(entry.request);
    const answers = this.reviews.answersOf(entry);
    return { ...view, ...(review ? { review } : {}), ...(answers ? { answers } : {}) };
  }

  /** Takes an intent that decides nothing. */
  take(event: Exclude<QueueEvent, { type: 'decide' | 'sendNow' | 'due' }>): void {
    this.dispatch(event);
  }

  /**
   * Takes a decision that was made on what has this hash. An approval is checked against the disk first: if what would happen is no
   * longer what was shown (an edited file, a plan's file), the queue refuses it and the new text is shown.
   */
  async decide(id: string, hash: string, said: PageDecision, surface: Surface): Promise<void> {
    await this.decisions.decide(id, hash, said, surface);
  }

  /** Sends an approval that is held back at once, with those that were given along with it. */
  async sendNow(id: string): Promise<void> {
    await this.decisions.sendNow(id);
  }

  /** Looks at the disk again for a request that waits; if what is shown of it has changed, the surfaces are told. */
  async look(id: string): Promise<void> {
    const held = this.held.get(id);
    if (!held || !this.isUndecided(id)) return;
    const { request } = held.reading;
    const planFile = { fileAtArrival: held.planFile, fileNow: await planFileText(request) };
    const prepared = await prepareRequest(request, planFile, this.prepareContext(id));
    const before = held.prepared;
    if (prepared.hash === before.hash || !this.isUndecided(id)) return;
    held.prepared = prepared;
    this.options.edits.follow(id, before, prepared);
    this.dispatch({ type: 'changed', request: prepared.request, hash: prepared.hash, risk: prepared.risk });
  }

  onRequest(frame: RequestFrame, peer: HookPeer): void {
    let reading: Reading | undefined;
    const taken = async (): Promise<void> => {
      reading = await readFrame(frame, this.options.log);
      if (reading.type === 'resolved') this.resolutions.take(frame.agent, reading);
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
    this.written(id);
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
    this.decisions.dispose();
    this.deadlines.dispose();
    this.transcripts.dispose();
  }

  private async receive(read: Reading, id: string, peer: HookPeer): Promise<void> {
    if (read.type !== 'request') {
      this.answers.reply(read, id, peer);
      return;
    }
    const reading = this.resolutions.asTaken(read);
    const { request, channel } = reading;
    const followsUp = isFollowUp(request, this.queue.entries);
    if (channel || followsUp) peer.send(answerFrame(id, undefined));
    if (followsUp) return;
    const planFile = await planFileText(request);
    const files = { fileAtArrival: planFile, fileNow: planFile };
    const prepared = await prepareRequest(request, files, this.prepareContext(request.id));
    const known = this.held.get(request.id);
    if (known && !isSameCall(known.prepared.request, prepared.request)) {
      // What is decided on the call that is known must not reach another one.
      if (!channel) peer.send(answerFrame(id, noDecisionOf(reading)));
      return;
    }
    // A hook that lost its connection comes back on a new one under the same id: the newest is answered.
    this.held.set(request.id, { reading, planFile, prepared, ...(channel ? {} : { peer }) });
    this.dispatch({ type: 'arrived', request: prepared.request, hash: prepared.hash, risk: prepared.risk });
    if (this.closedEarly.delete(peer)) this.onClosed(request.id, peer);
    const status = entryOf(this.queue, request.id)?.status.type;
    if (status === undefined) this.held.delete(request.id);
    else this.options.plans.arrived(prepared.request);
    if (status !== 'open' && status !== 'watching') return;
    this.deadlines.set(request.id, request.deadline);
    if (reading.transcript) this.transcripts.follow(request.id, reading.transcript);
    this.resolutions.settle(entryOf(this.queue, request.id));
  }

  private isUndecided(id: string): boolean {
    const entry = entryOf(this.queue, id);
    return entry !== undefined && isUndecided(entry.status);
  }

  private prepareContext(id: string): PrepareContext {
    const { folders, unsaved, edits } = this.options;
    return {
      folders: folders(),
      unsaved,
      proposals: edits.proposalsOf(id),
      command: this.options.drafts.get(id).command,
      readCommand: this.options.readCommand,
    };
  }

  private hear(id: string, fact: TranscriptFact): void {
    const entry = entryOf(this.queue, id);
    if (!entry) return;
    if (fact.type === 'title') {
      this.options.plans.titled(entry.request, fact.title);
      this.dispatch({ type: 'titled', id, title: fact.title });
      return;
    }
    const event = factEvent(entry, fact, Date.now());
    if (event?.type === 'delivery' && event.delivery === 'overtaken')
      this.answers.overtaken(entry.status, this.held.get(id));
    if (event) this.dispatch(event);
  }

  private dispatch(event: QueueEvent): readonly Effect[] {
    const before = this.queue;
    const { state, effects } = reduce(before, event);
    this.queue = state;
    for (const effect of effects) this.carryOut(effect);
    const kept = new Set(this.queue.entries);
    for (const entry of before.entries) if (!kept.has(entry)) this.tidy(entry.request.id);
    if (state !== before || effects.length > 0) this.changed.fire({ event, state: this.queue, before, effects });
    return effects;
  }

  private carryOut(effect: Effect): void {
    if (effect.type === 'refused') {
      this.options.log.info(`queue: refused: ${effect.reason}`);
      return;
    }
    if (effect.type === 'holdBack') {
      this.decisions.holdBack(effect.id, effect.until);
      return;
    }
    if (effect.type === 'answer') this.transcripts.answering(effect.id);
    this.answers.carryOut(effect, this.held.get(effect.id));
  }

  /** An agent has the answer. */
  private written(id: string): void {
    this.dispatch({ type: 'written', id, at: Date.now() });
    this.transcripts.delivered(id);
    this.resolutions.settle(entryOf(this.queue, id));
  }

  /** What is kept beside an entry ends with it: nothing outlives a request that has ended or left the list. */
  private tidy(id: string): void {
    const entry = entryOf(this.queue, id);
    const status = entry?.status;
    if (status?.type !== 'heldBack') this.decisions.clear(id);
    if (status && isPending(status)) return;
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

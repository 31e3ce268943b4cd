import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { adapterOf } from '../agents/registry';
import type { Reading, TranscriptFact } from '../agents/adapter';
import { reduce } from '../core/queue';
import { emptyQueue, entryOf } from '../core/queueState';
import type { Effect, Entry, QueueEvent, QueueState } from '../core/queueState';
import { withShownPlan } from '../core/plan/source';
import type { PlanFileTexts } from '../core/plan/source';
import type { Decision, PermissionRequest } from '../core/request';
import { prepare, requestView } from '../core/view';
import type { PreparedRequest } from '../core/view';
import type { RequestView } from '../protocol/page';
import type { RequestFrame } from '../protocol/frames';
import type { PlanComment } from '../protocol/plan';
import { Deadlines } from './deadlines';
import { longestFolder, planFileText, prepareEdit, realPathOf } from './disk';
import { Emitter } from './disposable';
import type { Disposable } from './disposable';
import type { Drafts } from './drafts';
import type { EndpointListener, HookPeer } from './endpoint';
import { readCall } from './hookCalls';
import { errorText } from './log';
import type { Log } from './log';
import { fileNamedIn } from './planReviews';
import type { PlanReviews } from './planReviews';
import { RequestTranscripts } from './requestTranscripts';

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
  private readonly reviewChanged: Emitter<string>;
  private readonly deadlines = new Deadlines((id) => this.dispatch({ type: 'expired', id, at: Date.now() }));
  private readonly transcripts: RequestTranscripts;

  constructor(private readonly options: WindowOptions) {
    const onError = (error: unknown): void => options.log.error(`window: a listener failed: ${errorText(error)}`);
    this.changed = new Emitter(onError);
    this.reviewChanged = new Emitter(onError);
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
    const draft = this.options.drafts.get(id) || (decided?.type === 'deny' ? decided.feedback : '');
    const view = requestView({ ...held.prepared, request: entry.request }, status, draft);
    const review = this.options.plans.viewOf(entry.request);
    return review ? { ...view, review } : view;
  }

  /** Keeps the comments on a plan, and tells the surfaces. */
  setComments(id: string, comments: readonly PlanComment[]): void {
    const entry = entryOf(this.queue, id);
    if (!entry) return;
    this.options.plans.setComments(entry.request, comments);
    this.reviewChanged.fire(id);
  }

  /** Takes the plan as a person edited it, or takes the edit back with undefined, and tells the surfaces. */
  setEditedPlan(id: string, text: string | undefined): void {
    this.options.plans.setEdited(id, text);
    this.reviewChanged.fire(id);
  }

  /** The file that a path in a request's plan means, if it is one of the workspace; undefined if not. */
  async fileInPlan(id: string, path: string): Promise<string | undefined> {
    const entry = entryOf(this.queue, id);
    return entry ? fileNamedIn(path, entry.request.cwd, this.options.folders()) : undefined;
  }

  /** Hears the id of each request whose comments or edited plan have changed. */
  get onDidChangeReview(): Emitter<string>['event'] {
    return this.reviewChanged.event;
  }

  /**
   * Takes an intent or a fact. An approval is checked against the disk first: if what would happen is no longer what was shown
   * (an edited file, a plan's file), the queue refuses it and the new text is shown.
   */
  async take(event: QueueEvent): Promise<void> {
    const decides = event.type === 'decide' && event.decision.type === 'approve';
    if (decides) await this.refresh(event.id);
    this.dispatch(event);
  }

  onRequest(frame: RequestFrame, peer: HookPeer): void {
    this.receive(frame, peer).catch((error: unknown) => {
      this.options.log.error(`window: a request of ${frame.agent} was let go: ${errorText(error)}`);
      peer.send({ type: 'release', id: frame.id });
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

  private async receive(frame: RequestFrame, peer: HookPeer): Promise<void> {
    const reading = this.read(frame);
    if (reading.type !== 'request') {
      peer.send({ type: 'release', id: frame.id });
      return;
    }
    const { request } = reading;
    const planFile = await planFileText(request);
    const prepared = await this.prepare(request, { fileAtArrival: planFile, fileNow: planFile });
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

  private async prepare(asked: PermissionRequest, planFile: PlanFileTexts): Promise<PreparedRequest> {
    const request = withShownPlan(asked, planFile);
    const folders = this.options.folders();
    const cwd = await realPathOf(request.cwd);
    const project = basename(longestFolder(cwd, folders) ?? request.cwd);
    const edits = request.subject.type === 'edit' ? request.subject.edits : [];
    const prepared = await Promise.all(edits.map((edit) => prepareEdit(edit, request.cwd, folders)));
    return prepare(request, project, prepared, (text) => createHash('sha256').update(text).digest('hex'));
  }

  private async refresh(id: string): Promise<void> {
    const held = this.held.get(id);
    if (!held) return;
    const { request } = held.reading;
    const planFile = { fileAtArrival: held.planFile, fileNow: await planFileText(request) };
    const prepared = await this.prepare(request, planFile);
    if (prepared.hash === held.prepared.hash) return;
    held.prepared = prepared;
    this.dispatch({ type: 'changed', request: prepared.request, hash: prepared.hash });
  }

  private hear(id: string, fact: TranscriptFact): void {
    const entry = entryOf(this.queue, id);
    if (!entry) return;
    if (fact.type === 'title') {
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
    const answer = effect.type === 'answer' && held ? held.reading.answer(asShown(effect.decision, held)) : undefined;
    const sent = peer?.send(answer ? { type: 'result', id, ...answer } : { type: 'release', id }) ?? false;
    if (sent) return;
    if (held) delete held.peer;
    if (effect.type === 'answer') this.dispatch({ type: 'gone', id, at: Date.now() });
  }

  /** What is kept beside an entry ends with it: nothing outlives a request that has ended or left the list. */
  private tidy(id: string): void {
    const entry = entryOf(this.queue, id);
    const status = entry?.status;
    if (status?.type === 'open' || status?.type === 'watching') return;
    this.deadlines.clear(id);
    if (status?.type === 'ended') this.options.plans.ended(this.queue, id, this.options.drafts.get(id));
    const settled = status?.type === 'ended' && status.delivery !== 'sent';
    if (!status || settled) this.transcripts.end(id);
    if (!status) {
      this.held.delete(id);
      this.options.drafts.set(id, '');
    } else if (status.type === 'ended' && status.delivery === 'confirmed') {
      this.options.drafts.set(id, '');
    }
  }
}

/** An approval of a plan that is shown with another text than the request's carries the text that was shown. */
function asShown(decision: Decision, { reading, prepared }: Held): Decision {
  const [asked, shown] = [reading.request.subject, prepared.request.subject];
  if (decision.type !== 'approve' || asked.type !== 'plan' || shown.type !== 'plan') return decision;
  return asked.markdown === shown.markdown ? decision : { ...decision, plan: decision.plan ?? shown.markdown };
}

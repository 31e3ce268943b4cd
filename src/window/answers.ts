import { noDecisionOf } from '../agents/adapter';
import type { Channel, ChannelResult, Reading } from '../agents/adapter';
import type { Effect, QueueEvent, Status } from '../core/queueState';
import type { Decision } from '../core/request';
import type { PreparedRequest } from '../core/view';
import { asShown } from './approvals';
import type { HookPeer } from './endpoint';
import { answerFrame } from './hookCalls';
import { errorText } from './log';
import type { Log } from './log';
import { ModelMessages } from './modelMessages';

type RequestReading = Extract<Reading, { type: 'request' }>;

/** What the window keeps of a request beside its entry in the queue. */
export interface Held {
  readonly reading: RequestReading;
  /** The text of the plan's file when the request arrived. */
  readonly planFile: string | undefined;
  prepared: PreparedRequest;
  /** The hook that waits; absent once it was let go or is gone, and where a channel takes the decision. */
  peer?: HookPeer;
}

/** What the answers need of the window. */
interface Ways {
  /** The agent has the answer. */
  written(id: string): void;
  dispatch(event: QueueEvent): void;
  readonly log: Log;
}

/** Gets answers to agents: by the hook that waits, or by a channel. Only the queue's effects lead to a decision here. */
export class Answers {
  private readonly messages = new ModelMessages();

  constructor(private readonly ways: Ways) {}

  /** Answers a hook that asks no person. */
  reply(reading: Exclude<Reading, { type: 'request' }>, id: string, peer: HookPeer): void {
    const message = reading.type === 'ran' ? this.messages.take(reading.call) : undefined;
    const told = reading.type === 'ran' && message !== undefined ? reading.tell(message) : undefined;
    peer.send(answerFrame(id, told ?? noDecisionOf(reading)));
  }

  carryOut(effect: Extract<Effect, { type: 'answer' | 'release' }>, held: Held | undefined): void {
    const { id } = effect;
    const decision = effect.type === 'answer' ? effect.decision : undefined;
    const shown = decision && held && asShown(decision, held.reading.request, held.prepared.request);
    if (held?.reading.channel) {
      // Its hook was let go when the request came.
      if (shown) void this.sendBy(held.reading.channel, id, shown);
      return;
    }
    const answer = shown && held?.reading.answer(shown);
    const sent = held?.peer?.send(answerFrame(id, answer ?? noDecisionOf(held.reading))) ?? false;
    if (sent) {
      if (decision) this.tellLater(held, decision);
      return;
    }
    if (held) delete held.peer;
    if (decision) this.ways.dispatch({ type: 'gone', id, at: Date.now() });
  }

  /** Sends a decision by a channel. Handing back needs none: the agent asks in its own place all the while. */
  private async sendBy(channel: Channel, id: string, decision: Decision): Promise<void> {
    let result: ChannelResult = { type: 'taken' };
    try {
      if (decision.type !== 'handBack') result = await channel.send(decision);
    } catch (error) {
      this.ways.log.error(`window: a channel failed: ${errorText(error)}`);
      result = { type: 'failed', detail: 'It could not be sent.' };
    }
    const at = Date.now();
    if (result.type === 'failed') this.ways.dispatch({ type: 'gone', id, at, detail: result.detail });
    else this.ways.written(id);
    if (result.type === 'answeredElsewhere') {
      this.ways.dispatch({ type: 'delivery', id, delivery: 'overtaken', detail: result.detail });
    }
  }

  /** The agent took another answer: an equal call that it tells of from now on is not the one that was changed. */
  overtaken(status: Status, held: Held | undefined): void {
    const decision = status.type === 'ended' ? status.decision : undefined;
    if (decision?.type === 'approve') this.tellLater(held, { ...decision, message: undefined });
  }

  /** What goes along with an approval is told to the model when the agent says that the call has run. */
  private tellLater(held: Held | undefined, decision: Decision): void {
    if (decision.type !== 'approve') return;
    const call = held?.reading.callOf?.(decision);
    if (call !== undefined) this.messages.put(call, decision.message);
  }
}

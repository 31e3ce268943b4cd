import { heldTogether } from '../core/decide';
import { entryOf } from '../core/queueState';
import type { Effect, QueueEvent, QueueState, Surface } from '../core/queueState';
import type { PageDecision } from '../protocol/page';
import type { Held } from './answers';
import { checked, withoutParts } from './approvals';
import type { Checked } from './approvals';
import type { Disposable } from './disposable';
import { errorText } from './log';
import type { Log } from './log';

/** What decisions need of the window. */
interface Ways {
  state(): QueueState;
  heldOf(id: string): Held | undefined;
  /** Looks at the disk again; if what is shown has changed, the queue is told. */
  look(id: string): Promise<void>;
  /** Gives the effects, which are carried out already. */
  dispatch(event: QueueEvent): readonly Effect[];
  readonly folders: () => readonly string[];
  /** How long the person wants approvals that ask for care to be held back, in milliseconds. */
  readonly retractMs: () => number;
  readonly log: Log;
}

/** How far from its time, in milliseconds, an approval that was held back may be sent: a computer that slept is further off, or a clock that was set. */
const offMs = 10_000;

const notAtItsTime =
  'The computer slept, or its clock was set, while your approval was held back: it was not sent. Look at it again, then decide.';
const notLookedAt = 'It could not be looked at again, so your approval was not sent.';

/**
 * Brings decisions of persons to the queue, and approvals that are held back to their end. Before an approval is taken, and again before
 * one that was held back is sent, the disk is looked at: if what would happen is no longer what was shown (an edited file, a plan's
 * file), it is not sent, and the new text is shown.
 */
export class Decisions implements Disposable {
  /** They run on a clock that nobody sets, and that stands still while the computer sleeps. */
  private readonly holds = new Map<string, NodeJS.Timeout>();
  private disposed = false;

  constructor(private readonly ways: Ways) {}

  /**
   * Takes a decision that was made on what has this hash. The requests that an approval names for just the same call are decided in the
   * same go, each by itself: one that is no longer the same, or has ended, is refused and the others are not.
   */
  async decide(id: string, hash: string, said: PageDecision, surface: Surface): Promise<void> {
    const approves = said.type === 'approve';
    const named = new Set(approves ? said.identical : []);
    named.delete(id);
    const all = [id, ...named];
    const confirms = approves && this.isHeldBack(id);
    if (approves) for (const one of all) await this.ways.look(one);
    if (confirms && entryOf(this.ways.state(), id)?.hash === hash) {
      await this.sendNow(id);
      return;
    }
    const found: Checked[] = [];
    for (const one of all) found.push(await this.check(one, hash, said));
    // One that was held back only since then was approved twice, not confirmed.
    if (this.disposed || (approves && this.isHeldBack(id))) return;
    const [main, ...others] = all.map((one, index) => ({ id: one, found: found[index]! }));
    if (!main || !this.settle(main, hash, surface)) return;
    for (const other of others) this.settle(other, hash, surface, id);
  }

  /** Sends at once what is held back, with what was approved along with it. */
  async sendNow(id: string): Promise<void> {
    await Promise.all(heldTogether(this.ways.state(), id).map((one) => this.release(one, 'sendNow')));
  }

  /** Begins to wait. @param until milliseconds since the epoch */
  holdBack(id: string, until: number): void {
    this.clear(id);
    this.holds.set(
      id,
      setTimeout(() => void this.due(id, until), Math.max(0, until - Date.now())),
    );
  }

  /** Nothing is held back for this request any more. */
  clear(id: string): void {
    clearTimeout(this.holds.get(id));
    this.holds.delete(id);
  }

  dispose(): void {
    this.disposed = true;
    for (const id of [...this.holds.keys()]) this.clear(id);
  }

  private isHeldBack(id: string): boolean {
    return entryOf(this.ways.state(), id)?.status.type === 'heldBack';
  }

  private async due(id: string, until: number): Promise<void> {
    this.holds.delete(id);
    // Whoever comes back to the computer has not had the time to undo it.
    if (Math.abs(Date.now() - until) > offMs) return this.takeBack(id, notAtItsTime);
    try {
      await this.release(id, 'due');
    } catch (error) {
      this.ways.log.error(`window: an approval was taken back: ${errorText(error)}`);
      this.takeBack(id, notLookedAt);
    }
  }

  private takeBack(id: string, reason: string): void {
    this.ways.dispatch({ type: 'undo', id });
    this.ways.dispatch({ type: 'refuse', id, reason });
  }

  private async release(id: string, type: 'sendNow' | 'due'): Promise<void> {
    const status = entryOf(this.ways.state(), id)?.status;
    if (status?.type !== 'heldBack') return;
    await this.ways.look(id);
    if (!this.disposed) this.ways.dispatch({ type, id, until: status.until });
  }

  private async check(id: string, hash: string, said: PageDecision): Promise<Checked> {
    const held = this.ways.heldOf(id);
    // What is stale is refused by the queue, with its reason.
    const stale = entryOf(this.ways.state(), id)?.hash !== hash;
    if (!held || stale) return { decision: withoutParts(said) };
    return checked(said, held.prepared, held.reading, this.ways.folders());
  }

  /** Whether the queue has taken it. */
  private settle(
    { id, found }: { readonly id: string; readonly found: Checked },
    hash: string,
    surface: Surface,
    along?: string,
  ): boolean {
    if ('refused' in found) {
      this.ways.dispatch({ type: 'refuse', id, reason: found.refused });
      return false;
    }
    const { decision } = found;
    const times = { at: Date.now(), retractMs: this.ways.retractMs() };
    const one = { type: 'decide', id, hash, decision, surface, ...times } as const;
    const effects = this.ways.dispatch(along === undefined ? one : { ...one, along });
    return effects.every((effect) => effect.type !== 'refused');
  }
}

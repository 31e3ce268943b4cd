import { nameOf, type DecisionButton } from './decisionButton';
import type { Gate, PressSource } from './gate';

/** How long a press has to be held where an approval asks for it, in milliseconds. */
export const holdMs = 1000;
/** A press up to this long is one that was not meant to hold, in milliseconds. Longer ones that are let go mean nothing. */
const shortMs = 500;
/** How long a button waits to be pressed again instead of being held, in milliseconds. */
const confirmMs = 5000;
/** The least time between the two presses, in milliseconds, however short the settle time is: no double click is both. */
const apartMs = 500;
/** A timer this late tells that the page was held up, in milliseconds: then a release may not have been heard yet. */
const lateMs = 50;

/** What a person is about to approve: holding the button, or asked to press it again. `button` is its name (see `nameOf`). */
export interface Intent {
  readonly type: 'holding' | 'confirming';
  readonly button: string;
}

export interface PressTarget {
  /** What the button asks for now: a press, more than that, or null if it does nothing. */
  needs(button: DecisionButton): 'press' | 'hold' | null;
  /** The person means it. */
  decide(button: DecisionButton): void;
  /** For being shown. */
  intends(intent: Intent | null): void;
}

interface Press {
  readonly button: DecisionButton;
  readonly source: PressSource;
  readonly began: number;
  /** While it is being held for as long as it takes. */
  timer?: ReturnType<typeof setTimeout>;
  lasted?: number;
}

/**
 * Makes decisions of presses. One that asks for more than a press is held for a second; or, for those who cannot hold, pressed
 * shortly and then once more. All times are on the clock of `performance.now()` and `Event.timeStamp`.
 */
export class Presses {
  private press: Press | null = null;
  private armed: { readonly name: string; since: number; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(
    private readonly gate: Gate,
    private readonly target: PressTarget,
    private readonly settleMs: () => number,
  ) {}

  /** What is under way was about another front, or is out of sight. */
  reset(): void {
    this.stop();
    this.disarm();
  }

  /** A pointer or a key goes down on a button. */
  begin(button: DecisionButton, source: PressSource, now: number): void {
    this.stop();
    const undoes = button.act === 'undo';
    this.gate.begin(nameOf(button), source, now, undoes);
    const press: Press = { button, source, began: now };
    this.press = press;
    const asked = this.armed?.name === nameOf(button);
    if (asked || this.gate.wait(now) > 0 || this.target.needs(button) !== 'hold') return;
    this.runUntil(press, performance.now() + holdMs);
    this.tell();
  }

  /** A chord went down, on no button. `held`: whether its release will be heard. */
  chord(button: DecisionButton, held: boolean, now: number): void {
    const asked = this.armed?.name === nameOf(button);
    if (held && !asked && this.target.needs(button) === 'hold') return this.begin(button, 'chord', now);
    this.stop();
    this.activate(button, now, 0);
  }

  /** A pointer or a key comes up, wherever that is. */
  released(source: PressSource, now: number): void {
    const { press } = this;
    if (press?.source !== source || press.lasted !== undefined) return;
    press.lasted = now - press.began;
    this.stopTimer(press);
  }

  /** A press ends on a button. Whether it was one that counts. */
  end(button: DecisionButton, source: PressSource, now: number): boolean {
    this.released(source, now);
    const { press } = this;
    if (!this.gate.end(nameOf(button), source) || !press) return false;
    this.press = null;
    this.activate(button, press.began, press.lasted ?? 0);
    return true;
  }

  /** A chord's key comes up, wherever the keyboard is. */
  endChord(now: number): void {
    if (this.press?.source === 'chord') this.end(this.press.button, 'chord', now);
  }

  /** A button is activated without anything that goes down and up, as screen readers do. */
  click(button: DecisionButton, now: number): void {
    if (button.act === 'undo' || this.gate.wait(now) === 0) this.activate(button, now, 0);
  }

  /** Something has come between. A plain press goes on; a press that is being held has failed. */
  disturbed(): void {
    if (this.holding) this.stop();
  }

  /** The keyboard is elsewhere: what a key on a button holds has failed. */
  focusMoved(): void {
    if (this.press?.source.startsWith('key:')) this.disturbed();
  }

  /** The pointer is on this button now, or on none: what it holds elsewhere has failed. */
  pointerMoved(to: DecisionButton | null): void {
    const { press } = this;
    if (press?.source === 'pointer' && (!to || nameOf(to) !== nameOf(press.button))) this.disturbed();
  }

  /** Whether a button is being held. */
  get holding(): boolean {
    return this.press?.timer !== undefined;
  }

  /** The button is not to be pressed again any more. */
  disarm(): void {
    if (!this.armed) return;
    clearTimeout(this.armed.timer);
    this.armed = null;
    this.tell();
  }

  private activate(button: DecisionButton, began: number, lasted: number): void {
    const needs = this.target.needs(button);
    if (needs === null) return;
    const { armed } = this;
    if (needs === 'press') {
      this.decide(button);
    } else if (armed?.name === nameOf(button)) {
      // A burst of clicks is one click.
      if (began - armed.since < this.apart()) armed.since = began + lasted;
      else this.decide(button);
    } else if (lasted <= shortMs) {
      this.arm(button, began + lasted);
    }
  }

  private decide(button: DecisionButton): void {
    this.reset();
    this.target.decide(button);
  }

  private arm(button: DecisionButton, now: number): void {
    this.disarm();
    // With a long settle time there must be time left to confirm.
    const timer = setTimeout(() => this.disarm(), Math.max(confirmMs, this.apart() + confirmMs / 2));
    this.armed = { name: nameOf(button), since: now, timer };
    this.tell();
  }

  private apart(): number {
    return Math.max(apartMs, this.settleMs());
  }

  private runUntil(press: Press, due: number): void {
    press.timer = setTimeout(() => {
      const now = performance.now();
      if (now - due > lateMs) return this.runUntil(press, now + lateMs);
      if (this.gate.end(nameOf(press.button), press.source)) this.decide(press.button);
      else this.stop();
    }, due - performance.now());
  }

  /** No press is under way any more. */
  stop(): void {
    const { press } = this;
    this.press = null;
    this.gate.cancel();
    if (press) this.stopTimer(press);
  }

  private stopTimer(press: Press): void {
    if (press.timer === undefined) return;
    clearTimeout(press.timer);
    delete press.timer;
    this.tell();
  }

  private tell(): void {
    const { press, armed } = this;
    if (press?.timer !== undefined) this.target.intends({ type: 'holding', button: nameOf(press.button) });
    else this.target.intends(armed && { type: 'confirming', button: armed.name });
  }
}

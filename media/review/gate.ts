/** Where a press began: a key's code on a button, a pointer, or a chord, which needs no button. */
export type PressSource = 'pointer' | 'chord' | `key:${string}`;

interface Press {
  readonly button: string;
  readonly source: PressSource;
  readonly ready: boolean;
}

/**
 * Decides whether a key or a click was meant for the request that is in front. It counts only if it began after the request
 * had been painted for the settle time, and if its key was not down already when the request came to the front. All times
 * are on the clock of `performance.now()` and `Event.timeStamp`.
 */
export class Gate {
  private front: string | null = null;
  private readyAt = Infinity;
  private press: Press | null = null;
  private typedAt = -Infinity;
  private readonly down = new Set<string>();
  private readonly stale = new Set<string>();

  constructor(private readonly settleMs: () => number) {}

  /** Another front, or none. Whatever is being pressed was meant for the one before. */
  cameToFront(front: string | null): void {
    this.front = front;
    this.restart();
  }

  /** The same front has to be painted again before it takes decisions, e.g. because the page was hidden. */
  restart(): void {
    this.readyAt = Infinity;
    this.press = null;
    for (const code of this.down) this.stale.add(code);
  }

  /** The front is on the screen. Later calls change nothing. */
  painted(now: number): void {
    this.readyAt = Math.min(this.readyAt, now + this.settleMs());
  }

  /**
   * A key was pressed that writes: in a box, or elsewhere by one who has just been writing in a box and has not noticed that it is
   * gone. Such a person has not seen the front yet, so what is left of the settle time starts again. Gives whether it did.
   */
  typed(inBox: boolean, now: number): boolean {
    if (!inBox && now - this.typedAt >= this.settleMs()) return false;
    this.typedAt = now;
    const wait = this.wait(now);
    if (wait === 0 || wait === Infinity) return false;
    this.readyAt = now + this.settleMs();
    return true;
  }

  /** How long until the front takes decisions; 0 if it does. */
  wait(now: number): number {
    return this.front === null ? Infinity : Math.max(0, this.readyAt - now);
  }

  /** A key goes down. Whether it is a fresh press that may count. */
  keyDown(code: string, repeat: boolean): boolean {
    const fresh = !repeat && !this.stale.has(code);
    this.down.add(code);
    return fresh;
  }

  /** A key goes up. With Cmd held, macOS tells no other key's release; so the release of Cmd stands for all. */
  keyUp(code: string): void {
    if (code.startsWith('Meta')) {
      this.down.clear();
      this.stale.clear();
    }
    this.down.delete(code);
    this.stale.delete(code);
  }

  /** The page has lost the keyboard and will not hear of releases. Keys that stay down come back as repeats. */
  keysLost(): void {
    this.down.clear();
    this.stale.clear();
    if (this.press?.source !== 'pointer') this.press = null;
  }

  /** A press begins on a decision button. Taking something back (`atOnce`) needs a fresh press too, and no settle time. */
  begin(button: string, source: PressSource, now: number, atOnce = false): void {
    this.press = { button, source, ready: this.front !== null && (atOnce || this.wait(now) === 0) };
  }

  /** A press ends on a decision button. Whether it began there, on this front, after the settle time. */
  end(button: string, source: PressSource): boolean {
    const { press } = this;
    if (press?.source !== source) return false;
    this.press = null;
    return press.button === button && press.ready;
  }

  /** No press is under way any more. */
  cancel(): void {
    this.press = null;
  }
}

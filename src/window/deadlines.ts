import type { Disposable } from './disposable';

/** The longest time that a Node timer can wait; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** One timer for each request that has a deadline. */
export class Deadlines implements Disposable {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly reached: (id: string) => void) {}

  /** @param at milliseconds since the epoch; a past one is reached in the next turn */
  set(id: string, at: number): void {
    this.clear(id);
    const wait = Math.min(Math.max(0, at - Date.now()), longestTimerMs);
    const timer = setTimeout(() => {
      this.timers.delete(id);
      if (Date.now() < at) this.set(id, at);
      else this.reached(id);
    }, wait);
    this.timers.set(id, timer);
  }

  clear(id: string): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  dispose(): void {
    for (const id of [...this.timers.keys()]) this.clear(id);
  }
}

import { entryOf, isSeen } from '../core/queueState';
import type { QueueState } from '../core/queueState';

/** A held key runs its command again so long after it went down at the latest, on what is common; then every few milliseconds. */
const againMs = 800;

/**
 * Decides whether a command was meant for the request under review. A person can bind it to a key, which the editor hears wherever the
 * keyboard is, and runs it again and again while it is held. So it counts only once that request has been there, as it is, for the settle
 * time, and only if it is not the same command once more within a moment. All times are in milliseconds on a clock that nobody sets.
 */
export class CommandGate {
  private front = '';
  private since = -Infinity;
  private last: { readonly command: string; readonly at: number } | undefined;

  constructor(private readonly settleMs: () => number) {}

  /** What is under review may be another request now, or another text or state of it. */
  told(state: QueueState, now: number): void {
    const front = frontOf(state);
    if (front === this.front) return;
    this.front = front;
    this.since = now;
  }

  /**
   * A command was run that decides. Whether it counts; where it does not, the wait begins again.
   *
   * @param approves an approval that is held back is stopped by the other commands at once
   */
  run(command: string, approves: boolean, state: QueueState, now: number): boolean {
    const again = this.last?.command === command && now - this.last.at < againMs;
    this.last = { command, at: now };
    if (again) return false;
    const stops = !approves && entryOf(state, state.front)?.status.type === 'heldBack';
    return stops || now - this.since >= this.settleMs();
  }
}

function frontOf(state: QueueState): string {
  const entry = entryOf(state, state.front);
  return entry ? JSON.stringify([entry.request.id, entry.hash, entry.status.type, isSeen(entry)]) : '';
}

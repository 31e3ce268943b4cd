/** Messages that nobody has come for are dropped: the call has failed, or the agent is gone. */
const keptMs = 3600 * 1000;
const keptCount = 200;

/** What models are to be told once a call has run, by the call. */
export class ModelMessages {
  private readonly waiting = new Map<string, { readonly text: string; readonly at: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Keeps a message until its call has run. Without one, what waits for an equal call is dropped: it is not about this one. */
  put(call: string, text: string | undefined): void {
    this.waiting.delete(call);
    if (text) this.waiting.set(call, { text, at: this.now() });
    for (const [key, { at }] of this.waiting) {
      if (this.waiting.size > keptCount || this.now() - at > keptMs) this.waiting.delete(key);
    }
  }

  /** The message for a call that has run, once. */
  take(call: string): string | undefined {
    const found = this.waiting.get(call);
    this.waiting.delete(call);
    return found && this.now() - found.at <= keptMs ? found.text : undefined;
  }
}

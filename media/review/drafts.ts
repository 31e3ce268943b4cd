/** How long typing has to rest before it is saved. */
const restMs = 150;

/** Saves what is typed, or chosen: soon, under the request it was typed for, and at once when something may end. */
export class DraftSaver<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: { readonly id: string; readonly draft: T } | null = null;

  constructor(private readonly save: (id: string, draft: T) => void) {}

  typed(id: string, draft: T): void {
    if (this.waiting && this.waiting.id !== id) this.flush();
    this.waiting = { id, draft };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), restMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.save(waiting.id, waiting.draft);
  }
}

/** How long typing has to rest before it is saved, unless told otherwise. */
const usualRestMs = 150;

/** Saves what is typed, or chosen: soon, under the request it was typed for, and at once when something may end. */
export class DraftSaver<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: { readonly id: string; readonly draft: T } | null = null;

  constructor(
    private readonly save: (id: string, draft: T) => void,
    private readonly restMs = usualRestMs,
  ) {}

  typed(id: string, draft: T): void {
    if (this.waiting && this.waiting.id !== id) this.flush();
    this.waiting = { id, draft };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.restMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.save(waiting.id, waiting.draft);
  }
}

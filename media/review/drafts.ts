/** How long typing has to rest before it is saved, unless told otherwise. */
const usualRestMs = 150;

/** Saves what is typed: soon, under the request it was typed for, and at once when something may end. */
export class DraftSaver {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: { readonly id: string; readonly text: string } | null = null;

  constructor(
    private readonly save: (id: string, text: string) => void,
    private readonly restMs = usualRestMs,
  ) {}

  typed(id: string, text: string): void {
    if (this.waiting && this.waiting.id !== id) this.flush();
    this.waiting = { id, text };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.restMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.save(waiting.id, waiting.text);
  }
}

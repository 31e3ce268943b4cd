/** Right after the last row of a command. */
const endOfCommand = '[data-end-of-command]';
/** After all that `main` holds; for what has no end of its own. */
const endOfMain = '[data-end-of-main]';
/** Stands in `main` while what would be approved does not: it is being written, or read. */
const noEnd = '[data-no-end]';
/** The end counts only if so much of what comes before it is in view with it, in pixels: less than the lowest row. */
const rowHeight = 20;
/** The height of the lowest rows of text that can be told apart, in pixels. */
const step = 8;

export interface EndTarget {
  /** The last line that is in view, by its number. */
  lines(last: number): void;
  /** The end is in view. */
  end(): void;
}

/** Tells how far the text in `main` has been in view. Watches only while it is told to, which is while that matters. */
export class EndWatcher {
  private main: HTMLElement | null = null;
  private end: Element | null = null;
  private frame = 0;
  private ends: IntersectionObserver | null = null;
  // Another view of the same text brings another end.
  private readonly changes = new MutationObserver(() => this.look());
  private readonly moved = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.count());
  };

  /** @param counts whether what is in view can be seen now, whole as it stands */
  constructor(
    private readonly counts: () => boolean,
    private readonly target: EndTarget,
  ) {}

  /** Watches this `main` from now on, and looks anew at what is in view. */
  watch(main: HTMLElement): void {
    if (main !== this.main) {
      this.stop();
      this.main = main;
      main.addEventListener('scroll', this.moved, { passive: true });
      this.changes.observe(main, { childList: true, subtree: true });
    }
    // Watched anew, it tells at once where it is.
    this.end = null;
    this.look();
  }

  /** Nothing has to be seen. */
  stop(): void {
    this.main?.removeEventListener('scroll', this.moved);
    this.changes.disconnect();
    this.ends?.disconnect();
    this.ends = null;
    cancelAnimationFrame(this.frame);
    this.main = null;
    this.end = null;
  }

  private look(): void {
    const ends = `${endOfCommand}, ${endOfMain}`;
    const end = this.main?.querySelector(noEnd) ? null : (this.main?.querySelector(ends) ?? null);
    if (end === this.end) return;
    this.ends?.disconnect();
    this.end = end;
    // A new observer each time: what an old one still has to tell may be about another text in the same element.
    this.ends = new IntersectionObserver((entries, by) => by === this.ends && this.crossed(entries), {
      root: this.main,
      rootMargin: `-${rowHeight}px 0px 0px`,
    });
    if (end) this.ends.observe(end);
    this.moved();
  }

  private crossed(entries: readonly IntersectionObserverEntry[]): void {
    if (entries.at(-1)?.isIntersecting && this.counts()) this.target.end();
  }

  /** The lowest numbered row of the command in view. Looked up by place: measuring the rows would lay out all of them. */
  private count(): void {
    const end = this.main?.querySelector(endOfCommand);
    if (!this.main || !end || !this.counts()) return;
    const { left, right, top, bottom } = this.main.getBoundingClientRect();
    for (let y = bottom - step; y > top; y -= step) {
      const row = document.elementFromPoint((left + right) / 2, y)?.closest<HTMLElement>('[data-n]');
      const number = Number(/\d+$/.exec(row?.dataset.n ?? '')?.[0]);
      if (row && this.main.contains(row) && isBefore(row, end) && number > 0) return this.target.lines(number);
    }
  }
}

function isBefore(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** How long the page may be busy in one step, in milliseconds. */
const stepMs = 8;

/**
 * Whether blanks are drawn, known to each chunk of lines. Those near the view are told at once, the others step by step: a hundred
 * thousand lines drawn again would hold up the page.
 */
export class Whitespace {
  shown = false;
  private readonly watchers = new Map<(shown: boolean) => void, Element>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  show(shown: boolean): void {
    if (shown === this.shown) return;
    this.shown = shown;
    clearTimeout(this.timer);
    const later: ((shown: boolean) => void)[] = [];
    for (const [told, chunk] of this.watchers) {
      const { top, bottom } = chunk.getBoundingClientRect();
      if (bottom > -innerHeight && top < 2 * innerHeight) told(shown);
      else later.push(told);
    }
    const step = (): void => {
      for (const end = performance.now() + stepMs; later.length > 0 && performance.now() < end;) later.shift()?.(shown);
      if (later.length > 0) this.timer = setTimeout(step, stepMs);
    };
    this.timer = setTimeout(step, stepMs);
  }

  watch(chunk: Element, told: (shown: boolean) => void): () => void {
    told(this.shown);
    this.watchers.set(told, chunk);
    return () => void this.watchers.delete(told);
  }
}

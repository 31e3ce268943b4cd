import type { Gate } from './gate';

/** What is to be seen, and who wants to know that it was. */
export interface Scene {
  /** What stands on the page, open or not; null if nothing does. */
  key(): string | null;
  /** What decisions are about, and the last of them whose settle time is over. */
  front(): string | null;
  settled(): string | null;
  /** Whether all of it stands in the document. */
  drawn(): boolean;
  /** It was painted, whole, in sight. Told again whenever that may have changed something. */
  painted(): void;
  /** The same for the first time. */
  shown(): void;
  settles(front: string): void;
}

/** Knows when what was drawn has been painted where a person could see it, and when its settle time is over. */
export class Sight {
  private visible = true;
  private lastShown: string | null = null;
  private painting = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly gate: Gate,
    private readonly scene: Scene,
  ) {}

  /** Whether the page is in view. */
  get inSight(): boolean {
    return this.visible && document.visibilityState === 'visible';
  }

  /** Whether what stands on the page has been shown. */
  get reported(): boolean {
    return this.lastShown !== null;
  }

  /** What the extension says of the panel. Whether that is news. */
  told(visible: boolean): boolean {
    if (visible === this.visible) return false;
    this.visible = visible;
    return true;
  }

  /** Something else was drawn: it counts as shown once it has been painted. */
  drewAnew(): void {
    this.lastShown = null;
    this.afterPaint();
  }

  /**
   * Two frames later the browser has painted what was drawn. If that was all of it, the request counts as shown from then on
   * and settles; else the end of the drawing leads here again.
   */
  afterPaint(): void {
    const turn = (this.painting += 1);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (turn !== this.painting || !this.inSight || !this.scene.drawn()) return;
        this.gate.painted(performance.now());
        this.reportShown();
        this.scene.painted();
        this.settle();
      }),
    );
  }

  private reportShown(): void {
    const key = this.scene.key();
    if (key === null || key === this.lastShown) return;
    this.lastShown = key;
    this.scene.shown();
  }

  private settle(): void {
    clearTimeout(this.timer);
    const front = this.scene.front();
    const wait = this.gate.wait(performance.now());
    if (front === null || wait === Infinity) return;
    if (wait > 0) this.timer = setTimeout(() => this.settle(), Math.ceil(wait));
    else if (this.scene.settled() !== front) this.scene.settles(front);
  }
}

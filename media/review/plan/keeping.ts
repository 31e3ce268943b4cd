import type { PlanComment } from '../../../src/protocol/plan';
import type { VsCodeApi } from '../vscodeApi';
import type { Unfinished, Written } from './planState';

/** How long changes have to rest before they are saved. */
const restMs = 150;
/** So long a message may be under way. */
const underWayMs = 1500;
/** Requests whose unfinished texts are kept. */
const keptRequests = 30;

/** Tells the extension of comments: soon, under the request they were made on, and at once when something may end. */
export class CommentSaver {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: { readonly id: string; readonly comments: readonly PlanComment[] } | null = null;

  /** @param arrived is called when what was posted must have arrived */
  constructor(
    private readonly save: (id: string, comments: readonly PlanComment[]) => void,
    private readonly posted: (id: string, arrivesIn: number) => void,
  ) {}

  changed(id: string, comments: readonly PlanComment[]): void {
    if (this.waiting && this.waiting.id !== id) this.flush();
    this.waiting = { id, comments };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), restMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    const { waiting } = this;
    this.waiting = null;
    if (!waiting) return;
    this.save(waiting.id, waiting.comments);
    this.posted(waiting.id, underWayMs);
  }
}

/** What is not sent and not a comment yet, by request. It is kept in the state that VS Code keeps for the page. */
export interface Kept {
  readonly unfinished: ReadonlyMap<string, readonly Unfinished[]>;
  readonly written: ReadonlyMap<string, Written>;
}

/** Keeps texts that are being written beyond the life of the document. */
export class UnfinishedKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: Kept | null = null;

  constructor(private readonly api: VsCodeApi) {}

  /** What was kept by the document before this one. */
  load(): Kept {
    const state = this.api.getState() as { unfinished?: unknown; written?: unknown } | null | undefined;
    return { unfinished: entries(state?.unfinished), written: entries(state?.written) };
  }

  changed(kept: Kept): void {
    this.waiting = kept;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), restMs);
  }

  flush(): void {
    clearTimeout(this.timer);
    if (!this.waiting) return;
    const { unfinished, written } = this.waiting;
    this.waiting = null;
    const some = [...unfinished].filter(([, list]) => list.length > 0).slice(-keptRequests);
    this.api.setState({ unfinished: some, written: [...written].slice(-keptRequests) });
  }
}

function entries<T>(list: unknown): ReadonlyMap<string, T> {
  // Only this class writes it, and only for this page.
  return new Map(Array.isArray(list) ? (list as [string, T][]) : []);
}

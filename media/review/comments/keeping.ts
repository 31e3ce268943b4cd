import type { ReviewComment } from '../../../src/protocol/comment';
import type { VsCodeApi } from '../vscodeApi';
import type { Unfinished, Written } from './commentState';

/** How long changes have to rest before they are saved. */
const restMs = 150;
/** So long a message may be under way. */
const underWayMs = 1500;
/** Requests whose unfinished texts are kept. */
const keptRequests = 30;

/** Tells the extension of comments, each time at once: a comment is added whole, and must outlive what comes next. */
export class CommentSaver {
  /** @param posted is called with the time in which what was told must have arrived */
  constructor(
    private readonly save: (id: string, comments: readonly ReviewComment[]) => void,
    private readonly posted: (id: string, arrivesIn: number) => void,
  ) {}

  changed(id: string, comments: readonly ReviewComment[]): void {
    this.save(id, comments);
    this.posted(id, underWayMs);
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
    const state = this.api.getState();
    return {
      unfinished: entries(state, 'unfinished', isUnfinishedList),
      written: entries(state, 'written', isWritten),
    };
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

/** What was kept under a name, as far as it is what this version would keep. */
function entries<T>(state: unknown, name: string, is: (value: unknown) => value is T): ReadonlyMap<string, T> {
  const list: unknown = isRecord(state) ? state[name] : undefined;
  const found = new Map<string, T>();
  for (const entry of Array.isArray(list) ? (list satisfies unknown[]) : []) {
    if (!Array.isArray(entry)) continue;
    const [id, value]: readonly unknown[] = entry;
    if (typeof id === 'string' && is(value)) found.set(id, value);
  }
  return found;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isWritten(value: unknown): value is Written {
  return isRecord(value) && typeof value.text === 'string' && typeof value.stale === 'boolean';
}

function isUnfinishedList(value: unknown): value is readonly Unfinished[] {
  return Array.isArray(value) && value.every(isUnfinished);
}

function isUnfinished(value: unknown): value is Unfinished {
  return isRecord(value) && typeof value.key === 'string' && typeof value.body === 'string';
}

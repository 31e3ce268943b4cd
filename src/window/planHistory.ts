import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PlanThread } from '../protocol/plan';
import type { PlanRevision } from '../protocol/plan';
import { writeFileAtomically } from './discovery';
import { errorText } from './log';
import type { Log } from './log';

/** Which plans belong together: those of one session in one plan file. Titles and dates change, and do not count. */
export interface ThreadKey {
  readonly agent: string;
  readonly session: string;
  /** The plan file, or an empty string. */
  readonly path: string;
}

/** What can change in a revision after it arrived. */
export type RevisionChange = Partial<Pick<PlanRevision, 'markdown' | 'comments' | 'remark' | 'outcome'>>;

/**
 * The plans of a workspace with what was said to them, one file a thread in the extension's storage. What is said is saved at
 * once, and outlives a reload and the request itself. When the files grow over the limit the oldest threads go.
 */
export class PlanHistory {
  private readonly threads = new Map<string, PlanThread>();

  /**
   * @param folder made when the first plan is saved
   * @param limitBytes what all files together may take at most
   */
  constructor(
    private readonly folder: string,
    private readonly limitBytes: () => number,
    private readonly log: Log,
  ) {}

  /** Adds a plan to its thread, unless the request is there already, and gives the thread as it is then. */
  add(key: ThreadKey, plan: Pick<PlanRevision, 'requestId' | 'at' | 'markdown'>): PlanThread {
    const thread = this.thread(key);
    if (thread.revisions.some((one) => one.requestId === plan.requestId)) return thread;
    const revision: PlanRevision = { ...plan, comments: [], remark: '', outcome: '' };
    return this.put(key, { ...thread, revisions: [...thread.revisions, revision] });
  }

  /** Changes the revision of a request; nothing happens if there is none. */
  change(key: ThreadKey, requestId: string, change: RevisionChange): void {
    const thread = this.thread(key);
    if (!thread.revisions.some((one) => one.requestId === requestId)) return;
    const revisions = thread.revisions.map((one) => (one.requestId === requestId ? { ...one, ...change } : one));
    this.put(key, { ...thread, revisions });
  }

  retitle(key: ThreadKey, title: string): void {
    const thread = this.thread(key);
    if (thread.title !== title && thread.revisions.length > 0) this.put(key, { ...thread, title });
  }

  /** The thread of a key; one without revisions if nothing is known. */
  thread(key: ThreadKey): PlanThread {
    const name = nameOf(key);
    const known = this.threads.get(name) ?? readThread(join(this.folder, name));
    if (known) {
      this.threads.set(name, known);
      return known;
    }
    return { ...key, title: '', revisions: [] };
  }

  /** All threads, the one with the youngest plan first. */
  all(): readonly PlanThread[] {
    return namesIn(this.folder)
      .flatMap((name) => this.threads.get(name) ?? readThread(join(this.folder, name)) ?? [])
      .sort((a, b) => (b.revisions.at(-1)?.at ?? 0) - (a.revisions.at(-1)?.at ?? 0));
  }

  private put(key: ThreadKey, thread: PlanThread): PlanThread {
    const name = nameOf(key);
    const grows = thread.revisions.length !== this.threads.get(name)?.revisions.length;
    this.threads.set(name, thread);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileAtomically(join(this.folder, name), JSON.stringify(thread), 0o600);
      if (grows) this.trim();
    } catch (error) {
      this.log.error(`plans: could not save: ${errorText(error)}`);
    }
    return thread;
  }

  /** The oldest files go until the rest fits; the youngest always stays. */
  private trim(): void {
    const files = namesIn(this.folder)
      .map((name) => ({ name, stat: statSync(join(this.folder, name)) }))
      .sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
    let total = 0;
    files.forEach(({ name, stat }, index) => {
      total += stat.size;
      if (index === 0 || total <= this.limitBytes()) return;
      rmSync(join(this.folder, name), { force: true });
      this.threads.delete(name);
    });
  }
}

function nameOf({ agent, session, path }: ThreadKey): string {
  return `${createHash('sha256')
    .update(JSON.stringify([agent, session, path]))
    .digest('hex')
    .slice(0, 32)}.json`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{32}\.json$/.test(name));
  } catch {
    return []; // No plan was saved yet.
  }
}

function readThread(path: string): PlanThread | undefined {
  try {
    const thread = PlanThread.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return thread.success ? thread.data : undefined;
  } catch {
    return undefined;
  }
}

import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Draft } from '../protocol/drafts';
import { writeFileAtomically } from './discovery';
import type { Disposable } from './disposable';
import { errorText } from './log';
import type { Log } from './log';

const emptyDraft: Draft = { text: '', comments: [], left: [], viewed: [], proposals: {}, answers: [] };
const keptMs = 7 * 24 * 3600 * 1000;
const saveDelayMs = 100;

/** What a person did with a request and has not sent, in one small file each. It outlives a reload of the window and the request itself. */
export class Drafts implements Disposable {
  private readonly drafts = new Map<string, Draft>();
  private readonly unsaved = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  /** @param folder made when the first draft is saved; files older than a week are removed now */
  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {
    this.sweep();
  }

  /** What there is so far. */
  get(id: string): Draft {
    const known = this.drafts.get(id);
    if (known) return known;
    const draft = this.read(id);
    this.drafts.set(id, draft);
    return draft;
  }

  /** Keeps a change, and saves it within a moment; an empty draft is removed. */
  change(id: string, change: Partial<Draft>): void {
    const before = this.get(id);
    const draft = { ...before, ...change };
    if (JSON.stringify(before) === JSON.stringify(draft)) return;
    this.drafts.set(id, draft);
    this.unsaved.add(id);
    this.timer ??= setTimeout(() => this.save(), saveDelayMs);
  }

  /** Nothing of it is kept any more. */
  clear(id: string): void {
    this.change(id, { ...emptyDraft, command: undefined });
  }

  /** Saves what is not saved yet. */
  dispose(): void {
    this.save();
  }

  private save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const id of this.unsaved) {
      try {
        const draft = this.get(id);
        if (JSON.stringify(draft) === JSON.stringify(emptyDraft)) {
          rmSync(this.pathOf(id), { force: true });
          continue;
        }
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        writeFileAtomically(this.pathOf(id), JSON.stringify(draft), 0o600);
      } catch (error) {
        this.log.error(`drafts: could not save one: ${errorText(error)}`);
      }
    }
    this.unsaved.clear();
  }

  /** Ids come from the wire's schema: letters, digits, `-` and `_` only. */
  private pathOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  private read(id: string): Draft {
    try {
      return Draft.parse(JSON.parse(readFileSync(this.pathOf(id), 'utf8')));
    } catch {
      return emptyDraft;
    }
  }

  private sweep(): void {
    try {
      for (const name of readdirSync(this.folder)) {
        const path = join(this.folder, name);
        if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true });
      }
    } catch {
      // No folder yet: no draft was ever saved.
    }
  }
}

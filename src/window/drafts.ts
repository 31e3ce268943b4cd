import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeFileAtomically } from './discovery';
import type { Disposable } from './disposable';
import { errorText } from './log';
import type { Log } from './log';

const StoredDraft = z.object({ text: z.string() });
const keptMs = 7 * 24 * 3600 * 1000;
const saveDelayMs = 100;

/** What a person typed for a request, in one small file each. It outlives a reload of the window and the request itself. */
export class Drafts implements Disposable {
  private readonly texts = new Map<string, string>();
  private readonly unsaved = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  /** @param folder made when the first draft is saved; files older than a week are removed now */
  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {
    this.sweep();
  }

  /** The text typed so far, or an empty string. */
  get(id: string): string {
    const known = this.texts.get(id);
    if (known !== undefined) return known;
    const text = this.read(id);
    this.texts.set(id, text);
    return text;
  }

  /** Keeps the text, and saves it within a moment; an empty text removes the draft. */
  set(id: string, text: string): void {
    if (this.get(id) === text) return;
    this.texts.set(id, text);
    this.unsaved.add(id);
    this.timer ??= setTimeout(() => this.save(), saveDelayMs);
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
        const text = this.texts.get(id) ?? '';
        if (text === '') {
          rmSync(this.pathOf(id), { force: true });
          continue;
        }
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        writeFileAtomically(this.pathOf(id), JSON.stringify({ text }), 0o600);
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

  private read(id: string): string {
    try {
      return StoredDraft.parse(JSON.parse(readFileSync(this.pathOf(id), 'utf8'))).text;
    } catch {
      return '';
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

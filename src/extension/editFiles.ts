import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import { entryOf } from '../core/queueState';
import { errorText } from '../window/log';
import type { ReviewWindow } from '../window/reviewWindow';
import type { WindowChange } from '../window/windowChange';
import { fromDocument, toDocument } from './documentText';
import { editDocumentOf, editPlaceOf } from './editUris';
import { editScheme } from './ids';

/** For so long hooks look for their window after it was reloaded. */
const hooksReturnMs = 10_000;

/** What was given out last for a document. Its time changes when its text does, and only then: VS Code compares both. */
interface Served {
  readonly uri: vscode.Uri;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly mtime: number;
}

/**
 * The files of the edits under review as documents of VS Code. The sides that are only read are read-only; what is saved in the third is
 * the proposal from then on. A provider of contents could not be saved to. With its request the document ends.
 */
export class EditFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly served = new Map<string, Served>();
  private readonly startedAt = Date.now();
  private readonly registered: vscode.Disposable;

  constructor(private readonly review: ReviewWindow) {
    this.registered = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerFileSystemProvider(editScheme, this, { isCaseSensitive: true }),
      review.onDidChange((change) => this.follow((id) => isTouched(change, id))),
      review.reviews.onDidChange((changed) => this.follow((id) => id === changed)),
    );
  }

  /** Texts change only through us, and we tell of it whether or not somebody watches. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    await this.arrival(uri);
    const served = this.serve(uri);
    if (!served) throw vscode.FileSystemError.FileNotFound(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: served.mtime, size: served.bytes.length };
    return this.whyNot(uri) === undefined ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    await this.arrival(uri);
    const served = this.serve(uri);
    if (!served) throw vscode.FileSystemError.FileNotFound(uri);
    return served.bytes;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const why = this.whyNot(uri);
    if (why !== undefined) throw vscode.FileSystemError.Unavailable(why);
    const document = editDocumentOf(this.review, uri);
    const served = this.serve(uri);
    if (!document || !served) throw vscode.FileSystemError.FileNotFound(uri);
    const same = Buffer.compare(served.bytes, content) === 0;
    const text = same ? served.text : fromDocument(content, served.text);
    try {
      await this.review.reviews.setEditedFile(document.id, document.file.absolutePath, text);
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(errorText(error));
    }
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  /** VS Code asks for it when it saves a document whose request has ended. */
  createDirectory(): void {
    throw vscode.FileSystemError.Unavailable(ended());
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.registered.dispose();
  }

  /** After a reload of the window its editors are there again before the hooks have found it. */
  private async arrival(uri: vscode.Uri): Promise<void> {
    const id = editPlaceOf(uri)?.id;
    const left = this.startedAt + hooksReturnMs - Date.now();
    const isHere = (): boolean => entryOf(this.review.state, id) !== undefined;
    if (id === undefined || left <= 0 || isHere()) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        listening.dispose();
        resolve();
      };
      const timer = setTimeout(done, left);
      const listening = this.review.onDidChange(() => {
        if (isHere()) done();
      });
    });
  }

  private serve(uri: vscode.Uri): Served | undefined {
    const document = editDocumentOf(this.review, uri);
    const texts = document && this.review.reviews.textsOf(document.id, document.file.absolutePath);
    if (!texts) return undefined;
    const text = document.side === 'before' ? texts.before : texts.proposed;
    const key = uri.toString();
    const last = this.served.get(key);
    if (last?.text === text) return last;
    const mtime = Math.max(Date.now(), (last?.mtime ?? 0) + 1);
    const served = { uri, text, bytes: toDocument(text, needsMark(uri)), mtime };
    this.served.set(key, served);
    return served;
  }

  /** Why a document cannot be saved, in a sentence; undefined if it can. */
  private whyNot(uri: vscode.Uri): string | undefined {
    const document = editDocumentOf(this.review, uri);
    if (!document) return ended();
    if (document.side !== 'edit') return vscode.l10n.t('This side of the change is only to be read.');
    const { review, status } = document.view;
    if (status.type === 'heldBack') return vscode.l10n.t('It was approved. Undo the approval to edit it again.');
    if (status.type !== 'open') return vscode.l10n.t('The agent ignores answers to this request.');
    return review?.edits.possible === false ? nativeText(review.edits.reason, 300) : undefined;
  }

  /** Tells VS Code which of the documents that it has read are others now, or gone. */
  private follow(isConcerned: (id: string) => boolean): void {
    const events: vscode.FileChangeEvent[] = [];
    for (const [key, last] of this.served) {
      if (!isConcerned(editPlaceOf(last.uri)?.id ?? '')) continue;
      const now = this.serve(last.uri);
      if (now === last) continue;
      if (!now) this.served.delete(key);
      events.push({ uri: last.uri, type: now ? vscode.FileChangeType.Changed : vscode.FileChangeType.Deleted });
    }
    if (events.length > 0) this.changed.fire(events);
  }
}

function isTouched({ state, before }: WindowChange, id: string): boolean {
  return entryOf(state, id) !== entryOf(before, id);
}

function ended(): string {
  return vscode.l10n.t(
    'This request no longer waits for you, so nothing can be saved to it. Copy what you want to keep.',
  );
}

/** Settings that would have our UTF-8 read as another encoding; a mark at the start is stronger than they are. */
function needsMark(uri: vscode.Uri): boolean {
  const files = vscode.workspace.getConfiguration('files', uri);
  const encoding = files.get<string>('encoding', 'utf8');
  const byLanguage = files.inspect('encoding')?.languageIds ?? [];
  return !encoding.startsWith('utf8') || byLanguage.length > 0 || files.get<boolean>('autoGuessEncoding', false);
}

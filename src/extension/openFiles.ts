import { realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import { isPending } from '../core/queueState';
import type { ReviewWindow } from '../window/reviewWindow';

const delayMs = 150;

/** Whether an editor has changes of a file that are not saved. A file may be open under another name that leads to it. */
export function hasUnsavedChanges(path: string): boolean {
  const dirty = vscode.workspace.textDocuments.filter((one) => one.isDirty && one.uri.scheme === 'file');
  return dirty.length > 0 && isAmong(namesOf(dirty.map((one) => one.uri.fsPath)), path);
}

/** Has the window look again at requests when what they are about may have changed under an editor's hand. */
export class OpenFiles implements vscode.Disposable {
  /** Documents with changes that are not saved, by their address. */
  private readonly dirty = new Set<string>();
  /** Paths of the documents that have changed since the window looked last. */
  private readonly touched = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly review: ReviewWindow,
    private readonly onError: (error: unknown) => void,
  ) {
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) this.dirty.add(keyOf(document));
    this.listening = vscode.Disposable.from(
      // Comes also when only `isDirty` has changed.
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.isDirty !== this.dirty.has(keyOf(document))) this.touch(document);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => this.touch(document)),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (this.dirty.has(keyOf(document))) this.touch(document);
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        const { front } = review.state;
        if (focused && front !== undefined) this.look(front);
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listening.dispose();
  }

  private touch(document: vscode.TextDocument): void {
    if (document.uri.scheme !== 'file') return;
    if (document.isDirty && !document.isClosed) this.dirty.add(keyOf(document));
    else this.dirty.delete(keyOf(document));
    this.touched.add(document.uri.fsPath);
    this.timer ??= setTimeout(() => this.lookAll(), delayMs);
  }

  private lookAll(): void {
    this.timer = undefined;
    const names = namesOf(this.touched);
    this.touched.clear();
    for (const { request, status } of this.review.state.entries) {
      if (request.subject.type !== 'edit' || !isPending(status)) continue;
      const subject = this.review.viewOf(request.id)?.subject;
      const files = subject?.type === 'edit' ? subject.files : [];
      if (files.some((file) => isAmong(names, file.absolutePath))) this.look(request.id);
    }
  }

  private look(id: string): void {
    this.review.look(id).catch(this.onError);
  }
}

function keyOf(document: vscode.TextDocument): string {
  return document.uri.toString();
}

function namesOf(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap((path) => [path, realOf(path)]));
}

function isAmong(names: ReadonlySet<string>, path: string): boolean {
  return names.has(path) || names.has(realOf(path));
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

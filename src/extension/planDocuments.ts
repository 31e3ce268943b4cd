import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { entryOf } from '../core/queueState';
import type { ReviewWindow } from '../window/reviewWindow';
import { planScheme } from './ids';

/**
 * The plans under review as documents of VS Code: one read-only (it carries the native comments), and one file that the person
 * may edit; what is saved there is what an approval sends.
 */
export class PlanDocuments implements vscode.Disposable, vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registered: vscode.Disposable;

  /** @param editFolder where the files to edit are made */
  constructor(
    private readonly review: ReviewWindow,
    private readonly editFolder: string,
  ) {
    this.registered = vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(planScheme, this),
      vscode.workspace.onDidSaveTextDocument((document) => this.saved(document)),
      review.onDidChange(({ event }) => {
        if (event.type === 'changed') this.changed.fire(planUri(event.request.id));
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.markdownOf(requestIdOf(uri) ?? '') ?? vscode.l10n.t('This plan is no longer on the list.');
  }

  /** Opens the plan as a read-only document beside the review. */
  async open(id: string): Promise<vscode.TextEditor | undefined> {
    if (this.markdownOf(id) === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument(planUri(id));
    return vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }

  /** Shows the plan in VS Code's Markdown preview. */
  async preview(id: string): Promise<void> {
    if (this.markdownOf(id) !== undefined) await vscode.commands.executeCommand('markdown.showPreview', planUri(id));
  }

  /** Opens the plan's text to be edited, with the edits made so far. */
  async edit(id: string): Promise<void> {
    const review = this.review.viewOf(id)?.review;
    const markdown = (review?.type === 'plan' ? review.edited : undefined) ?? this.markdownOf(id);
    if (markdown === undefined) return;
    const path = join(this.editFolder, `${id}.md`);
    mkdirSync(this.editFolder, { recursive: true, mode: 0o700 });
    writeFileSync(path, markdown, { mode: 0o600 });
    await vscode.window.showTextDocument(vscode.Uri.file(path), {
      preview: false,
      viewColumn: vscode.ViewColumn.Beside,
    });
  }

  /** The request whose plan is edited in this file; undefined for other documents. After a reload of the window it is the same. */
  editedIn(uri: vscode.Uri): string | undefined {
    return uri.scheme === 'file' && dirname(uri.fsPath) === this.editFolder ? basename(uri.fsPath, '.md') : undefined;
  }

  dispose(): void {
    this.registered.dispose();
  }

  private saved(document: vscode.TextDocument): void {
    const id = this.editedIn(document.uri);
    if (id === undefined || !entryOf(this.review.state, id)) return;
    const text = document.getText();
    this.review.reviews.setEditedPlan(id, text === this.markdownOf(id) ? undefined : text);
  }

  private markdownOf(id: string): string | undefined {
    const subject = this.review.viewOf(id)?.subject;
    return subject?.type === 'plan' ? subject.markdown : undefined;
  }
}

/** The read-only document of a request's plan. */
export function planUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: planScheme, path: `/${id}/Plan.md` });
}

/** The request whose plan a document shows; undefined for other documents. */
export function requestIdOf(uri: vscode.Uri): string | undefined {
  return uri.scheme === planScheme ? uri.path.split('/')[1] : undefined;
}

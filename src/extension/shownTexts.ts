import * as vscode from 'vscode';
import { textScheme } from './ids';

/** Documents that are kept; enough for one change of every agent. */
const kept = 60;

/** Read-only documents whose text we have in memory: both sides of a change to be confirmed, and reports. */
export class ShownTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registered: vscode.Disposable;
  private count = 0;

  constructor() {
    this.registered = vscode.workspace.registerTextDocumentContentProvider(textScheme, this);
  }

  /** The address of a new document with this text. The path is what labels show; its ending gives the language. */
  add(path: string, text: string): vscode.Uri {
    const key = String(++this.count);
    this.texts.set(key, text);
    // VS Code closes documents of tabs that are not in front and asks for them again, so what is closed must stay for a while.
    for (const oldest of this.texts.keys()) if (this.texts.size > kept) this.texts.delete(oldest);
    return vscode.Uri.from({ scheme: textScheme, path: path.startsWith('/') ? path : `/${path}`, query: key });
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    // An editor that VS Code opens again after a reload.
    return this.texts.get(query) ?? vscode.l10n.t('This text is no longer kept. Run the command again.');
  }

  dispose(): void {
    this.registered.dispose();
  }
}

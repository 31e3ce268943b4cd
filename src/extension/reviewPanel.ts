import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { reviewHtml } from '../core/reviewHtml';
import { entryOf, listed, waitingCount } from '../core/queueState';
import type { Entry } from '../core/queueState';
import { statusView } from '../core/view';
import type { FoundFile, FromPage, QueueView } from '../protocol/page';
import type { Drafts } from '../window/drafts';
import { errorText } from '../window/log';
import type { Log } from '../window/log';
import { arrivalOf } from '../window/reviewWindow';
import type { ReviewWindow, WindowChange } from '../window/reviewWindow';
import { contextKeys, viewTypes } from './ids';
import { PagePort } from './messagePort';
import type { PlanDocuments } from './planDocuments';
import { readSettings } from './settings';
import { subjectName } from './words';

/** What a browser shows as a picture. */
const isImage = /\.(png|jpe?g|gif|webp|bmp|svg)$/i;

/** The review panel: one webview that shows the request under review. It opens beside the editor and never takes the focus. */
export class ReviewPanel implements vscode.Disposable, vscode.WebviewPanelSerializer {
  private panel: vscode.WebviewPanel | undefined;
  private port: PagePort | undefined;
  private readonly registered: vscode.Disposable[];
  /** The request whose comments the page is just telling. */
  private heardFrom: string | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly review: ReviewWindow,
    private readonly drafts: Drafts,
    private readonly documents: PlanDocuments,
    private readonly log: Log,
  ) {
    this.registered = [
      review.onDidChange((change) => this.onChange(change)),
      review.onDidChangeReview((id) => this.postReview(id)),
      vscode.window.registerWebviewPanelSerializer(viewTypes.review, this),
    ];
  }

  /** Opens the panel, or brings it to the front. @param focus whether it takes the keyboard */
  show(focus: boolean): void {
    if (this.panel) {
      this.panel.reveal(undefined, !focus);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: !focus };
    this.leaveEnded();
    this.adopt(vscode.window.createWebviewPanel(viewTypes.review, vscode.l10n.t('Review'), column, this.options()));
  }

  /** After a reload of the window: the panel that was open comes back in its place. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.panel?.dispose();
    panel.webview.options = this.options();
    this.adopt(panel);
  }

  /** The settings have changed. */
  refresh(): void {
    this.postQueue();
  }

  dispose(): void {
    for (const one of this.registered) one.dispose();
    this.panel?.dispose();
  }

  private options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    // Kept while hidden: a page that is built anew would lose the place in a long plan and what was typed this instant.
    return { enableScripts: true, localResourceRoots: this.roots(), retainContextWhenHidden: true };
  }

  /** The page's own files, and the workspace's for the images in plans. */
  private roots(): readonly vscode.Uri[] {
    return [this.root(), ...(vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri)];
  }

  private root(): vscode.Uri {
    return vscode.Uri.joinPath(this.extensionUri, 'dist', 'review');
  }

  private adopt(panel: vscode.WebviewPanel): void {
    const { webview } = panel;
    const port = new PagePort(webview, this.log);
    this.panel = panel;
    this.port = port;
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.extensionUri, 'media', 'review-light.svg'),
      dark: vscode.Uri.joinPath(this.extensionUri, 'media', 'review-dark.svg'),
    };
    port.onMessage((message) => {
      this.hear(message).catch((error: unknown) => this.log.error(`page: ${message.type}: ${errorText(error)}`));
    });
    // A hidden page that is kept does not know that it is hidden.
    panel.onDidChangeViewState(() => port.post({ type: 'visible', visible: panel.visible }));
    panel.onDidDispose(() => {
      if (this.panel !== panel) return;
      this.panel = undefined;
      this.port = undefined;
      this.setFocused(false);
    });
    webview.html = reviewHtml({
      scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(this.root(), 'review.js')).toString(),
      styleUri: webview.asWebviewUri(vscode.Uri.joinPath(this.root(), 'style.css')).toString(),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('base64url'),
      // The page's words are English.
      language: 'en',
      title: vscode.l10n.t('Review'),
    });
    this.retitle();
  }

  private async hear(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.port?.post({ type: 'visible', visible: this.panel?.visible ?? false });
        this.postQueue();
        this.postRequest();
        return;
      case 'shown':
        return this.review.take({ type: 'shown', id: message.id, hash: message.hash });
      case 'decide': {
        const { id, hash, decision } = message;
        return this.review.take({ type: 'decide', id, hash, decision, surface: 'page' });
      }
      case 'go':
        return this.review.take({ type: 'go', to: message.to });
      case 'dismiss':
        return this.review.take({ type: 'dismiss', id: message.id });
      case 'resume':
        return this.review.take({ type: 'resume' });
      case 'draft':
        if (entryOf(this.review.state, message.id)) this.drafts.set(message.id, message.text);
        return;
      case 'comments':
        // The page that said it knows it already; other surfaces are told.
        this.heardFrom = message.id;
        this.review.setComments(message.id, message.comments);
        this.heardFrom = undefined;
        return;
      case 'discardEdit':
        this.review.setEditedPlan(message.id, undefined);
        return;
      case 'openPlan':
        await openPlan(this.documents, message);
        return;
      case 'openFile':
        return this.openFile(message);
      case 'findPaths':
        return this.findPaths(message);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'focus':
        this.setFocused(message.focused);
        return;
      case 'openLink':
        await openLink(message.url);
        return;
      case 'failed':
        this.log.error(`page: ${message.message}`);
        return;
    }
  }

  private onChange(change: WindowChange): void {
    if (arrivalOf(change) && !this.panel && readSettings().openReview === 'onRequest') {
      this.show(false);
    }
    if (!this.port) return;
    const { state, before, effects } = change;
    const [front, earlier] = [entryOf(state, state.front), entryOf(before, before.front)];
    this.postQueue();
    if (!isShownAlike(front, earlier)) {
      this.retitle();
      this.postRequest();
    } else if (front && front.status !== earlier?.status) {
      this.port.post({ type: 'status', id: front.request.id, status: statusView(front.request, front.status) });
    }
    for (const effect of effects) {
      if (effect.type === 'refused') this.port.post({ type: 'refused', id: effect.id, reason: effect.reason });
    }
  }

  /** An outcome stays in front while somebody may be reading it; a panel that opens anew shows what waits. */
  private leaveEnded(): void {
    const { state } = this.review;
    if (entryOf(state, state.front)?.status.type === 'ended') void this.review.take({ type: 'go', to: 'next' });
  }

  private postReview(id: string): void {
    const { front } = this.review.state;
    if (id !== front || id === this.heardFrom) return;
    const review = this.review.viewOf(id)?.review;
    if (review) this.port?.post({ type: 'review', id, review });
  }

  private async openFile({ id, path, line = 1 }: Extract<FromPage, { type: 'openFile' }>): Promise<void> {
    const file = await this.review.fileInPlan(id, path);
    if (file === undefined) return;
    const at = new vscode.Position(line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      viewColumn: vscode.ViewColumn.Beside,
      selection: new vscode.Range(at, at),
    });
  }

  private async findPaths({ id, paths }: Extract<FromPage, { type: 'findPaths' }>): Promise<void> {
    const { panel } = this;
    const found = await Promise.all(
      paths.map(async (path): Promise<readonly FoundFile[]> => {
        const file = await this.review.fileInPlan(id, path);
        if (file === undefined) return [];
        const image = isImage.test(file) ? panel?.webview.asWebviewUri(vscode.Uri.file(file)).toString() : undefined;
        return [{ path, ...(image === undefined ? {} : { image }) }];
      }),
    );
    this.port?.post({ type: 'paths', id, files: found.flat() });
  }

  private postQueue(): void {
    this.port?.post({ type: 'queue', queue: this.queueView() });
  }

  private postRequest(): void {
    const { front } = this.review.state;
    this.port?.post({ type: 'request', request: (front && this.review.viewOf(front)) || null });
  }

  private queueView(): QueueView {
    const { state } = this.review;
    const list = listed(state);
    return {
      position: list.findIndex((entry) => entry.request.id === state.front) + 1,
      total: list.length,
      waiting: waitingCount(state),
      paused: state.paused,
      settleMs: readSettings().settleTime,
    };
  }

  private retitle(): void {
    const { state } = this.review;
    const front = entryOf(state, state.front);
    if (!this.panel) return;
    this.panel.title = front ? vscode.l10n.t('Review: {0}', subjectName(front.request)) : vscode.l10n.t('Review');
  }

  private setFocused(focused: boolean): void {
    void vscode.commands.executeCommand('setContext', contextKeys.reviewFocused, focused);
  }
}

/** Whether the page needs no new view: the same request with the same text and title. */
function isShownAlike(a: Entry | undefined, b: Entry | undefined): boolean {
  return a?.request.id === b?.request.id && a?.hash === b?.hash && a?.request === b?.request;
}

async function openPlan(documents: PlanDocuments, { id, as }: Extract<FromPage, { type: 'openPlan' }>): Promise<void> {
  if (as === 'document') await documents.open(id);
  else if (as === 'preview') await documents.preview(id);
  else await documents.edit(id);
}

async function openLink(url: string): Promise<void> {
  const uri = vscode.Uri.parse(url, true);
  if (uri.scheme === 'http' || uri.scheme === 'https') await vscode.env.openExternal(uri);
}

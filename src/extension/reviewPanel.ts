import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { identicalTo } from '../core/identical';
import { reviewHtml } from '../core/reviewHtml';
import { entryOf, listed, waitingCount } from '../core/queueState';
import type { Entry, QueueState } from '../core/queueState';
import { statusView } from '../core/view';
import type { QueueView, ToPage } from '../protocol/page';
import { errorText } from '../window/log';
import { arrivalOf } from '../window/windowChange';
import type { WindowChange } from '../window/windowChange';
import { contextKeys, viewTypes } from './ids';
import { PagePort } from './messagePort';
import { PageMessages } from './pageMessages';
import type { Page, PageContext } from './pageMessages';
import { readSettings } from './settings';
import { subjectName } from './words';

/** The review panel: one webview that shows the request under review. It opens beside the editor and never takes the focus. */
export class ReviewPanel implements vscode.Disposable, vscode.WebviewPanelSerializer, Page {
  private panel: vscode.WebviewPanel | undefined;
  private port: PagePort | undefined;
  private readonly messages: PageMessages;
  private readonly registered: vscode.Disposable[];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly context: PageContext,
  ) {
    const { review, touches } = context;
    this.messages = new PageMessages(context, this);
    this.registered = [
      review.onDidChange((change) => this.onChange(change)),
      review.reviews.onDidChange((id) => this.postReview(id)),
      touches.onDidChange((change) => this.post({ type: 'touch', ...change })),
      vscode.window.registerWebviewPanelSerializer(viewTypes.review, this),
    ];
  }

  /** The column in which the panel is; undefined if it is not open. */
  get column(): vscode.ViewColumn | undefined {
    return this.panel?.viewColumn;
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

  tellAll(): void {
    this.post({ type: 'visible', visible: this.panel?.visible ?? false });
    this.post({ type: 'preferences', preferences: this.context.preferences.get() });
    this.postQueue();
    this.postRequest();
  }

  post(message: ToPage): void {
    this.port?.post(message);
  }

  addressOf(file: string): string | undefined {
    return this.panel?.webview.asWebviewUri(vscode.Uri.file(file)).toString();
  }

  setFocused(focused: boolean): void {
    void vscode.commands.executeCommand('setContext', contextKeys.reviewFocused, focused);
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
    const { log } = this.context;
    const port = new PagePort(webview, log);
    this.panel = panel;
    this.port = port;
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.extensionUri, 'media', 'review-light.svg'),
      dark: vscode.Uri.joinPath(this.extensionUri, 'media', 'review-dark.svg'),
    };
    port.onMessage((message) => {
      this.messages.hear(message).catch((error: unknown) => log.error(`page: ${message.type}: ${errorText(error)}`));
    });
    // A hidden page that is kept does not know that it is hidden.
    panel.onDidChangeViewState(() => port.post({ type: 'visible', visible: panel.visible }));
    panel.onDidDispose(() => {
      if (this.panel !== panel) return;
      this.panel = undefined;
      this.port = undefined;
      this.context.touches.show(undefined);
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

  private onChange(change: WindowChange): void {
    if (arrivalOf(change) && !this.panel && readSettings().openReview === 'onRequest') {
      this.show(false);
    }
    if (!this.port) return;
    const { state, before, effects } = change;
    const [front, earlier] = [entryOf(state, state.front), entryOf(before, before.front)];
    this.postQueue();
    if (!isShownAlike(front, earlier) || !isJoinedAlike(state, before)) {
      this.retitle();
      this.postRequest();
    } else if (front && front.status !== earlier?.status) {
      this.post({ type: 'status', id: front.request.id, status: statusView(front.request, front.status) });
    }
    for (const effect of effects) {
      if (effect.type === 'refused') this.post({ type: 'refused', id: effect.id, reason: effect.reason });
    }
  }

  /** An outcome stays in front while somebody may be reading it; a panel that opens anew shows what waits. */
  private leaveEnded(): void {
    const { state } = this.context.review;
    if (entryOf(state, state.front)?.status.type === 'ended') this.context.review.take({ type: 'go', to: 'next' });
  }

  private postReview(id: string): void {
    const { review } = this.context;
    if (id !== review.state.front || this.messages.isTelling(id)) return;
    const view = review.viewOf(id)?.review;
    if (view) this.post({ type: 'review', id, review: view });
  }

  private postQueue(): void {
    this.post({ type: 'queue', queue: this.queueView() });
  }

  private postRequest(): void {
    const { review, touches } = this.context;
    const { front } = review.state;
    this.post({ type: 'request', request: (front && review.viewOf(front)) || null });
    touches.show(front);
  }

  private queueView(): QueueView {
    const { state } = this.context.review;
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
    const { state } = this.context.review;
    const front = entryOf(state, state.front);
    if (!this.panel) return;
    this.panel.title = front ? vscode.l10n.t('Review: {0}', subjectName(front.request)) : vscode.l10n.t('Review');
  }
}

/** Whether the page needs no new view: the same request with the same text and title. */
function isShownAlike(a: Entry | undefined, b: Entry | undefined): boolean {
  return a?.request.id === b?.request.id && a?.hash === b?.hash && a?.request === b?.request;
}

/** Whether an approval can name the same other requests. Only one that waits can be approved. */
function isJoinedAlike(state: QueueState, before: QueueState): boolean {
  if (entryOf(state, state.front)?.status.type !== 'open') return true;
  if (entryOf(before, before.front)?.status.type !== 'open') return false;
  const [now, earlier] = [state, before].map((one) => JSON.stringify(identicalTo(one, one.front ?? '')));
  return now === earlier;
}

import * as vscode from 'vscode';
import { entryOf } from '../core/queueState';
import type { Entry } from '../core/queueState';
import { arrivalOf } from '../window/windowChange';
import type { ReviewWindow } from '../window/reviewWindow';
import type { WindowChange } from '../window/windowChange';
import type { ReviewPanel } from './reviewPanel';
import { readSettings } from './settings';
import { agentName, statusSentence, subjectName } from './words';

/**
 * Tells of a request when nobody looks at this window. A notification never decides, and VS Code cannot withdraw one: a late
 * click says what happened meanwhile. One at a time; the badge of the number is in the status bar.
 */
export class Notifications implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private showing = false;

  constructor(
    private readonly review: ReviewWindow,
    private readonly panel: ReviewPanel,
  ) {
    this.listening = review.onDidChange((change) => this.onChange(change));
  }

  dispose(): void {
    this.listening.dispose();
  }

  private onChange(change: WindowChange): void {
    if (this.showing || vscode.window.state.focused || readSettings().notify === 'never') return;
    const arrival = arrivalOf(change);
    if (arrival?.status.type === 'open') void this.tell(arrival);
  }

  private async tell(entry: Entry): Promise<void> {
    this.showing = true;
    const review = vscode.l10n.t('Review');
    const subject = subjectName(entry.request);
    const text = vscode.l10n.t('{0} waits for your decision: {1}', agentName(entry.request), subject);
    const choice = await vscode.window.showInformationMessage(text, review).then(
      (chosen) => chosen,
      () => undefined,
    );
    this.showing = false;
    if (choice !== review) return;
    this.panel.show(true);
    const now = entryOf(this.review.state, entry.request.id);
    if (now?.status.type === 'open') return;
    const happened = now ? statusSentence(now.status) : vscode.l10n.t('It is no longer on the list.');
    void vscode.window.showInformationMessage(vscode.l10n.t('{0}: {1}', subject, happened));
  }
}

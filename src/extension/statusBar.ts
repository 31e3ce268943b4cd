import * as vscode from 'vscode';
import { waitingCount } from '../core/queueState';
import type { ReviewWindow } from '../window/reviewWindow';
import { commands, statusBarId } from './ids';

/** The status bar item: how many requests wait, or that all are handed back while paused. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(statusBarId, vscode.StatusBarAlignment.Left, 50);
  private readonly listening: vscode.Disposable;

  constructor(private readonly review: ReviewWindow) {
    this.item.name = vscode.l10n.t('Countersign');
    this.item.command = commands.showReview;
    this.listening = review.onDidChange(() => this.update());
    this.update();
    this.item.show();
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private update(): void {
    const { state } = this.review;
    const count = waitingCount(state);
    let tooltip: string;
    if (state.paused) {
      tooltip = vscode.l10n.t('Agents ask in their terminals until you resume.');
      this.item.text = `$(debug-pause) ${vscode.l10n.t('Countersign paused')}`;
    } else {
      tooltip = vscode.l10n.t('Countersign: {0} permission requests wait for you', count);
      this.item.text = count === 0 ? '$(verified) 0' : `$(bell-dot) ${vscode.l10n.t('{0} waiting', count)}`;
    }
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: tooltip };
  }
}

import * as vscode from 'vscode';
import { heldBack, waitingCount } from '../core/queueState';
import type { ReviewWindow } from '../window/reviewWindow';
import { commands, statusBarId } from './ids';

/** What the item shows. */
interface Face {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
  /** What a screen reader says, if not the tooltip. */
  readonly label?: string;
}

/**
 * The status bar item: how many requests wait, or that all are handed back while paused. While an approval is held back it counts the
 * seconds, and a click undoes.
 */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(statusBarId, vscode.StatusBarAlignment.Left, 50);
  private readonly listening: vscode.Disposable;
  private tick: NodeJS.Timeout | undefined;

  constructor(private readonly review: ReviewWindow) {
    this.item.name = vscode.l10n.t('Countersign');
    this.listening = review.onDidChange(() => this.update());
    this.update();
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.tick);
    this.listening.dispose();
    this.item.dispose();
  }

  private update(): void {
    clearTimeout(this.tick);
    const { text, tooltip, command, label = tooltip } = this.heldFace() ?? this.face();
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.accessibilityInformation = { label };
  }

  private face(): Face {
    const { state } = this.review;
    const command = commands.showReview;
    if (state.paused) {
      const tooltip = vscode.l10n.t('Agents ask in their terminals until you resume.');
      return { text: `$(debug-pause) ${vscode.l10n.t('Countersign paused')}`, tooltip, command };
    }
    const count = waitingCount(state);
    return {
      text: count === 0 ? '$(verified) 0' : `$(bell-dot) ${vscode.l10n.t('{0} waiting', count)}`,
      tooltip: vscode.l10n.t('Countersign: {0} permission requests wait for you', count),
      command,
    };
  }

  /** What is shown while approvals are held back, counted anew each second; undefined when none is. */
  private heldFace(): Face | undefined {
    const held = heldBack(this.review.state);
    if (held.length === 0) return undefined;
    const left = Math.max(0, Math.min(...held.map(({ until }) => until)) - Date.now());
    const seconds = Math.ceil(left / 1000);
    if (seconds > 0) this.tick = setTimeout(() => this.update(), left - (seconds - 1) * 1000);
    const words =
      held.length === 1
        ? vscode.l10n.t('Approved, sending in {0} s', seconds)
        : vscode.l10n.t('{0} approved, sending in {1} s', held.length, seconds);
    return {
      text: `$(discard) ${words}`,
      tooltip: vscode.l10n.t('Click to undo'),
      command: commands.undoApproval,
      // Without the seconds: a label that changes is read out again.
      label:
        held.length === 1
          ? vscode.l10n.t('Countersign: approved, and not sent yet. Undo approval')
          : vscode.l10n.t('Countersign: {0} approved, and not sent yet. Undo approval', held.length),
    };
  }
}

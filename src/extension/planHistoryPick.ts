import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import { exportThread } from '../core/plan/export';
import type { PlanThread } from '../protocol/plan';
import type { PlanHistory } from '../window/planHistory';

interface Item extends vscode.QuickPickItem {
  readonly thread: PlanThread;
}

/** Lets a person choose one of the kept threads of plans, and opens it as a Markdown document that can be saved anywhere. */
export async function showPlanHistory(history: PlanHistory): Promise<void> {
  const items = history.all().map(itemOf);
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No plans have been kept for this workspace yet.'));
    return;
  }
  const placeHolder = vscode.l10n.t('Opens the plans with their comments as a Markdown document');
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  if (!chosen) return;
  const document = await vscode.workspace.openTextDocument({
    language: 'markdown',
    content: exportThread(chosen.thread),
  });
  await vscode.window.showTextDocument(document, { preview: true });
}

function itemOf(thread: PlanThread): Item {
  const last = thread.revisions.at(-1);
  const heading = /^#+\s+(.+)$/m.exec(last?.markdown ?? '')?.[1];
  return {
    thread,
    label: nativeText(heading ?? thread.title, 80) || vscode.l10n.t('Plan'),
    description: vscode.l10n.t(
      '{0} revisions, {1}',
      thread.revisions.length,
      nativeText(last?.outcome ?? '', 60) || vscode.l10n.t('waiting'),
    ),
    detail: last ? new Date(last.at).toLocaleString() : '',
  };
}

import { basename } from 'node:path';
import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import type { PlannedChange } from '../window/setUp/change';
import { textScheme } from './ids';
import type { ShownTexts } from './shownTexts';

/** A change, and whose configuration it is about. */
export interface AgentChange {
  readonly agent: string;
  readonly change: PlannedChange;
}

/** Shows changes in the diff editor, and asks. True only if a person pressed the button. */
export async function confirmChanges(
  changes: readonly AgentChange[],
  texts: ShownTexts,
  question: string,
): Promise<boolean> {
  const shown = changes.map(({ agent, change }) => {
    const name = nativeText(basename(change.path), 80);
    const [before, after] = [texts.add(name, change.before ?? ''), texts.add(name, change.after ?? '')];
    return { agent, name, before, after };
  });
  const [first] = shown;
  if (!first) return false;
  if (shown.length === 1) {
    const title = vscode.l10n.t('{0} ({1}: what would change)', first.name, first.agent);
    await vscode.commands.executeCommand('vscode.diff', first.before, first.after, title, { preview: false });
  } else {
    const resources = shown.map(({ before, after }) => [after, before, after]);
    await vscode.commands.executeCommand('vscode.changes', titleOfAll(), resources);
  }
  const [apply, cancel] = [vscode.l10n.t('Apply'), vscode.l10n.t('Cancel')];
  const answer = await vscode.window.showInformationMessage(question, apply, cancel);
  await closeShown(shown.map(({ after }) => after.toString()));
  return answer === apply;
}

function titleOfAll(): string {
  return vscode.l10n.t('What would change');
}

async function closeShown(addresses: readonly string[]): Promise<void> {
  const isShown = (uri: vscode.Uri): boolean => uri.scheme === textScheme && addresses.includes(uri.toString());
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input, label }) =>
      // Editors of several files have no input that extensions can see; VS Code adds to the title how many files there are.
      input === undefined
        ? addresses.length > 1 && label.startsWith(titleOfAll())
        : input instanceof vscode.TabInputTextDiff && isShown(input.modified),
    );
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

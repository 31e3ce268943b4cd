import { basename } from 'node:path';
import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import type { PlannedChange } from '../window/setUp/change';
import { textScheme } from './ids';
import type { ShownTexts } from './shownTexts';

/** A change, and whose configuration it is about. */
export interface AgentChange {
  readonly agent: string;
  /** As it is shown, with `~` for the home. */
  readonly path: string;
  readonly change: PlannedChange;
}

/** Shows changes in the diff editor, and asks. True only if a person pressed the button. */
export async function confirmChanges(
  changes: readonly AgentChange[],
  texts: ShownTexts,
  question: string,
): Promise<boolean> {
  const shown = changes.map(({ agent, path, change }) => {
    const [before, after] = [texts.add(path, change.before ?? ''), texts.add(path, change.after ?? '')];
    return { agent, name: nativeText(basename(path), 80, 'exact'), before, after };
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
    .filter(({ input, label }) => {
      if (input instanceof vscode.TabInputTextDiff) return isShown(input.modified);
      // An editor of several files has no input that is in the API yet; VS Code adds to the title how many they are.
      return addresses.length > 1 && !isKnown(input) && label.startsWith(titleOfAll());
    });
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

function isKnown(input: unknown): boolean {
  const known = [vscode.TabInputText, vscode.TabInputCustom, vscode.TabInputWebview, vscode.TabInputNotebook];
  return known.some((kind) => input instanceof kind);
}

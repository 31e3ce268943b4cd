import * as vscode from 'vscode';
import { hintKey } from './ids';
import type { SetUpFlow } from './setUpFlow';

/** Says once that agents can be set up, where some are found and none is. Never again, whatever the person does with it. */
export async function hintAtSetUp(flow: SetUpFlow, state: vscode.Memento): Promise<void> {
  const agents = flow.agents();
  if (agents.length === 0) return;
  if (agents.some((agent) => agent.state.type === 'setUp' || agent.state.type === 'outdated')) {
    await state.update(hintKey, true);
    return;
  }
  const names = agents.map((agent) => agent.setUp.name).join(', ');
  const [setUp, later] = [vscode.l10n.t('Set Up Agents...'), vscode.l10n.t('Not Now')];
  const text = vscode.l10n.t('Countersign can take the permission requests of {0}.', names);
  const answer = await vscode.window.showInformationMessage(text, setUp, later);
  await state.update(hintKey, true);
  if (answer === setUp) await flow.setUp();
}

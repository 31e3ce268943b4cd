import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import { examine } from '../window/doctor/examine';
import type { Examined } from '../window/doctor/examine';
import type { DoctorFacts, Mend } from '../window/doctor/facts';
import { allProblems, doctorReport } from '../window/doctor/report';
import type { SetUpFlow } from './setUpFlow';
import type { ShownTexts } from './shownTexts';

/** What the doctor works with. */
export interface DoctorParts extends Omit<Examined, 'context'> {
  readonly context: () => Examined['context'];
  readonly flow: SetUpFlow;
  readonly texts: ShownTexts;
  /** Writes the hook's files again. */
  readonly installHook: () => void;
}

/** Looks at what works on this machine, shows the report as a document, and offers to mend what it can. */
export async function runDoctor(parts: DoctorParts): Promise<void> {
  const title = vscode.l10n.t('Countersign: looking at the agents of this machine...');
  const options = { location: vscode.ProgressLocation.Notification, title };
  const facts = await vscode.window.withProgress(options, () => examine({ ...parts, context: parts.context() }));
  const uri = parts.texts.add('Countersign Doctor.md', doctorReport(facts));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  void offer(facts, parts);
}

async function offer(facts: DoctorFacts, parts: DoctorParts): Promise<void> {
  const items = allProblems(facts).flatMap(({ about, text, step, mend }) =>
    mend === undefined ? [] : [{ label: nativeText(`${about}: ${step}`, 200), detail: nativeText(text, 300), mend }],
  );
  if (items.length === 0) return;
  const button = vscode.l10n.t('Mend...');
  const question = vscode.l10n.t('The doctor can help with {0} of what it found.', items.length);
  if ((await vscode.window.showInformationMessage(question, button)) !== button) return;
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Mend') });
  if (chosen) await carryOut(chosen.mend, parts);
}

async function carryOut(mend: Mend, { flow, installHook, window }: DoctorParts): Promise<void> {
  switch (mend.type) {
    case 'setUp':
      return flow.setUpAgent(mend.agent);
    case 'remove':
      return flow.removeAgent(mend.agent);
    case 'extra':
      return flow.addExtra(mend.agent, mend.extra);
    case 'installHook':
      installHook();
      void vscode.window.showInformationMessage(vscode.l10n.t('The hook was installed again.'));
      return;
    case 'resume':
      window.review.take({ type: 'resume' });
      return;
    case 'openFolder':
      await vscode.commands.executeCommand('workbench.action.files.openFolder');
      return;
    case 'open':
      await vscode.window.showTextDocument(vscode.Uri.file(mend.path));
  }
}

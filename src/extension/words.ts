import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import type { PermissionRequest } from '../core/request';
import type { Status } from '../core/queueState';

/** What a request is about, in a word or two for native surfaces: our word, and a tool's name where there is one. */
export function subjectName(request: PermissionRequest): string {
  const { subject } = request;
  switch (subject.type) {
    case 'plan':
      return vscode.l10n.t('Plan');
    case 'edit':
      return vscode.l10n.t('Edit');
    case 'command':
      return vscode.l10n.t('Command');
    case 'question':
      return vscode.l10n.t('Question');
    case 'tool':
      return nativeText(subject.name, 40, 'exact');
  }
}

/** The name of a request's agent. Some agents say themselves what they are called. */
export function agentName({ agent }: Pick<PermissionRequest, 'agent'>): string {
  return nativeText(agent.name, 40, 'exact');
}

/** What became of a request, in a sentence. */
export function statusSentence(status: Status): string {
  if (status.type === 'open') return vscode.l10n.t('It still waits for you.');
  if (status.type === 'heldBack') return vscode.l10n.t('It was approved, and can still be undone.');
  if (status.type === 'watching') return vscode.l10n.t('The agent asks in its own terminal.');
  if (status.type === 'answering') return vscode.l10n.t('The answer is on its way.');
  switch (status.outcome) {
    case 'approved':
      return status.delivery === 'failed'
        ? vscode.l10n.t('It was approved, but the answer was NOT delivered.')
        : vscode.l10n.t('It was approved.');
    case 'denied':
      return status.delivery === 'failed'
        ? vscode.l10n.t('It was denied, but the answer was NOT delivered.')
        : vscode.l10n.t('It was denied.');
    case 'handedBack':
      return vscode.l10n.t('It was handed back to the terminal.');
    case 'withdrawn':
      return vscode.l10n.t('The agent took it back.');
    case 'answeredElsewhere':
      return vscode.l10n.t('It was answered in the terminal.');
    case 'expired':
      return vscode.l10n.t('It was not answered in time; the agent asks in the terminal.');
  }
}

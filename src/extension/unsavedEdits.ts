import { basename } from 'node:path';
import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import type { PageDecision } from '../protocol/page';
import { editPlaceOf } from './editUris';
import type { PlanDocuments } from './planDocuments';

/**
 * Why a decision has to wait, in a sentence: what a person has typed into the proposed text and not saved would be left out of an
 * approval without a word. Undefined if there is no such text.
 */
export function whyToWait(id: string, decision: PageDecision, plans: PlanDocuments): string | undefined {
  if (decision.type !== 'approve') return undefined;
  const approved = new Set([id, ...(decision.identical ?? [])]);
  const unsaved = vscode.workspace.textDocuments.find((document) => {
    const edited = document.isDirty ? editedIn(document.uri, plans) : undefined;
    return edited !== undefined && approved.has(edited);
  });
  if (!unsaved) return undefined;
  if (plans.editedIn(unsaved.uri) !== undefined) {
    return vscode.l10n.t('Your edit of the plan is not saved yet: save it, then approve.');
  }
  const name = nativeText(basename(unsaved.uri.path), 60, 'exact');
  return vscode.l10n.t('Your edit of {0} is not saved yet: save it, then approve.', name);
}

/** The request whose proposed text a document is; undefined for other documents. */
function editedIn(uri: vscode.Uri, plans: PlanDocuments): string | undefined {
  const place = editPlaceOf(uri);
  return place?.side === 'edit' ? place.id : plans.editedIn(uri);
}

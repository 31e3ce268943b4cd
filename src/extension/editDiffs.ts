import { basename } from 'node:path';
import * as vscode from 'vscode';
import { nativeText } from '../core/nativeText';
import { isPending } from '../core/queueState';
import type { FileView, RequestView } from '../protocol/views';
import type { ReviewWindow } from '../window/reviewWindow';
import type { WindowChange } from '../window/windowChange';
import { editPlaceOf, editUri } from './editUris';
import { agentName } from './words';

/** What of an edit is to be opened: one file by its absolute path, or all; with the proposed side to be edited, or only read. */
export interface WantedDiff {
  readonly file?: string | undefined;
  readonly edit: boolean;
}

/** Opens the changes of an edit in VS Code's own diff editors. */
export class EditDiffs implements vscode.Disposable {
  private readonly listening: vscode.Disposable;

  constructor(private readonly review: ReviewWindow) {
    this.listening = review.onDidChange((change) => closeDecided(change));
  }

  dispose(): void {
    this.listening.dispose();
  }

  /**
   * Opens the diff beside the review, or says why there is none.
   *
   * @param panel the column in which the review panel is, if it is open
   */
  async open(id: string, { file, edit }: WantedDiff, panel: vscode.ViewColumn | undefined): Promise<void> {
    const view = this.review.viewOf(id);
    if (view?.subject.type !== 'edit') return;
    const why = whyNot(view, edit);
    if (why !== undefined) {
      void vscode.window.showInformationMessage(why);
      return;
    }
    const files = this.comparable(id, view.subject.files, file);
    const [first] = files;
    if (!first) void vscode.window.showInformationMessage(vscode.l10n.t('There is no text to compare.'));
    else if (files.length === 1) await openOne(view, first, edit, panel);
    else await openAll(view, files, edit, panel);
  }

  /** The files that have two texts to compare. */
  private comparable(id: string, files: readonly FileView[], wanted: string | undefined): readonly FileView[] {
    const named = wanted === undefined ? files : files.filter((one) => one.absolutePath === wanted);
    return named.filter((one) => this.review.reviews.textsOf(id, one.absolutePath) !== undefined);
  }
}

/** Why the diffs of a request cannot be opened, in a sentence. */
function whyNot({ status, review }: RequestView, edit: boolean): string | undefined {
  if (!isPending(status)) return vscode.l10n.t('This request no longer waits for you.');
  return edit && review?.edits.possible === false ? nativeText(review.edits.reason, 300) : undefined;
}

async function openOne(
  view: RequestView,
  file: FileView,
  edit: boolean,
  panel: vscode.ViewColumn | undefined,
): Promise<void> {
  const [left, right] = [editUri(view, file, 'before'), editUri(view, file, edit ? 'edit' : 'proposed')];
  const name = nativeText(basename(file.movedTo ?? file.absolutePath), 60, 'exact');
  const cell = file.cell === undefined ? '' : `, ${nativeText(file.cell, 60)}`;
  const title = edit
    ? vscode.l10n.t('{0} (proposed by {1}, to be edited)', name + cell, agentName(view))
    : vscode.l10n.t('{0} (proposed by {1})', name + cell, agentName(view));
  const options: vscode.TextDocumentShowOptions = {
    viewColumn: columnBeside(panel)?.column ?? vscode.ViewColumn.Active,
    preview: !edit,
  };
  await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
  // One diff of a file is enough, and one thread for each comment on it.
  if (edit) await closeDiffs((shown) => shown.toString() === editUri(view, file, 'proposed').toString());
}

async function openAll(
  view: RequestView,
  files: readonly FileView[],
  edit: boolean,
  panel: vscode.ViewColumn | undefined,
): Promise<void> {
  // VS Code adds how many files there are.
  const title = vscode.l10n.t('Changes proposed by {0}', agentName(view));
  const resources = files.map((file) => {
    const right = editUri(view, file, edit ? 'edit' : 'proposed');
    // A side that is absent is what makes VS Code say "added" and "deleted".
    return [
      right,
      file.status === 'new' ? undefined : editUri(view, file, 'before'),
      file.status === 'deleted' ? undefined : right,
    ];
  });
  // The command takes no column.
  const beside = columnBeside(panel);
  if (beside) await vscode.commands.executeCommand(beside.focus);
  await vscode.commands.executeCommand('vscode.changes', title, resources);
}

/** The columns of an editor area, with the commands that go there; these make the column if it would be the next one. */
const columns = [
  { column: vscode.ViewColumn.One, focus: 'workbench.action.focusFirstEditorGroup' },
  { column: vscode.ViewColumn.Two, focus: 'workbench.action.focusSecondEditorGroup' },
  { column: vscode.ViewColumn.Three, focus: 'workbench.action.focusThirdEditorGroup' },
  { column: vscode.ViewColumn.Four, focus: 'workbench.action.focusFourthEditorGroup' },
  { column: vscode.ViewColumn.Five, focus: 'workbench.action.focusFifthEditorGroup' },
];

/** The column next to the review panel's, to the left of it if there is one: the person's own editors are there. */
function columnBeside(panel: vscode.ViewColumn | undefined): (typeof columns)[number] | undefined {
  const at = columns.findIndex((one) => one.column === panel);
  return at < 0 ? undefined : columns[at > 0 ? at - 1 : at + 1];
}

/**
 * Closes the diffs of a request that the person has just decided: their texts cannot be read again. The diffs of requests that ended by
 * themselves stay, since somebody may be reading them.
 */
function closeDecided({ event, effects }: WindowChange): void {
  if (event.type !== 'decide' || !effects.some((effect) => effect.type === 'answer')) return;
  void closeDiffs((shown) => editPlaceOf(shown)?.id === event.id);
}

/** Closes diffs by what is on their right side; what is not saved stays. */
async function closeDiffs(isMeant: (shown: vscode.Uri) => boolean): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input, isDirty }) => !isDirty && input instanceof vscode.TabInputTextDiff && isMeant(input.modified));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

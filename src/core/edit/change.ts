import type { FileEdit } from '../request';
import { applyEdits } from './apply';
import type { Applied, TextEdit } from './apply';
import { hunksOf } from './hunks';
import type { Hunk } from './hunks';
import { nearestText } from './nearest';
import type { Nearest } from './nearest';
import { cellChange } from './notebook';
import { byteOrderMark, endingsOf, linesOf, toLf } from './text';
import type { Endings, FileState } from './text';

/** So many characters at the beginning of a file decide about the line endings of all of it. */
const unifyingHead = 4096;

/** What edits would do to a file as it is on disk now. */
export interface FileChange {
  readonly status: 'changed' | 'new' | 'deleted' | 'unchanged' | 'unreadable' | 'wouldNotApply';
  /** The text now and as the agent would leave it, with LF endings; of the cell, if one is changed. */
  readonly before: string;
  readonly after: string;
  /** The text that a person proposes instead of `after`. */
  readonly proposal?: string;
  readonly tags: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly oldLines: number;
  /** From `before` to `after`, or to the text that a person made of it. */
  readonly hunks: readonly Hunk[];
  /** Why there is no diff, in our words. */
  readonly problem?: string;
  readonly nearest?: Nearest;
  /** Which cell of a notebook is changed. */
  readonly cell?: string;
  /** The language of the cell. */
  readonly cellLanguage?: string;
}

/**
 * Computes what the edits of one file would do to it. Line endings do not count as a difference; where they would change, a tag says so.
 *
 * @param edits of the same file, in the order in which the agent applies them
 * @param proposed gives the text that a person proposes instead of the agent's, with LF endings; undefined if none
 */
export function fileChange(
  edits: readonly FileEdit[],
  file: FileState,
  proposed: (after: string) => string | undefined = () => undefined,
): FileChange {
  const overText = edits.some((edit) => edit.type === 'write' && edit.onlyOverText);
  if (overText && !isWritable(file)) {
    return without('wouldNotApply', 'The file on disk is not text that the agent can write over; it will refuse.');
  }
  if (file.type === 'unreadable') return without('unreadable', `This file is not shown: ${file.reason}.`);
  const onDisk = file.type === 'text' ? file.text : undefined;
  const cell = edits.find((edit) => edit.type === 'cell');
  if (cell) {
    const found = cellChange(cell, onDisk);
    if (found.type === 'problem') return without('wouldNotApply', found.problem);
    const { before, language } = found;
    const after = toLf(found.after);
    const proposal = before === after ? undefined : proposed(after);
    return {
      ...compared(before, proposal ?? after, 'changed'),
      after,
      ...(proposal === undefined ? {} : { proposal }),
      tags: [],
      cell: found.cell,
      ...(language === undefined ? {} : { cellLanguage: language }),
    };
  }
  const whole = edits.filter((edit): edit is TextEdit => edit.type !== 'cell');
  const applied = applyEdits(whole, onDisk);
  if (applied.type === 'problem') return broken(applied, onDisk);
  const before = toLf(onDisk ?? '');
  const after = applied.type === 'text' ? applied.text : '';
  const status = applied.type === 'deleted' ? 'deleted' : onDisk === undefined ? 'new' : 'changed';
  const moved = whole.some((edit) => edit.type === 'patch' && (edit.movedTo !== undefined || edit.mode !== undefined));
  const proposal = before === after ? undefined : proposed(after);
  const change = compared(before, proposal ?? after, status);
  return {
    ...change,
    status: change.status === 'unchanged' && moved ? 'changed' : change.status,
    after,
    ...(proposal === undefined ? {} : { proposal }),
    tags: tagsOf(whole, file, proposal ?? after),
  };
}

/** Whether an agent that writes over text only will write over this. */
function isWritable(file: FileState): boolean {
  if (file.type === 'unreadable') return !file.reason.startsWith('it is binary');
  return file.type === 'absent' || (file.damaged !== true && file.encoding !== 'UTF-16 BE');
}

function compared(before: string, after: string, status: FileChange['status']): Omit<FileChange, 'tags'> {
  const hunks = hunksOf(before, after);
  let [added, removed] = [0, 0];
  for (const hunk of hunks)
    for (const line of hunk.lines) {
      if (line.type === 'add') added++;
      else if (line.type === 'remove') removed++;
    }
  const same = status === 'changed' && hunks.length === 0;
  const oldLines = linesOf(before).length;
  return { status: same ? 'unchanged' : status, before, after, added, removed, oldLines, hunks };
}

function without(status: 'unreadable' | 'wouldNotApply', problem: string): FileChange {
  return { status, before: '', after: '', tags: [], added: 0, removed: 0, oldLines: 0, hunks: [], problem };
}

function broken({ problem, missing }: Extract<Applied, { type: 'problem' }>, onDisk: string | undefined): FileChange {
  const nearest = missing === undefined || onDisk === undefined ? undefined : nearestText(toLf(onDisk), missing);
  return { ...without('wouldNotApply', problem), ...(nearest === undefined ? {} : { nearest }) };
}

/** Facts about the bytes that a diff of lines does not show. */
function tagsOf(edits: readonly TextEdit[], file: FileState, after: string): readonly string[] {
  const tags: string[] = [];
  for (const edit of edits) if (edit.type === 'patch' && edit.mode) tags.push(modeText(edit.mode));
  if (edits.some((edit) => edit.type === 'write' && edit.executable)) tags.push('executable');
  const write = edits.findLast((edit) => edit.type === 'write');
  const written = write?.content;
  if (file.type !== 'text') {
    const now = endingsOf(written ?? after);
    return now === 'CRLF' || now === 'mixed line endings' ? [...tags, now] : tags;
  }
  if (file.encoding !== undefined) tags.push(file.encoding);
  if (file.damaged) tags.push('not valid UTF-8');
  const [old, now] = [endingsOf(file.text), endingsOf(written ?? '')];
  if (edits.some((edit) => edit.type === 'replace' && edit.unifiesEndings)) tags.push(...unifiedTags(file.text, old));
  else if (written === undefined || now === 'none' || old === now) {
    if (old === 'CRLF' || old === 'mixed line endings') tags.push(old === 'CRLF' ? 'CRLF kept' : old);
  } else if (old !== 'none') tags.push(`line endings differ: ${old} on disk, ${now} in the new text`);
  if (old === 'LF' && edits.some((edit) => edit.type === 'replace' && edit.newText.includes('\r\n'))) {
    tags.push('CRLF in the new text');
  }
  if (
    written !== undefined &&
    !write?.keepsByteOrderMark &&
    file.text.startsWith(byteOrderMark) !== written.startsWith(byteOrderMark)
  ) {
    tags.push(file.text.startsWith(byteOrderMark) ? 'byte order mark removed' : 'byte order mark added');
  }
  if (file.text !== '' && after !== '' && file.text.endsWith('\n') !== after.endsWith('\n')) {
    tags.push(after.endsWith('\n') ? 'newline at the end added' : 'newline at the end removed');
  }
  return tags;
}

/** An agent that writes all line endings alike chooses them by what prevails at the beginning; LF if neither does. */
function unifiedTags(text: string, old: Endings): readonly string[] {
  const head = text.slice(0, unifyingHead);
  const crlf = head.match(/\r\n/g)?.length ?? 0;
  const lf = (head.match(/\n/g)?.length ?? 0) - crlf;
  const becomes = crlf > lf ? 'CRLF' : 'LF';
  if (old === 'none' || old === 'LF') return [];
  return [old === becomes ? 'CRLF kept' : `all line endings become ${becomes} (${old} on disk)`];
}

function modeText({ from, to }: { readonly from: string; readonly to: string }): string {
  const runs = (mode: string): boolean => /[1357]$/.test(mode);
  if (runs(to) && !runs(from)) return `becomes executable (${from} to ${to})`;
  return `mode ${from} to ${to}`;
}

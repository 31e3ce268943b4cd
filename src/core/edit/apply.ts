import type { FileEdit } from '../request';
import { findLoose } from './loose';
import { applyPatch } from './patch';
import { byteOrderMark, toLf } from './text';

/** What edits would make of a file. All text has LF endings. */
export type Applied =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'deleted' }
  /** They would not apply, and why in our words; `missing` is text that should be there and is not. */
  | { readonly type: 'problem'; readonly problem: string; readonly missing?: string };

/** A change of a whole file. Cells are applied to their notebook: see `notebook.ts`. */
export type TextEdit = Exclude<FileEdit, { type: 'cell' }>;

/**
 * Applies edits of one file one after the other, the way agents do: a unique match (or all) for a replacement, the whole content for
 * a write.
 *
 * @param before the file's text; undefined if there is none
 */
export function applyEdits(edits: readonly TextEdit[], before: string | undefined): Applied {
  let now = before === undefined ? undefined : toLf(before);
  let deleted = false;
  for (const edit of edits) {
    const result = applyOne(edit, now);
    if (result.type === 'problem') return result;
    deleted = result.type === 'deleted';
    now = result.type === 'text' ? result.text : undefined;
  }
  return deleted ? { type: 'deleted' } : { type: 'text', text: now ?? '' };
}

function applyOne(edit: TextEdit, before: string | undefined): Applied {
  switch (edit.type) {
    case 'write':
      if (edit.addsAtTop && before) return { type: 'text', text: toLf(edit.content) + before };
      return { type: 'text', text: (keptMark(edit, before) ? byteOrderMark : '') + toLf(edit.content) };
    case 'delete':
      return before === undefined ? problem('The file to delete does not exist.') : { type: 'deleted' };
    case 'replace':
      return replaced(edit, before);
    case 'patch': {
      if (before === undefined) return problem('The file does not exist, so there is nothing to patch.');
      const result = applyPatch(edit, before);
      if ('text' in result) return { type: 'text', text: result.text };
      const missing = edit.chunks[result.chunk]?.oldLines.join('\n');
      return { ...problem(result.problem), ...(missing ? { missing } : {}) };
    }
  }
}

function replaced(edit: Extract<FileEdit, { type: 'replace' }>, before: string | undefined): Applied {
  let [oldText, newText] = [toLf(edit.oldText), toLf(edit.newText)];
  if (oldText === newText) return problem('The new text is the same as the old text.');
  if (before === undefined) {
    if (oldText === '') return { type: 'text', text: newText };
    return problem('The file does not exist, so there is nothing to replace.');
  }
  if (oldText === '') {
    if (before.trim() === '') return { type: 'text', text: newText };
    return problem('The edit names no text to replace, and the file is not empty.');
  }
  if (edit.spellings && !before.includes(oldText)) {
    ({ oldText, newText } = findLoose(before, oldText, newText, edit.spellings) ?? { oldText, newText });
  }
  const found = before.split(oldText).length - 1;
  if (found === 0) return { ...problem('The text to replace is not in the file.'), missing: oldText };
  if (found > 1 && !edit.all) {
    return problem(`The text to replace is in the file ${found} times; it must be there once.`);
  }
  const takesBreak =
    edit.takesLineBreak && newText === '' && !oldText.endsWith('\n') && before.includes(`${oldText}\n`);
  const wanted = takesBreak ? `${oldText}\n` : oldText;
  return { type: 'text', text: edit.all ? before.split(wanted).join(newText) : once(before, wanted, newText) };
}

function keptMark(edit: Extract<FileEdit, { type: 'write' }>, before: string | undefined): boolean {
  return (
    edit.keepsByteOrderMark === true &&
    before?.startsWith(byteOrderMark) === true &&
    !edit.content.startsWith(byteOrderMark)
  );
}

function once(before: string, oldText: string, newText: string): string {
  const at = before.indexOf(oldText);
  return before.slice(0, at) + newText + before.slice(at + oldText.length);
}

function problem(text: string): Extract<Applied, { type: 'problem' }> {
  return { type: 'problem', problem: text };
}

import { structuredPatch } from 'diff';
import type { FileEdit } from './request';

/** What the window read of a file. Text is decoded as UTF-8, a byte order mark left in. */
export type FileState =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'absent' }
  /** Not shown, and why in our words: "it is binary, 2.1 MB". */
  | { readonly type: 'unreadable'; readonly reason: string };

export interface DiffLine {
  readonly type: 'context' | 'add' | 'remove';
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
  readonly noNewline?: true;
}

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

/** What an edit would do to the file as it is on disk now. */
export interface FileChange {
  readonly status: 'changed' | 'new' | 'unchanged' | 'unreadable' | 'wouldNotApply';
  readonly tags: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly oldLines: number;
  readonly hunks: readonly Hunk[];
  /** Why there is no diff, in our words. */
  readonly problem?: string;
}

/** A diff that takes longer is given up and the old and new text are shown whole, one after the other. */
const diffTimeoutMs = 800;
const byteOrderMark = '\uFEFF';

/**
 * Computes what an edit would do to a file, the way the agent applies it: a unique match (or all) for a replacement, the
 * whole content for a write. Line endings do not count as a difference; where they would change, a tag says so.
 */
export function fileChange(edit: FileEdit, file: FileState): FileChange {
  if (file.type === 'unreadable') return without('unreadable', `This file is not shown: ${file.reason}.`);
  const before = file.type === 'text' ? file.text : '';
  const after = applied(edit, file);
  if (typeof after !== 'string') return without('wouldNotApply', after.problem);
  const tags = tagsOf(before, after, file.type === 'text', edit.type);
  const hunks = hunksOf(toLf(before), toLf(after));
  const count = (type: DiffLine['type']): number =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.type === type).length, 0);
  const status = file.type === 'absent' ? 'new' : hunks.length === 0 ? 'unchanged' : 'changed';
  return { status, tags, added: count('add'), removed: count('remove'), oldLines: linesOf(toLf(before)).length, hunks };
}

function without(status: 'unreadable' | 'wouldNotApply', problem: string): FileChange {
  return { status, tags: [], added: 0, removed: 0, oldLines: 0, hunks: [], problem };
}

/** The text after the edit, with the agent's line endings, or why it would not apply. */
function applied(edit: FileEdit, file: FileState): string | { readonly problem: string } {
  if (edit.type === 'write') return edit.content;
  if (file.type !== 'text') {
    if (edit.oldText === '') return edit.newText;
    return { problem: 'The file does not exist, so there is nothing to replace.' };
  }
  const before = toLf(file.text);
  const oldText = toLf(edit.oldText);
  if (oldText === '') {
    if (before.trim() === '') return edit.newText;
    return { problem: 'The edit names no text to replace, and the file is not empty.' };
  }
  const parts = before.split(oldText);
  const found = parts.length - 1;
  if (found === 0) return { problem: 'The text to replace is not in the file.' };
  if (found > 1 && !edit.all) {
    return { problem: `The text to replace is in the file ${found} times; it must be there once.` };
  }
  return parts.join(toLf(edit.newText));
}

function tagsOf(before: string, after: string, existed: boolean, type: FileEdit['type']): readonly string[] {
  const tags: string[] = [];
  const [old, now] = [endings(before), endings(after)];
  if (existed && type === 'replace' && old !== 'LF' && old !== 'none')
    tags.push(old === 'CRLF' ? 'CRLF' : 'mixed line endings');
  else if (existed && type === 'write' && old !== now && old !== 'none' && now !== 'none') {
    tags.push(`line endings differ: ${old} on disk, ${now} in the new text`);
  } else if (!existed && now !== 'LF' && now !== 'none') tags.push(now);
  if (existed && type === 'write' && before.startsWith(byteOrderMark) !== after.startsWith(byteOrderMark)) {
    tags.push(before.startsWith(byteOrderMark) ? 'byte order mark removed' : 'byte order mark added');
  }
  return tags;
}

function endings(text: string): 'LF' | 'CRLF' | 'mixed line endings' | 'none' {
  const all = text.match(/\n/g)?.length ?? 0;
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  if (all === 0) return 'none';
  if (crlf === 0) return 'LF';
  return crlf === all ? 'CRLF' : 'mixed line endings';
}

function toLf(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function hunksOf(before: string, after: string): readonly Hunk[] {
  if (before === after) return [];
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: diffTimeoutMs });
  if (!patch) return [replacedWhole(before, after)];
  return patch.hunks.map((hunk) => {
    // An empty side starts at line 0 in a patch; what is shown starts at 1.
    let [old, now] = [Math.max(1, hunk.oldStart), Math.max(1, hunk.newStart)];
    const lines: DiffLine[] = [];
    for (const raw of hunk.lines) {
      const text = raw.slice(1);
      if (raw.startsWith('\\')) lines[lines.length - 1] = { ...lines.at(-1)!, noNewline: true };
      else if (raw.startsWith('+')) lines.push({ type: 'add', text, new: now++ });
      else if (raw.startsWith('-')) lines.push({ type: 'remove', text, old: old++ });
      else lines.push({ type: 'context', text, old: old++, new: now++ });
    }
    return { oldStart: Math.max(1, hunk.oldStart), newStart: Math.max(1, hunk.newStart), lines };
  });
}

function replacedWhole(before: string, after: string): Hunk {
  const removed = linesOf(before).map((text, index): DiffLine => ({ type: 'remove', text, old: index + 1 }));
  const added = linesOf(after).map((text, index): DiffLine => ({ type: 'add', text, new: index + 1 }));
  return { oldStart: 1, newStart: 1, lines: [...removed, ...added] };
}

import { parseUnified } from '../../core/edit/unified';
import type { Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { EditArguments, FileMetadata, WriteArguments } from './payload';

/**
 * What a call of one of opencode's writing tools does. Its arguments say it whole. opencode also finds an old text that is not there to
 * the letter (it tries looser ways), and the diff that it shows has the text that it found: where the two differ, the diff counts.
 */
export function editSubject(args: Readonly<Record<string, unknown>>, metadata: unknown): Subject | undefined {
  const shown = FileMetadata.safeParse(metadata);
  const write = WriteArguments.safeParse(args);
  if (write.success) {
    const { filePath: path, content } = write.data;
    return { type: 'edit', edits: [{ type: 'write', path, content }], fields: fieldsOf(args, ['filePath', 'content']) };
  }
  const edit = EditArguments.safeParse(args);
  const fields = fieldsOf(args, ['filePath', 'oldString', 'newString', 'replaceAll', 'patchText']);
  if (edit.success && !(shown.success && isLoose(edit.data.oldString, shown.data.diff))) {
    const { filePath: path, oldString, newString, replaceAll = false } = edit.data;
    // An empty old text writes the whole file.
    if (oldString === '') return { type: 'edit', edits: [{ type: 'write', path, content: newString }], fields };
    return {
      type: 'edit',
      edits: [{ type: 'replace', path, oldText: oldString, newText: newString, all: replaceAll }],
      fields,
    };
  }
  if (!shown.success) return undefined;
  const { diff, filepath } = shown.data;
  const parsed = parseUnified(diff, edit.success ? edit.data.filePath : filepath);
  return 'edits' in parsed ? { type: 'edit', edits: parsed.edits, fields } : undefined;
}

/** Whether the old side of a diff shows a change, and not one of this text. */
function isLoose(oldText: string, diff: string): boolean {
  const lines = diff.split('\n');
  const start = lines.findIndex((line) => line.startsWith('@@'));
  if (start < 0) return false;
  const old = lines.slice(start).filter((line) => line.startsWith(' ') || line.startsWith('-'));
  const text = old.map((line) => line.slice(1)).join('\n');
  return !text.replaceAll('\r', '').includes(oldText.replaceAll('\r', '').replace(/\n$/, ''));
}

import type { ParsedEdits } from '../core/edit/parsed';
import type { Note, Subject } from '../core/request';
import { fieldsOf } from '../core/request';

/** What a call is about, with what has to be said of it. */
export interface Shown {
  readonly subject: Subject;
  readonly notes: readonly Note[];
}

type Input = Readonly<Record<string, unknown>>;

/** A call that is shown by its values. */
export function shownTool(name: string, input: Input, server?: string): Shown {
  const from = server === undefined ? {} : { server };
  return { subject: { type: 'tool', name, ...from, fields: fieldsOf(input) }, notes: [] };
}

/**
 * A call that changes files, by the patch or diff in its input; by its values where that cannot be read.
 *
 * @param known the names of the values that the edits are made of
 */
export function shownPatch(parsed: ParsedEdits, name: string, input: Input, known: readonly string[]): Shown {
  if ('edits' in parsed) {
    return { subject: { type: 'edit', edits: parsed.edits, fields: fieldsOf(input, known) }, notes: [] };
  }
  const note: Note = { kind: 'warn', title: 'This cannot be shown as a diff.', text: parsed.problem };
  return { ...shownTool(name, input), notes: [note] };
}

/** The server in the name of a tool of the form `mcp__server__tool`. */
export function serverIn(tool: string): string | undefined {
  return /^mcp__(.+?)__./s.exec(tool)?.[1];
}

/** The folder that a tool's input names, which may be relative to the session's. */
export function folderFrom(cwd: string, folder: string | undefined): string {
  if (folder === undefined || folder === '') return cwd;
  return /^(?:[/\\]|[A-Za-z]:)/.test(folder) ? folder : `${cwd}/${folder}`;
}

import type { ParsedEdits } from '../../core/edit/parsed';
import { parseUnified } from '../../core/edit/unified';
import type { Note } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { shownPatch, shownTool } from '../shown';
import type { Shown } from '../shown';
import type { GenericPayload } from './payload';

/** The keys that are not among the values: they are shown elsewhere on the card, or by the subject itself. */
const elsewhere: ReadonlySet<string> = new Set(['tool', 'session_id', 'cwd', 'agent']);

/**
 * What a call of the generic contract is about. What names several things at once is shown by its values, so that none is hidden.
 *
 * @param given the payload with all that is in it
 */
export function shownOf(payload: GenericPayload, given: Readonly<Record<string, unknown>>, cwd: string): Shown {
  const values = Object.fromEntries(Object.entries(given).filter(([key]) => !elsewhere.has(key)));
  const { tool, command, path, plan, reason } = payload;
  const edits = editsIn(payload);
  const named = [command, edits, plan].filter((one) => one !== undefined).length;
  if (named !== 1) return shownTool(tool, values);
  if (edits) return shownPatch(edits, tool, values, ['path', 'diff', 'content', 'old_text', 'new_text']);
  if (command !== undefined) {
    const words = reason === undefined ? {} : { description: reason };
    const fields = fieldsOf(values, ['command', 'reason']);
    return { subject: { type: 'command', command, language: 'bash', cwd, ...words, fields }, notes: [] };
  }
  const place = path === undefined ? {} : { path };
  return {
    subject: { type: 'plan', markdown: plan ?? '', ...place, options: [] },
    notes: fieldsOf(values, ['plan', 'path']).slice(0, mostNotes).map(noteOf),
  };
}

/** A plan has no values beside it, so they become notes: so many, of so many characters. */
const mostNotes = 8;
const longestNote = 500;

function noteOf({ name, text }: { readonly name: string; readonly text: string }): Note {
  const [title, rest] = [name.slice(0, 40), text.slice(0, longestNote)];
  return { kind: 'info', title: `${title}:`, text: rest.length < text.length ? `${rest}…` : rest };
}

/** The edits of the form that the payload has, or why they cannot be shown; undefined if it is about no edit. */
function editsIn({
  path,
  diff,
  content,
  old_text: oldText,
  new_text: newText,
}: GenericPayload): ParsedEdits | undefined {
  const forms = [diff, content, oldText ?? newText].filter((one) => one !== undefined).length;
  if (forms === 0) return undefined;
  if (forms > 1) return { problem: 'It names several changes at once, and which one is meant is not known.' };
  if (diff !== undefined) return parseUnified(diff, path);
  if (path === undefined) return { problem: 'It does not name the file that it changes.' };
  if (content !== undefined) return { edits: [{ type: 'write', path, content }] };
  if (oldText === undefined || newText === undefined) return { problem: 'Of the old and the new text one is missing.' };
  return { edits: [{ type: 'replace', path, oldText, newText, all: false }] };
}

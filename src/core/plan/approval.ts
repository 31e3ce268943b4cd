import type { ReviewComment } from '../../protocol/comment';
import { reanchor } from './anchor';
import { reviewerNotes } from './feedback';
import { sectionsOf } from './outline';
import { applySuggestions } from './suggestions';

/** What a person makes of a plan before approving it. */
export interface ApprovalParts {
  readonly markdown: string;
  /** The plan as it was edited in an editor tab. */
  readonly edited: string | undefined;
  readonly comments: readonly ReviewComment[];
  readonly remark: string;
}

export interface Approval {
  /** Comments whose change is in the text. */
  readonly applied: readonly ReviewComment[];
  /** Comments that stand in the notes. */
  readonly notes: readonly ReviewComment[];
  /** Whether the text is another one than the agent's. */
  readonly changed: boolean;
  /** The text that an approval sends. Made when it is asked for: a plan can be a megabyte. */
  text(): string;
}

/**
 * The plan that an approval with remarks sends: the edited text if there is one, with the suggestions applied, and all that could
 * not be applied as notes after it. In an edited text only suggestions whose lines still stand are applied.
 */
export function approvalOf({ markdown, edited, comments, remark }: ApprovalParts): Approval {
  const base = edited ?? markdown;
  const { ours, theirs } = edited === undefined ? { ours: comments, theirs: [] } : onEdited(comments, markdown, edited);
  const result = applySuggestions(base, ours);
  const notes = [...result.left, ...theirs];
  return {
    applied: result.applied,
    notes,
    changed: base !== markdown || result.applied.length > 0 || notes.length > 0 || remark.trim() !== '',
    text: () => {
      const section = reviewerNotes(sectionsOf(base), { comments: notes, remark });
      return section === '' ? result.markdown : appended(result.markdown, section);
    },
  };
}

function onEdited(
  comments: readonly ReviewComment[],
  markdown: string,
  edited: string,
): { readonly ours: readonly ReviewComment[]; readonly theirs: readonly ReviewComment[] } {
  const ours: ReviewComment[] = [];
  const theirs: ReviewComment[] = [];
  for (const { comment, state, anchor } of reanchor(comments, markdown, edited)) {
    if (state === 'unchanged') ours.push(anchor ? { ...comment, anchor } : comment);
    else theirs.push(comment);
  }
  return { ours, theirs };
}

/** Puts a section after a text, with one blank line between and the text's own line endings. */
function appended(text: string, section: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? eol : eol + eol;
  return text + gap + section.replaceAll('\n', eol);
}

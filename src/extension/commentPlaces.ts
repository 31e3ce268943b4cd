import * as vscode from 'vscode';
import { reanchor } from '../core/plan/anchor';
import { planLines, textAt } from '../core/plan/comment';
import type { ReviewComment } from '../protocol/comment';
import type { ReviewWindow } from '../window/reviewWindow';
import { editDocumentOf } from './editUris';
import { requestIdOf } from './planDocuments';

/** Where a comment is, as `ReviewComment` says it. */
export type Place = Pick<ReviewComment, 'file' | 'side' | 'anchor'>;

/** A document that carries comments of a request, and the text that they are on. */
export interface CommentedText {
  readonly id: string;
  /** In an edit: which file, and which side of it. */
  readonly on: Pick<ReviewComment, 'file' | 'side'>;
  readonly text: string;
}

/** What the comments at a document are on: the plan, or one side of a file of an edit. Undefined for documents that carry none. */
export function commentedTextOf(review: ReviewWindow, uri: vscode.Uri): CommentedText | undefined {
  const planOf = requestIdOf(uri);
  if (planOf !== undefined) {
    const subject = review.viewOf(planOf)?.subject;
    return subject?.type === 'plan' ? { id: planOf, on: {}, text: subject.markdown } : undefined;
  }
  const document = editDocumentOf(review, uri);
  const file = document?.file.absolutePath;
  const texts = document && review.reviews.textsOf(document.id, document.file.absolutePath);
  if (!document || !texts || file === undefined) return undefined;
  const before = document.side === 'before';
  return {
    id: document.id,
    on: before ? { file, side: 'old' } : { file },
    text: before ? texts.before : texts.proposed,
  };
}

/** The comments of a review that stand at a document, with where they do. Those on a whole file or edit are the panel's alone. */
export function commentsAt(
  { on, text }: CommentedText,
  comments: readonly ReviewComment[],
): readonly { readonly comment: ReviewComment; readonly range: vscode.Range }[] {
  const lines = planLines(text);
  return comments.flatMap((comment) => {
    const { anchor } = comment;
    if (comment.file !== on.file || comment.side !== on.side) return [];
    if (!anchor) return on.file === undefined ? [{ comment, range: new vscode.Range(0, 0, 0, 0) }] : [];
    // Of a text that is not there any more: the panel says so.
    if (textAt(lines, anchor) !== anchor.quote) return [];
    return [{ comment, range: new vscode.Range(anchor.startLine - 1, 0, anchor.endLine - 1, 0) }];
  });
}

/** The lines that can be commented on; what follows the last line break of a file is none. */
export function commentableRange({ on, text }: CommentedText): vscode.Range {
  const lines = planLines(text);
  const last = on.file !== undefined && lines.length > 1 && lines.at(-1) === '' ? lines.length - 2 : lines.length - 1;
  return new vscode.Range(0, 0, Math.max(0, last), 0);
}

/**
 * The place of a new comment. A document may hold typed text that is not saved; lines of it that are not in the text under review are no
 * place, and the comment is on the whole file then.
 *
 * @param shown the document's text
 */
export function placeIn({ on, text }: CommentedText, shown: string, range: vscode.Range | undefined): Place {
  const asked = { startLine: (range?.start.line ?? 0) + 1, endLine: (range?.end.line ?? 0) + 1 };
  const quote = textAt(planLines(shown), asked);
  if (quote === undefined) return on;
  const made = { ...asked, quote };
  if (textAt(planLines(text), asked) === quote) return { ...on, anchor: made };
  const [found] = reanchor([{ id: 'new', kind: 'comment', body: '', anchor: made }], shown, text);
  return found?.anchor ? { ...on, anchor: found.anchor } : on;
}

import { applySuggestions } from '../core/plan/suggestions';
import { reanchor } from '../core/plan/anchor';
import { withHunks } from '../core/edit/hunks';
import type { ResultFile } from '../core/edit/result';
import { linesOf, toLf } from '../core/edit/text';
import type { PermissionRequest } from '../core/request';
import type { PreparedFile, PreparedRequest } from '../core/view';
import type { ReviewComment } from '../protocol/comment';
import type { Draft } from '../protocol/drafts';
import type { EditReviewView } from '../protocol/views';
import type { Drafts } from './drafts';
import type { ReviewSettings } from './planReviews';

/** The texts of a file under review, with LF endings; of the cell, if the edit is about one. */
export interface FileTexts {
  readonly before: string;
  /** What would be approved, if all of it is taken. */
  readonly proposed: string;
  /** For reading. */
  readonly path: string;
  readonly cell?: string;
}

/** The reviews of edits: comments, marks and proposals, all of it kept as the request's draft. */
export class EditReviews {
  /** Comments that became part of a text. A surface that has not heard yet may still name them. */
  private readonly applied = new Set<string>();

  constructor(
    private readonly drafts: Drafts,
    private readonly settings: () => ReviewSettings,
  ) {}

  /** The review of an edit; undefined for other subjects. */
  viewOf(request: PermissionRequest): EditReviewView | undefined {
    if (request.subject.type !== 'edit') return undefined;
    const { comments, left, viewed } = this.drafts.get(request.id);
    const { approve, changedInput, changedInputTold = '' } = request.capabilities;
    const possible = changedInput && approve.type === 'grants';
    const cannot = `${request.agent.name} cannot take a part of an edit, or a changed one: approve all of it, or deny and say what to change.`;
    return {
      type: 'edit',
      comments,
      edits: possible
        ? { possible: true }
        : { possible: false, reason: changedInput && approve.type !== 'grants' ? approve.reason : cannot },
      quickRemarks: this.settings().quickRemarks,
      left,
      viewed,
      told: possible ? changedInputTold : '',
      approvalMessage: request.capabilities.approvalMessage === true,
    };
  }

  /** Keeps the comments as they are now. */
  setComments(id: string, comments: readonly ReviewComment[]): void {
    this.drafts.change(id, { comments: comments.filter((one) => !this.applied.has(one.id)) });
  }

  /** Keeps which hunks are left out and which files were ticked off. */
  setMarks(id: string, marks: Pick<Draft, 'left' | 'viewed'>): void {
    this.drafts.change(id, { left: [...marks.left], viewed: [...marks.viewed] });
  }

  /** What a person proposes for the files of a request, by absolute path. */
  proposalsOf(id: string): Draft['proposals'] {
    return this.drafts.get(id).proposals;
  }

  /** Keeps the text that is proposed for a file; undefined, or the agent's own text, takes the proposal back. */
  propose(id: string, { absolutePath, change }: PreparedFile, text: string | undefined): void {
    const { [absolutePath]: _, ...others } = this.drafts.get(id).proposals;
    const proposed = text === undefined ? undefined : toLf(text);
    const own =
      proposed === undefined || proposed === change.after ? undefined : { text: proposed, madeOn: change.after };
    this.drafts.change(id, { proposals: own ? { ...others, [absolutePath]: own } : others });
  }

  /** Applies a suggestion to the text that is proposed for its file. Whether there was something to apply. */
  apply(id: string, prepared: PreparedRequest, commentId: string): boolean {
    const { comments } = this.drafts.get(id);
    const comment = comments.find((one) => one.id === commentId);
    const file = prepared.files.find((one) => one.absolutePath === comment?.file);
    if (!comment || !file || comment.side === 'old') return false;
    const { markdown: text, applied } = applySuggestions(proposedIn(file), [comment]);
    if (applied.length === 0) return false;
    this.applied.add(commentId);
    this.setComments(id, comments);
    this.propose(id, file, text);
    return true;
  }

  /** Brings the comments of a request to where their lines are now. */
  follow(id: string, before: PreparedRequest, now: PreparedRequest): void {
    const { comments } = this.drafts.get(id);
    const moved = comments.map((comment) => {
      const [old, fresh] = [before, now].map(({ files }) => files.find((one) => one.absolutePath === comment.file));
      if (!comment.anchor || !old || !fresh) return comment;
      const [was, is] = [old, fresh].map((file) => (comment.side === 'old' ? file.change.before : proposedIn(file)));
      return was === is ? comment : placed(comment, was ?? '', is ?? '');
    });
    this.setComments(id, moved);
  }

  /** The texts of a file, by its absolute path; undefined if the request has no such file or it is not shown. */
  textsOf(prepared: PreparedRequest, path: string): FileTexts | undefined {
    const file = prepared.files.find((one) => one.absolutePath === path);
    if (!file || file.change.status === 'unreadable' || file.change.status === 'wouldNotApply') return undefined;
    const { before, cell } = file.change;
    return { before, proposed: proposedIn(file), path: file.path, ...(cell === undefined ? {} : { cell }) };
  }

  /** Lines of a file as it is on disk, 1-based and inclusive. */
  contextOf(prepared: PreparedRequest, path: string, from: number, to: number): readonly string[] {
    const file = prepared.files.find((one) => one.absolutePath === path);
    return file ? linesOf(file.change.before).slice(from - 1, to) : [];
  }
}

/**
 * The files of an edit as an approval leaves them; undefined if that is just what the agent asked for.
 *
 * @param left the ids of the hunks that are left out
 */
export function resultsOf(prepared: PreparedRequest, left: readonly string[]): readonly ResultFile[] | undefined {
  const { subject } = prepared;
  if (subject.type !== 'edit') return undefined;
  const out = new Set(left);
  let changed = false;
  const results = prepared.files.map(({ edits, change, ending }, index): ResultFile => {
    const taken = subject.files[index]?.hunks.filter((hunk) => !out.has(hunk.id)) ?? [];
    if (change.proposal !== undefined || taken.length < change.hunks.length) changed = true;
    const { before } = change;
    return { path: edits[0]?.path ?? '', before, result: withHunks(before, taken), ending };
  });
  return changed ? results : undefined;
}

function proposedIn({ change }: PreparedFile): string {
  return change.proposal ?? change.after;
}

/** A comment where its lines stand now. If they are gone it is about the file, and quotes what it was about. */
function placed(comment: ReviewComment, was: string, is: string): ReviewComment {
  const [found] = reanchor([comment], was, is);
  if (found?.anchor) return { ...comment, anchor: found.anchor };
  const { anchor, ...rest } = comment;
  const quote = (anchor?.quote ?? '').replaceAll(/^/gm, '> ');
  return { ...rest, kind: comment.kind === 'question' ? 'question' : 'comment', body: `${quote}\n\n${comment.body}` };
}

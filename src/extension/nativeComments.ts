import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { planLines, textAt } from '../core/plan/comment';
import { CommentKind } from '../protocol/plan';
import type { PlanComment } from '../protocol/plan';
import type { ReviewWindow } from '../window/reviewWindow';
import { commentCommands, commentControllerId, planScheme } from './ids';
import { planUri, requestIdOf } from './planDocuments';

/** A comment of ours in a native thread; the id joins it with the panel's. */
interface NativeComment extends vscode.Comment {
  readonly id: string;
  /** The text before an edit, to go back to. */
  readonly saved: string;
}

/**
 * The comments on a plan in VS Code's own form. They are the panel's comments: either side tells the window, and hears of the other
 * from it. Threads are made only for a plan that the person has opened as a document: VS Code opens its Comments panel for them.
 */
export class NativeComments implements vscode.Disposable {
  private readonly controller = vscode.comments.createCommentController(
    commentControllerId,
    vscode.l10n.t('Countersign: comments on plans'),
  );
  /** Threads by comment, for each plan that is open as a document. */
  private readonly open = new Map<string, Map<string, vscode.CommentThread>>();
  private readonly registered: vscode.Disposable;

  constructor(private readonly review: ReviewWindow) {
    this.controller.options = {
      prompt: vscode.l10n.t('Comment on the plan'),
      placeHolder: vscode.l10n.t('The text reaches the agent when you deny, or approve with remarks'),
    };
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: (document) =>
        document.uri.scheme === planScheme ? [new vscode.Range(0, 0, Math.max(0, document.lineCount - 1), 0)] : [],
    };
    const onThread = (id: string, run: (thread: vscode.CommentThread) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, run);
    this.registered = vscode.Disposable.from(
      this.controller,
      vscode.commands.registerCommand(commentCommands.add, (reply: vscode.CommentReply) => this.add(reply)),
      onThread(commentCommands.remove, (thread) => this.remove(thread)),
      onThread(commentCommands.kind, (thread) => this.chooseKind(thread)),
      vscode.commands.registerCommand(commentCommands.edit, (comment: NativeComment) => this.edit(comment)),
      vscode.commands.registerCommand(commentCommands.save, (comment: NativeComment) => this.save(comment)),
      vscode.commands.registerCommand(commentCommands.cancel, (comment: NativeComment) => this.cancel(comment)),
      review.onDidChangeReview((id) => this.draw(id)),
      vscode.workspace.onDidOpenTextDocument((document) => this.opened(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)),
    );
  }

  dispose(): void {
    this.registered.dispose();
  }

  private opened(document: vscode.TextDocument): void {
    const id = requestIdOf(document.uri);
    if (id === undefined || this.open.has(id)) return;
    this.open.set(id, new Map());
    this.draw(id);
  }

  private closed(document: vscode.TextDocument): void {
    const id = requestIdOf(document.uri);
    if (id === undefined) return;
    for (const thread of this.open.get(id)?.values() ?? []) thread.dispose();
    this.open.delete(id);
  }

  /** Brings the threads of a plan to what its comments are now. */
  private draw(id: string): void {
    const threads = this.open.get(id);
    if (!threads) return;
    const comments = this.commentsOf(id);
    for (const [commentId, thread] of threads) {
      if (comments.some((one) => one.id === commentId)) continue;
      thread.dispose();
      threads.delete(commentId);
    }
    for (const comment of comments) {
      const thread = threads.get(comment.id) ?? this.controller.createCommentThread(planUri(id), rangeOf(comment), []);
      threads.set(comment.id, thread);
      show(thread, comment);
    }
  }

  private add({ thread, text }: vscode.CommentReply): void {
    const id = requestIdOf(thread.uri);
    const place = id === undefined ? undefined : this.placeOf(id, thread);
    if (id === undefined || place === undefined || text.trim() === '') return;
    const known = this.commentOf(thread);
    // A reply in a thread that has its comment already goes on with that comment's text.
    if (known) {
      this.change(id, { ...known, body: `${known.body}\n\n${text}` });
      return;
    }
    const comment: PlanComment = { id: randomUUID(), kind: 'comment', body: text, anchor: place };
    this.open.get(id)?.set(comment.id, thread);
    this.review.setComments(id, [...this.commentsOf(id), comment]);
  }

  private remove(thread: vscode.CommentThread): void {
    const id = requestIdOf(thread.uri);
    const known = this.commentOf(thread);
    if (id !== undefined && known)
      this.review.setComments(
        id,
        this.commentsOf(id).filter((one) => one.id !== known.id),
      );
    else thread.dispose();
  }

  private async chooseKind(thread: vscode.CommentThread): Promise<void> {
    const id = requestIdOf(thread.uri);
    const known = this.commentOf(thread);
    if (id === undefined || !known) return;
    const words = kindWords();
    const choices = CommentKind.options.map((value) => ({ value, label: words[value] }));
    const chosen = await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Kind of the comment') });
    if (chosen) this.change(id, { ...known, kind: chosen.value });
  }

  private edit(comment: NativeComment): void {
    this.setMode(comment, vscode.CommentMode.Editing, comment.body);
  }

  private save(comment: NativeComment): void {
    const found = this.find(comment.id);
    if (!found) return;
    const body = typeof comment.body === 'string' ? comment.body : comment.body.value;
    this.change(found.id, { ...found.comment, body });
  }

  private cancel(comment: NativeComment): void {
    this.setMode(comment, vscode.CommentMode.Preview, comment.saved);
  }

  private setMode(comment: NativeComment, mode: vscode.CommentMode, body: string | vscode.MarkdownString): void {
    const thread = this.find(comment.id)?.thread;
    if (thread) thread.comments = thread.comments.map((one) => ({ ...one, mode, body }));
  }

  private change(id: string, changed: PlanComment): void {
    this.review.setComments(
      id,
      this.commentsOf(id).map((one) => (one.id === changed.id ? changed : one)),
    );
  }

  private find(commentId: string): { id: string; thread: vscode.CommentThread; comment: PlanComment } | undefined {
    for (const [id, threads] of this.open) {
      const thread = threads.get(commentId);
      const comment = this.commentsOf(id).find((one) => one.id === commentId);
      if (thread && comment) return { id, thread, comment };
    }
    return undefined;
  }

  private commentOf(thread: vscode.CommentThread): PlanComment | undefined {
    const id = requestIdOf(thread.uri);
    const entry = id === undefined ? undefined : [...(this.open.get(id) ?? [])].find(([, one]) => one === thread);
    return id === undefined || !entry ? undefined : this.commentsOf(id).find((one) => one.id === entry[0]);
  }

  private commentsOf(id: string): readonly PlanComment[] {
    return this.review.viewOf(id)?.review?.comments ?? [];
  }

  private placeOf(id: string, thread: vscode.CommentThread): PlanComment['anchor'] {
    const subject = this.review.viewOf(id)?.subject;
    if (subject?.type !== 'plan') return undefined;
    const range = thread.range ?? new vscode.Range(0, 0, 0, 0);
    const place = { startLine: range.start.line + 1, endLine: range.end.line + 1 };
    const quote = textAt(planLines(subject.markdown), place);
    return quote === undefined ? undefined : { ...place, quote };
  }
}

function show(thread: vscode.CommentThread, comment: PlanComment): void {
  const kind = kindWords()[comment.kind];
  const native: NativeComment = {
    id: comment.id,
    body: comment.body,
    saved: comment.body,
    mode: vscode.CommentMode.Preview,
    author: { name: vscode.l10n.t('You') },
    label: kind,
    contextValue: 'comment',
  };
  thread.comments = [native];
  thread.label = kind;
  thread.contextValue = 'comment';
  thread.canReply = false;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
}

function rangeOf({ anchor }: PlanComment): vscode.Range {
  return anchor ? new vscode.Range(anchor.startLine - 1, 0, anchor.endLine - 1, 0) : new vscode.Range(0, 0, 0, 0);
}

function kindWords(): Record<CommentKind, string> {
  return {
    comment: vscode.l10n.t('Comment'),
    replace: vscode.l10n.t('Replace'),
    insert: vscode.l10n.t('Insert after'),
    delete: vscode.l10n.t('Delete'),
    question: vscode.l10n.t('Question'),
  };
}

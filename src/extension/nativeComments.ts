import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { entryOf } from '../core/queueState';
import { CommentKind } from '../protocol/comment';
import type { ReviewComment } from '../protocol/comment';
import type { ReviewWindow } from '../window/reviewWindow';
import { commentableRange, commentedTextOf, commentsAt, placeIn } from './commentPlaces';
import { editPlaceOf } from './editUris';
import { commentCommands, commentControllerId } from './ids';
import { requestIdOf } from './planDocuments';

/** A comment of ours in a native thread; the id joins it with the panel's. */
interface NativeComment extends vscode.Comment {
  readonly id: string;
  /** The text before an edit, to go back to. */
  readonly saved: string;
}

/** A document of ours that is open, with its threads by comment. */
interface OpenDocument {
  readonly id: string;
  readonly document: vscode.TextDocument;
  readonly threads: Map<string, vscode.CommentThread>;
}

/** A thread with the request and the comment that it shows. */
interface Found {
  readonly id: string;
  readonly thread: vscode.CommentThread;
  readonly comment: ReviewComment;
}

/**
 * The comments on a plan or an edit in VS Code's own form. They are the panel's comments: either side tells the window, and hears of the
 * other from it. Threads are made only in documents that the person has opened: VS Code opens its Comments panel for them.
 */
export class NativeComments implements vscode.Disposable {
  private readonly controller = vscode.comments.createCommentController(
    commentControllerId,
    vscode.l10n.t('Countersign: comments for agents'),
  );
  private readonly open = new Map<string, OpenDocument>();
  private readonly registered: vscode.Disposable;

  constructor(private readonly review: ReviewWindow) {
    this.controller.options = {
      prompt: vscode.l10n.t('Comment for the agent'),
      placeHolder: vscode.l10n.t('The text reaches the agent when you deny, or approve with remarks'),
    };
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri }) => {
        const text = commentedTextOf(review, uri);
        return text ? [commentableRange(text)] : [];
      },
    };
    const onThread = (id: string, run: (thread: vscode.CommentThread) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, run);
    const onComment = (id: string, run: (comment: NativeComment) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, run);
    this.registered = vscode.Disposable.from(
      this.controller,
      vscode.commands.registerCommand(commentCommands.add, (reply: vscode.CommentReply) => this.add(reply)),
      onThread(commentCommands.remove, (thread) => this.remove(thread)),
      onThread(commentCommands.kind, (thread) => this.chooseKind(thread)),
      onComment(commentCommands.edit, (comment) => this.edit(comment)),
      onComment(commentCommands.save, (comment) => this.save(comment)),
      onComment(commentCommands.cancel, (comment) => this.cancel(comment)),
      review.reviews.onDidChange((id) => this.draw(id)),
      review.onDidChange(({ state, before }) => {
        for (const one of this.open.values()) if (entryOf(state, one.id) !== entryOf(before, one.id)) this.drawOne(one);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.opened(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)),
    );
    // After a reload of the window they may be there before us.
    for (const document of vscode.workspace.textDocuments) this.opened(document);
  }

  dispose(): void {
    this.registered.dispose();
  }

  private opened(document: vscode.TextDocument): void {
    const id = requestIdOf(document.uri) ?? editPlaceOf(document.uri)?.id;
    const key = document.uri.toString();
    if (id === undefined || this.open.has(key)) return;
    const opened = { id, document, threads: new Map<string, vscode.CommentThread>() };
    this.open.set(key, opened);
    this.drawOne(opened);
  }

  private closed({ uri }: vscode.TextDocument): void {
    for (const thread of this.open.get(uri.toString())?.threads.values() ?? []) thread.dispose();
    this.open.delete(uri.toString());
  }

  private draw(id: string): void {
    for (const one of this.open.values()) if (one.id === id) this.drawOne(one);
  }

  /** Brings the threads of a document to what its comments are now. */
  private drawOne({ id, document, threads }: OpenDocument): void {
    const text = commentedTextOf(this.review, document.uri);
    const shown = text ? commentsAt(text, this.commentsOf(id)) : [];
    for (const [commentId, thread] of threads) {
      if (shown.some(({ comment }) => comment.id === commentId)) continue;
      thread.dispose();
      threads.delete(commentId);
    }
    for (const { comment, range } of shown) {
      const thread = threads.get(comment.id) ?? this.controller.createCommentThread(document.uri, range, []);
      threads.set(comment.id, thread);
      if (!thread.range?.isEqual(range)) thread.range = range;
      show(thread, comment);
    }
  }

  private add({ thread, text }: vscode.CommentReply): void {
    const opened = this.open.get(thread.uri.toString());
    const commented = commentedTextOf(this.review, thread.uri);
    if (!opened || !commented || text.trim() === '') return;
    const known = this.find(thread);
    // A reply in a thread that has its comment already goes on with that comment's text.
    if (known) {
      this.change(known.id, { ...known.comment, body: `${known.comment.body}\n\n${text}` });
      return;
    }
    const place = placeIn(commented, opened.document.getText(), thread.range);
    const comment: ReviewComment = { id: randomUUID(), kind: 'comment', body: text, ...place };
    opened.threads.set(comment.id, thread);
    this.review.reviews.setComments(opened.id, [...this.commentsOf(opened.id), comment]);
  }

  private remove(thread: vscode.CommentThread): void {
    const known = this.find(thread);
    if (!known) {
      thread.dispose();
      return;
    }
    const others = this.commentsOf(known.id).filter((one) => one.id !== known.comment.id);
    this.review.reviews.setComments(known.id, others);
  }

  private async chooseKind(thread: vscode.CommentThread): Promise<void> {
    const known = this.find(thread);
    if (!known) return;
    const words = kindWords();
    const choices = CommentKind.options.map((value) => ({ value, label: words[value] }));
    const chosen = await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Kind of the comment') });
    if (chosen) this.change(known.id, { ...known.comment, kind: chosen.value });
  }

  private edit(comment: NativeComment): void {
    this.setMode(comment, vscode.CommentMode.Editing, comment.body);
  }

  private save(comment: NativeComment): void {
    const thread = this.threadOf(comment);
    const found = thread && this.find(thread);
    if (!found) return;
    const body = typeof comment.body === 'string' ? comment.body : comment.body.value;
    this.setMode(comment, vscode.CommentMode.Preview, body);
    this.change(found.id, { ...found.comment, body });
  }

  private cancel(comment: NativeComment): void {
    this.setMode(comment, vscode.CommentMode.Preview, comment.saved);
  }

  private setMode(comment: NativeComment, mode: vscode.CommentMode, body: string | vscode.MarkdownString): void {
    const thread = this.threadOf(comment);
    if (thread) thread.comments = thread.comments.map((one) => ({ ...one, mode, body }));
  }

  private change(id: string, changed: ReviewComment): void {
    const comments = this.commentsOf(id).map((one) => (one.id === changed.id ? changed : one));
    this.review.reviews.setComments(id, comments);
  }

  /** The thread in which a comment stands: the same one may stand in two documents. */
  private threadOf(comment: NativeComment): vscode.CommentThread | undefined {
    const threads = [...this.open.values()].flatMap((one) => one.threads.get(comment.id) ?? []);
    return threads.find((thread) => thread.comments.includes(comment)) ?? threads[0];
  }

  private find(thread: vscode.CommentThread): Found | undefined {
    for (const { id, threads } of this.open.values()) {
      const commentId = [...threads].find(([, one]) => one === thread)?.[0];
      const comment = commentId && this.commentsOf(id).find((one) => one.id === commentId);
      if (comment) return { id, thread, comment };
    }
    return undefined;
  }

  private commentsOf(id: string): readonly ReviewComment[] {
    return this.review.viewOf(id)?.review?.comments ?? [];
  }
}

/** A thread that shows the comment already stays as it is: folded, or with an edit under way. */
function show(thread: vscode.CommentThread, comment: ReviewComment): void {
  const kind = kindWords()[comment.kind];
  const [shown] = thread.comments;
  if (thread.label === kind && shown && 'saved' in shown && shown.saved === comment.body) return;
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

function kindWords(): Record<CommentKind, string> {
  return {
    comment: vscode.l10n.t('Comment'),
    replace: vscode.l10n.t('Replace'),
    insert: vscode.l10n.t('Insert after'),
    delete: vscode.l10n.t('Delete'),
    question: vscode.l10n.t('Question'),
  };
}

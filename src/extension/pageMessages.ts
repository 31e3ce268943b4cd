import * as vscode from 'vscode';
import { entryOf } from '../core/queueState';
import type { FoundFile, FromPage, ToPage } from '../protocol/page';
import type { Drafts } from '../window/drafts';
import { errorText } from '../window/log';
import type { Log } from '../window/log';
import type { ReviewWindow } from '../window/reviewWindow';
import type { Touches } from '../window/touches';
import type { EditDiffs } from './editDiffs';
import type { PlanDocuments } from './planDocuments';
import type { StoredPreferences } from './preferences';
import { whyToWait } from './unsavedEdits';

/** What the page's messages are carried out with. */
export interface PageContext {
  readonly review: ReviewWindow;
  readonly drafts: Drafts;
  readonly touches: Touches;
  readonly documents: PlanDocuments;
  readonly diffs: EditDiffs;
  readonly preferences: StoredPreferences;
  readonly log: Log;
}

/** The page that speaks, as far as an answer needs it. */
export interface Page {
  /** The column in which it is. */
  readonly column: vscode.ViewColumn | undefined;
  post(message: ToPage): void;
  /** The page is there, and is told everything. */
  tellAll(): void;
  /** Where it can load a file from. */
  addressOf(file: string): string | undefined;
  setFocused(focused: boolean): void;
}

type Message<T extends FromPage['type']> = Extract<FromPage, { type: T }>;

/** What a browser shows as a picture. */
const isImage = /\.(png|jpe?g|gif|webp|bmp|svg)$/i;

/** Carries out what the page says. */
export class PageMessages {
  private telling: string | undefined;

  constructor(
    private readonly context: PageContext,
    private readonly page: Page,
  ) {}

  /** Whether the page is just telling what has changed in this review, and so need not be told of it. */
  isTelling(id: string): boolean {
    return this.telling === id;
  }

  async hear(message: FromPage): Promise<void> {
    const { review, drafts, touches, documents, diffs, preferences, log } = this.context;
    switch (message.type) {
      case 'ready':
        return this.page.tellAll();
      case 'shown':
        return review.take({ type: 'shown', id: message.id, hash: message.hash });
      case 'decide':
        return this.decide(message);
      case 'undo':
        return review.take({ type: 'undo', id: message.id });
      case 'sendNow':
        return review.sendNow(message.id);
      case 'go':
        return review.take({ type: 'go', to: message.to });
      case 'dismiss':
        return review.take({ type: 'dismiss', id: message.id });
      case 'resume':
        return review.take({ type: 'resume' });
      case 'draft':
        if (entryOf(review.state, message.id)) drafts.change(message.id, { text: message.text });
        return;
      case 'lookAgain':
        return touches.again(message.id);
      case 'comments':
        return this.tell(message.id, () => review.reviews.setComments(message.id, message.comments));
      case 'marks': {
        const { id, left, viewed } = message;
        return this.tell(id, () => review.reviews.setMarks(id, { left, viewed }));
      }
      case 'answers':
        return review.reviews.setAnswers(message.id, message.answers);
      case 'applySuggestion':
        return review.reviews.applySuggestion(message.id, message.comment);
      case 'editCommand':
        return review.reviews.setEditedCommand(message.id, message.command);
      case 'discardEdit':
        return this.discardEdit(message);
      case 'openPlan':
        return openPlan(documents, message);
      case 'openDiff':
        return diffs.open(message.id, message, this.page.column);
      case 'openFile':
        return this.openFile(message);
      case 'findPaths':
        return this.findPaths(message);
      case 'findContext': {
        const { id, file, from, to } = message;
        return this.page.post({
          type: 'context',
          id,
          file,
          from,
          lines: review.reviews.contextOf(id, file, from, to),
        });
      }
      case 'prefer':
        // The one page of this window knows it already; those of others are told when they open.
        return preferences.set(message.preferences);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return;
      case 'focus':
        return this.page.setFocused(message.focused);
      case 'openLink':
        return openLink(message.url);
      case 'failed':
        return log.error(`page: ${errorText(message.message)}`);
    }
  }

  private tell(id: string, change: () => void): void {
    this.telling = id;
    try {
      change();
    } finally {
      this.telling = undefined;
    }
  }

  private async decide({ id, hash, decision }: Message<'decide'>): Promise<void> {
    const reason = whyToWait(id, decision, this.context.documents);
    if (reason === undefined) await this.context.review.decide(id, hash, decision, 'page');
    else this.page.post({ type: 'refused', id, reason });
  }

  private async discardEdit({ id, file }: Message<'discardEdit'>): Promise<void> {
    const { review } = this.context;
    const subject = review.viewOf(id)?.subject;
    if (subject?.type === 'plan') review.reviews.setEditedPlan(id, undefined);
    if (subject?.type !== 'edit') return;
    const edited = subject.files.filter((one) => one.edited).map((one) => one.absolutePath);
    for (const path of file === undefined ? edited : [file]) await review.reviews.setEditedFile(id, path, undefined);
  }

  private async openFile({ id, path, line = 1 }: Message<'openFile'>): Promise<void> {
    const file = await this.context.review.reviews.fileInPlan(id, path);
    if (file === undefined) return;
    const at = new vscode.Position(line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      viewColumn: vscode.ViewColumn.Beside,
      selection: new vscode.Range(at, at),
    });
  }

  private async findPaths({ id, paths }: Message<'findPaths'>): Promise<void> {
    const found = await Promise.all(
      paths.map(async (path): Promise<readonly FoundFile[]> => {
        const file = await this.context.review.reviews.fileInPlan(id, path);
        if (file === undefined) return [];
        const image = isImage.test(file) ? this.page.addressOf(file) : undefined;
        return [{ path, ...(image === undefined ? {} : { image }) }];
      }),
    );
    this.page.post({ type: 'paths', id, files: found.flat() });
  }
}

async function openPlan(documents: PlanDocuments, { id, as }: Message<'openPlan'>): Promise<void> {
  if (as === 'document') await documents.open(id);
  else if (as === 'preview') await documents.preview(id);
  else await documents.edit(id);
}

async function openLink(url: string): Promise<void> {
  const uri = vscode.Uri.parse(url, true);
  if (uri.scheme === 'http' || uri.scheme === 'https') await vscode.env.openExternal(uri);
}

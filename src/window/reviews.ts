import type { Entry } from '../core/queueState';
import { keptAnswers } from '../core/question';
import type { PermissionRequest } from '../core/request';
import type { PreparedRequest } from '../core/view';
import type { ReviewComment } from '../protocol/comment';
import type { Draft } from '../protocol/drafts';
import type { ReviewView } from '../protocol/views';
import type { QuestionAnswer } from '../protocol/question';
import { Emitter } from './disposable';
import type { Drafts } from './drafts';
import type { EditReviews, FileTexts } from './editReviews';
import { fileNamedIn } from './planReviews';
import type { PlanReviews } from './planReviews';

/** Where reviews are kept, and the workspace's folders as real paths. */
export interface ReviewStores {
  readonly drafts: Drafts;
  readonly plans: PlanReviews;
  readonly edits: EditReviews;
  readonly folders: () => readonly string[];
}

/** What the window knows of its requests. */
export interface Requests {
  entryOf(id: string): Entry | undefined;
  preparedOf(id: string): PreparedRequest | undefined;
  /** Looks at the disk again, and at what persons propose. */
  look(id: string): Promise<void>;
  onError(error: unknown): void;
}

/** What persons do with requests before they decide: comments, marks, texts of their own. Nothing here decides. */
export class Reviews {
  private readonly changed: Emitter<string>;
  private looked: Promise<void> = Promise.resolve();

  constructor(
    private readonly stores: ReviewStores,
    private readonly requests: Requests,
  ) {
    this.changed = new Emitter((error) => requests.onError(error));
  }

  /** Hears the id of each request whose comments or edited plan have changed. */
  get onDidChange(): Emitter<string>['event'] {
    return this.changed.event;
  }

  /** The review of a request; undefined for subjects that have none. */
  viewOf(request: PermissionRequest): ReviewView | undefined {
    return this.stores.plans.viewOf(request) ?? this.stores.edits.viewOf(request);
  }

  /** Keeps the comments on a plan or an edit, and tells the surfaces. */
  setComments(id: string, comments: readonly ReviewComment[]): void {
    const entry = this.requests.entryOf(id);
    if (!entry) return;
    if (entry.request.subject.type === 'plan') this.stores.plans.setComments(entry.request, comments);
    else this.stores.edits.setComments(id, comments);
    this.changed.fire(id);
  }

  /** Takes the plan as a person edited it, or takes the edit back with undefined, and tells the surfaces. */
  setEditedPlan(id: string, text: string | undefined): void {
    this.stores.plans.setEdited(id, text);
    this.changed.fire(id);
  }

  /** Keeps which hunks of an edit are left out and which files were ticked off. */
  setMarks(id: string, marks: Pick<Draft, 'left' | 'viewed'>): void {
    if (this.requests.entryOf(id)) this.stores.edits.setMarks(id, marks);
  }

  /** What a question was answered so far, or with at last; undefined for other subjects. */
  answersOf({ request, status }: Entry): readonly QuestionAnswer[] | undefined {
    if (request.subject.type !== 'question') return undefined;
    const { answers } = this.stores.drafts.get(request.id);
    const decision = status.type === 'answering' || status.type === 'ended' ? status.decision : undefined;
    const sent = decision?.type === 'approve' ? decision.answers : undefined;
    return keptAnswers(request.subject.questions, answers.length > 0 ? answers : (sent ?? []));
  }

  /** Keeps what was answered so far. */
  setAnswers(id: string, answers: readonly QuestionAnswer[]): void {
    const subject = this.requests.entryOf(id)?.request.subject;
    if (subject?.type === 'question')
      this.stores.drafts.change(id, { answers: [...keptAnswers(subject.questions, answers)] });
  }

  /** The texts of a file of an edit, by its absolute path; undefined if there are none. */
  textsOf(id: string, path: string): FileTexts | undefined {
    const prepared = this.requests.preparedOf(id);
    return prepared && this.stores.edits.textsOf(prepared, path);
  }

  /** Lines of a file of an edit as it is on disk, 1-based and inclusive. */
  contextOf(id: string, path: string, from: number, to: number): readonly string[] {
    const prepared = this.requests.preparedOf(id);
    return prepared ? this.stores.edits.contextOf(prepared, path, from, to) : [];
  }

  /**
   * Takes the text of a file as a person edited it, or takes the edit back with undefined. It is what an approval makes the agent write.
   */
  async setEditedFile(id: string, path: string, text: string | undefined): Promise<void> {
    const file = this.openOne(id)?.files.find((one) => one.absolutePath === path);
    if (!file) return;
    this.stores.edits.propose(id, file, text);
    await this.requests.look(id);
  }

  /** Makes a suggestion part of the text that is proposed; its comment goes. */
  async applySuggestion(id: string, commentId: string): Promise<void> {
    const prepared = this.openOne(id);
    if (!prepared || !this.stores.edits.apply(id, prepared, commentId)) return;
    await this.requests.look(id);
    this.changed.fire(id);
  }

  /**
   * Takes a command as a person edited it, or takes the edit back with undefined. It is read anew, and what an approval makes the agent
   * run. Where the agent takes no edited command nothing happens.
   */
  async setEditedCommand(id: string, text: string | undefined): Promise<void> {
    const { subject: asked, capabilities } = this.openOne(id)?.request ?? {};
    if (asked?.type !== 'command' || !capabilities?.changedInput || capabilities.approve.type !== 'grants') return;
    const own = text === undefined || text === asked.command ? undefined : { text, madeOn: asked.command };
    this.stores.drafts.change(id, { command: own });
    // One after the other: a person types on while the text before is read, and the newest must be what is shown in the end.
    const look = this.looked.then(() => this.requests.look(id));
    this.looked = look.catch(() => undefined);
    await look;
  }

  /** The file that a path in a request's plan means, if it is one of the workspace; undefined if not. */
  async fileInPlan(id: string, path: string): Promise<string | undefined> {
    const entry = this.requests.entryOf(id);
    return entry ? fileNamedIn(path, entry.request.cwd, this.stores.folders()) : undefined;
  }

  private openOne(id: string): PreparedRequest | undefined {
    return this.requests.entryOf(id)?.status.type === 'open' ? this.requests.preparedOf(id) : undefined;
  }
}

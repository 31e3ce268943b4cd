import * as z from 'zod/mini';
import type { TouchView } from './command';
import { ReviewComment } from './comment';
import { QuestionAnswer } from './question';
import type { StatusView, ReviewView, RequestView } from './views';

/*
 * Between the extension and the review page. The page is the hostile side (it renders untrusted text), so what it says is
 * parsed; what it is told is ours, and typed only. Times are milliseconds since the epoch.
 */

/** A person's decision as the page sends it. */
export const PageDecision = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('approve'),
    /** The plan's text with the person's changes and notes; absent: as it is. */
    plan: z.optional(z.string()),
    /** The ids of the hunks that are left out; absent: all are taken. */
    left: z.optional(z.array(z.string())),
    /** The id of one of the additions on offer. */
    addition: z.optional(z.string()),
    /** What the model is told once the call has run. */
    message: z.optional(z.string()),
    /** Only for questions: one for each, in order, none of them empty. */
    answers: z.optional(z.array(QuestionAnswer)),
    /** The ids of other requests for just the same call that are approved with it, as they were named to the person. */
    identical: z.optional(z.array(z.string())),
  }),
  z.object({ type: z.literal('deny'), feedback: z.string() }),
  z.object({ type: z.literal('handBack') }),
]);
export type PageDecision = z.infer<typeof PageDecision>;

/** How changes are drawn. */
export const Preferences = z.object({
  /** `split` is side by side, where there is room. */
  layout: z.enum(['unified', 'split']),
  whitespace: z.boolean(),
});
export type Preferences = z.infer<typeof Preferences>;

/** What the page says. */
export const FromPage = z.discriminatedUnion('type', [
  /** The page runs and wants to be told everything. */
  z.object({ type: z.literal('ready') }),
  /** The whole text of this request was painted. */
  z.object({ type: z.literal('shown'), id: z.string(), hash: z.string() }),
  z.object({ type: z.literal('decide'), id: z.string(), hash: z.string(), decision: PageDecision }),
  /** The approval that is held back is taken back. */
  z.object({ type: z.literal('undo'), id: z.string() }),
  /** The approval that is held back goes out now. */
  z.object({ type: z.literal('sendNow'), id: z.string() }),
  z.object({ type: z.literal('go'), to: z.enum(['next', 'previous']) }),
  /** The feedback as typed so far; saved, sent nowhere. */
  z.object({ type: z.literal('draft'), id: z.string(), text: z.string() }),
  /** The comments on a plan or an edit as they are now; saved, sent nowhere. */
  z.object({ type: z.literal('comments'), id: z.string(), comments: z.array(ReviewComment) }),
  /** Opens the plan under review natively: as a read-only document with native comments, in the Markdown preview, or to be edited. */
  z.object({ type: z.literal('openPlan'), id: z.string(), as: z.enum(['document', 'preview', 'edit']) }),
  /**
   * What the person edited does not count any more, in the plan, in one file, or in all files of an edit; comments and the agent's
   * text stay.
   */
  z.object({ type: z.literal('discardEdit'), id: z.string(), file: z.optional(z.string()) }),
  /** The command as the person wants it to run; absent: as the agent asked. It is read anew, and shown so. */
  z.object({ type: z.literal('editCommand'), id: z.string(), command: z.optional(z.string()) }),
  /** What has been answered so far, one for each question; saved, sent nowhere. */
  z.object({ type: z.literal('answers'), id: z.string(), answers: z.array(QuestionAnswer) }),
  /** Looks at the disk again for what a command would touch. The answer is `touch`. */
  z.object({ type: z.literal('lookAgain'), id: z.string() }),
  /** Which hunks of an edit are left out, by their ids, and which files were viewed, by absolute path; saved, sent nowhere. */
  z.object({ type: z.literal('marks'), id: z.string(), left: z.array(z.string()), viewed: z.array(z.string()) }),
  /** Opens the change of one file, or of all, in VS Code's diff editor; `edit`: with the proposed side to be edited. */
  z.object({ type: z.literal('openDiff'), id: z.string(), file: z.optional(z.string()), edit: z.boolean() }),
  /** Applies a suggestion to the proposed text of its file: the comment goes, the text is what is approved. */
  z.object({ type: z.literal('applySuggestion'), id: z.string(), comment: z.string() }),
  /** Lines of a file on disk that no hunk shows, 1-based and inclusive. The answer is `context`. */
  z.object({
    type: z.literal('findContext'),
    id: z.string(),
    file: z.string(),
    from: z.int().check(z.positive()),
    to: z.int().check(z.positive()),
  }),
  /** How the person likes to read changes; kept for all windows. */
  z.object({ type: z.literal('prefer'), preferences: Preferences }),
  /** A file that the plan names, by its path as written, at a 1-based line. */
  z.object({
    type: z.literal('openFile'),
    id: z.string(),
    path: z.string(),
    line: z.optional(z.int().check(z.positive())),
  }),
  /** Which of these paths, as written in the plan, are files? The answer is `paths`. */
  z.object({ type: z.literal('findPaths'), id: z.string(), paths: z.array(z.string()).check(z.maxLength(500)) }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  /** An ended request is taken off the page and the list. */
  z.object({ type: z.literal('dismiss'), id: z.string() }),
  z.object({ type: z.literal('resume') }),
  /** Whether the page has the keyboard. */
  z.object({ type: z.literal('focus'), focused: z.boolean() }),
  /** A link in a plan: only http and https, opened by VS Code after its own question. */
  z.object({ type: z.literal('openLink'), url: z.string() }),
  /** An error that the page caught, for the log. */
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type FromPage = z.infer<typeof FromPage>;

export interface QueueView {
  /** 1-based place of the shown request among all on the list; 0 if none is shown. */
  readonly position: number;
  readonly total: number;
  /** How many wait for a decision. */
  readonly waiting: number;
  readonly paused: boolean;
  /** Decision keys and clicks are ignored for this long after a request comes to the front, in milliseconds. */
  readonly settleMs: number;
}

/** A path of a plan, as written there, that is a file of the workspace. */
export interface FoundFile {
  readonly path: string;
  /** Where the page can load it from; only for images. */
  readonly image?: string;
}

/** What the page is told. `request` replaces what is shown; `status` changes only the shown request's state. */
export type ToPage =
  | { readonly type: 'queue'; readonly queue: QueueView }
  | { readonly type: 'request'; readonly request: RequestView | null }
  | { readonly type: 'status'; readonly id: string; readonly status: StatusView }
  /**
   * Whether the panel is in view. A hidden webview that is kept alive does not notice by itself; the settle time starts
   * again when it comes back, and `shown` waits for it. Taken as true until told.
   */
  | { readonly type: 'visible'; readonly visible: boolean }
  /** The review of the shown plan or edit has changed elsewhere: in a native comment, an editor tab, the settings. */
  | { readonly type: 'review'; readonly id: string; readonly review: ReviewView }
  /** Those of the paths asked for that are files. */
  | { readonly type: 'paths'; readonly id: string; readonly files: readonly FoundFile[] }
  /** The lines of a file on disk from line `from` on that were asked for. */
  | {
      readonly type: 'context';
      readonly id: string;
      readonly file: string;
      readonly from: number;
      readonly lines: readonly string[];
    }
  /** What the shown command would touch; null while it is being looked up. */
  | { readonly type: 'touch'; readonly id: string; readonly touch: TouchView | null }
  | { readonly type: 'preferences'; readonly preferences: Preferences }
  /** A decision was not taken; the reason in a sentence. */
  | { readonly type: 'refused'; readonly id: string; readonly reason: string };

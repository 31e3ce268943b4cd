import * as z from 'zod/mini';
import { PlanComment } from './plan';

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
    /** The id of one of the modes on offer. */
    mode: z.optional(z.string()),
  }),
  z.object({ type: z.literal('deny'), feedback: z.string() }),
  z.object({ type: z.literal('handBack') }),
]);
export type PageDecision = z.infer<typeof PageDecision>;

/** What the page says. */
export const FromPage = z.discriminatedUnion('type', [
  /** The page runs and wants to be told everything. */
  z.object({ type: z.literal('ready') }),
  /** The whole text of this request was painted. */
  z.object({ type: z.literal('shown'), id: z.string(), hash: z.string() }),
  z.object({ type: z.literal('decide'), id: z.string(), hash: z.string(), decision: PageDecision }),
  z.object({ type: z.literal('go'), to: z.enum(['next', 'previous']) }),
  /** The feedback as typed so far; saved, sent nowhere. */
  z.object({ type: z.literal('draft'), id: z.string(), text: z.string() }),
  /** The comments on a plan as they are now; saved, sent nowhere. */
  z.object({ type: z.literal('comments'), id: z.string(), comments: z.array(PlanComment) }),
  /** Opens the plan under review natively: as a read-only document with native comments, in the Markdown preview, or to be edited. */
  z.object({ type: z.literal('openPlan'), id: z.string(), as: z.enum(['document', 'preview', 'edit']) }),
  /** The plan as it was edited in an editor tab does not count any more; comments and the agent's text stay. */
  z.object({ type: z.literal('discardEdit'), id: z.string() }),
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

/** One line of a hunk. `old` and `new` are 1-based line numbers; absent on the side where the line does not exist. */
export interface LineView {
  readonly type: 'context' | 'add' | 'remove';
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
  /** The file ends after this line without a newline. */
  readonly noNewline?: true;
}

export interface HunkView {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly LineView[];
}

/** What would happen to one file on disk. */
export interface FileView {
  /** For reading: relative to the project when inside, else absolute. */
  readonly path: string;
  readonly absolutePath: string;
  readonly status: 'changed' | 'new' | 'unchanged' | 'unreadable' | 'wouldNotApply';
  readonly outsideProject: boolean;
  /** Short facts about the bytes: "CRLF kept", "no newline at the end". Our words. */
  readonly tags: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly HunkView[];
  /** Why there is no diff, in our words. */
  readonly problem?: string;
  /** Lines of the old file (0 if new), for "n unchanged lines". */
  readonly oldLines: number;
}

/** A named value as the agent sent it: strings as they are, all else as indented JSON. */
export interface FieldView {
  readonly name: string;
  readonly text: string;
}

export type SubjectView =
  | {
      readonly type: 'plan';
      readonly markdown: string;
      readonly path?: string;
      readonly options: readonly { readonly label: string; readonly description: string }[];
    }
  | { readonly type: 'edit'; readonly files: readonly FileView[]; readonly fields: readonly FieldView[] }
  | {
      readonly type: 'command';
      readonly command: string;
      /** The shell's name if the agent told, e.g. "bash". */
      readonly language?: string;
      readonly cwd: string;
      /** The agent's words about it. */
      readonly description?: string;
      readonly fields: readonly FieldView[];
    }
  | { readonly type: 'question'; readonly fields: readonly FieldView[] }
  | {
      readonly type: 'tool';
      readonly name: string;
      readonly server?: string;
      readonly fields: readonly FieldView[];
    };

/** A fact that changes what a decision means. `title` is bold, `text` follows it; both are our words (names in them are untrusted). */
export interface NoteView {
  readonly kind: 'error' | 'warn' | 'info';
  readonly title: string;
  readonly text: string;
}

/** What can be done with this request; where something is missing, the reason in a sentence. */
export interface AbilitiesView {
  readonly approve: { readonly possible: true } | { readonly possible: false; readonly reason: string };
  readonly deny: { readonly possible: true } | { readonly possible: false; readonly reason: string };
  /** Whether the text typed with a deny reaches the model. */
  readonly feedback: boolean;
  /** What "Answer in terminal" means for this agent, a sentence. */
  readonly handBack: string;
}

export type OutcomeView = 'approved' | 'denied' | 'handedBack' | 'withdrawn' | 'answeredElsewhere' | 'expired';

export type StatusView =
  | { readonly type: 'open' }
  /** The agent asks in its own place and ignores answers; the reason in a sentence. */
  | { readonly type: 'watching'; readonly reason: string }
  /** Decided, and not yet confirmed by the hook. */
  | { readonly type: 'answering'; readonly decision: 'approve' | 'deny' | 'handBack' }
  | {
      readonly type: 'ended';
      readonly outcome: OutcomeView;
      /** `sent`: the hook confirmed. `confirmed`: the agent's record shows our answer. `overtaken`: it had been answered elsewhere. `failed`: NOT delivered. */
      readonly delivery?: 'sent' | 'confirmed' | 'overtaken' | 'failed';
      readonly at: number;
      /** More about it in our words, e.g. how it was answered in the terminal. */
      readonly detail?: string;
    };

/** What became of an earlier comment in the plan that is shown now. */
export interface LedgerEntry {
  /** With the place where its text, or what replaced it, stands now; without one when it is gone. */
  readonly comment: PlanComment;
  readonly state: 'unchanged' | 'textChanged' | 'gone';
  /** The source text that it was made on. */
  readonly was: string;
  /** False if the agent never got it. */
  readonly sent: boolean;
}

/** What belongs to the review of a plan beside its text. It may change while the text stays. */
export interface PlanReviewView {
  readonly comments: readonly PlanComment[];
  /** The plan's place among those of its session, 1-based, and how many there are. */
  readonly revision: number;
  readonly revisions: number;
  /** The texts of the earlier revisions, oldest first; their numbers are 1 to `revision - 1`. */
  readonly earlier: readonly string[];
  /** The comments on the last earlier revision that had any, and that revision's number. */
  readonly ledger: { readonly revision: number; readonly entries: readonly LedgerEntry[] } | null;
  /** Whether an approval may carry a changed plan; if not, the reason in a sentence. */
  readonly edits: { readonly possible: true } | { readonly possible: false; readonly reason: string };
  readonly modes: readonly { readonly id: string; readonly label: string; readonly detail: string }[];
  /** Remarks that one click adds, from the user's settings. */
  readonly quickRemarks: readonly string[];
  /** The plan as the person edited it in an editor tab, saved; absent if not. */
  readonly edited?: string;
}

export interface RequestView {
  readonly id: string;
  /** Hash of what is shown; a decision names it. */
  readonly hash: string;
  readonly agent: { readonly id: string; readonly name: string; readonly monogram: string };
  readonly session: { readonly title: string; readonly subagent?: string };
  readonly project: string;
  readonly cwd: string;
  readonly receivedAt: number;
  /** When the window hands the request back by itself. */
  readonly deadline: number;
  readonly subject: SubjectView;
  readonly notes: readonly NoteView[];
  readonly abilities: AbilitiesView;
  readonly status: StatusView;
  /** Feedback typed earlier and not sent. */
  readonly draft: string;
  /** Only for plans. */
  readonly review?: PlanReviewView;
}

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
  /** The review of the shown plan has changed elsewhere: in a native comment, an editor tab, the settings. */
  | { readonly type: 'review'; readonly id: string; readonly review: PlanReviewView }
  /** Those of the paths asked for that are files. */
  | { readonly type: 'paths'; readonly id: string; readonly files: readonly FoundFile[] }
  /** A decision was not taken; the reason in a sentence. */
  | { readonly type: 'refused'; readonly id: string; readonly reason: string };

import type { CommandAnalysis, Risk } from './command';
import type { ReviewComment } from './comment';
import type { Question, QuestionAnswer } from './question';

/* What the page shows of a request. It is ours, so it is typed only. Times are milliseconds since the epoch. */

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

/** A hunk that a person can take or leave. */
export interface FileHunkView extends HunkView {
  /** The same for the same change of the same file, also when the file has changed elsewhere. */
  readonly id: string;
}

/** Text of the agent that is not in the file, and the text there that comes nearest to it. */
export interface NearestView {
  /** The 1-based lines of the file that are nearest. */
  readonly startLine: number;
  readonly endLine: number;
  /** Differing words between the two. */
  readonly words: number;
  /** From the file's text (`remove`) to the agent's (`add`). */
  readonly lines: readonly LineView[];
}

/** Why a file is one to look at twice. `title` and `text` are our words (names in them are untrusted). */
export interface WarningView {
  readonly kind: 'outsideProject' | 'link' | 'steering';
  /** A few words, for a tag: "Outside the project". */
  readonly title: string;
  /** One sentence. */
  readonly text: string;
}

/** What would happen to one file on disk. */
export interface FileView {
  /** For reading: relative to the project when inside, else absolute. */
  readonly path: string;
  readonly absolutePath: string;
  readonly status: 'changed' | 'new' | 'deleted' | 'unchanged' | 'unreadable' | 'wouldNotApply';
  /** Where the file is afterwards, for reading, if the edit moves it. */
  readonly movedTo?: string;
  readonly warnings: readonly WarningView[];
  /** Short facts about the bytes: "CRLF kept", "no newline at the end". Our words. */
  readonly tags: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly FileHunkView[];
  /** Why there is no diff, in our words. */
  readonly problem?: string;
  /** For an edit that would not apply because its text is not in the file. */
  readonly nearest?: NearestView;
  /** Lines of the old file (0 if new), for "n unchanged lines". */
  readonly oldLines: number;
  /** What the lines are numbered in, if not the file: "cell 3 of 12, code". */
  readonly cell?: string;
  /** The name of the language for colours, by the file's name: "typescript"; absent if there is none. */
  readonly language?: string;
  /** The proposed text is the person's: it was edited, or suggestions were applied. */
  readonly edited: boolean;
  /** An editor has changes of this file that are not saved; the agent does not see them. */
  readonly unsaved: boolean;
}

/** A named value as the agent sent it: strings as they are, all else as indented JSON. */
export interface FieldView {
  readonly name: string;
  readonly text: string;
  /** The text is JSON: the value was no string. */
  readonly json?: true;
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
      /** What would run: the agent's text, or the person's. */
      readonly command: string;
      /** The agent's text, if the person has edited it. */
      readonly asked?: string;
      readonly analysis: CommandAnalysis;
      /** The shell's name if the agent told, e.g. "bash". */
      readonly language?: string;
      readonly cwd: string;
      /** The agent's words about it. */
      readonly description?: string;
      readonly fields: readonly FieldView[];
    }
  | { readonly type: 'question'; readonly questions: readonly Question[]; readonly fields: readonly FieldView[] }
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

/** Whether something can be done; if not, the reason in a sentence. */
export type Possible = { readonly possible: true } | { readonly possible: false; readonly reason: string };

/** What can be done with this request; where something is missing, the reason in a sentence. */
export interface AbilitiesView {
  readonly approve: Possible;
  /** What approving is called here, if not "Approve": "Continue in Kimi". */
  readonly approveLabel?: string;
  /** What approving leads to, as a sentence, where it does not just let the call run. */
  readonly approveMeans?: string;
  readonly deny: Possible;
  /** What an approval can add to its yes, each its own way to approve. */
  readonly additions: readonly { readonly id: string; readonly label: string; readonly detail: string }[];
  /** Only for commands: whether an approval may carry an edited one, and what the model learns of that, in a sentence. */
  readonly editedCommand?: { readonly edits: Possible; readonly told: string };
  /** Whether the text typed with a deny reaches the model. */
  readonly feedback: boolean;
  /** What "Answer in terminal" means for this agent, a sentence. */
  readonly handBack: string;
  /** Where the agent asks by itself, as "the browser"; absent: the terminal. */
  readonly asksIn?: string;
}

export type OutcomeView = 'approved' | 'denied' | 'handedBack' | 'withdrawn' | 'answeredElsewhere' | 'expired';

export type StatusView =
  | { readonly type: 'open' }
  /** Approved, and kept back for a moment: it can be undone, or sent at once. */
  | { readonly type: 'heldBack'; readonly until: number }
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
  readonly comment: ReviewComment;
  readonly state: 'unchanged' | 'textChanged' | 'gone';
  /** The source text that it was made on. */
  readonly was: string;
  /** False if the agent never got it. */
  readonly sent: boolean;
}

/** What belongs to a review beside what is reviewed. It may change while that stays. */
interface CommonReviewView {
  readonly comments: readonly ReviewComment[];
  /** Whether an approval may carry changes. */
  readonly edits: Possible;
  /** Remarks that one click adds, from the user's settings. */
  readonly quickRemarks: readonly string[];
}

export interface PlanReviewView extends CommonReviewView {
  readonly type: 'plan';
  /** The plan's place among those of its session, 1-based, and how many there are. */
  readonly revision: number;
  readonly revisions: number;
  /** The texts of the earlier revisions, oldest first; their numbers are 1 to `revision - 1`. */
  readonly earlier: readonly string[];
  /** The comments on the last earlier revision that had any, and that revision's number. */
  readonly ledger: { readonly revision: number; readonly entries: readonly LedgerEntry[] } | null;
  /** The plan as the person edited it in an editor tab, saved; absent if not. */
  readonly edited?: string;
}

export interface EditReviewView extends CommonReviewView {
  readonly type: 'edit';
  /** The ids of the hunks that are left out. Some may not be shown any more. */
  readonly left: readonly string[];
  /** The absolute paths of the files that the person has ticked off. */
  readonly viewed: readonly string[];
  /** What the model learns of a part or an edit that was approved, in a sentence; empty where `edits` is not possible. */
  readonly told: string;
  /** Whether an approval can carry a message that reaches the model once the call has run. */
  readonly approvalMessage: boolean;
}

export type ReviewView = PlanReviewView | EditReviewView;

export interface RequestView {
  readonly id: string;
  /** Hash of what is shown; a decision names it. */
  readonly hash: string;
  /** Hash of what the agent asks and of the files it is about: it stays when the person edits, and changes when they do. */
  readonly basis: string;
  readonly agent: { readonly id: string; readonly name: string; readonly monogram: string };
  readonly session: { readonly title: string; readonly subagent?: string };
  readonly project: string;
  readonly cwd: string;
  readonly receivedAt: number;
  /** When the window hands the request back by itself. */
  readonly deadline: number;
  readonly subject: SubjectView;
  /** How much care approving it asks for. */
  readonly risk: Risk;
  /** Other requests that wait for just the same call, oldest first: an approval can name them. Empty where it may not. */
  readonly identical: readonly { readonly id: string; readonly session: string; readonly receivedAt: number }[];
  /** How long an approval is held back, in milliseconds; 0: not at all. */
  readonly retractMs: number;
  readonly notes: readonly NoteView[];
  readonly abilities: AbilitiesView;
  readonly status: StatusView;
  /** Feedback typed earlier and not sent. */
  readonly draft: string;
  /** Only for plans and edits. */
  readonly review?: ReviewView;
  /** Only for questions: what was answered so far, one for each question, or nothing yet. */
  readonly answers?: readonly QuestionAnswer[];
}

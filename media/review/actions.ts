import type { ReviewComment } from '../../src/protocol/comment';
import type { Preferences } from '../../src/protocol/page';
import type { QuestionAnswer } from '../../src/protocol/question';
import type { CommandActions } from './command/commandState';
import type { Marks } from './edit/editState';
import type { Unfinished, Written } from './comments/commentState';

/** What components can ask for. Decisions are not among them: they come about in `input.ts` alone. */
export interface Actions extends CommandActions {
  readonly typed: (id: string, text: string) => void;
  /** What was answered so far, one for each question of the request. */
  readonly answer: (id: string, answers: readonly QuestionAnswer[]) => void;
  /** Saves what was typed without waiting. */
  readonly saveDraft: () => void;
  readonly go: (to: 'next' | 'previous') => void;
  readonly copy: (text: string) => void;
  readonly dismiss: (id: string) => void;
  readonly resume: () => void;
  readonly openLink: (url: string) => void;
  /** Adds a comment to the shown plan or edit, or changes the one with its id. */
  readonly comment: (comment: ReviewComment) => void;
  /** Puts the suggestion of this comment into what is approved. */
  readonly applySuggestion: (commentId: string) => void;
  readonly uncomment: (commentId: string) => void;
  readonly saveComments: () => void;
  readonly compose: (unfinished: readonly Unfinished[]) => void;
  readonly write: (written: Written | null) => void;
  readonly openPlan: (as: 'document' | 'preview' | 'edit') => void;
  /** In the plan, in one file, or in all files of an edit. */
  readonly discardEdit: (file?: string) => void;
  readonly mark: (marks: Marks) => void;
  /** Without a file: the changes of all. `edit`: the proposed text is to be changed. */
  readonly openDiff: (edit: boolean, file?: string) => void;
  readonly findContext: (file: string, from: number, to: number) => void;
  readonly prefer: (preferences: Preferences) => void;
  readonly openFile: (path: string, line?: number) => void;
  readonly findPaths: (paths: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}

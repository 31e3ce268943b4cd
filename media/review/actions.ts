import type { PlanComment } from '../../src/protocol/plan';
import type { Unfinished, Written } from './plan/planState';

/** What components can ask for. Decisions are not among them: they come about in `input.ts` alone. */
export interface Actions {
  readonly typed: (id: string, text: string) => void;
  /** Saves what was typed without waiting. */
  readonly saveDraft: () => void;
  readonly go: (to: 'next' | 'previous') => void;
  readonly copy: (text: string) => void;
  readonly dismiss: (id: string) => void;
  readonly resume: () => void;
  readonly openLink: (url: string) => void;
  /** Adds a comment to the shown plan, or changes the one with its id. */
  readonly comment: (comment: PlanComment) => void;
  readonly uncomment: (commentId: string) => void;
  readonly saveComments: () => void;
  readonly compose: (unfinished: readonly Unfinished[]) => void;
  readonly write: (written: Written | null) => void;
  readonly openPlan: (as: 'document' | 'preview' | 'edit') => void;
  readonly discardEdit: () => void;
  readonly openFile: (path: string, line?: number) => void;
  readonly findPaths: (paths: readonly string[]) => void;
  readonly failed: (error: unknown) => void;
}

import * as z from 'zod/mini';
import { ReviewComment } from './comment';
import { QuestionAnswer } from './question';

/* What a person did with a request and has not sent, as it is kept in a file each. */

/** The text that a person proposes for a file instead of the agent's. Line endings are LF. */
export const Proposal = z.object({
  text: z.string(),
  /** The agent's text when it was made. */
  madeOn: z.string(),
});
export type Proposal = z.infer<typeof Proposal>;

export const Draft = z.object({
  /** The general remark. */
  text: z.string(),
  /** Only for edits; those on plans are kept in the plan history. */
  comments: z.catch(z.array(ReviewComment), []),
  /** The ids of hunks that are left out. */
  left: z.catch(z.array(z.string()), []),
  /** The absolute paths of files that were ticked off. */
  viewed: z.catch(z.array(z.string()), []),
  /** By absolute path. */
  proposals: z.catch(z.record(z.string(), Proposal), {}),
  /** A command as the person edited it. */
  command: z.optional(z.catch(z.optional(Proposal), undefined)),
  /** Of a question, as far as it was answered. */
  answers: z.catch(z.array(QuestionAnswer), []),
});
export type Draft = z.infer<typeof Draft>;

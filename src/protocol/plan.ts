import * as z from 'zod/mini';
import { ReviewComment } from './comment';

/* The plans of a session as they are kept on disk. */

/** One revision as it is kept: the plan, what was said to it, and what became of it. */
export const PlanRevision = z.object({
  requestId: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  markdown: z.string(),
  comments: z.array(ReviewComment),
  remark: z.string(),
  /** In our words, e.g. "denied, delivered"; empty while it waits. */
  outcome: z.string(),
});
export type PlanRevision = z.infer<typeof PlanRevision>;

/** The plans of one session and one plan file, oldest first. */
export const PlanThread = z.object({
  agent: z.string(),
  session: z.string(),
  path: z.string(),
  /** The session's title when it was known last. */
  title: z.string(),
  revisions: z.array(PlanRevision),
});
export type PlanThread = z.infer<typeof PlanThread>;

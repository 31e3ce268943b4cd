import * as z from 'zod/mini';

/*
 * What a person marks in a plan. It crosses two borders in the same shape: between the page and the extension, and into the
 * files in which comments are kept.
 */

/** `question`: the agent should answer, not change. The others ask for a change; three of them say which. */
export const CommentKind = z.enum(['comment', 'replace', 'insert', 'delete', 'question']);
export type CommentKind = z.infer<typeof CommentKind>;

const Line = z.int().check(z.positive());
const Column = z.int().check(z.nonnegative());

/**
 * A place in a plan's source: lines are 1-based and inclusive. Columns are UTF-16 offsets into the first and the last line;
 * without them the lines are meant whole.
 */
export const Anchor = z.object({
  startLine: Line,
  endLine: Line,
  startColumn: z.optional(Column),
  endColumn: z.optional(Column),
  /** The source text there when the comment was made, line endings as LF. */
  quote: z.string(),
});
export type Anchor = z.infer<typeof Anchor>;

export const PlanComment = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  kind: CommentKind,
  /** What the person wrote: for `replace` the text to put there, for `insert` the text to add, empty for `delete`. */
  body: z.string(),
  /** Absent: the comment is on the whole plan. */
  anchor: z.optional(Anchor),
  /** The revision on which it was made first, if that was an earlier one. */
  madeOn: z.optional(z.int().check(z.positive())),
});
export type PlanComment = z.infer<typeof PlanComment>;

/** One revision as it is kept: the plan, what was said to it, and what became of it. */
export const PlanRevision = z.object({
  requestId: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  markdown: z.string(),
  comments: z.array(PlanComment),
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

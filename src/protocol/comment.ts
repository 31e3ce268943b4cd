import * as z from 'zod/mini';

/*
 * What a person marks in a plan or an edit. It crosses two borders in the same shape: between the page and the extension, and into
 * the files in which comments are kept.
 */

/** `question`: the agent should answer, not change. The others ask for a change; three of them say which. */
export const CommentKind = z.enum(['comment', 'replace', 'insert', 'delete', 'question']);
export type CommentKind = z.infer<typeof CommentKind>;

const Line = z.int().check(z.positive());
const Column = z.int().check(z.nonnegative());

/**
 * A place in a text: lines are 1-based and inclusive. Columns are UTF-16 offsets into the first and the last line;
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

export const ReviewComment = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  kind: CommentKind,
  /** What the person wrote: for `replace` the text to put there, for `insert` the text to add, empty for `delete`. */
  body: z.string(),
  /** The absolute path of the file it is about; absent: the plan, or the whole edit. */
  file: z.optional(z.string()),
  /** In a file: whether the lines are those on disk, or as proposed, which is what is meant without it. */
  side: z.optional(z.literal('old')),
  /** Absent: the comment is on the whole plan, or on the whole file or edit. */
  anchor: z.optional(Anchor),
  /** The revision on which it was made first, if that was an earlier one. */
  madeOn: z.optional(z.int().check(z.positive())),
});
export type ReviewComment = z.infer<typeof ReviewComment>;

import type { ReviewComment } from '../../protocol/comment';
import type { FileHunkView, FileView } from '../../protocol/views';
import { feedbackMessage, listItem, numberedItem, saidBlocks, type FeedbackParts } from '../feedback';
import { visibleString } from '../visibleText';

/** What goes into one message about an edit. */
export interface EditFeedbackParts extends FeedbackParts {
  /** The ids of the hunks that are left out. */
  readonly left: readonly string[];
}

/** So many lines of a hunk that is left out are quoted; the agent knows its own. */
const quotedLines = 20;

/**
 * Compiles a deny of an edit to one Markdown message: what is wanted, then each change in the order of files and lines with
 * its quote, the hunks that were left out, the questions apart, the general remark last. Numbers are those of the pins on the page.
 * Without comments and left hunks it is the remark as it was typed.
 */
export function compileEditFeedback(files: readonly FileView[], parts: EditFeedbackParts): string {
  const ordered = inEditOrder(files, parts.comments);
  const left = leftHunks(files, parts.left);
  if (ordered.length === 0 && left.length === 0) return parts.remark;
  const onDisk = ' Lines are those of the file as you proposed it, unless it says "on disk".';
  const hint = ordered.some(({ anchor, side }) => anchor && side !== 'old') ? onDisk : '';
  return feedbackMessage(
    {
      changes: `Edit not approved; nothing was written. Change it as asked below and try again. Keep everything else as you proposed it.${hint}`,
      questions: `Edit not approved yet; nothing was written. Answer the questions below, then try the edit again.${hint}`,
    },
    ordered.map((comment, index) => ({
      question: comment.kind === 'question',
      text: item(comment, index + 1, files),
    })),
    parts.remark,
    left.length > 0 ? ['## Leave as it is on disk', ...left.map(({ file, hunk }) => leaveOut(file, hunk))] : [],
  );
}

/** What goes along with an approval of an edit, where the agent takes a message with one; empty if there is nothing to say. */
export function compileApprovalMessage(files: readonly FileView[], { comments, remark }: FeedbackParts): string {
  if (comments.length === 0 && remark.trim() === '') return '';
  const hint = ' Lines are those of the file as it was proposed.';
  return feedbackMessage(
    {
      changes: `The user approved this edit and has remarks; take them up next.${comments.length > 0 ? hint : ''}`,
      questions: `The user approved this edit and has questions; answer them next.${hint}`,
    },
    inEditOrder(files, comments).map((comment, index) => ({
      question: comment.kind === 'question',
      text: item(comment, index + 1, files),
    })),
    remark,
  );
}

/** Comments as they are numbered: on the whole edit first, then file by file, each from its head to its end. */
export function inEditOrder(files: readonly FileView[], comments: readonly ReviewComment[]): readonly ReviewComment[] {
  const indexes = new Map(files.map(({ absolutePath }, index) => [absolutePath, index]));
  const place = ({ file, side, anchor }: ReviewComment): readonly number[] => {
    if (file === undefined) return [-1, 0, 0];
    const index = indexes.get(file) ?? files.length;
    if (!anchor) return [index, 0, 0];
    const line = anchor.endLine;
    return [index, side === 'old' ? proposedLine(files[index], line) : line, anchor.startLine];
  };
  return comments
    .map((comment, index) => ({ comment, at: [...place(comment), index] }))
    .sort((a, b) => a.at.map((value, index) => value - b.at[index]!).find((by) => by !== 0) ?? 0)
    .map(({ comment }) => comment);
}

/** Where a line on disk stands among the proposed ones; a removed line stands before the one that follows it. */
function proposedLine(file: FileView | undefined, line: number): number {
  let shift = 0;
  for (const { lines } of file?.hunks ?? []) {
    for (const [index, one] of lines.entries()) {
      if (one.old === line) return one.new ?? (lines.slice(index).find((next) => next.new)?.new ?? line + shift) - 0.5;
      if (one.old !== undefined && one.old > line) return line + shift;
      if (one.type === 'add') shift += 1;
      if (one.type === 'remove') shift -= 1;
    }
  }
  return line + shift;
}

/** Hunks that are left out, of those that are shown. */
export function leftHunks(
  files: readonly FileView[],
  left: readonly string[],
): readonly { readonly file: FileView; readonly hunk: FileHunkView; readonly number: number }[] {
  const ids = new Set(left);
  const all = files.flatMap((file) => file.hunks.map((hunk) => ({ file, hunk })));
  return all.flatMap((one, index) => (ids.has(one.hunk.id) ? [{ ...one, number: index + 1 }] : []));
}

const verbs = {
  comment: 'Comment on',
  replace: 'Replace in',
  insert: 'Insert after, in',
  delete: 'Delete in',
  question: 'On',
} as const;

function item(comment: ReviewComment, number: number, files: readonly FileView[]): string {
  const { kind, anchor } = comment;
  return numberedItem(number, [
    `${verbs[kind]} ${whereIs(comment, files)}:`,
    ...(anchor ? [fenced(anchor.quote)] : []),
    ...saidBlocks(comment, fenced),
  ]);
}

function whereIs({ file, side, anchor }: ReviewComment, files: readonly FileView[]): string {
  if (file === undefined) return 'the whole edit';
  const path = pathOf(files.find((one) => one.absolutePath === file) ?? { path: file });
  if (!anchor) return `the whole of ${path}`;
  return `${path}, ${lineNumbers(anchor.startLine, anchor.endLine)}${side === 'old' ? ' on disk' : ''}`;
}

function leaveOut(file: FileView, { lines }: FileHunkView): string {
  const old = lines.flatMap((line) => (line.type === 'remove' && line.old !== undefined ? [line.old] : []));
  const above = lines[lines.findIndex((line) => line.type !== 'context') - 1]?.old;
  const [first, last] = [old[0], old.at(-1)];
  const what =
    first !== undefined && last !== undefined
      ? `Do not change ${lineNumbers(first, last)} on disk of ${pathOf(file)}.`
      : `Do not insert ${above === undefined ? 'at the beginning' : `after line ${above} on disk`} of ${pathOf(file)}.`;
  const signs = { add: '+', remove: '-', context: ' ' } as const;
  const changed = lines.filter((line) => line.type !== 'context');
  const more = changed.length - quotedLines;
  const quote = changed.slice(0, more > 1 ? quotedLines : undefined).map((line) => signs[line.type] + line.text);
  return listItem('- ', [
    `${what} You proposed:`,
    fenced(quote.join('\n'), 'diff'),
    ...(more > 1 ? [`and ${more} lines more.`] : []),
  ]);
}

function lineNumbers(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

/** A path as code, on one line whatever is in it. */
function pathOf({ path, cell }: Pick<FileView, 'path' | 'cell'>): string {
  const shown = visibleString(path).replaceAll(/\s*[\r\n]+\s*/g, '⏎');
  const ticks = '`'.repeat(longestRun(shown) + 1);
  const pad = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${shown}${pad}${ticks}${cell === undefined ? '' : ` (${cell})`}`;
}

/** Text between fences that are longer than any in it. */
export function fenced(text: string, info = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${info}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

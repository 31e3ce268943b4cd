import { leftHunks } from '../../src/core/edit/feedback';
import type { FileView, Possible } from '../../src/protocol/views';
import { unreadCommand } from './command/commandState';
import { marksOf } from './edit/editState';
import { answerable } from './question/answers';
import { seenEnough } from './seen';
import type { State } from './state';

/** What of an edit an approval would take. */
export interface Part {
  readonly hunks: number;
  readonly taken: number;
  /** The hunks that are left out, by the numbers that they are shown with, and by their ids. */
  readonly left: readonly number[];
  readonly ids: readonly string[];
  /** Nothing at all is left to approve. */
  readonly nothing: boolean;
}

const whole: Part = { hunks: 0, taken: 0, left: [], ids: [], nothing: false };

let last: { readonly files: readonly FileView[]; readonly left: readonly string[]; readonly part: Part } | null = null;

/** The part of the shown edit that is taken; for all else, and where a part cannot be taken, the whole. */
export function partOf(state: Pick<State, 'request' | 'marks'>): Part {
  const { request } = state;
  if (request?.subject.type !== 'edit' || request.review?.type !== 'edit' || !request.review.edits.possible)
    return whole;
  const { files } = request.subject;
  const { left } = marksOf(state);
  if (last?.files !== files || last.left !== left) last = { files, left, part: partTaken(files, left) };
  return last.part;
}

function partTaken(files: readonly FileView[], left: readonly string[]): Part {
  const out = leftHunks(files, left);
  const hunks = files.reduce((sum, file) => sum + file.hunks.length, 0);
  // A file that is made empty, moved or deleted changes without a hunk.
  const other = files.some((file) => file.hunks.length === 0 && ['changed', 'new', 'deleted'].includes(file.status));
  return {
    hunks,
    taken: hunks - out.length,
    left: out.map((one) => one.number),
    ids: out.map((one) => one.hunk.id),
    nothing: hunks > 0 && out.length === hunks && !other,
  };
}

/** Whether the shown request can be approved as it stands now. */
export function approvable(state: State): Possible {
  const { approve } = state.request?.abilities ?? {};
  if (!approve?.possible) return approve ?? { possible: false, reason: '' };
  if (unreadCommand(state) !== undefined) return { possible: false, reason: 'Your edit of the command is being read.' };
  if (isEmptied(state)) return { possible: false, reason: 'Your edit of the command is empty.' };
  if (partOf(state).nothing) return { possible: false, reason: 'Nothing is taken: that is a deny.' };
  const answers = answerable(state);
  return answers.possible ? seenEnough(state) : answers;
}

/** Whether the person has left nothing of the command. */
function isEmptied({ request }: State): boolean {
  return (
    request?.subject.type === 'command' && request.subject.asked !== undefined && request.subject.command.trim() === ''
  );
}

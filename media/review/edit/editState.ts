import type { Preferences } from '../../../src/protocol/page';
import type { FileView, RequestView, SubjectView } from '../../../src/protocol/views';
import type { State } from '../state';

/** What a person has marked in an edit. */
export interface Marks {
  /** The ids of the hunks that are left out. Some may not be shown any more. */
  readonly left: readonly string[];
  /** The absolute paths of the files that were ticked off. */
  readonly viewed: readonly string[];
}

/** Lines of files on disk that no hunk shows, as far as they were asked for: by file, by line number. */
export type Context = ReadonlyMap<string, ReadonlyMap<number, string>>;

export type EditEvent =
  | { readonly type: 'marked'; readonly id: string; readonly marks: Marks }
  | { readonly type: 'preferred'; readonly preferences: Preferences };

export const initialPreferences: Preferences = { layout: 'unified', whitespace: false };

const nothing: Marks = { left: [], viewed: [] };

/** The marks of the shown request: what was done on this page wins over what the extension has told. */
export function marksOf({ request, marks }: Pick<State, 'request' | 'marks'>): Marks {
  if (!request) return nothing;
  return marks.get(request.id) ?? (request.review?.type === 'edit' ? request.review : nothing);
}

/** The state after lines that were asked for have come. */
export function withContext(state: State, file: string, from: number, lines: readonly string[]): State {
  const known = new Map(state.context.get(file));
  lines.forEach((line, index) => known.set(from + index, line));
  return { ...state, context: new Map(state.context).set(file, known) };
}

/**
 * The marks after the shown request was replaced by another state of it: hunks that are left out stay so, but a file whose change
 * is another one has to be looked at again.
 */
export function marksAfter(state: State, before: RequestView, now: RequestView): State['marks'] {
  const [old, fresh] = [filesOf(before.subject), filesOf(now.subject)];
  if (!old || !fresh) return state.marks;
  const marks = marksOf({ request: now, marks: state.marks });
  const same = (path: string): boolean => {
    const [one, other] = [old, fresh].map((files) => files.filter((file) => file.absolutePath === path).map(changeOf));
    return one?.length === 0 || one?.join() === other?.join();
  };
  const viewed = marks.viewed.filter(same);
  if (viewed.length === marks.viewed.length) return state.marks;
  return new Map(state.marks).set(now.id, { left: marks.left, viewed });
}

function filesOf(subject: SubjectView): readonly FileView[] | null {
  return subject.type === 'edit' ? subject.files : null;
}

function changeOf({ status, movedTo, hunks }: FileView): string {
  return JSON.stringify([status, movedTo, hunks.map((hunk) => hunk.id)]);
}

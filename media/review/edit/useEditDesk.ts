import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Actions } from '../actions';
import type { State } from '../state';
import { EditDesk, type Common, type EditActs } from './editDesk';
import { marksOf } from './editState';

/** Both sides stand beside each other only where there is room for them. */
const wide = matchMedia('(min-width: 700px)');

function useWide(): boolean {
  const [matches, set] = useState(wide.matches);
  useEffect(() => {
    const changed = (): void => set(wide.matches);
    wide.addEventListener('change', changed);
    return () => wide.removeEventListener('change', changed);
  }, []);
  return matches;
}

/** The desk of the shown edit, told of all that the page knows; null if something else is shown. */
export function useEditDesk(state: State, actions: Actions): EditDesk | null {
  const { request, preferences, context } = state;
  const edit = request?.subject.type === 'edit' ? request.subject : null;
  const room = useWide();
  const latest = useRef(state);
  latest.current = state;
  const marks = marksOf(state);
  const common: Common = {
    open: request?.status.type === 'open',
    edits: request?.review?.type === 'edit' ? request.review.edits : null,
    split: room && preferences.layout === 'split',
  };
  const { open, edits, split } = common;
  const desk = useMemo(() => {
    if (!edit) return null;
    const { whitespace } = preferences;
    const made: EditDesk = new EditDesk(
      edit,
      actsOf(actions, latest, () => made),
      { common, marks, context, whitespace },
    );
    return made;
  }, [edit, request?.id]);
  useLayoutEffect(() => desk?.tellMarks(marks), [desk, marks.left, marks.viewed]);
  useLayoutEffect(() => desk?.common.set(new Map([['', common]])), [desk, open, edits, split]);
  useLayoutEffect(() => desk?.context.set(context), [desk, context]);
  useLayoutEffect(() => desk?.whitespace.show(preferences.whitespace), [desk, preferences.whitespace]);
  return desk;
}

function actsOf(actions: Actions, latest: { readonly current: State }, desk: () => EditDesk): EditActs {
  const { findContext, openDiff, discardEdit, prefer } = actions;
  const toggled = (all: readonly string[], one: string, there: boolean): readonly string[] => [
    ...all.filter((other) => other !== one),
    ...(there ? [one] : []),
  ];
  return {
    findContext,
    openDiff,
    discard: discardEdit,
    prefer: (change) => prefer({ ...latest.current.preferences, ...change }),
    take: (id, taken) => {
      const marks = marksOf(latest.current);
      actions.mark({ left: toggled(marks.left, id, !taken), viewed: marks.viewed });
    },
    view: ({ absolutePath }, viewed) => {
      const marks = marksOf(latest.current);
      actions.mark({ left: marks.left, viewed: toggled(marks.viewed, absolutePath, viewed) });
      for (const { file, index } of desk().files) if (file.absolutePath === absolutePath) desk().fold(index, viewed);
    },
  };
}

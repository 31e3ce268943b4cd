import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RequestView } from '../../../src/protocol/views';
import type { ReviewComment } from '../../../src/protocol/comment';
import type { Actions } from '../actions';
import type { State } from '../state';
import { canComment, commentsOf, keyOfSpot, spotOf, unfinishedOf, type Spot, type Unfinished } from './commentState';
import { orderedComments } from './order';
import { Desk, slotViews, type DeskActs, type DeskState, type SlotView } from './desk';
import { goTo } from './slot';

/** What differs between plans and edits. */
export interface Reviewed {
  readonly request: RequestView;
  readonly state: State;
  readonly actions: Actions;
  readonly root: RefObject<HTMLElement | null>;
  readonly whole: Desk['whole'];
  /** What is drawn: when it changes, comments may stand elsewhere. */
  readonly drawn: unknown;
  /** The name of the place where a comment stands. */
  readonly placeOf: (spot: Spot) => string;
  /** Called with all that stands somewhere, before it is drawn. */
  readonly placed?: (views: ReadonlyMap<string, SlotView>) => void;
  /** The element that has the keyboard when a box there is left. */
  readonly elementOf: (spot: Spot) => HTMLElement | null | undefined;
  /** Called when what is marked has changed. */
  readonly marked: (deskState: DeskState, active: string | null) => void;
}

export interface DeskUse {
  readonly desk: Desk;
  /** For screen readers: what was done last. */
  readonly said: string;
  readonly say: (text: string) => void;
  readonly open: boolean;
  /** Marks again: what is drawn has moved or changed. */
  readonly mark: () => void;
}

/**
 * Brings what the page knows to the places of what is drawn, and what is done there back to the page.
 * @param subject what is drawn: another one gets another desk
 */
export function useCommentDesk(reviewed: Reviewed, subject: unknown): DeskUse {
  const { request, state } = reviewed;
  const [removed, setRemoved] = useState<readonly ReviewComment[]>([]);
  const [said, say] = useState('');
  const active = useRef<string | null>(null);
  const comments = commentsOf(request);
  const unfinished = unfinishedOf(state);
  const open = canComment(request);
  const ordered = useMemo(() => orderedComments(request), [comments, subject]);
  const deskState: DeskState = { comments: ordered, unfinished, removed, open };
  const latest = useRef({ ...reviewed, deskState });
  latest.current = { ...reviewed, deskState };
  const mark = (): void => latest.current.marked(latest.current.deskState, active.current);

  const acts = useMemo((): DeskActs => {
    const { actions } = reviewed;
    const compose = (change: (all: readonly Unfinished[]) => readonly Unfinished[]): void =>
      actions.compose(change(unfinishedOf(latest.current.state)));
    const begin = (fresh: Unfinished): void => compose((all) => begun(all, fresh));
    const without = (key: string): void => compose((all) => all.filter((one) => one.key !== key));
    const focusPlace = (spot: Spot): void => {
      const { root, elementOf } = latest.current;
      focus(elementOf(spot) ?? root.current?.closest<HTMLElement>('main'));
    };
    return {
      begin: (spot, kind) => {
        if (!latest.current.deskState.open) return;
        const body = kind === 'replace' ? (spot.anchor?.quote ?? '') : '';
        begin({ key: keyOfSpot(spot), kind, body, open: true, ...spotOf(spot) });
      },
      edit: (comment) => {
        const { id, kind, body } = comment;
        begin({ key: keyOfSpot(comment, id), kind, body, edits: id, open: true, ...spotOf(comment) });
      },
      remove: (comment) => {
        setRemoved((all) => [...all.filter((one) => one.id !== comment.id), comment]);
        actions.uncomment(comment.id);
        say('Comment removed.');
        setTimeout(() => latest.current.root.current?.querySelector<HTMLElement>('[data-undo]')?.focus());
      },
      restore: (comment) => {
        setRemoved((all) => all.filter((one) => one.id !== comment.id));
        actions.comment(comment);
        say('Comment is back.');
        setTimeout(() => goTo(comment.id));
      },
      write: (one) =>
        compose((all) => {
          const others = all.filter((other) => other.key !== one.key);
          return [...(one.open ? shut(others) : others), one];
        }),
      close: (one, discard) => {
        if (discard) without(one.key);
        else compose((all) => [...all.filter((other) => other.key !== one.key), { ...one, open: false }]);
        focusPlace(one);
      },
      add: (one) => {
        const { key, kind, body, edits } = one;
        const id = edits ?? crypto.randomUUID();
        const before = commentsOf(latest.current.request).find((other) => other.id === id);
        const madeOn = before?.madeOn === undefined ? {} : { madeOn: before.madeOn };
        without(key);
        setRemoved((all) => all.filter((other) => other.id !== id));
        actions.comment({ id, kind, body, ...spotOf(one), ...madeOn });
        say(edits === undefined ? 'Comment added.' : 'Comment changed.');
        focusPlace(one);
      },
      activate: (id) => {
        if (active.current === id) return;
        active.current = id;
        mark();
      },
    };
  }, [subject]);

  const place = (on: Desk): void => {
    const views = slotViews(reviewed.placeOf, deskState);
    reviewed.placed?.(views);
    on.slots.set(views);
  };
  const desk = useMemo(() => {
    const made = new Desk(acts, reviewed.whole);
    // What is known from the start is drawn at once.
    place(made);
    return made;
  }, [subject]);
  desk.quickRemarks = request.review?.quickRemarks ?? [];

  useLayoutEffect(() => {
    place(desk);
    const frame = requestAnimationFrame(mark);
    return () => cancelAnimationFrame(frame);
  }, [desk, reviewed.drawn, ordered, unfinished, removed, open]);
  useEffect(() => setRemoved([]), [request.id]);
  return { desk, said, say, open, mark };
}

/** All boxes closed; those with nothing in them are gone. */
function shut(all: readonly Unfinished[]): readonly Unfinished[] {
  return all.flatMap((one) => (one.body.trim() === '' ? [] : [one.open ? { ...one, open: false } : one]));
}

function begun(all: readonly Unfinished[], fresh: Unfinished): readonly Unfinished[] {
  const known = all.find((one) => one.key === fresh.key);
  return [...shut(all.filter((one) => one !== known)), known ? { ...known, open: true } : fresh];
}

/** Opens the box for a comment on all of the plan or the edit. */
export function beginWhole(state: State, actions: Actions): void {
  actions.compose(begun(unfinishedOf(state), { key: keyOfSpot({}), kind: 'comment', body: '', open: true }));
}

/** The keyboard goes there at once: the next key may follow before a box is gone. */
export function focus(place: HTMLElement | null | undefined): void {
  if (!place) return;
  if (place.tagName !== 'MAIN') place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LedgerEntry } from '../../../src/protocol/page';
import type { PlanComment } from '../../../src/protocol/plan';
import { useChangeBars } from './changeBars';
import { Desk, slotViews, type DeskActs, type DeskState } from './desk';
import { foldViews } from './folding';
import { madeAgain } from './ledger';
import { goTo } from './slot';
import { drawMarks, layoutThreads } from './marks';
import { Paths } from './paths';
import { canComment, commentsOf, keyOfAnchor, unfinishedOf, type Unfinished } from './planState';
import type { PlanProps } from './planSubject';
import { usePlanKeys } from './usePlanKeys';
import { usePointing } from './usePointing';

export interface DeskUse {
  readonly desk: Desk;
  readonly paths: Paths;
  readonly sendAgain: (entry: LedgerEntry) => void;
  /** For screen readers: what was done last. */
  readonly said: string;
}

/** Brings what the page knows to the places of the drawn plan, and what is done there back to the page. */
export function useDesk(props: PlanProps, article: RefObject<HTMLElement | null>): DeskUse {
  const { request, document, state, actions, ui } = props;
  const [removed, setRemoved] = useState<readonly PlanComment[]>([]);
  const [said, say] = useState('');
  const active = useRef<string | null>(null);
  const deskState: DeskState = {
    comments: commentsOf(request),
    unfinished: unfinishedOf(state),
    removed,
    open: canComment(request),
  };
  const latest = useRef({ ...props, deskState });
  latest.current = { ...props, deskState };

  const marks = (): void => {
    if (article.current) drawMarks(article.current, document, latest.current.deskState, active.current);
  };
  const acts = useMemo((): DeskActs => {
    const compose = (change: (all: readonly Unfinished[]) => readonly Unfinished[]): void =>
      actions.compose(change(unfinishedOf(latest.current.state)));
    const shut = (all: readonly Unfinished[]): readonly Unfinished[] =>
      all.flatMap((one) => (one.body.trim() === '' ? [] : [one.open ? { ...one, open: false } : one]));
    const begin = (fresh: Unfinished): void =>
      compose((all) => {
        const known = all.find((one) => one.key === fresh.key);
        return [...shut(all.filter((one) => one !== known)), known ? { ...known, open: true } : fresh];
      });
    const without = (key: string): void => compose((all) => all.filter((one) => one.key !== key));
    return {
      begin: (anchor, kind) => {
        if (!latest.current.deskState.open) return;
        const body = kind === 'replace' ? (anchor?.quote ?? '') : '';
        begin({ key: keyOfAnchor(anchor), kind, body, open: true, ...(anchor ? { anchor } : {}) });
      },
      edit: ({ id, kind, body, anchor }) =>
        begin({ key: keyOfAnchor(anchor, id), kind, body, edits: id, open: true, ...(anchor ? { anchor } : {}) }),
      remove: (comment) => {
        setRemoved((all) => [...all.filter((one) => one.id !== comment.id), comment]);
        actions.uncomment(comment.id);
        say('Comment removed.');
        setTimeout(() => article.current?.querySelector<HTMLElement>('[data-undo]')?.focus());
      },
      restore: (comment) => {
        setRemoved((all) => all.filter((one) => one.id !== comment.id));
        actions.comment(comment);
        say('Comment is back.');
        setTimeout(() => goTo(comment.id));
      },
      write: (unfinished) =>
        compose((all) => {
          const others = all.filter((one) => one.key !== unfinished.key);
          return [...(unfinished.open ? shut(others) : others), unfinished];
        }),
      close: (unfinished, discard) => {
        if (discard) without(unfinished.key);
        else compose((all) => [...all.filter((one) => one.key !== unfinished.key), { ...unfinished, open: false }]);
        focusPlace(article.current, unfinished);
      },
      add: ({ key, kind, body, anchor, edits }) => {
        const id = edits ?? crypto.randomUUID();
        const before = commentsOf(latest.current.request).find((one) => one.id === id);
        const madeOn = before?.madeOn === undefined ? {} : { madeOn: before.madeOn };
        without(key);
        setRemoved((all) => all.filter((one) => one.id !== id));
        actions.comment({ id, kind, body, ...(anchor ? { anchor } : {}), ...madeOn });
        say(edits === undefined ? 'Comment added.' : 'Comment changed.');
        focusPlace(article.current, { key, kind, body, open: false, ...(anchor ? { anchor } : {}) });
      },
      activate: (id) => {
        if (active.current === id) return;
        active.current = id;
        marks();
      },
      unfold: (index) => latest.current.setUi({ folded: toggled(latest.current.ui.folded, index) }),
    };
  }, [document]);

  const desk = useMemo(() => {
    const made = new Desk(document, acts);
    // What is known from the start is drawn at once.
    made.slots.set(slotViews(document, latest.current.deskState));
    return made;
  }, [document]);
  desk.quickRemarks = request.review?.quickRemarks ?? [];
  const paths = useMemo(
    () => new Paths(actions.findPaths, ({ path, line }) => actions.openFile(path, line)),
    [request.id, document],
  );

  const { comments, unfinished, open } = deskState;
  useLayoutEffect(() => {
    desk.slots.set(slotViews(document, deskState));
    const frame = requestAnimationFrame(() => {
      marks();
      if (article.current) layoutThreads(article.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [desk, comments, unfinished, removed, open]);
  useLayoutEffect(() => paths.files.set(state.files), [paths, state.files]);
  useEffect(() => setRemoved([]), [request.id]);

  const changes = useChangeBars(document, request.review, ui.view === 'rendered');
  useLayoutEffect(() => desk.blocks.set(foldViews(document, changes, ui.folded)), [desk, changes, ui.folded]);

  // Sizes change while the plan is drawn in pieces, and with the window.
  useEffect(() => {
    if (!article.current) return;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      // What is done here may change the size again.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        marks();
        if (article.current) layoutThreads(article.current);
      });
    });
    observer.observe(article.current);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [desk, ui.view]);

  const sendAgain = (entry: LedgerEntry): void => {
    const ledger = latest.current.request.review?.ledger;
    if (!ledger || !latest.current.deskState.open) return;
    actions.comment({ id: crypto.randomUUID(), ...madeAgain(entry, ledger.revision) });
    say('The comment is added again.');
  };
  usePointing(article, desk, open);
  usePlanKeys(latest, article, desk, sendAgain);
  return { desk, paths, sendAgain, said };
}

function toggled(folded: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(folded);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** The keyboard goes to what the box is about, at once: the next key may follow before the box is gone. */
function focusPlace(article: HTMLElement | null, { anchor }: Unfinished): void {
  const places = [...(article?.querySelectorAll<HTMLElement>('[data-at]') ?? [])];
  const holds = (place: HTMLElement): boolean => {
    const [start = 0, end = 0] = (place.dataset.at ?? '').split('-').map(Number);
    return anchor !== undefined && start <= anchor.startLine && end >= anchor.startLine;
  };
  const place = places.filter(holds).at(-1) ?? article?.closest<HTMLElement>('main');
  if (!place) return;
  if (place.tagName !== 'MAIN') place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { LedgerEntry } from '../../../src/protocol/views';
import { canComment, type Spot } from '../comments/commentState';
import type { Desk } from '../comments/desk';
import { useCommentDesk } from '../comments/useCommentDesk';
import { useChangeBars } from './changeBars';
import { Blocks } from './desk';
import { placeOf } from './document';
import { foldViews } from './folding';
import { ledgerOf, madeAgain } from './ledger';
import { drawMarks, layoutThreads } from './marks';
import { Paths } from './paths';
import type { PlanProps } from './planSubject';
import { usePlanKeys } from './usePlanKeys';
import { usePointing } from './usePointing';

export interface PlanDesk {
  readonly desk: Desk;
  readonly blocks: Blocks;
  readonly paths: Paths;
  readonly sendAgain: (entry: LedgerEntry) => void;
  readonly said: string;
}

/** The desk of a plan, with what only plans have: folded sections, bars for changes, the ledger, paths. */
export function useDesk(props: PlanProps, article: RefObject<HTMLElement | null>): PlanDesk {
  const { request, document, state, actions, ui, review } = props;
  const latest = useRef(props);
  latest.current = props;
  const { desk, said, say, open, mark } = useCommentDesk(
    {
      request,
      state,
      actions,
      root: article,
      whole: 'plan',
      drawn: document,
      placeOf: (spot) => placeOf(document, spot.anchor),
      elementOf: (spot) => elementOf(article.current, spot),
      marked: (deskState, active) => {
        if (!article.current) return;
        drawMarks(article.current, document, deskState, active);
        layoutThreads(article.current);
      },
    },
    document,
  );
  const blocks = useMemo(
    () => new Blocks((index) => latest.current.setUi({ folded: toggled(latest.current.ui.folded, index) })),
    [document],
  );
  const paths = useMemo(
    () => new Paths(actions.findPaths, ({ path, line }) => actions.openFile(path, line)),
    [request.id, document],
  );
  useLayoutEffect(() => paths.files.set(state.files), [paths, state.files]);

  const changes = useChangeBars(document, review, ui.view === 'rendered');
  useLayoutEffect(() => blocks.views.set(foldViews(document, changes, ui.folded)), [blocks, changes, ui.folded]);

  // Sizes change while the plan is drawn in pieces, and with the window.
  useEffect(() => {
    if (!article.current) return;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      // What is done here may change the size again.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    });
    observer.observe(article.current);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [desk, ui.view]);

  const sendAgain = (entry: LedgerEntry): void => {
    const ledger = ledgerOf(latest.current.request);
    if (!ledger || !canComment(latest.current.request)) return;
    actions.comment({ id: crypto.randomUUID(), ...madeAgain(entry, ledger.revision) });
    say('The comment is added again.');
  };
  usePointing(article, document, desk, open);
  usePlanKeys(latest, article, desk, sendAgain);
  return { desk, blocks, paths, sendAgain, said };
}

function toggled(folded: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(folded);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** The smallest place of the plan that a spot begins in. */
function elementOf(article: HTMLElement | null, { anchor }: Spot): HTMLElement | undefined {
  if (!anchor) return undefined;
  const places = [...(article?.querySelectorAll<HTMLElement>('[data-at]') ?? [])];
  return places
    .filter((place) => {
      const [start = 0, end = 0] = (place.dataset.at ?? '').split('-').map(Number);
      return start <= anchor.startLine && end >= anchor.startLine;
    })
    .at(-1);
}

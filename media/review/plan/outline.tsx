import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ReviewComment } from '../../../src/protocol/comment';
import { Chunked } from '../chunked';
import { Icon, visible } from '../text';
import { visibleString } from '../../../src/core/visibleText';
import { blockAt, slotOf, type PlanBlock, type PlanDocument } from './document';
import type { PlanUi } from './planUi';

/** The headings of the plan: where one is, where comments are, and a way to fold sections away. */
export function Outline(props: {
  document: PlanDocument;
  comments: readonly ReviewComment[];
  ui: PlanUi;
  setUi: (change: Partial<PlanUi>) => void;
}): JSX.Element {
  const { document: plan, comments, ui, setUi } = props;
  const { headings } = plan;
  const current = useCurrent(plan, ui);
  const counts = useMemo(() => countsOf(plan, comments), [plan, comments]);
  const top = Math.min(...headings.map(({ heading }) => heading?.level ?? 6));
  const rows = useMemo(() => visibleHeadings(headings, ui.folded), [headings, ui.folded]);
  const fold = (index: number): void => {
    const folded = new Set(ui.folded);
    if (!folded.delete(index)) folded.add(index);
    setUi({ folded });
  };
  const row = (block: PlanBlock): JSX.Element => {
    const { heading, index } = block;
    if (!heading) return <></>;
    const folded = ui.folded.has(index);
    const number = counts.get(index) ?? 0;
    const title = heading.title.trim() || '(empty heading)';
    return (
      <div
        class={`outline-row l${Math.min(3, heading.level - top)}`}
        {...(index === current ? { 'data-current': true } : {})}
      >
        <button
          type="button"
          class="fold"
          aria-expanded={!folded}
          aria-label={`Section ${visibleString(title)}`}
          title={folded ? 'Show section' : 'Fold section'}
          onClick={() => fold(index)}
        >
          <Icon name="chevron-right" small />
        </button>
        <button
          type="button"
          class="to grow clip"
          title={visibleString(title)}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => {
            reveal(index);
            if (innerWidth < 700) setUi({ outline: null });
          }}
        >
          {visible(title)}
        </button>
        {number > 0 && (
          <span class="count" title={number === 1 ? '1 comment' : `${number} comments`}>
            {number}
            <span class="sr"> {number === 1 ? 'comment' : 'comments'}</span>
          </span>
        )}
      </div>
    );
  };
  return (
    <nav class="side outline" aria-label="Outline" tabIndex={-1}>
      <h2>Outline</h2>
      {headings.length === 0 && <p class="quiet small none">No headings.</p>}
      {rows.length > 300 ? (
        <Chunked
          key={`${rows.length} ${current} ${comments.length}`}
          items={rows}
          draw={row}
          size={100}
          itemHeight={24}
        />
      ) : (
        rows.map(row)
      )}
    </nav>
  );
}

function visibleHeadings(headings: readonly PlanBlock[], folded: ReadonlySet<number>): readonly PlanBlock[] {
  let hiding = Infinity;
  return headings.filter(({ heading, index }) => {
    const level = heading?.level ?? 6;
    if (level > hiding) return false;
    hiding = folded.has(index) ? level : Infinity;
    return true;
  });
}

/** Comments under each heading, not counting those under the headings below it. */
function countsOf(plan: PlanDocument, comments: readonly ReviewComment[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { anchor } of comments) {
    const at = anchor && blockAt(plan, anchor.startLine);
    const heading = at && lastBefore(plan.headings, at.index);
    if (heading) counts.set(heading.index, (counts.get(heading.index) ?? 0) + 1);
  }
  return counts;
}

function lastBefore(headings: readonly PlanBlock[], index: number): PlanBlock | undefined {
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (headings[middle]!.index <= index) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1];
}

function reveal(index: number): void {
  const element = document.querySelector<HTMLElement>(`[data-slot="${slotOf({ index })}"]`);
  if (!element) return;
  element.tabIndex = -1;
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
}

/** The heading above the first line in view. */
function useCurrent(plan: PlanDocument, ui: PlanUi): number | null {
  const [current, setCurrent] = useState<number | null>(null);
  useEffect(() => {
    const main = document.querySelector('main');
    if (!main) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const box = main.getBoundingClientRect();
      const x = box.left + box.width / 2;
      for (let y = box.top + 8; y < box.bottom; y += 24) {
        const block = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-block]');
        if (!block) continue;
        setCurrent(lastBefore(plan.headings, Number(block.dataset.block))?.index ?? null);
        return;
      }
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    later();
    main.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      main.removeEventListener('scroll', later);
    };
  }, [plan, ui.view]);
  return ui.view === 'rendered' ? current : null;
}

import { findQuote } from '../../../src/core/plan/quote';
import type { Anchor } from '../../../src/protocol/comment';
import type { DeskState } from '../comments/desk';
import { placeOf, type PlanDocument } from './document';

/** What is no text of the plan: it stands between it. */
const ours = '.gut, .threads, .composer, .sr, .unfold';

/** A text as it is drawn, and where its characters are. */
export interface DrawnText {
  readonly text: string;
  range(from: number, to: number): Range;
}

/** The text of the plan in an element, without what stands between it. */
export function drawnText(element: Element): DrawnText {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Element) return node.matches(ours) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    return NodeFilter.FILTER_ACCEPT;
  });
  const nodes: Node[] = [];
  const starts: number[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push(node);
    starts.push(text.length);
    text += node.nodeValue ?? '';
  }
  const point = (offset: number, end: boolean): readonly [Node, number] => {
    let index = starts.length - 1;
    const last = end ? offset - 1 : offset;
    while (index > 0 && starts[index]! > last) index -= 1;
    return [nodes[index]!, offset - starts[index]!];
  };
  return {
    text,
    range: (from, to) => {
      const range = new Range();
      range.setStart(...point(from, false));
      range.setEnd(...point(to, true));
      return range;
    },
  };
}

/** The element of a place in the plan. */
export function elementAt(article: Element, slot: string): HTMLElement | null {
  return article.querySelector(`[data-slot="${slot}"]`) ?? article.querySelector(`[data-at="${slot}"]`);
}

/** Marks the texts that comments are about; nothing in the document changes for it. */
export function drawMarks(article: Element, plan: PlanDocument, state: DeskState, active: string | null): void {
  const plain = new Highlight();
  const on = new Highlight();
  const mark = (anchor: Anchor | undefined, isActive: boolean): void => {
    if (anchor?.startColumn === undefined) return;
    const element = elementAt(article, placeOf(plan, anchor));
    if (!element) return;
    const drawn = drawnText(element);
    const span = findQuote(drawn.text, anchor.quote);
    if (span) (isActive ? on : plain).add(drawn.range(span.from, span.to));
  };
  for (const { id, anchor } of state.comments) mark(anchor, id === active);
  for (const { anchor, open } of state.unfinished) if (open && state.open) mark(anchor, true);
  CSS.highlights.set('cs-mark', plain);
  CSS.highlights.set('cs-mark-on', on);
}

/** Between threads that stand beside the text. */
const gap = 8;

/** Puts threads beside their text, each below the one before it; where there is no room they stay beneath it. */
export function layoutThreads(article: HTMLElement): void {
  const all = [...article.querySelectorAll<HTMLElement>('.threads')];
  const [first] = all;
  if (!first) return;
  // A chunk that is laid out late cuts off what stands beside it.
  for (const one of all) one.closest('.chunk')?.classList.add('noted');
  const beside = getComputedStyle(first).position === 'absolute';
  let bottom = -Infinity;
  const tops = all.map((threads) => {
    if (!beside) return '';
    const block = threads.closest('.blk')?.getBoundingClientRect();
    const place = threads.closest('[data-at], .blk')?.getBoundingClientRect();
    if (!block || !place) return '';
    const top = Math.max(place.top, bottom + gap);
    bottom = top + threads.getBoundingClientRect().height;
    return `${Math.round(top - block.top)}px`;
  });
  all.forEach((threads, index) => {
    threads.style.top = tops[index] ?? '';
  });
  // The last ones may reach below the text; they must be reached by scrolling.
  const below = beside ? Math.ceil(bottom - article.getBoundingClientRect().top) : 0;
  const room = below > 0 ? `${below + gap}px` : '';
  if (article.style.minHeight !== room) article.style.minHeight = room;
}

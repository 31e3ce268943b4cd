import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Desk } from '../comments/desk';
import type { PlanDocument } from './document';
import { anchorAt, placeAround, selectionIn, slotAt } from './selection';

/** Shows the button for a comment where the pointer, the keyboard or the selection is, and opens the box when it is pressed. */
export function usePointing(
  article: RefObject<HTMLElement | null>,
  plan: PlanDocument,
  desk: Desk,
  open: boolean,
): void {
  useEffect(() => {
    const { current } = article;
    if (!current || !open) return;
    let hovered: HTMLElement | null = null;
    let focused: HTMLElement | null = null;
    let selected: HTMLElement | null = null;
    const show = (): void => {
      const labels = new Map<string, string>();
      for (const place of [hovered, focused]) if (place) labels.set(slotAt(place), labelOf(place));
      if (selected) labels.set(slotAt(selected), 'Comment on the selection');
      desk.plus.set(labels);
    };
    const over = (event: MouseEvent): void => {
      const place = placeAround(event.target);
      if (place === hovered) return;
      hovered = place;
      show();
    };
    const out = (): void => {
      hovered = null;
      show();
    };
    const focus = (event: FocusEvent): void => {
      focused = placeAround(event.target);
      show();
    };
    const blur = (): void => {
      focused = null;
      show();
    };
    const select = (): void => {
      const place = selectionIn(current, plan)?.place ?? null;
      if (place === selected) return;
      selected = place;
      show();
    };
    const click = (event: MouseEvent): void => {
      const plus = event.target instanceof Element ? event.target.closest('[data-plus]') : null;
      const place = plus?.closest<HTMLElement>('[data-at]');
      if (!place) return;
      const selection = selectionIn(current, plan);
      const anchor = selection?.place === place ? selection.anchor : anchorAt(plan, place);
      desk.acts.begin({ anchor }, 'comment');
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    current.addEventListener('mouseover', over, { signal });
    current.addEventListener('mouseleave', out, { signal });
    current.addEventListener('focusin', focus, { signal });
    current.addEventListener('focusout', blur, { signal });
    current.addEventListener('click', click, { signal });
    document.addEventListener('selectionchange', select, { signal });
    return () => {
      listeners.abort();
      desk.plus.set(new Map());
    };
  }, [desk, open]);
}

function labelOf(place: HTMLElement): string {
  const [start, end] = (place.dataset.at ?? '').split('-');
  return start === end ? `Comment on line ${start}` : `Comment on lines ${start} to ${end}`;
}

import type { RefObject } from 'preact';
import type { LedgerEntry } from '../../../src/protocol/views';
import type { Desk } from '../comments/desk';
import { runCommon, useLetters, type ReviewIntent } from '../comments/letters';
import { againOf } from './ledger';
import type { PlanProps } from './planSubject';
import { outlineOpen } from './planUi';
import { anchorAt, placeAround, selectionIn } from './selection';

/** The keys of a plan. */
export function usePlanKeys(
  latest: RefObject<PlanProps>,
  article: RefObject<HTMLElement | null>,
  desk: Desk,
  sendAgain: (entry: LedgerEntry) => void,
): void {
  useLetters((intent: ReviewIntent): boolean => {
    const { current: props } = latest;
    const { current: text } = article;
    if (!props || !text) return false;
    const { ui, setUi } = props;
    switch (intent.type) {
      case 'move':
        return !intent.extend && move(text, intent.by);
      case 'begin': {
        const selection = selectionIn(text, props.document);
        const place = placeAround(document.activeElement);
        if (!selection && !place) return false;
        desk.acts.begin({ anchor: selection?.anchor ?? anchorAt(props.document, place!) }, intent.kind);
        return true;
      }
      case 'again': {
        const entry = againOf(document.activeElement, props.request);
        if (entry) sendAgain(entry);
        return entry !== undefined;
      }
      case 'outline':
        setUi({ outline: !outlineOpen(ui) });
        return true;
      case 'find':
        setUi({ find: true });
        setTimeout(() => document.querySelector<HTMLInputElement>('.find input')?.select());
        return true;
      case 'close':
        if (
          !ui.menu &&
          ui.outline === true &&
          getComputedStyle(text.closest('.middle')!).getPropertyValue('--cs-overlay')
        )
          setUi({ outline: null });
        else if (runCommon(intent, ui, setUi)) return true;
        else if (ui.find) setUi({ find: false });
        else return false;
        return true;
      default:
        return runCommon(intent, ui, setUi);
    }
  }, desk);
}

/** Brings the keyboard to the next place of the plan, or to the first one in view. */
function move(article: HTMLElement, by: 1 | -1): boolean {
  const places = [...article.querySelectorAll<HTMLElement>('[data-at]')].filter((place) => !place.closest('.folded'));
  const now = document.activeElement?.closest<HTMLElement>('[data-at]');
  const at = now ? places.indexOf(now) : -1;
  const top = article.closest('main')?.getBoundingClientRect().top ?? 0;
  const next = at >= 0 ? places[at + by] : places.find((place) => place.getBoundingClientRect().bottom > top + 4);
  if (!next) return places.length > 0;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { LedgerEntry } from '../../../src/protocol/page';
import type { Desk } from './desk';
import { againOf } from './ledger';
import { planIntent, type PlanIntent } from './planKeys';
import type { PlanProps } from './planSubject';
import { outlineOpen } from './planUi';
import { anchorAt, placeAround, selectionIn } from './selection';

/** The keys of a plan. They come after those that decide, and only from the person. */
export function usePlanKeys(
  latest: RefObject<PlanProps>,
  article: RefObject<HTMLElement | null>,
  desk: Desk,
  sendAgain: (entry: LedgerEntry) => void,
): void {
  useEffect(() => {
    const run = (intent: PlanIntent): boolean => {
      const { current: props } = latest;
      const { current: text } = article;
      if (!props || !text) return false;
      const { ui, setUi } = props;
      switch (intent.type) {
        case 'move':
          return move(text, intent.by);
        case 'begin': {
          const selection = selectionIn(text, desk.document);
          const place = placeAround(document.activeElement);
          if (!selection && !place) return false;
          desk.acts.begin(selection?.anchor ?? anchorAt(desk.document, place!), intent.kind);
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
        case 'message':
          setUi({ drawer: ui.drawer === null ? 'deny' : null });
          return true;
        case 'find':
          setUi({ find: true });
          setTimeout(() => document.querySelector<HTMLInputElement>('.find input')?.select());
          return true;
        case 'close':
          if (ui.menu) setUi({ menu: false });
          else if (ui.outline === true && getComputedStyle(text.closest('.middle')!).getPropertyValue('--cs-overlay'))
            setUi({ outline: null });
          else if (ui.drawer !== null) setUi({ drawer: null });
          else if (ui.find) setUi({ find: false });
          else return false;
          return true;
      }
    };
    const keydown = (event: KeyboardEvent): void => {
      if (!event.isTrusted || event.defaultPrevented || event.isComposing) return;
      const { target } = event;
      if (target instanceof Element && target.closest('[role=menu], [role=radiogroup]') && event.key !== 'Escape')
        return;
      const intent = planIntent({
        key: event.key,
        ctrl: event.ctrlKey,
        shift: event.shiftKey,
        alt: event.altKey,
        meta: event.metaKey,
        repeat: event.repeat,
        writing: target instanceof Element && target.matches('input, textarea, select, [contenteditable]'),
      });
      if (!intent || !run(intent)) return;
      // VS Code hears the page's keys too.
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keydown, { capture: true });
    return () => window.removeEventListener('keydown', keydown, { capture: true });
  }, [desk]);
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

import { useLayoutEffect } from 'preact/hooks';

/** Whether it is a box that one writes in, and to which letters belong. Nobody writes into a box to tick. */
export function isBox(target: EventTarget | null): boolean {
  const boxes = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
  return target instanceof Element && target.matches(boxes);
}

/** Whether letters mean something of its own where a key is for: in a menu, and where `data-letters` says so. Radio buttons have none. */
export function hasOwnLetters(target: EventTarget | null): boolean {
  return isWithin(target, '[role=menu], [data-letters]');
}

/** Whether what a key or a press is for lies in one of these. */
export function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/**
 * Hears keys that come after those that decide, and only the person's. At once for what is drawn: a key that comes in the frame after it
 * would else be heard for what stood there before.
 *
 * @param handle says whether the key meant something; then nobody else hears it
 * @param of what `handle` depends on
 */
export function usePageKeys(handle: (event: KeyboardEvent) => boolean, of: unknown): void {
  useLayoutEffect(() => {
    const keydown = (event: KeyboardEvent): void => {
      if (!event.isTrusted || event.defaultPrevented || event.isComposing || !handle(event)) return;
      // VS Code hears the page's keys too.
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keydown, { capture: true });
    return () => window.removeEventListener('keydown', keydown, { capture: true });
  }, [of]);
}

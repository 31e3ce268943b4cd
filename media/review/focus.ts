/**
 * The next key must not decide about, or be typed for, a request it was not meant for: focus that was in the bar goes to
 * the text under review. Elsewhere it stays.
 */
export function keepFocusOffDecisions(main: HTMLElement | null, hadFocus: Element | null, otherRequest: boolean): void {
  const writing = hadFocus?.matches('textarea') ?? false;
  const inBar = hadFocus?.closest('.bar') != null;
  // Unless what was drawn anew has taken it back.
  const lost = hadFocus?.isConnected === false && document.activeElement === document.body;
  if (lost || (inBar && (otherRequest || !writing))) main?.focus({ preventScroll: true });
}

/** Arrow and page keys scroll only what has the focus. Given by the page, it shows no ring. */
export function focusQuietly(main: HTMLElement | null): void {
  main?.classList.add('by-page');
  main?.addEventListener('blur', () => main.classList.remove('by-page'), { once: true });
  main?.focus({ preventScroll: true });
}

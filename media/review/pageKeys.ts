import { useEffect } from 'preact/hooks';

/**
 * Hears keys that come after those that decide, and only the person's.
 *
 * @param handle says whether the key meant something; then nobody else hears it
 * @param of what `handle` depends on
 */
export function usePageKeys(handle: (event: KeyboardEvent) => boolean, of: unknown): void {
  useEffect(() => {
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

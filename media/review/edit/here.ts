import { useEffect } from 'preact/hooks';
import type { EditDesk } from './editDesk';

/** How far below the top of the page's text something still counts as being at its top: the head of a file stays there. */
const headHeight = 44;

const hunks = '[data-hunk]';
const files = '[data-file]';

function main(): HTMLElement | null {
  return document.querySelector('main');
}

/** The hunk or file where the person is: the one with the keyboard if it is in view, else the first in view. */
function at(kind: typeof hunks | typeof files): HTMLElement | null {
  const view = main()?.getBoundingClientRect();
  if (!view) return null;
  const active = document.activeElement;
  // A file that has the keyboard stands for its first hunk.
  const focused = active?.closest<HTMLElement>(kind) ?? active?.closest(files)?.querySelector<HTMLElement>(kind);
  const box = focused?.getBoundingClientRect();
  if (focused && box && box.bottom > view.top + headHeight && box.top < view.bottom) return focused;
  const x = view.left + view.width / 2;
  for (let y = view.top + (kind === hunks ? headHeight : 4); y < view.bottom; y += 16) {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>(kind);
    if (found) return found;
  }
  return null;
}

export function hunkHere(): HTMLElement | null {
  return at(hunks);
}

export function fileHere(): HTMLElement | null {
  return at(hunks)?.closest<HTMLElement>(files) ?? at(files);
}

/** Goes to the next or previous hunk that is not folded away, or to a file. */
export function move(kind: 'hunk' | 'file', by: 1 | -1): boolean {
  const selector = kind === 'hunk' ? hunks : files;
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => !one.closest('[hidden]'));
  const now = kind === 'hunk' ? hunkHere() : fileHere();
  const next = now ? all[all.indexOf(now) + by] : all[by > 0 ? 0 : all.length - 1];
  // At the ends one stays where one is, and sees it.
  goTo(next ?? now);
  return all.length > 0;
}

export function goToFile(index: number): void {
  goTo(document.querySelector<HTMLElement>(`[data-index="${index}"]`));
}

function goTo(element: HTMLElement | null | undefined): void {
  const view = main()?.getBoundingClientRect();
  if (!element || !view) return;
  const box = element.getBoundingClientRect();
  const whole = box.top >= view.top + headHeight && box.bottom <= view.bottom;
  element.focus({ preventScroll: true });
  if (!whole || element.matches(files)) element.scrollIntoView({ block: 'start' });
}

/** Tells the desk where the person is, as they scroll and as the keyboard moves. */
export function useHere(desk: EditDesk): void {
  useEffect(() => {
    const scroller = main();
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const [hunk, file] = [hunkHere()?.dataset.hunk, fileHere()?.dataset.index];
      const places = new Map<string, number>();
      if (hunk !== undefined) places.set('hunk', Number(hunk));
      if (file !== undefined) places.set('file', Number(file)).set(`file ${file}`, 1);
      desk.here.set(places);
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    later();
    const folded = desk.folds.watch('', later);
    scroller?.addEventListener('scroll', later, { passive: true });
    scroller?.addEventListener('focusin', later);
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      folded();
      scroller?.removeEventListener('scroll', later);
      scroller?.removeEventListener('focusin', later);
      window.removeEventListener('resize', later);
    };
  }, [desk]);
}

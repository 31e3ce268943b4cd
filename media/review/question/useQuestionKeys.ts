import { hasOwnLetters, isBox, usePageKeys } from '../pageKeys';
import { optionPlace } from './questionKeys';

/**
 * Digits choose options of the question that has the focus, else of the first. They come after the keys that decide, and only from the
 * person.
 *
 * @param ready false while what is shown has only just come to the front: the key was not meant for it
 */
export function useQuestionKeys(ready: boolean): void {
  usePageKeys((event) => {
    if (!ready) return false;
    const { target } = event;
    if (hasOwnLetters(target)) return false;
    const place = optionPlace({
      key: event.key,
      ctrl: event.ctrlKey,
      alt: event.altKey,
      meta: event.metaKey,
      repeat: event.repeat,
      writing: isBox(target),
    });
    return place !== null && choose(place);
  }, ready);
}

/** Goes to an option and presses it; a box for own words is only gone to. */
function choose(place: number): boolean {
  const question = document.activeElement?.closest('[data-ask]') ?? document.querySelector('[data-ask]');
  const option = question?.querySelector<HTMLElement>(`[data-option="${place}"]`);
  if (!option) return false;
  option.focus();
  if (option.matches('input')) option.click();
  return true;
}

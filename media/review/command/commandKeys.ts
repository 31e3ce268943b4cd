import { hasOwnLetters, isBox, usePageKeys } from '../pageKeys';

/** What a key means for a command. None of it decides. */
export type CommandIntent = 'raw' | 'names' | 'edit';

const letters: Readonly<Record<string, CommandIntent>> = { t: 'raw', i: 'names', e: 'edit' };

/** The meaning of a key: letters count outside boxes only, and not while they are held. */
function intentOf(event: KeyboardEvent): CommandIntent | undefined {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  const { target } = event;
  if (isBox(target) || hasOwnLetters(target)) return undefined;
  return letters[event.key.toLowerCase()];
}

/** The keys of a command. They come after those that decide, and only from the person. */
export function useCommandKeys(run: (intent: CommandIntent) => void): void {
  usePageKeys((event) => {
    const intent = intentOf(event);
    if (!intent) return false;
    run(intent);
    return true;
  }, run);
}

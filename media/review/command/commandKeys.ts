import { useEffect } from 'preact/hooks';

/** What a key means for a command. None of it decides. */
export type CommandIntent = 'raw' | 'names' | 'edit';

const letters: Readonly<Record<string, CommandIntent>> = { t: 'raw', i: 'names', e: 'edit' };

/** The meaning of a key: letters count outside boxes only, and not while they are held. */
function intentOf(event: KeyboardEvent): CommandIntent | undefined {
  if (!event.isTrusted || event.defaultPrevented || event.isComposing || event.repeat) return undefined;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  const { target } = event;
  const taken = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu] *';
  if (target instanceof Element && target.matches(taken)) return undefined;
  return letters[event.key.toLowerCase()];
}

/** The keys of a command. They come after those that decide, and only from the person. */
export function useCommandKeys(run: (intent: CommandIntent) => void): void {
  useEffect(() => {
    const keydown = (event: KeyboardEvent): void => {
      const intent = intentOf(event);
      if (!intent) return;
      // VS Code hears the page's keys too.
      event.preventDefault();
      event.stopImmediatePropagation();
      run(intent);
    };
    window.addEventListener('keydown', keydown, { capture: true });
    return () => window.removeEventListener('keydown', keydown, { capture: true });
  }, [run]);
}

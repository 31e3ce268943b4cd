import { hasOwnLetters, isBox, usePageKeys } from '../pageKeys';
import type { CommentKind } from '../../../src/protocol/comment';
import type { PlanUi } from '../plan/planUi';

/** What a key means where something is reviewed. None of it decides; a plan or an edit leaves to others what it has no use for. */
export type ReviewIntent =
  /** `extend`: with Shift, lines on the way are meant together. */
  | { readonly type: 'move'; readonly by: 1 | -1; readonly extend: boolean }
  | { readonly type: 'begin'; readonly kind: CommentKind }
  | { readonly type: 'again' }
  | { readonly type: 'apply' }
  | { readonly type: 'outline' }
  | { readonly type: 'message' }
  | { readonly type: 'find' }
  | { readonly type: 'close' };

const letters: Readonly<Record<string, ReviewIntent>> = {
  j: { type: 'move', by: 1, extend: false },
  k: { type: 'move', by: -1, extend: false },
  c: { type: 'begin', kind: 'comment' },
  r: { type: 'begin', kind: 'replace' },
  i: { type: 'begin', kind: 'insert' },
  d: { type: 'begin', kind: 'delete' },
  q: { type: 'begin', kind: 'question' },
  g: { type: 'again' },
  a: { type: 'apply' },
  o: { type: 'outline' },
  m: { type: 'message' },
};

/** The meaning of a key, or null: letters count outside boxes only, and only `J` and `K` while they are held. */
function intentOf(event: KeyboardEvent, writing: boolean): ReviewIntent | null {
  const { key, ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta, repeat } = event;
  if (ctrl !== meta && !shift && !alt) return key.toLowerCase() === 'f' ? { type: 'find' } : null;
  if (ctrl || meta || alt || writing) return null;
  const intent = letters[key.toLowerCase()];
  if (shift) return intent?.type === 'move' ? { ...intent, extend: true } : null;
  if (key === 'Escape') return { type: 'close' };
  return intent && (!repeat || intent.type === 'move') ? intent : null;
}

/** Keys of the person that come after those that decide. @param run says whether the key meant something */
export function useLetters(run: (intent: ReviewIntent) => boolean, of: unknown): void {
  usePageKeys((event) => {
    const { target } = event;
    if (event.key !== 'Escape' && hasOwnLetters(target)) return false;
    const intent = intentOf(event, isBox(target));
    return intent !== null && run(intent);
  }, of);
}

/** What keys mean for menu and drawer, whatever is reviewed. */
export function runCommon(intent: ReviewIntent, ui: PlanUi, setUi: (change: Partial<PlanUi>) => void): boolean {
  if (intent.type === 'message') setUi({ drawer: ui.drawer === null ? 'deny' : null });
  else if (intent.type !== 'close') return false;
  else if (ui.menu) setUi({ menu: false });
  else if (ui.drawer !== null) setUi({ drawer: null });
  else return false;
  return true;
}

import type { CommentKind } from '../../../src/protocol/plan';

/** What a key means in a plan. None of it decides. */
export type PlanIntent =
  | { readonly type: 'move'; readonly by: 1 | -1 }
  | { readonly type: 'begin'; readonly kind: CommentKind }
  | { readonly type: 'again' }
  | { readonly type: 'outline' }
  | { readonly type: 'message' }
  | { readonly type: 'find' }
  | { readonly type: 'close' };

export interface PlanKey {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly repeat: boolean;
  /** Someone writes there. */
  readonly writing: boolean;
}

const letters: Readonly<Record<string, PlanIntent>> = {
  j: { type: 'move', by: 1 },
  k: { type: 'move', by: -1 },
  c: { type: 'begin', kind: 'comment' },
  r: { type: 'begin', kind: 'replace' },
  i: { type: 'begin', kind: 'insert' },
  d: { type: 'begin', kind: 'delete' },
  q: { type: 'begin', kind: 'question' },
  g: { type: 'again' },
  o: { type: 'outline' },
  m: { type: 'message' },
};

/** The meaning of a key, or null: letters count outside boxes only, and only `J` and `K` while they are held. */
export function planIntent(press: PlanKey): PlanIntent | null {
  const { key, ctrl, shift, alt, meta, repeat, writing } = press;
  if (ctrl !== meta && !shift && !alt) return key.toLowerCase() === 'f' ? { type: 'find' } : null;
  if (ctrl || meta || alt || shift || writing) return null;
  if (key === 'Escape') return { type: 'close' };
  const intent = letters[key.toLowerCase()];
  return intent && (!repeat || intent.type === 'move') ? intent : null;
}

/** What a key means in an edit, beside what it means for comments. None of it decides. */
export type EditIntent =
  | { readonly type: 'move'; readonly kind: 'hunk' | 'file'; readonly by: 1 | -1 }
  | { readonly type: 'take' }
  | { readonly type: 'view' }
  | { readonly type: 'whitespace' }
  | { readonly type: 'edit' };

export interface EditKey {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly repeat: boolean;
  /** Ctrl and Alt are how the keyboard makes this character, as for `[` on many. */
  readonly altGraph: boolean;
  /** Someone writes there. */
  readonly writing: boolean;
}

const letters: Readonly<Record<string, EditIntent>> = {
  n: { type: 'move', kind: 'hunk', by: 1 },
  p: { type: 'move', kind: 'hunk', by: -1 },
  ']': { type: 'move', kind: 'file', by: 1 },
  '[': { type: 'move', kind: 'file', by: -1 },
  x: { type: 'take' },
  v: { type: 'view' },
  w: { type: 'whitespace' },
  e: { type: 'edit' },
};

/** The meaning of a key, or null: they count outside boxes only, and only those that move while they are held. */
export function editIntent(press: EditKey): EditIntent | null {
  const { key, ctrl, shift, alt, meta, repeat, altGraph, writing } = press;
  if (writing || shift || meta || ((ctrl || alt) && !altGraph)) return null;
  const intent = letters[key.toLowerCase()];
  return intent && (!repeat || intent.type === 'move') ? intent : null;
}

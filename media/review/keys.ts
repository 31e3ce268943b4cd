/** A key press as far as the rules look at it. */
export interface KeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly composing: boolean;
  /** Where the keyboard is: in the feedback box, in some other box, on a decision button, or elsewhere. */
  readonly target: 'remark' | 'text' | 'button' | 'other';
  /** An approval is held back and can be undone. */
  readonly heldBack: boolean;
}

export type KeyIntent =
  | 'approve'
  | 'deny'
  /** Enter or Space begins a press on the decision button that has the focus. */
  | 'press'
  /** Take back the approval that is held back. */
  | 'undo'
  | 'next'
  | 'previous'
  /** Leave the box one writes in; what was typed stays. */
  | 'leave'
  /** Leave it because one has finished with it. */
  | 'finish';

/**
 * What a key means here, or null: the page then leaves it to the browser. No unmodified letter means anything, and whether
 * a decision may be taken now is the gate's business.
 */
export function keyIntent(press: KeyPress): KeyIntent | null {
  if (press.composing) return null;
  const { key, target } = press;
  const writing = target === 'remark' || target === 'text';
  // One of the two, not both: Ctrl, or Cmd on a Mac.
  const command = press.ctrl !== press.meta;
  if (command && press.shift && !press.alt) {
    if (key === 'Enter') return writing ? null : 'approve';
    if (key === 'Backspace') return target === 'text' ? null : 'deny';
    return null;
  }
  if (command && !press.shift && !press.alt) return key === 'Enter' && writing ? 'finish' : null;
  if (press.alt && !press.ctrl && !press.meta && !press.shift) {
    if (key === 'ArrowDown') return 'next';
    if (key === 'ArrowUp') return 'previous';
    return null;
  }
  if (press.ctrl || press.meta || press.alt || press.shift) return null;
  if (key === 'Escape') return writing ? 'leave' : press.heldBack ? 'undo' : null;
  if (target === 'button' && (key === 'Enter' || key === ' ')) return 'press';
  return null;
}

/** Whether a key writes something where one writes. */
export function writes({ key, ctrl, meta, alt, composing }: KeyPress): boolean {
  if (composing) return true;
  return !ctrl && !meta && !alt && (key.length === 1 || key === 'Enter' || key === 'Backspace' || key === 'Delete');
}

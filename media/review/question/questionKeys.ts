/** A key press as far as choosing by digits looks at it. */
export interface DigitKey {
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly repeat: boolean;
  /** Someone writes there. */
  readonly writing: boolean;
}

/** The place of the option that a key chooses, 0-based, or null. Some keyboards need Shift for digits. */
export function optionPlace({ key, ctrl, alt, meta, repeat, writing }: DigitKey): number | null {
  if (writing || repeat || ctrl || alt || meta || !/^[1-9]$/.test(key)) return null;
  return Number(key) - 1;
}

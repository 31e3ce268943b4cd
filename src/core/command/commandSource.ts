/** Where a piece of shell text stands in the whole command, so that ranges found in it can be told in the whole. */
export interface TextOrigin {
  /** What has to be added to an offset; null if offsets do not map (escapes were taken out), and then all of it is `from`-`to`. */
  readonly shift: number | null;
  readonly from: number;
  readonly to: number;
}

/** Offsets `from`-`to` of a text in the whole command. */
export function inWhole(origin: TextOrigin, from: number, to: number): { readonly from: number; readonly to: number } {
  return origin.shift === null
    ? { from: origin.from, to: origin.to }
    : { from: from + origin.shift, to: to + origin.shift };
}

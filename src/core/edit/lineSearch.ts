import { trimBoth, trimEnd } from './whiteSpace';

/** How much two lines may differ and still be the same: not, in white space at the end, around, and in typographic signs too. */
type Likeness = 'exact' | 'endSpace' | 'space' | 'signs';

const keys: Readonly<Record<Likeness, (line: string) => string>> = {
  exact: (line) => line,
  endSpace: trimEnd,
  space: trimBoth,
  signs: (line) =>
    trimBoth(line)
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u2018-\u201B]/g, "'")
      .replace(/[\u201C-\u201F]/g, '"')
      .replace(/[\u00A0\u2002-\u200A\u202F\u205F\u3000]/g, ' '),
};

/**
 * How many lines are looked at for one patch, all its searches together: some tenths of a second. Only a patch that is made to be slow,
 * with thousands of changes that are each looked for in the whole file, comes here.
 */
const mostLooks = 5e7;

/** Finds runs of lines in a text, each time in one pass over it: lines are numbered once, and equal ones have one number. */
export class LineSearch {
  readonly #lines: readonly string[];
  #looks = 0;
  readonly #indexes = new Map<Likeness, { readonly numbers: Map<string, number>; readonly text: Int32Array }>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** Whether it has given up. What was not found then may be there all the same. */
  get spent(): boolean {
    return this.#looks > mostLooks;
  }

  /** Whether the lines stand at this place. */
  isAt(wanted: readonly string[], at: number): boolean {
    return (
      at >= 0 && at + wanted.length <= this.#lines.length && wanted.every((line, i) => line === this.#lines[at + i])
    );
  }

  /** The first place from `from` on, if any. */
  first(wanted: readonly string[], from: number, likeness: Likeness): number | undefined {
    for (const at of this.places(wanted, from, likeness)) return at;
    return undefined;
  }

  /** Every place from `from` on, by Knuth, Morris and Pratt; `wanted` is not empty. */
  *places(wanted: readonly string[], from: number, likeness: Likeness): Generator<number> {
    if (wanted.length > this.#lines.length - from) return;
    const index = this.#index(likeness);
    const pattern = new Int32Array(wanted.length);
    for (const [i, line] of wanted.entries()) {
      const number = index.numbers.get(keys[likeness](line));
      if (number === undefined) return;
      pattern[i] = number;
    }
    const borders = bordersOf(pattern);
    let matched = 0;
    for (let at = from; at < index.text.length; at++) {
      if (++this.#looks > mostLooks) return;
      while (matched > 0 && pattern[matched] !== index.text[at]) matched = borders[matched - 1]!;
      if (pattern[matched] === index.text[at]) matched++;
      if (matched < pattern.length) continue;
      yield at - matched + 1;
      matched = borders[matched - 1]!;
    }
  }

  #index(likeness: Likeness): { readonly numbers: Map<string, number>; readonly text: Int32Array } {
    const known = this.#indexes.get(likeness);
    if (known) return known;
    const numbers = new Map<string, number>();
    const text = Int32Array.from(this.#lines, (line) => {
      const key = keys[likeness](line);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
    const index = { numbers, text };
    this.#indexes.set(likeness, index);
    return index;
  }
}

function bordersOf(pattern: Int32Array): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let i = 1; i < pattern.length; i++) {
    while (length > 0 && pattern[i] !== pattern[length]) length = borders[length - 1]!;
    if (pattern[i] === pattern[length]) length++;
    borders[i] = length;
  }
  return borders;
}

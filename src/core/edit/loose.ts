/*
 * Replacements whose old text need not be the file's to the letter. Some agents look for it with other quotes, or with characters written
 * as `\uXXXX`, and fit the new text to what they found.
 */

/** In which other spelling an old text may be found. */
export type Spelling = 'quotes' | 'escapes';

export interface Found {
  /** The text as it stands in the file. */
  readonly oldText: string;
  /** The new text in the same spelling. */
  readonly newText: string;
}

/** Finds an old text that is not in a text to the letter in one of the spellings, tried in their order. */
export function findLoose(
  text: string,
  oldText: string,
  newText: string,
  spellings: readonly Spelling[],
): Found | undefined {
  for (const spelling of spellings) {
    const found = spelling === 'quotes' ? byQuotes(text, oldText, newText) : byEscapes(text, oldText, newText);
    if (found) return found;
  }
  return undefined;
}

const straight = (text: string): string => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');

function byQuotes(text: string, oldText: string, newText: string): Found | undefined {
  // One character stands for one, so places are the same in both texts.
  const at = straight(text).indexOf(straight(oldText));
  if (at < 0) return undefined;
  const actual = text.slice(at, at + oldText.length);
  let fitted = newText;
  if (/[“”]/.test(actual)) fitted = curled(fitted, '"', '“', '”');
  if (/[‘’]/.test(actual)) fitted = curled(fitted, "'", '‘', '’');
  return { oldText: actual, newText: fitted };
}

/** A quote opens at the beginning and after white space, a bracket or a dash; elsewhere it closes. An apostrophe is a closing one. */
function curled(text: string, quote: string, opening: string, closing: string): string {
  return text.replaceAll(quote, (_, index: number) =>
    index === 0 || /[ \t\n([{—–]/.test(text.charAt(index - 1)) ? opening : closing,
  );
}

function byEscapes(text: string, oldText: string, newText: string): Found | undefined {
  for (const write of [lower, upper]) {
    const escaped = withEscapes(oldText, write);
    if (escaped !== oldText && text.includes(escaped)) {
      return { oldText: escaped, newText: withEscapes(newText, write) };
    }
  }
  const decoded = withoutEscapes(oldText);
  if (decoded === oldText || !text.includes(decoded)) return undefined;
  return { oldText: decoded, newText: withoutEscapes(newText) };
}

const lower = (hex: string): string => hex;
const upper = (hex: string): string => hex.toUpperCase();

function withEscapes(text: string, write: (hex: string) => string): string {
  return text.replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${write(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`);
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

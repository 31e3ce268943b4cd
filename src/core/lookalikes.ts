/*
 * Characters that look like those of ASCII and are others: a Cyrillic "а" in a host, a division slash in a path, a dash that is no
 * option's.
 */
import { forms, known, knownAs } from './lookalikeTable';
import type { Known } from './lookalikeTable';

/** One character that looks like another one. `from` and `to` are offsets in UTF-16 units, the end exclusive. */
export interface Lookalike {
  readonly from: number;
  readonly to: number;
  /** What it looks like: one ASCII character. */
  readonly like: string;
  /** A few words for a box in the line: "Cyrillic а", "fraction slash". */
  readonly label: string;
  /** The same with its code and what it looks like, for hover and screen readers. */
  readonly name: string;
}

/**
 * `exact`: commands, hosts, paths and names, where each character counts. `words`: code, in which only a word of two scripts is
 * suspicious; words and punctuation of other languages are not.
 */
export type LookalikeScope = 'exact' | 'words';

/** Whether a text has anything that needs a look; most have not. */
const suspect = new RegExp(`[${[...known.keys()].join('')}${forms}]`, 'u');
const each = new RegExp(suspect.source, 'gu');
/** Letters by which a line is Turkish, or of a language that is written like it. */
const turkish = /[ğĞşŞİ]/;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\u30FB\u30FC]/u;
/** Signs that are at home beside other characters of their script. Beside each other they are not: two of them may pass for `--` or `//`. */
const atHome: readonly (readonly [signs: RegExp, neighbours: RegExp])[] = [
  [/[\u3001-\u3032\u3034-\u303F\u30A0\u30FC]/, eastAsian],
  [/[\u3033\u30CE\u31D3\u31D4\u4E36\u4E3F]/, eastAsian],
  [/[\u055A-\u055F\u0589]/, /\p{Script=Armenian}/u],
  [/[\u05C0\u05C3\u05F3\u05F4]/, /\p{Script=Hebrew}/u],
  [/[\u060C-\u061F\u0660\u066A-\u066D\u06D4\u06F0]/, /[\u0620-\u06FF]/],
];

/**
 * The characters of a text that look like ASCII and are not, in order. Linear in its length.
 *
 * Letters count where they stand among Latin ones, in the same word or in a word of look-alikes alone; the latter not on a line that
 * is written in their language. Punctuation counts wherever a shell, a host or a path could be misread: not a dash between spaces, an
 * apostrophe between letters, quotation marks around words, or full-width forms beside Chinese, Japanese and Korean.
 */
export function lookalikesIn(text: string, scope: LookalikeScope = 'exact'): readonly Lookalike[] {
  if (!suspect.test(text)) return [];
  const found: Lookalike[] = [];
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(from, end);
    if (suspect.test(line)) inLine(line, from, scope, found);
    from = end + 1;
  }
  return found;
}

function inLine(line: string, offset: number, scope: LookalikeScope, found: Lookalike[]): void {
  const words = suspiciousWords(line, scope);
  const quotes = scope === 'exact' ? writtenQuotes(line) : new Set<number>();
  let next = 0;
  for (const { 0: character, index: at } of line.matchAll(each)) {
    const entry = knownAs(character);
    if (!entry) continue;
    while (words[next] && words[next]!.to <= at) next += 1;
    const inWord = (words[next]?.from ?? Infinity) <= at;
    const { living = false } = entry.letter ?? {};
    if (isAtHome(line, at, character) || (living && (scope === 'words' || turkish.test(line)))) continue;
    const counts = inWord || (scope === 'exact' && !entry.letter && !quotes.has(at) && !isNatural(line, at, character));
    if (counts) found.push({ from: offset + at, to: offset + at + character.length, ...named(character, entry) });
  }
}

function named(character: string, { like, label, letter }: Known): Omit<Lookalike, 'from' | 'to'> {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { like, label, name: `${letter ? `${letter.script} letter` : label}, U+${code}, looks like “${like}”` };
}

interface Word {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function wordsOf(line: string, pattern: RegExp): readonly Word[] {
  return Array.from(line.matchAll(pattern), ({ 0: text, index }) => ({ from: index, to: index + text.length, text }));
}

/** The words whose letters are not what they seem. */
function suspiciousWords(line: string, scope: LookalikeScope): readonly Word[] {
  const words = wordsOf(line, /[\p{L}\p{M}\p{Nd}]+/gu).filter(({ text }) => /[^\0-\x7F]/.test(text));
  const mixed = new Set(words.filter(({ text }) => /[A-Za-z]/.test(text)));
  if (scope === 'words') return [...mixed];
  const foreign = words.filter((word) => !mixed.has(word));
  const own = foreign.some(({ text }) => !isDisguise(text));
  const joined = own ? wordsOf(line, /\S+/g).filter(({ text }) => /[A-Za-z]/.test(text)) : [];
  let next = 0;
  return words.filter((word) => {
    if (mixed.has(word)) return true;
    if (!isDisguise(word.text)) return false;
    if (!own) return true;
    // In a line of that language, only if it is one piece with Latin letters, as "аррӏе.com" is.
    while (joined[next] && joined[next]!.to <= word.from) next += 1;
    return (joined[next]?.from ?? Infinity) <= word.from;
  });
}

/** Whether all letters of a word are close look-alikes. */
function isDisguise(word: string): boolean {
  for (const character of word) if (!/\d/.test(character) && !known.get(character)?.letter?.close) return false;
  return true;
}

/**
 * Where double quotation marks stand around words, as messages have them. What is between them a shell would read as plain words: no
 * variable, no operator, no option, no path.
 */
function writtenQuotes(line: string): ReadonlySet<number> {
  const pairs = line.matchAll(
    /(?<=^|[\s("'])\u201C[\p{L}\p{N}][\p{L}\p{M}\p{N},.!' \u2019-]{0,200}\u201D(?=$|[\s),.:!?"'])/gu,
  );
  return new Set(Array.from(pairs, ({ 0: text, index }) => [index, index + text.length - 1]).flat());
}

/** The characters beside one; a space at the ends of the line. */
function neighboursOf(line: string, at: number, character: string): readonly [before: string, after: string] {
  return [
    /.$/u.exec(line.slice(Math.max(0, at - 2), at))?.[0] ?? ' ',
    /^./u.exec(line.slice(at + character.length, at + character.length + 2))?.[0] ?? ' ',
  ];
}

function isAtHome(line: string, at: number, character: string): boolean {
  const home = atHome.find(([signs]) => signs.test(character));
  if (!home) return false;
  const [signs, neighbours] = home;
  return neighboursOf(line, at, character).some((one) => neighbours.test(one) && !signs.test(one));
}

/** Whether punctuation is where it stands in ordinary writing. */
function isNatural(line: string, at: number, character: string): boolean {
  const [before, after] = neighboursOf(line, at, character);
  if (/[\u2013-\u2015\u2212\u2500]/.test(character)) return /\s/.test(before) && /\s/.test(after);
  if (/[\u2019\u02BC]/.test(character)) return /\p{L}/u.test(before) && /[\p{L}\s]/u.test(after);
  if (/[\u3001-\u3015\u301C\u30FC]/.test(character)) return /[\uFF01-\uFF20]/.test(before);
  return /[\uFF00-\uFF61]/.test(character) && (eastAsian.test(before) || eastAsian.test(after));
}

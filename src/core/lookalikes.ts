/*
 * Characters that look like those of ASCII and are others: a Cyrillic "а" in a host, a division slash in a path, a dash that is no
 * option's. The pairs follow Unicode's list for security (UTS #39, confusables.txt), as far as the characters are in common fonts.
 */

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

/** Letters by script: pairs of what it is and what it looks like; `near` ones only fool in the company of real ones. */
const letterPairs: readonly { readonly script: string; readonly close: string; readonly near?: string }[] = [
  {
    script: 'Cyrillic',
    close: 'аaАAВBсcСCԁdеeЕEҽeѕsЅSіiІIјjЈJһhНHКKӏlӀlМMоoОOрpРPԛqԚQТTуyУYүyҮYхxХXԝwԜWѡwѵvѴVԌG',
    near: 'кkмmтtгrиuпnьbЬbгrҳxҺhԀdԍg',
  },
  {
    script: 'Greek',
    close: 'ΑAΒBΕEΖZΗHΙIΚKΜMΝNοoΟOρpΡPΤTΥYΧXνvϲcϹCϳjϱpϜF',
    near: 'αaιiκkσoυuγyηn',
  },
  { script: 'Armenian', close: 'օoՕOսuՍUհhցgյjոnՏSԼL', near: 'աwռnզq' },
  { script: 'Cherokee', close: 'ᎪAᏴBᏏbᏟCᎠDᎬEᏀGᎻHᏂhᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᎽyᏃZ' },
  { script: 'Lisu', close: 'ꓮAꓐBꓚCꓓDꓰEꓝFꓖGꓧHꓲIꓙJꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓦVꓪWꓫXꓬYꓜZ' },
  { script: 'Latin', close: 'ɑaɡgɩiᴄcᴏoᴜuᴠvᴡwᴢz', near: 'ꜱsɪi' },
];

/** Punctuation: what it looks like, and the characters with their names. */
const punctuation: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/': {
    '\u2044': 'fraction slash',
    '\u2215': 'division slash',
    '\u29F8': 'big solidus',
    '\u2571': 'box drawings diagonal',
    '\u27CB': 'rising diagonal',
    '\u2041': 'caret insertion point',
  },
  '\\': {
    '\u2216': 'set minus',
    '\u29F5': 'reverse solidus operator',
    '\u29F9': 'big reverse solidus',
    '\u27CD': 'falling diagonal',
  },
  '-': {
    '\u2010': 'hyphen',
    '\u2011': 'no-break hyphen',
    '\u2012': 'figure dash',
    '\u2013': 'en dash',
    '\u2014': 'em dash',
    '\u2015': 'horizontal bar',
    '\u2043': 'hyphen bullet',
    '\u2212': 'minus sign',
    '\u02D7': 'modifier minus sign',
    '\u2500': 'box drawings horizontal',
    '\u2796': 'heavy minus sign',
    '\u30FC': 'prolonged sound mark',
  },
  '.': { '\uA4F8': 'Lisu letter tone', '\u3002': 'ideographic full stop', '\uFF61': 'halfwidth ideographic full stop' },
  ':': {
    '\u2236': 'ratio',
    '\uA789': 'modifier colon',
    '\u02D0': 'triangular colon',
    '\u0589': 'Armenian full stop',
    '\u05C3': 'Hebrew sof pasuq',
  },
  ',': { '\u201A': 'low quotation mark', '\u066B': 'Arabic decimal separator', '\u3001': 'ideographic comma' },
  ';': { '\u037E': 'Greek question mark', '\u061B': 'Arabic semicolon' },
  '|': {
    '\u2223': 'divides',
    '\u01C0': 'dental click',
    '\u05C0': 'Hebrew paseq',
    '\u2502': 'box drawings vertical',
    '\u23D0': 'vertical line extension',
    '\u2758': 'light vertical bar',
  },
  '*': { '\u2217': 'asterisk operator', '\u204E': 'low asterisk', '\u066D': 'Arabic star' },
  '~': { '\u223C': 'tilde operator', '\u02DC': 'small tilde', '\u2053': 'swung dash', '\u301C': 'wave dash' },
  '<': {
    '\u2039': 'single angle quotation mark',
    '\u276E': 'angle quotation ornament',
    '\u2329': 'angle bracket',
    '\u27E8': 'mathematical angle bracket',
  },
  '>': {
    '\u203A': 'single angle quotation mark',
    '\u276F': 'angle quotation ornament',
    '\u232A': 'angle bracket',
    '\u27E9': 'mathematical angle bracket',
  },
  '=': { '\uA78A': 'modifier equals sign', '\u30A0': 'double hyphen', '\u2E40': 'double hyphen' },
  '!': { '\u01C3': 'retroflex click', '\u2D51': 'Tifinagh letter tuareg yang' },
  '?': { '\u0294': 'glottal stop' },
  '%': { '\u066A': 'Arabic percent sign' },
  '+': { '\u2795': 'heavy plus sign' },
  '^': { '\u02C4': 'modifier up arrowhead', '\u02C6': 'modifier circumflex' },
  _: { '\u02CD': 'modifier low macron' },
  '(': { '\u2768': 'parenthesis ornament', '\u3014': 'tortoise shell bracket' },
  ')': { '\u2769': 'parenthesis ornament', '\u3015': 'tortoise shell bracket' },
  '{': { '\u2774': 'curly bracket ornament' },
  '}': { '\u2775': 'curly bracket ornament' },
  '`': { '\u02CB': 'modifier grave accent', '\u2035': 'reversed prime' },
  "'": {
    '\u2018': 'left quotation mark',
    '\u2019': 'right quotation mark',
    '\u201B': 'reversed quotation mark',
    '\u2032': 'prime',
    '\u00B4': 'acute accent',
    '\u02B9': 'modifier prime',
    '\u02BC': 'modifier apostrophe',
    '\u02C8': 'modifier vertical line',
    '\uA78C': 'saltillo',
    '\u05F3': 'Hebrew geresh',
  },
  '"': {
    '\u201C': 'left double quotation mark',
    '\u201D': 'right double quotation mark',
    '\u201F': 'reversed double quotation mark',
    '\u2033': 'double prime',
    '\u02BA': 'modifier double prime',
    '\u05F4': 'Hebrew gershayim',
  },
};

interface Known {
  readonly like: string;
  readonly label: string;
  /** For letters: how it is named, and whether a word of such letters alone can be taken for another one. */
  readonly letter?: { readonly script: string; readonly close: boolean };
}

const known = new Map<string, Known>();
for (const { script, close, near = '' } of letterPairs) {
  for (const pairs of [close, near]) {
    for (const [, character = '', like = ''] of pairs.matchAll(/(.)(.)/gu))
      known.set(character, { like, label: `${script} ${character}`, letter: { script, close: pairs === close } });
  }
}
for (const [like, characters] of Object.entries(punctuation)) {
  for (const [character, label] of Object.entries(characters)) known.set(character, { like, label });
}

/** Forms of one ASCII character for which Unicode has a rule and that need no table: full width, small, mathematical, letter-like. */
const forms =
  '\\u2024\\u1FEF\\u2100-\\u2138\\u213A-\\u214F\\u2160-\\u217F\\uFE50-\\uFE6B\\uFF01-\\uFF5E\\u{1D400}-\\u{1D7FF}';

/** Whether a text has anything that needs a look; most have not. */
const suspect = new RegExp(`[${[...known.keys()].join('')}${forms}]`, 'u');
const each = new RegExp(suspect.source, 'gu');
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F]/u;

function knownAs(character: string): Known | undefined {
  const entry = known.get(character);
  if (entry) return entry;
  const like = character.normalize('NFKC');
  if (!/^[!-~]$/.test(like)) return undefined;
  const code = character.codePointAt(0) ?? 0;
  const form =
    code > 0xffff ? 'mathematical' : code >= 0xff00 ? 'full-width' : code >= 0xfe00 ? 'small' : 'letter-like';
  return { like, label: `${form} ${like}` };
}

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

/** Whether punctuation is where it stands in ordinary writing. */
function isNatural(line: string, at: number, character: string): boolean {
  const before = /.$/u.exec(line.slice(Math.max(0, at - 2), at))?.[0] ?? ' ';
  const after = /^./u.exec(line.slice(at + character.length, at + character.length + 2))?.[0] ?? ' ';
  if (/[\u2013-\u2015\u2212\u2500]/.test(character)) return /\s/.test(before) && /\s/.test(after);
  if (/[\u2019\u02BC]/.test(character)) return /\p{L}/u.test(before) && /[\p{L}\s]/u.test(after);
  if (/[\u3001-\u3015\u301C\u30FC]/.test(character))
    return /[\uFF01-\uFF20]/.test(before) || isEastAsian(before, after);
  return /[\uFF00-\uFF61]/.test(character) && isEastAsian(before, after);
}

function isEastAsian(...neighbours: readonly string[]): boolean {
  return neighbours.some((one) => eastAsian.test(one));
}

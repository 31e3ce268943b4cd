/*
 * Text from an agent is shown so that nothing in it can hide: characters that have no ink, or that move other characters
 * around, become named segments. The page draws those as small boxes; attributes get the same names in brackets.
 */

/** Text with ink: letters, signs, ordinary spaces, tabs, newlines, and whole emoji. */
export interface TextSegment {
  readonly type: 'text';
  readonly text: string;
}

/** Characters that would not be seen. `label` is short enough for a box in the line, `name` says it in words. */
export interface InvisibleSegment {
  readonly type: 'invisible';
  readonly text: string;
  readonly label: string;
  readonly name: string;
  /** The first code point. */
  readonly code: number;
}

export type Segment = TextSegment | InvisibleSegment;

/** Everything that is drawn as a box: controls, bidi marks, zero-width and unusual spaces, fillers, private use, halves of pairs. */
const covered =
  '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F' +
  '\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uD800-\\uDFFF\\uE000-\\uF8FF\\uFDD0-\\uFDEF' +
  '\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFC\\uFFFE\\uFFFF\\u{13430}-\\u{1343F}\\u{1BCA0}-\\u{1BCA3}' +
  '\\u{1D173}-\\u{1D17A}\\u{1FFFE}\\u{1FFFF}\\u{2FFFE}\\u{2FFFF}\\u{3FFFE}\\u{3FFFF}\\u{4FFFE}\\u{4FFFF}\\u{5FFFE}\\u{5FFFF}' +
  '\\u{6FFFE}\\u{6FFFF}\\u{7FFFE}\\u{7FFFF}\\u{8FFFE}\\u{8FFFF}\\u{9FFFE}\\u{9FFFF}\\u{AFFFE}\\u{AFFFF}\\u{BFFFE}\\u{BFFFF}' +
  '\\u{CFFFE}\\u{CFFFF}\\u{DFFFE}\\u{DFFFF}\\u{E0000}-\\u{E0FFF}\\u{EFFFE}-\\u{10FFFF}]';

/** A joiner or a variation selector is part of an emoji only in these places; anywhere else it is drawn. */
const emoji =
  '\\p{Extended_Pictographic}(?:[\\uFE0E\\uFE0F]|\\p{Emoji_Modifier})?' +
  '(?:\\u200D\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?)*|[0-9#*]\\uFE0F\\u20E3';

/** So many spaces or tabs in a row push what follows out of sight, so they are counted. */
const longGap = ' {100,}|\\t{30,}';

const anyCovered = new RegExp(`${covered}|${longGap}`, 'u');
const scan = new RegExp(`(?:${emoji})|((?:${covered})+|${longGap})`, 'gu');

/** More different neighbours than this are shown as one box that counts them, so that a page of them stays a page. */
const longRun = 12;

const known: Readonly<Record<number, readonly [label: string, name: string]>> = {
  0x00: ['NUL', 'null'],
  0x07: ['BEL', 'bell'],
  0x08: ['BS', 'backspace'],
  0x0b: ['VT', 'vertical tab'],
  0x0c: ['FF', 'form feed'],
  0x0d: ['CR', 'carriage return'],
  0x1b: ['ESC', 'escape, begins a terminal control sequence'],
  0x7f: ['DEL', 'delete'],
  0x85: ['NEL', 'next line'],
  0x9b: ['CSI', 'control sequence introducer'],
  0xa0: ['NBSP', 'no-break space'],
  0xad: ['SHY', 'soft hyphen'],
  0x034f: ['CGJ', 'combining grapheme joiner'],
  0x061c: ['ALM', 'Arabic letter mark'],
  0x115f: ['HCF', 'Hangul choseong filler'],
  0x1160: ['HJF', 'Hangul jungseong filler'],
  0x1680: ['OGSP', 'Ogham space mark'],
  0x180e: ['MVS', 'Mongolian vowel separator'],
  0x2000: ['NQSP', 'en quad'],
  0x2001: ['MQSP', 'em quad'],
  0x2002: ['ENSP', 'en space'],
  0x2003: ['EMSP', 'em space'],
  0x2004: ['3/MSP', 'three-per-em space'],
  0x2005: ['4/MSP', 'four-per-em space'],
  0x2006: ['6/MSP', 'six-per-em space'],
  0x2007: ['FSP', 'figure space'],
  0x2008: ['PSP', 'punctuation space'],
  0x2009: ['THSP', 'thin space'],
  0x200a: ['HSP', 'hair space'],
  0x200b: ['ZWSP', 'zero width space'],
  0x200c: ['ZWNJ', 'zero width non-joiner'],
  0x200d: ['ZWJ', 'zero width joiner'],
  0x200e: ['LRM', 'left-to-right mark'],
  0x200f: ['RLM', 'right-to-left mark'],
  0x2028: ['LS', 'line separator'],
  0x2029: ['PS', 'paragraph separator'],
  0x202a: ['LRE', 'left-to-right embedding'],
  0x202b: ['RLE', 'right-to-left embedding'],
  0x202c: ['PDF', 'pop directional formatting'],
  0x202d: ['LRO', 'left-to-right override'],
  0x202e: ['RLO', 'right-to-left override'],
  0x202f: ['NNBSP', 'narrow no-break space'],
  0x205f: ['MMSP', 'medium mathematical space'],
  0x2060: ['WJ', 'word joiner'],
  0x2061: ['FA', 'function application'],
  0x2062: ['IT', 'invisible times'],
  0x2063: ['IS', 'invisible separator'],
  0x2064: ['IP', 'invisible plus'],
  0x2066: ['LRI', 'left-to-right isolate'],
  0x2067: ['RLI', 'right-to-left isolate'],
  0x2068: ['FSI', 'first strong isolate'],
  0x2069: ['PDI', 'pop directional isolate'],
  0x2800: ['BRBL', 'Braille pattern blank'],
  0x3000: ['IDSP', 'ideographic space'],
  0x3164: ['HF', 'Hangul filler'],
  0xfeff: ['BOM', 'byte order mark, zero width no-break space'],
  0xffa0: ['HWHF', 'halfwidth Hangul filler'],
  0xfffc: ['OBJ', 'object replacement character'],
};

/** `U+200B`. */
function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function nameOf(code: number): readonly [label: string, name: string] {
  const entry = known[code];
  if (entry) return entry;
  const label = codeName(code);
  if (code < 0xa0) return [label, 'control character'];
  if (code >= 0xd800 && code <= 0xdfff) return [label, 'half of a surrogate pair'];
  if (code >= 0xe0020 && code <= 0xe007e) {
    const character = String.fromCodePoint(code - 0xe0000);
    return [`TAG ${character === ' ' ? 'SPACE' : character}`, `tag character for “${character}”`];
  }
  if (code >= 0xe0000 && code <= 0xe007f) return [label, 'tag character'];
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) {
    return [`VS${code < 0x10000 ? code - 0xfe00 + 1 : code - 0xe0100 + 17}`, 'variation selector'];
  }
  if ((code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)) return [label, 'not a character'];
  if ((code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000) return [label, 'private use character'];
  return [label, 'format character'];
}

/**
 * Splits a text into what has ink and what has not. Joined, the segments' texts are the input again, unit for unit.
 * Linear in the length of the text.
 */
export function visibleSegments(text: string): readonly Segment[] {
  if (!anyCovered.test(text)) return text === '' ? [] : [{ type: 'text', text }];
  const segments: Segment[] = [];
  let from = 0;
  scan.lastIndex = 0;
  for (let match = scan.exec(text); match; match = scan.exec(text)) {
    const run = match[1];
    if (run === undefined) continue;
    if (match.index > from) segments.push({ type: 'text', text: text.slice(from, match.index) });
    pushRun(segments, run);
    from = match.index + run.length;
  }
  if (from < text.length) segments.push({ type: 'text', text: text.slice(from) });
  return segments;
}

function pushRun(segments: Segment[], run: string): void {
  const first = run.codePointAt(0) ?? 0;
  if (first === 0x20 || first === 0x09) {
    const what = first === 0x20 ? 'spaces' : 'tabs';
    const label = `${run.length.toLocaleString('en')} ${what}`;
    segments.push({ type: 'invisible', text: run, label, name: `${label} in a row`, code: first });
    return;
  }
  if (run.length === (first > 0xffff ? 2 : 1)) {
    segments.push(box(run, first, 1));
    return;
  }
  const same: { readonly code: number; text: string; count: number }[] = [];
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    const last = same.at(-1);
    if (last?.code === code) {
      last.text += character;
      last.count += 1;
    } else {
      same.push({ code, text: character, count: 1 });
    }
  }
  if (same.length > longRun) {
    segments.push(mixed(run, same));
    return;
  }
  for (const { code, text, count } of same) segments.push(box(text, code, count));
}

/** A box for one character, or for the same one several times. */
function box(text: string, code: number, count: number): InvisibleSegment {
  const [label, name] = nameOf(code);
  const times = count > 1 ? ` ×${count.toLocaleString('en')}` : '';
  return { type: 'invisible', text, label: label + times, name: `${name}, ${codeName(code)}${times}`, code };
}

/** One box for many different characters. What tag characters spell is spelt out: it is how text is smuggled. */
function mixed(run: string, parts: readonly { readonly code: number; readonly count: number }[]): InvisibleSegment {
  let total = 0;
  let spelt = '';
  const labels = new Set<string>();
  for (const { code, count } of parts) {
    total += count;
    if (code >= 0xe0020 && code <= 0xe007e) spelt += String.fromCodePoint(code - 0xe0000).repeat(count);
    else labels.add(nameOf(code)[0]);
  }
  const tags = spelt === '' ? [] : [`tags that spell “${spelt}”`];
  const rest = [...labels];
  const more = rest.length > longRun ? [`${rest.length - longRun} other kinds`] : [];
  const list = [...tags, ...rest.slice(0, longRun), ...more].join(', ');
  return {
    type: 'invisible',
    text: run,
    label: `${total.toLocaleString('en')} invisible characters: ${list}`,
    name: `${total.toLocaleString('en')} invisible characters in a row: ${list}`,
    code: parts[0]?.code ?? 0,
  };
}

/** Segments as one string, for places that take nothing else: `evil⟨RLO⟩txt`. */
export function segmentsString(segments: readonly Segment[]): string {
  return segments.map((segment) => (segment.type === 'text' ? segment.text : `⟨${segment.label}⟩`)).join('');
}

/** A text for titles and labels for screen readers, with nothing in it that would not be seen. */
export function visibleString(text: string): string {
  return anyCovered.test(text) ? segmentsString(visibleSegments(text)) : text;
}

/** One row of a text that is shown line by line. */
export type TextRow =
  | { readonly type: 'line'; readonly number: number; readonly text: string }
  /** Lines with nothing but spaces and tabs, counted instead of shown. */
  | { readonly type: 'blank'; readonly from: number; readonly count: number };

export interface TextRows {
  readonly rows: readonly TextRow[];
  /** How many lines there are, blank ones included. A newline at the very end begins no line. */
  readonly lines: number;
  /** How many of them end in CR LF. A CR anywhere else stays in its line, to be drawn. */
  readonly crlf: number;
}

/** Whether a line has nothing to see. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** Splits a text into lines; `threshold` blank lines or more in a row become one counted row. */
export function textRows(text: string, threshold = 3): TextRows {
  const rows: TextRow[] = [];
  let crlf = 0;
  let number = 0;
  let blanks: { readonly number: number; readonly text: string }[] = [];
  const flush = (): void => {
    const first = blanks[0];
    if (!first) return;
    if (blanks.length >= threshold) rows.push({ type: 'blank', from: first.number, count: blanks.length });
    else for (const line of blanks) rows.push({ type: 'line', ...line });
    blanks = [];
  };
  for (let from = 0; from < text.length || number === 0;) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const hasCr = newline > from && text.charCodeAt(newline - 1) === 13;
    if (hasCr) crlf += 1;
    const line = text.slice(from, hasCr ? end - 1 : end);
    number += 1;
    if (isBlank(line)) {
      blanks.push({ number, text: line });
    } else {
      flush();
      rows.push({ type: 'line', number, text: line });
    }
    from = newline < 0 ? text.length : newline + 1;
  }
  flush();
  return { rows, lines: number, crlf };
}

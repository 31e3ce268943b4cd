/* The names of characters that have no ink. */

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
  0x1d159: ['NULL', 'musical symbol null notehead'],
  0xfffc: ['OBJ', 'object replacement character'],
};

/** `U+200B`. */
export function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What a character without ink is called: short enough for a box in the line, and in words. */
export function nameOf(code: number): readonly [label: string, name: string] {
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

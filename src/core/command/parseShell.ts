import { parse, type ParsedScript } from 'unbash';

/**
 * The longest text that is read in one go, in UTF-16 units. The parser needs time by the square for some inputs (substitutions whose brackets
 * stand in quotes), and with this length the worst ones known take one or two seconds of a busy processor.
 */
export const READ_LIMIT = 65_536;

/** Longer texts are read in pieces of about this size, for their calls only: here-documents and the like may be cut in two. */
const PIECE = 16_384;

/** Of longer texts so much is read at the beginning and at the end. */
const HEAD = 8 * PIECE;
const TAIL = 4 * PIECE;

/** How deep brackets may stand in each other. The parser cuts at 256 by itself, and needs time by the square before it does. */
const NESTING_LIMIT = 200;

/** A part of a text as the parser reads it. */
export interface ShellPiece {
  readonly script: ParsedScript;
  readonly source: string;
  /** The offset of the piece in the text. */
  readonly at: number;
}

/** What the parser makes of a text. */
export interface ShellSyntax {
  readonly pieces: readonly ShellPiece[];
  /** Why this is not the whole text, in a few words. */
  readonly cut?: string;
}

/** Where the text stands deeper in brackets than the parser can follow; -1 if nowhere. Knows no quotes: those only make it stop early. */
function tooDeepAt(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 40 /* ( */ || code === 123 /* { */) {
      depth++;
      if (depth > NESTING_LIMIT) return at;
    } else if ((code === 41 /* ) */ || code === 125) /* } */ && depth > 0) depth--;
  }
  return -1;
}

/** Parses one piece. The parser recurses on chains of function heads and the like and can run out of stack. */
function parsePiece(text: string, at: number): ShellSyntax {
  const deep = tooDeepAt(text);
  const source = deep < 0 ? text : text.slice(0, deep);
  try {
    const pieces = [{ script: parse(source), source, at }];
    return deep < 0 ? { pieces } : { pieces, cut: 'it is nested too deep' };
  } catch {
    return { pieces: [], cut: 'it is nested too deep' };
  }
}

/** Where the line behind `at` begins; `at` itself if there is no other. */
function lineAfter(text: string, at: number): number {
  return text.indexOf('\n', at) + 1 || at;
}

/** Parses shell text. Never throws; time is bounded for every input (see READ_LIMIT). */
export function parseShell(text: string): ShellSyntax {
  if (text.length <= READ_LIMIT) return parsePiece(text, 0);
  const pieces: ShellPiece[] = [];
  let at = 0;
  while (at < text.length) {
    if (at >= HEAD && at < text.length - TAIL) at = lineAfter(text, text.length - TAIL);
    const lineEnd = text.lastIndexOf('\n', at + PIECE - 1);
    const end = lineEnd > at ? lineEnd + 1 : Math.min(at + PIECE, text.length);
    pieces.push(...parsePiece(text.slice(at, end), at).pieces);
    at = end;
  }
  return { pieces, cut: `it is longer than ${READ_LIMIT / 1024} KB` };
}

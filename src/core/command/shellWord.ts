import type { Word, WordPart } from 'unbash';
import type { CommandWord, WordPiece } from './calls';
import { inWhole, type TextOrigin } from './commandSource';

/** What a word's variables and `~` stand for. */
export interface WordValues {
  /** A variable's value, undefined if unknown. */
  variable(name: string): string | undefined;
  readonly home: string;
}

function variablePiece(name: string, quoted: boolean, values: WordValues): WordPiece {
  const value = values.variable(name);
  return { type: 'variable', name, quoted, ...(value === undefined ? {} : { value }) };
}

/** `~` and `~name` stand for a folder only at the beginning and outside of quotes. */
function literalPieces(raw: string, value: string, first: boolean): WordPiece[] {
  const home = first ? /^~[\w.+-]*(?=\/|$)/.exec(raw)?.[0] : undefined;
  if (home === undefined) return value === '' ? [] : [{ type: 'text', text: value, quoted: raw !== value }];
  const rest = value.slice(home.length);
  const restRaw = raw.slice(home.length);
  return [
    { type: 'home', text: home },
    ...(rest === '' ? [] : [{ type: 'text', text: rest, quoted: rest !== restRaw } as const]),
  ];
}

function piecesOf(part: WordPart, first: boolean, quoted: boolean, values: WordValues): WordPiece[] {
  switch (part.type) {
    case 'Literal':
      return quoted ? [{ type: 'text', text: part.value, quoted }] : literalPieces(part.text, part.value, first);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ type: 'text', text: part.value, quoted: true }];
    case 'Glob':
      return [{ type: 'glob', text: part.text }];
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.length === 0
        ? [{ type: 'text', text: '', quoted: true }]
        : part.parts.flatMap((child) => piecesOf(child, false, true, values));
    case 'SimpleExpansion':
      return [variablePiece(part.text.slice(1), quoted, values)];
    case 'ParameterExpansion': {
      const { operation } = part;
      if (part.prefix !== undefined || part.index !== undefined) return [{ type: 'other', text: part.text }];
      const piece = variablePiece(part.parameter, quoted, values);
      if (operation === undefined) return [piece];
      if (operation.type !== 'Default' || piece.type !== 'variable') return [{ type: 'other', text: part.text }];
      if (operation.operator.endsWith('?')) return [{ ...piece, mustBeSet: true }];
      if (operation.operator.endsWith('+')) return [{ type: 'other', text: part.text }];
      const fallback = valueOf(wordPieces(operation.operand, values), values.home);
      return fallback === null ? [{ type: 'other', text: part.text }] : [{ ...piece, fallback }];
    }
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return [{ type: 'substitution', quoted }];
    case 'ArithmeticExpansion':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return [{ type: 'other', text: part.text }];
  }
}

/** A word's pieces after the shell's quotes. */
function wordPieces(word: Word, values: WordValues): WordPiece[] {
  const { parts } = word;
  if (parts === undefined) return literalPieces(word.text, word.value, true);
  return parts.flatMap((part, at) => piecesOf(part, at === 0, false, values));
}

/** What the shell makes of pieces if that is one word and known; null if not. */
function valueOf(pieces: readonly WordPiece[], home: string): string | null {
  let value = '';
  for (const piece of pieces) {
    switch (piece.type) {
      case 'text':
      case 'glob':
        value += piece.text;
        break;
      case 'home':
        if (piece.text !== '~') return null;
        value += home;
        break;
      case 'variable': {
        if (piece.value === undefined) return null;
        // An empty value with a fallback, and what the shell would split or expand again, is not looked into.
        if (piece.value === '' && (piece.fallback !== undefined || piece.mustBeSet)) return null;
        if (!piece.quoted && (piece.value === '' || /[\s*?[\\]/.test(piece.value))) return null;
        value += piece.value;
        break;
      }
      case 'substitution':
      case 'other':
        return null;
    }
  }
  return value;
}

/** A word of the tree as its pieces, with ranges in the whole command. `prefix`: text before it that belongs to it (`A=` of `export A=x`). */
export function readWord(word: Word, origin: TextOrigin, values: WordValues, prefix?: string): CommandWord {
  const own = wordPieces(word, values);
  const pieces = prefix === undefined ? own : [{ type: 'text', text: prefix, quoted: false } as const, ...own];
  return {
    ...inWhole(origin, word.pos - (prefix?.length ?? 0), word.end),
    pieces,
    value: valueOf(pieces, values.home),
  };
}

/** Longer values are not split. */
const SPLIT_LIMIT = 500;

/** Splits a word that is one variable outside of quotes at the blanks of its known value; empty if it is no such word. */
export function splitWord({ from, to, pieces }: CommandWord): readonly CommandWord[] {
  const [piece] = pieces;
  if (pieces.length !== 1 || piece?.type !== 'variable' || piece.quoted) return [];
  const value = piece.value ?? '';
  if (value.length > SPLIT_LIMIT || !/\s/.test(value)) return [];
  return value
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => ({
      from,
      to,
      pieces: [/[*?[]/.test(text) ? { type: 'glob', text } : { type: 'text', text, quoted: true }],
      value: text,
    }));
}

/** The text that a word gives to a shell that reads it anew, and where it stands; null if it is not literal. */
export interface ShellText {
  readonly text: string;
  readonly origin: TextOrigin;
  /** The outer shell has put in values of variables before: they stand in double quotes. */
  readonly expanded: boolean;
}

/** A word as shell text. Variables in double quotes stay as they are written: the inner shell sees their values, and neither is known. */
export function shellText(word: Word, origin: TextOrigin): ShellText | null {
  const { parts } = word;
  const whole = { ...inWhole(origin, word.pos, word.end), shift: null };
  if (parts === undefined) {
    const plain = word.text === word.value;
    return { text: word.value, origin: plain ? shifted(origin, word.pos, whole) : whole, expanded: false };
  }
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only?.type === 'SingleQuoted') {
    return { text: only.value, origin: shifted(origin, only.pos + 1, whole), expanded: false };
  }
  if (only?.type === 'DoubleQuoted') {
    const inner = only.text.slice(1, -1);
    if (!inner.includes('\\')) return { text: inner, origin: shifted(origin, only.pos + 1, whole), expanded: true };
  }
  let text = '';
  for (const part of parts) {
    if (part.type === 'DoubleQuoted') text += part.text.slice(1, -1).replace(/\\([$`"\\\n])/g, unescaped);
    else if (part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') text += part.value;
    else if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') text += part.text;
    else if (part.type === 'CommandExpansion' || part.type === 'Glob' || part.type === 'BraceExpansion')
      text += part.text;
    else return null;
  }
  return { text, origin: whole, expanded: true };
}

function unescaped(_: string, escaped: string): string {
  return escaped === '\n' ? '' : escaped;
}

function shifted(origin: TextOrigin, by: number, whole: TextOrigin): TextOrigin {
  return origin.shift === null ? whole : { ...whole, shift: origin.shift + by };
}

import type { CommandWord, WordPiece } from './calls';
import type { PatternPiece } from './targets';

/** What a word's pieces stand for as paths: several for `{a,b}`; a reason if they cannot be known. */
export type WordPatterns =
  | { readonly patterns: readonly (readonly PatternPiece[])[] }
  /** A sentence. */
  | { readonly reason: string };

/** More of `{a,b}{c,d}...` than this is not written out. */
const BRACE_LIMIT = 64;

/** Why a variable has no value. `setHere`: whether the text sets it. */
function unset(name: string, setHere: boolean): string {
  if (/^[0-9@*#]+$/.test(name)) return `Not expanded: $${name} is given when it is called.`;
  return setHere ? `Not expanded: ${name} is set while the command runs.` : `Not expanded: ${name} is not set here.`;
}

/** The words of `{a,b}`; undefined for what is not so plain. */
function listIn(text: string): readonly string[] | undefined {
  return /^\{([\w./@+-]*(?:,[\w./@+-]*)+)\}$/.exec(text)?.[1]?.split(',');
}

/** The words that the shell makes of one with braces, such as `a{,.bak}`; the word itself if it has none, or too many. */
export function wordsOfBraces(word: CommandWord): readonly CommandWord[] {
  if (!word.pieces.some(({ type }) => type === 'other')) return [word];
  let all: (readonly WordPiece[])[] = [[]];
  for (const piece of word.pieces) {
    const list = piece.type === 'other' ? listIn(piece.text) : undefined;
    const texts = list?.map((text) => ({ type: 'text', text, quoted: false }) as const) ?? [piece];
    if (all.length * texts.length > BRACE_LIMIT) return [word];
    all = all.flatMap((pieces) => texts.map((text) => [...pieces, text]));
  }
  if (all.length === 1) return [word];
  return all.map((pieces) => {
    const isKnown = pieces.every(({ type }) => type === 'text' || type === 'glob');
    const value = isKnown ? pieces.map((piece) => ('text' in piece ? piece.text : '')).join('') : null;
    return { ...word, pieces, value };
  });
}

function alternatives(
  piece: WordPiece,
  home: string,
  setHere: (name: string) => boolean,
): readonly PatternPiece[] | string {
  switch (piece.type) {
    case 'text':
      return [{ type: 'text', text: piece.text }];
    case 'glob':
      return [{ type: 'glob', text: piece.text }];
    case 'home':
      if (setHere('HOME')) return unset('HOME', true);
      if (piece.text === '~') return [{ type: 'text', text: home }];
      return /^~[+-]$/.test(piece.text)
        ? `Not expanded: ${piece.text} is known to the shell alone.`
        : `Not expanded: ${piece.text} is another user's folder.`;
    case 'variable':
      if (piece.value === undefined) return unset(piece.name, setHere(piece.name));
      if (!piece.quoted && (/[\s*?[]/.test(piece.value) || setHere('IFS')))
        return `Not expanded: the value of ${piece.name} is split into words.`;
      return [{ type: 'text', text: piece.value }];
    case 'substitution':
      return "Not expanded: it comes from a command's output.";
    case 'other': {
      const list = listIn(piece.text);
      if (list === undefined) return `Not expanded: ${piece.text.slice(0, 80)}.`;
      return list.map((text) => ({ type: 'text', text }) as const);
    }
  }
}

/** What a word stands for as a path. */
export function patternsOf(word: CommandWord, home: string, setHere: (name: string) => boolean): WordPatterns {
  let patterns: PatternPiece[][] = [[]];
  for (const piece of word.pieces) {
    const found = alternatives(piece, home, setHere);
    if (typeof found === 'string') return { reason: found };
    if (patterns.length * found.length > BRACE_LIMIT) return { reason: 'Not expanded: it stands for too many names.' };
    if (found.length === 1) for (const pattern of patterns) pattern.push(...found);
    else patterns = patterns.flatMap((pattern) => found.map((option) => [...pattern, option]));
  }
  return { patterns };
}

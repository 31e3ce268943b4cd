import type { PatternPiece } from '../../core/command/targets';

/** One name between two slashes of a pattern: to the letter, or to be matched with the names in a folder. */
export type NamePattern =
  { readonly type: 'name'; readonly name: string } | { readonly type: 'glob'; readonly tokens: readonly Token[] };

type Token =
  | { readonly type: 'char'; readonly char: string }
  | { readonly type: 'any' | 'star' }
  | { readonly type: 'class'; readonly negated: boolean; readonly has: (char: string) => boolean };

/** The names of a pattern between its slashes; the last is empty if it ends in a slash, the first if it begins with one. */
export function namesOf(pieces: readonly PatternPiece[]): readonly NamePattern[] {
  const names: Token[][] = [[]];
  for (const piece of pieces) {
    const tokens = piece.type === 'glob' ? tokensOf(piece.text) : Array.from(piece.text, char);
    for (const token of tokens) {
      if (token.type === 'char' && token.char === '/') names.push([]);
      else names.at(-1)?.push(token);
    }
  }
  return names.map((tokens) => {
    const name = tokens.map((token) => (token.type === 'char' ? token.char : ''));
    return tokens.every((token) => token.type === 'char')
      ? { type: 'name', name: name.join('') }
      : { type: 'glob', tokens };
  });
}

/**
 * Whether the shell would take this name for the pattern; a name that begins with a dot only if the pattern does. It takes at most the
 * product of both lengths in steps: a regular expression for `*a*a*a*a*b` may take years.
 */
export function matchesName({ tokens }: Extract<NamePattern, { type: 'glob' }>, name: string): boolean {
  const [first] = tokens;
  if (name.startsWith('.') && !(first?.type === 'char' && first.char === '.')) return false;
  const chars = Array.from(name);
  let [token, at] = [0, 0];
  let retry: { readonly token: number; at: number } | undefined;
  while (at < chars.length) {
    const now = tokens[token];
    if (now?.type === 'star') {
      token += 1;
      retry = { token, at };
    } else if (now && fits(now, chars[at] ?? '')) {
      token += 1;
      at += 1;
    } else if (retry) {
      retry.at += 1;
      ({ token, at } = retry);
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((rest) => rest.type === 'star');
}

function fits(token: Token, text: string): boolean {
  if (token.type === 'char') return token.char === text;
  if (token.type === 'class') return token.has(text) !== token.negated;
  return token.type === 'any';
}

function char(text: string): Token {
  return { type: 'char', char: text };
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const chars = Array.from(text);
  for (let at = 0; at < chars.length; at += 1) {
    const now = chars[at] ?? '';
    if (now === '*') tokens.push({ type: 'star' });
    else if (now === '?') tokens.push({ type: 'any' });
    else if (now === '[') {
      const found = classAt(chars, at);
      tokens.push(found?.token ?? char(now));
      at = found?.last ?? at;
    } else {
      if (now === '\\' && at + 1 < chars.length) at += 1;
      tokens.push(char(chars[at] ?? ''));
    }
  }
  return tokens;
}

const namedClasses: Readonly<Record<string, RegExp>> = {
  alnum: /[\p{L}\p{N}]/u,
  alpha: /\p{L}/u,
  blank: /[ \t]/,
  cntrl: /\p{Cc}/u,
  digit: /[0-9]/,
  graph: /[^\p{C}\p{Z}]/u,
  lower: /\p{Ll}/u,
  print: /[^\p{C}]/u,
  punct: /[\p{P}\p{S}]/u,
  space: /\s/,
  upper: /\p{Lu}/u,
  xdigit: /[0-9A-Fa-f]/,
};

/** The bracket expression that begins here, and where its `]` is; undefined if it is not closed and so stands for itself. */
function classAt(
  chars: readonly string[],
  start: number,
): { readonly token: Token; readonly last: number } | undefined {
  let at = start + 1;
  const negated = chars[at] === '!' || chars[at] === '^';
  if (negated) at += 1;
  const tests: ((char: string) => boolean)[] = [];
  for (const begin = at; at < chars.length; at += 1) {
    const now = chars[at] ?? '';
    if (now === ']' && at > begin) {
      return { token: { type: 'class', negated, has: (text) => tests.some((test) => test(text)) }, last: at };
    }
    const named = now === '[' && chars[at + 1] === ':' ? /^\[:(\w+):\]/.exec(chars.slice(at, at + 12).join('')) : null;
    const known = namedClasses[named?.[1] ?? ''];
    if (named && known) {
      tests.push((text) => known.test(text));
      at += named[0].length - 1;
      continue;
    }
    if (now === '\\') at += 1;
    const from = chars[at] ?? '';
    const isRange = chars[at + 1] === '-' && chars[at + 2] !== undefined && chars[at + 2] !== ']';
    const to = isRange ? (chars[at + 2] ?? '') : from;
    if (isRange) at += 2;
    tests.push((text) => order(from) <= order(text) && order(text) <= order(to));
  }
  return undefined;
}

function order(text: string): number {
  return text.codePointAt(0) ?? -1;
}

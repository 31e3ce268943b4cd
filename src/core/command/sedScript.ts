import type { CommandWord } from './calls';
import { readArguments } from './callOptions';

const valued: ReadonlySet<string> = new Set(['-e', '-f', '-l', '--expression', '--file', '--line-length']);

/*
 * Which scripts of sed only change what is printed. `e` and the flag `e` run programs, `w` and the flag `w` write files, wherever they stand, so a
 * script is harmless only if each of its commands is known. Source: the manual of GNU sed. What is read here is what sed reads, or nothing:
 * a bracket that may hold the end of a pattern, which GNU and BSD take differently, is not known.
 */

/** What is put in from elsewhere: taken for a number or a word. */
const unknown = '\uE000';

/** `3`, `$`, `0~4`, `/x/I`, `\|x|`, `+5`. */
const address =
  /(?:[\d\uE000]+(?:~[\d\uE000]+)?|\$|[+~]\d+|\/((?:[^/\\\n]|\\[^\n])*)\/[IM]*|\\([^\\\n])((?:(?!\2)[^\\\n]|\\[^\n])*)\2[IM]*)[ \t]*/y;
/** Commands without arguments, those with a number, and those that take the rest of the line: labels, files to read, text, comments. */
const plain =
  /(?:[pPdDnNgGhHxzF={}]|[qQlL][ \t]*[\d\uE000]*|[:btT][ \t]*[^;\s{}]*|[rR][^;\n{}]*|#[^\n]*|[aic](?=[^\n])(?:[^\\\n]|\\[\s\S])*)/y;
const ends = /\s*(?:[;\n]|$|(?=[}#]))\s*/y;
const flags = /[gpiImM\d]*/y;
const separators = /[\s;]*/y;
const comma = /,[ \t]*/y;
const negations = /(?:![ \t]*)*/y;

/** Whether a pattern may end elsewhere for another sed. */
function isUnsure(pattern: string): boolean {
  const text = pattern.replace(/\\./g, '');
  return text.lastIndexOf('[') > text.lastIndexOf(']');
}

/** The end of `s/x/y/` or `y/x/y/` at `from`, without flags; -1 if it has none. */
function substituted(script: string, from: number): number {
  const delimiter = script.charAt(from + 1);
  if (delimiter === '' || delimiter === '\\' || delimiter === '\n') return -1;
  let at = from + 2;
  for (const part of ['pattern', 'replacement']) {
    const begin = at;
    while (at < script.length && script.charAt(at) !== delimiter) {
      if (script.charAt(at) === '\n' && part === 'pattern') return -1;
      at += script.charAt(at) === '\\' ? 2 : 1;
    }
    if (at >= script.length || (part === 'pattern' && isUnsure(script.slice(begin, at)))) return -1;
    at++;
  }
  return at;
}

function matchAt(pattern: RegExp, script: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(script);
}

/** Where what may stand at `at` ends; `at` if it does not. */
function skip(pattern: RegExp, script: string, at: number): number {
  return at + (matchAt(pattern, script, at)?.[0].length ?? 0);
}

/** Whether a script of sed writes no file and starts no program. */
export function isHarmlessScript(script: string): boolean {
  if (script.endsWith('\\')) return false;
  let at = skip(separators, script, 0);
  while (at < script.length) {
    for (let count = 0; count < 2; count++) {
      const found = matchAt(address, script, at);
      if (!found) break;
      if (isUnsure(found[1] ?? found[3] ?? '')) return false;
      at += found[0].length;
      if (count === 1 || script.charAt(at) !== ',') break;
      at = skip(comma, script, at);
    }
    at = skip(negations, script, at);
    const name = script.charAt(at);
    if (name === 's' || name === 'y') {
      at = substituted(script, at);
      if (at < 0) return false;
      at = skip(flags, script, at);
    } else {
      const found = matchAt(plain, script, at);
      if (!found) return false;
      at += found[0].length;
      if (name === '{' || name === '}') {
        at = skip(separators, script, at);
        continue;
      }
    }
    const end = matchAt(ends, script, at);
    if (!end) return false;
    at += end[0].length;
    at = skip(separators, script, at);
  }
  return true;
}

/** A script as far as it is known: `sed -n "${line}p"` has something unknown where a number may stand, but no flag or command may. */
function scriptText(word: CommandWord): string {
  return word.pieces
    .map((piece) => {
      if (piece.type === 'variable') return piece.value ?? piece.fallback ?? unknown;
      return piece.type === 'substitution' || piece.type === 'other' ? unknown : piece.text;
    })
    .join('');
}

/** The argument of sed by which it may write files or start programs; null if it only prints. */
export function sedStarts(args: readonly CommandWord[]): CommandWord | null {
  const { operands, values } = readArguments(args, valued);
  const file = values.find(({ option }) => option === '-f' || option === '--file');
  if (file) return file.word;
  const given = values.filter(({ option }) => option === '-e' || option === '--expression').map(({ word }) => word);
  const scripts = given.length > 0 ? given : operands.slice(0, 1);
  return scripts.find((word) => !isHarmlessScript(scriptText(word))) ?? null;
}

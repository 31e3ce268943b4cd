/*
 * JSON that is passed on as it came: a number that JavaScript would change keeps its digits, to the page and back to the agent. For
 * values that adapters look into; what is only read is `jsonValue.ts`.
 */

/** A number whose digits JavaScript would not write again: beyond 2^53, with more digits than it holds, or as `1.0` and `-0`. */
export class ExactNumber {
  /** @param text as it was written in JSON */
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }

  /** What `JSON.parse` makes of it, for comparing with what was read by that. */
  toJSON(): number {
    return Number(this.text);
  }
}

export interface ExactJson {
  /** As `JSON.parse` gives it, but for each `ExactNumber`. */
  readonly value: unknown;
  /** A name stands twice in one object, of which only the last is in the value. */
  readonly repeats: boolean;
}

/** Groups within groups beyond this are refused: what walks through a value could run out of stack. */
const deepest = 1000;

/**
 * Reads a JSON text. Linear in its length.
 *
 * @param mark a text that nobody who wrote the JSON could know
 * @returns undefined if it is none, or is nested too deep
 */
export function parseExact(text: string, mark: string): ExactJson | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const found = scan(text);
  if (!found) return undefined;
  const { inexact, repeats } = found;
  return { value: inexact.length === 0 ? value : parseMarked(text, inexact, mark), repeats };
}

/** From where to where something stands in a text. */
type Range = readonly [from: number, to: number];

/**
 * Finds what `JSON.parse` would lose of a text that it takes. The parser of jsonc-parser would find it as well, but needs half a second
 * for a megabyte.
 *
 * @returns undefined if it is nested too deep
 */
function scan(text: string): { readonly inexact: readonly Range[]; readonly repeats: boolean } | undefined {
  const inexact: Range[] = [];
  let repeats = false;
  /** The names of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  const token = /["{}[\]]|-?\d[\d.eE+-]*/g;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: sign, index: from } = found;
    switch (sign) {
      case '{':
      case '[':
        if (open.push(sign === '{' ? new Set() : null) > deepest) return undefined;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"': {
        const to = endOfString(text, from);
        token.lastIndex = to;
        const names = open.at(-1);
        if (!names || !startsWithColon(text, to)) break;
        const name = nameIn(text.slice(from, to));
        repeats ||= names.has(name);
        names.add(name);
        break;
      }
      default:
        if (String(Number(sign)) !== sign) inexact.push([from, from + sign.length]);
    }
  }
  return { inexact, repeats };
}

/** Where a string ends whose opening quote is at `from`: behind the next quote with an even number of backslashes before it. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function startsWithColon(text: string, at: number): boolean {
  const next = /[^ \t\r\n]/g;
  next.lastIndex = at;
  return next.exec(text)?.[0] === ':';
}

/** One name may be written in several ways, as "a" and "\u0061". */
function nameIn(string: string): string {
  return string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1);
}

function parseMarked(text: string, inexact: readonly Range[], mark: string): unknown {
  const parts: string[] = [];
  let at = 0;
  for (const [from, to] of inexact) {
    parts.push(text.slice(at, from), JSON.stringify(mark + text.slice(from, to)));
    at = to;
  }
  parts.push(text.slice(at));
  return JSON.parse(parts.join(''), (_, part: unknown) =>
    typeof part === 'string' && part.startsWith(mark) ? new ExactNumber(part.slice(mark.length)) : part,
  );
}

/**
 * A value as JSON text, as `JSON.stringify` writes it, with each `ExactNumber` as it came.
 *
 * @param space before each level of nesting; empty: all on one line
 */
export function exactText(value: unknown, space = '', indent = ''): string {
  if (value instanceof ExactNumber) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const inner = indent + space;
  const parts = Array.isArray(value)
    ? value.map((one) => exactText(one, space, inner))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${JSON.stringify(name)}:${space === '' ? '' : ' '}${exactText(one, space, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  return space === ''
    ? `${open}${parts.join(',')}${close}`
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

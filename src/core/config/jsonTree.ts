import { createScanner, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { errorAt } from './configText';
import type { ConfigError, ConfigPath } from './configText';

/** A token of the text between two values, white space left out. */
interface Token {
  readonly kind: 'comma' | 'lineComment' | 'blockComment' | 'other';
  readonly start: number;
  readonly end: number;
}

/** jsonc-parser's kinds of tokens (SyntaxKind), which as a `const enum` cannot be imported here. */
const kinds: Readonly<Record<number, Token['kind']>> = { 5: 'comma', 12: 'lineComment', 13: 'blockComment' };
const white: readonly number[] = [14, 15]; // LineBreakTrivia, Trivia
const endOfFile = 17;

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not JSON.',
  InvalidNumberFormat: 'this is not a number.',
  PropertyNameExpected: 'a name in double quotes is missing.',
  ValueExpected: 'a value is missing.',
  ColonExpected: 'a colon is missing.',
  CommaExpected: 'a comma is missing.',
  CloseBraceExpected: 'a closing brace is missing.',
  CloseBracketExpected: 'a closing bracket is missing.',
  EndOfFileExpected: 'there is more after the end of the value.',
  UnexpectedEndOfComment: 'a comment is not closed.',
  UnexpectedEndOfString: 'a string is not closed.',
  UnexpectedEndOfNumber: 'this is not a number.',
};

/** Parses JSON with comments and trailing commas; undefined if there is nothing but comments. @throws ConfigError */
export function parseJson(text: string): Node | undefined {
  if (tokensIn(text, 0, text.length).every(({ kind }) => kind.endsWith('Comment'))) {
    const open = /\/\*(?:(?!\*\/)[^])*$/.exec(text);
    if (open && !/\/\/.*$/.test(text.slice(0, open.index).split('\n').at(-1)!)) {
      throw errorAt(text, open.index, words['UnexpectedEndOfComment']!);
    }
    return undefined;
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw errorAt(text, first.offset, words[printParseErrorCode(first.error)] ?? 'this is not JSON.');
  if (!root) throw errorAt(text, 0, 'this is not JSON.');
  return root;
}

/** The value of a node. */
export function valueOf(node: Node): unknown {
  return getNodeValue(node) as unknown;
}

/** The tokens of a range that does not begin within a token. */
export function tokensIn(text: string, start: number, end: number): readonly Token[] {
  const scanner = createScanner(text.slice(start, end));
  const tokens: Token[] = [];
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    if (white.includes(kind)) continue;
    const from = start + scanner.getTokenOffset();
    tokens.push({ kind: kinds[kind] ?? 'other', start: from, end: from + scanner.getTokenLength() });
  }
  return tokens;
}

/** Where a node ends. */
export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** What a step of a path leads to: the property node and the value node of a member, or twice the item. */
export function childOf(
  text: string,
  node: Node,
  key: string | number,
): { readonly whole: Node; readonly value: Node } | undefined {
  if (typeof key === 'number') {
    if (node.type !== 'array') throw wrongKind(text, node, 'a list');
    const item = node.children?.[key];
    return item && { whole: item, value: item };
  }
  if (node.type !== 'object') throw wrongKind(text, node, 'an object');
  const found = (node.children ?? []).filter((property) => property.children?.[0]?.value === key);
  const [first, second] = found;
  if (second) throw errorAt(text, second.offset, `"${key}" stands here for the second time.`);
  const value = first?.children?.[1];
  return first && value && { whole: first, value };
}

/** The error that something is of another kind than expected. */
export function wrongKind(text: string, node: Node, expected: string): ConfigError {
  return errorAt(text, node.offset, `${expected} is expected here.`);
}

/** The nodes along a path, outermost first: each with its container. @throws ConfigError if the path leads nowhere */
export function nodesAlong(
  text: string,
  root: Node,
  path: ConfigPath,
): readonly { readonly container: Node; readonly whole: Node; readonly value: Node }[] {
  let container = root;
  return path.map((key) => {
    const child = childOf(text, container, key);
    if (!child) throw errorAt(text, container.offset, `there is nothing at ${path.join('.')}.`);
    const step = { container, ...child };
    container = child.value;
    return step;
  });
}

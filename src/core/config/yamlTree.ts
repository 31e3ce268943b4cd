import { isAlias, isMap, isNode, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { ConfigError, errorAt, nextLine } from './configText';
import type { ConfigPath } from './configText';

const words: Readonly<Record<string, string>> = {
  BAD_INDENT: 'the indentation is wrong.',
  TAB_AS_INDENT: 'a tab stands where blanks must.',
  DUPLICATE_KEY: 'this key stands here for the second time.',
  MULTIPLE_DOCS: 'there is more than one document in it.',
  MISSING_CHAR: 'something is not closed.',
};

/** Parses a text without a byte order mark. @throws ConfigError */
export function parseYaml(text: string): Document.Parsed {
  const document = parseDocument(text, { keepSourceTokens: true });
  const [error] = document.errors;
  if (!error) return document;
  const place = error.linePos?.[0];
  throw new ConfigError(words[error.code] ?? 'this is not YAML.', place?.line ?? 1, place?.col ?? 1);
}

/** A value whose place in the text is known. */
export type Placed = Node & { readonly range: readonly [number, number, number] };
/** The value of a member that has none in the text: `key:`. */
export interface Missing {
  readonly missing: true;
  /** Right after the colon. */
  readonly at: number;
}

export interface Step {
  readonly container: Placed & (YAMLMap | YAMLSeq);
  readonly index: number;
  /** The key's node; undefined for an item. */
  readonly key: Placed | undefined;
  readonly value: Placed | Missing;
}

/** What a step of a path leads to; undefined if there is nothing. @throws ConfigError if the container is of another kind */
export function stepTo(text: string, container: Placed | Missing, key: string | number): Step | undefined {
  if ('missing' in container) return undefined;
  if (typeof key === 'number') {
    if (!isSeq(container)) throw wrongKind(text, container, 'a list');
    const item = container.items[key];
    return item === undefined ? undefined : { container, index: key, key: undefined, value: placed(text, item) };
  }
  if (!isMap(container)) throw wrongKind(text, container, 'a mapping');
  const index = container.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
  const pair = container.items[index];
  if (!pair) return undefined;
  return { container, index, key: placed(text, pair.key), value: valueOfPair(text, pair) };
}

function valueOfPair(text: string, pair: Pair): Placed | Missing {
  const { value } = pair;
  const empty = value === null || (isScalar(value) && value.value === null && (value.source ?? '') === '');
  if (!empty) return placed(text, value);
  const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  const key = placed(text, pair.key);
  if (!colon || (isScalar(value) && (value.anchor !== undefined || value.tag !== undefined))) {
    throw errorAt(text, key.range[0], 'a value is missing here.');
  }
  return { missing: true, at: colon.offset + 1 };
}

/** The steps along a path, outermost first. @throws ConfigError if the path leads nowhere */
export function stepsAlong(text: string, root: Placed, path: ConfigPath): readonly Step[] {
  let container: Placed | Missing = root;
  return path.map((key) => {
    const step = stepTo(text, container, key);
    if (!step) throw errorAt(text, 0, `there is nothing at ${path.join('.')}.`);
    container = step.value;
    return step;
  });
}

/** The document's value; undefined if there is nothing but comments. @throws ConfigError if it is no mapping */
export function rootOf(text: string, document: Document.Parsed): (Placed & YAMLMap) | undefined {
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null && (contents.source ?? '') === '')) {
    return undefined;
  }
  const root = placed(text, contents);
  if (!isMap(root)) throw wrongKind(text, root, 'a mapping');
  return root;
}

function placed(text: string, node: unknown): Placed {
  if (!isPlaced(node)) throw errorAt(text, 0, 'something in it cannot be edited.');
  return node;
}

function isPlaced(node: unknown): node is Placed {
  return isNode(node) && !!node.range;
}

/** Where an item, or a member with its key, begins and ends. */
export function extentOf(text: string, item: unknown): { readonly start: number; readonly end: number } {
  if (!isPair(item)) return { start: placed(text, item).range[0], end: placed(text, item).range[1] };
  const key = placed(text, item.key);
  const value = valueOfPairIn(text, item);
  return { start: key.range[0], end: value ? ('missing' in value ? value.at : value.range[1]) : key.range[1] };
}

/** A member in braces may have neither colon nor value. */
function valueOfPairIn(text: string, pair: Pair): Placed | Missing | undefined {
  return pair.value === null ? undefined : valueOfPair(text, pair);
}

/** The error that something is of another kind than expected. */
export function wrongKind(text: string, node: Placed, expected: string): ConfigError {
  const what = isAlias(node)
    ? `${expected} itself is expected here, and not an alias.`
    : `${expected} is expected here.`;
  return errorAt(text, node.range[0], what);
}

/** Whether a collection is written in brackets or braces. */
export function isFlow(node: YAMLMap | YAMLSeq): boolean {
  return node.flow === true;
}

/** Whether a value is a text whose lines are a block (`|` or `>`). */
export function isBlockText(node: Placed): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

/** Where the line after a value's last line begins, comments on that line included; or the text's end. */
export function lineAfter(text: string, node: Placed | Missing): number {
  const end = contentEnd(text, node);
  return text[end - 1] === '\n' ? end : nextLine(text, end);
}

function contentEnd(text: string, node: Placed | Missing): number {
  if ('missing' in node) return node.at;
  if ((!isMap(node) && !isSeq(node)) || isFlow(node)) return node.range[1];
  const last = node.items.at(-1);
  if (last === undefined) return node.range[1];
  return contentEnd(text, isPair(last) ? valueOfPair(text, last) : placed(text, last));
}

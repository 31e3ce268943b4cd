import type { Node } from 'jsonc-parser';
import {
  errorAt,
  indentAt,
  isTable,
  lineEnding,
  lineStart,
  quoted,
  restored,
  same,
  sameKeys,
  splice,
  splitBom,
  withInserted,
  withoutEntry,
  wrapped,
} from './configText';
import type { ConfigEditor, ConfigPath, ConfigPlace, ConfigValue } from './configText';
import { childOf, endOf, nodesAlong, parseJson, tokensIn, valueOf, wrongKind } from './jsonTree';

/**
 * Edits JSON with comments by splicing its text; the parser is jsonc-parser, whose own `modify` moves comments and white space.
 *
 * So that a removal gives back the very bytes that were there, each situation is written in a layout of its own: what stood in a
 * container that was there and empty is told from what came with a container of ours.
 *
 * | before                       | written                                        |
 * | ---------------------------- | ---------------------------------------------- |
 * | no file                      | lines, indented by 2                           |
 * | nothing in the file          | the root's braces on lines, the rest on one    |
 * | an empty root                | lines, indented by 4                           |
 * | an empty container below     | on lines of its own, the entry on one line; or padded by one blank each side |
 * | members or items             | as the last of them is: lines, or one line     |
 */
export const jsonEditor: ConfigEditor = {
  read(text) {
    const root = parseJson(splitBom(text)[1]);
    return root && valueOf(root);
  },
  insert(text, place, value) {
    if (text === undefined) return `${lines(wrapped(place.path, place.as, value), '\n', '', '  ')}\n`;
    const [bom, body] = splitBom(text);
    const result = insertInto(body, place, value);
    expectValue(body, result, withInserted(this.read(body), place, value));
    return bom + result;
  },
  replace(text, path, value) {
    const [bom, body] = splitBom(text);
    const node = nodesAlong(body, rootOf(body), path).at(-1)!.value;
    return bom + splice(body, ...replacements(body, node, value));
  },
  remove(text, path) {
    const [bom, body] = splitBom(text);
    const root = rootOf(body);
    const value = valueOf(nodesAlong(body, root, path).at(-1)!.value);
    const place: ConfigPlace =
      typeof path.at(-1) === 'number' ? { path: path.slice(0, -1), as: 'item' } : { path, as: 'member' };
    const candidates = [undefined, ...formerTexts(body, root, path).map((candidate) => bom + candidate)];
    const exact = restored(text, candidates, value, (before, entry) => this.insert(before, place, entry));
    if (exact) return exact.text;
    const result = takenOut(body, root, path);
    expectValue(body, result, withoutEntry(this.read(body), path));
    return bom + result;
  },
};

function rootOf(body: string): Node {
  const root = parseJson(body);
  if (!root) throw errorAt(body, 0, 'there is nothing in it.');
  return root;
}

/** No edit leaves the editor that does not say exactly what it should. */
function expectValue(before: string, after: string, expected: unknown): void {
  const root = parseJson(after);
  if (!same(root && valueOf(root), expected))
    throw errorAt(before, 0, 'it cannot be edited without changing its meaning.');
}

/** A value on lines of its own. The first line is not indented. */
function lines(value: ConfigValue, eol: string, indent: string, unit: string): string {
  return JSON.stringify(value, null, unit)
    .replaceAll('\u007F', '\\u007f')
    .replaceAll('\n', eol + indent);
}

/** A value on one line. */
function oneLine(value: ConfigValue, compact: boolean): string {
  const [comma, colon] = compact ? [',', ':'] : [', ', ': '];
  const write = (part: ConfigValue): string => {
    if (typeof part === 'string') return quoted(part);
    if (Array.isArray(part)) return `[${part.map(write).join(comma)}]`;
    if (!isTable(part)) return JSON.stringify(part);
    return `{${Object.entries(part)
      .map(([key, item]) => `${quoted(key)}${colon}${write(item)}`)
      .join(comma)}}`;
  };
  return write(value);
}

interface Style {
  readonly eol: string;
  readonly unit: string;
  /** No blank after colons and commas. */
  readonly compact: boolean;
}

function styleOf(body: string, root: Node): Style {
  const first = root.children?.[0];
  const ownLine = first && lineStart(body, first.offset) > root.offset;
  const colon = first?.type === 'property' ? first.colonOffset : undefined;
  const blank = colon === undefined || /\s/.test(body[colon + 1] ?? '');
  return {
    eol: lineEnding(body),
    unit: (ownLine ? indentAt(body, first.offset) : '') || '  ',
    compact: !ownLine && !blank,
  };
}

function insertInto(body: string, place: ConfigPlace, value: ConfigValue): string {
  const root = parseJson(body);
  if (!root) {
    const eol = lineEnding(body);
    const whole = wrapped(place.path, place.as, value);
    const members = Object.entries(isTable(whole) ? whole : {}).map(
      ([key, item]) => `  ${quoted(key)}: ${oneLine(item, false)}`,
    );
    const object = `{${eol}${members.join(`,${eol}`)}${eol}}`;
    // Without a line break at the end it stays without one.
    return body === '' || body.endsWith('\n') ? body + object + eol : body + eol + object;
  }
  if (root.type !== 'object') throw wrongKind(body, root, 'an object');
  let container = root;
  let depth = 0;
  for (const key of place.path) {
    const child = childOf(body, container, key);
    if (!child) break;
    depth++;
    container = child.value;
    const inner = depth < place.path.length;
    if (inner && typeof place.path[depth] === 'string' && container.type !== 'object')
      throw wrongKind(body, container, 'an object');
    if (!inner && place.as === 'member') throw errorAt(body, child.whole.offset, `there is a "${key}" already.`);
    if (!inner && container.type !== 'array') throw wrongKind(body, container, 'a list');
  }
  const [key, ...rest] = place.path.slice(depth);
  if (typeof key === 'number') throw errorAt(body, container.offset, `there is no item ${key + 1} here.`);
  return key === undefined
    ? addChild(body, root, container, undefined, value)
    : addChild(body, root, container, key, wrapped(rest, place.as, value));
}

function addChild(body: string, root: Node, container: Node, key: string | undefined, value: ConfigValue): string {
  const style = styleOf(body, root);
  const { eol, unit } = style;
  const name = key === undefined ? '' : `${quoted(key)}:${style.compact ? '' : ' '}`;
  const single = name + oneLine(value, style.compact);
  const children = container.children ?? [];
  const last = children.at(-1);
  const tokens = tokensIn(body, last ? endOf(last) : container.offset + 1, endOf(container) - 1);
  const token = tokens.at(-1);
  const afterLineComment = token?.kind === 'lineComment';
  if (!last) {
    const at = token?.end ?? container.offset + 1;
    const indent = indentAt(body, container.offset + 1);
    const inner = eol + indent + unit;
    if (container === root) {
      const wide = style.eol + '    ' + name + lines(value, eol, '    ', '    ');
      return splice(body, { start: at, end: at, text: wide + eol });
    }
    const ownLines = lineStart(body, container.offset) > root.offset && typeof value === 'object';
    const text = ownLines || afterLineComment ? inner + single + eol + indent : ` ${single} `;
    return splice(body, { start: at, end: at, text });
  }
  const before = children.at(-2);
  const onLines = /\n/.test(body.slice(before ? endOf(before) : container.offset + 1, last.offset));
  const indent = indentAt(body, last.offset);
  const at = token?.end ?? endOf(last);
  const piece = onLines
    ? eol + indent + name + lines(value, eol, indent, unit)
    : (afterLineComment ? eol : style.compact ? '' : ' ') + single;
  return tokens.some(({ kind }) => kind === 'comma')
    ? splice(body, { start: at, end: at, text: `${piece},` })
    : splice(body, { start: endOf(last), end: endOf(last), text: ',' }, { start: at, end: at, text: piece });
}

function replacements(body: string, node: Node, value: ConfigValue): Parameters<typeof splice>[1][] {
  const old = valueOf(node);
  if (same(old, value)) return [];
  if (isTable(value) && node.type === 'object' && sameKeys(old, value)) {
    return Object.entries(value).flatMap(([key, item]) => replacements(body, childOf(body, node, key)!.value, item));
  }
  if (Array.isArray(value) && node.type === 'array' && node.children?.length === value.length) {
    return value.flatMap((item: ConfigValue, at) => replacements(body, node.children![at]!, item));
  }
  const style = styleOf(body, rootOf(body));
  const onLines = body.slice(node.offset, endOf(node)).includes('\n');
  const text = onLines
    ? lines(value, style.eol, indentAt(body, node.offset), style.unit)
    : oneLine(value, style.compact);
  return [{ start: node.offset, end: endOf(node), text }];
}

/** Texts that may have been there before an entry was put in: for the entry and each container that holds nothing else. */
function formerTexts(body: string, root: Node, path: ConfigPath): readonly string[] {
  const results: string[] = [];
  const cut = (...ranges: readonly (readonly [number, number])[]) =>
    void results.push(splice(body, ...ranges.map(([start, end]) => ({ start, end, text: '' }))));
  const steps = nodesAlong(body, root, path).toReversed();
  for (const { container, whole } of steps) {
    const children = container.children ?? [];
    const before = children[children.indexOf(whole) - 1];
    const [start, end] = [spaceBefore(body, whole.offset), endOf(whole)];
    const comma = tokensIn(body, end, endOf(container) - 1).find(({ kind }) => kind === 'comma');
    if (before) {
      const separator = tokensIn(body, endOf(before), whole.offset).find(({ kind }) => kind === 'comma')!;
      if (comma) cut([start, comma.end]);
      else cut([separator.start, separator.end], [start, end]);
      return results;
    }
    const closing = lineEnding(body) + indentAt(body, container.offset);
    cut([whole.offset - 1, end + 1]);
    cut([start, end + closing.length]);
    cut([start, end + lineEnding(body).length]);
    if (children.length > 1) return results;
  }
  const { length } = lineEnding(body);
  cut([root.offset, endOf(root) + length]);
  cut([root.offset - length, endOf(root)]);
  return results;
}

function spaceBefore(body: string, offset: number): number {
  return offset - /\s*$/.exec(body.slice(0, offset))![0].length;
}

/** Takes an entry out of a text that was edited since, together with the containers that are empty then. */
function takenOut(body: string, root: Node, path: ConfigPath): string {
  const steps = nodesAlong(body, root, path);
  let at = steps.length - 1;
  while (at > 0 && steps[at]!.container.children?.length === 1) at--;
  const { container, whole } = steps[at]!;
  const children = container.children ?? [];
  const before = children[children.indexOf(whole) - 1];
  const [start, end] = [spaceBefore(body, whole.offset), endOf(whole)];
  const tokens = tokensIn(body, end, endOf(container) - 1);
  const comma = tokens.find(({ kind }) => kind === 'comma');
  if (comma) return splice(body, { start, end, text: '' }, { start: comma.start, end: comma.end, text: '' });
  if (!before) {
    const empty = tokens.length === 0 && start === container.offset + 1;
    return splice(body, { start, end: empty ? endOf(container) - 1 : end, text: '' });
  }
  const separator = tokensIn(body, endOf(before), whole.offset).find(({ kind }) => kind === 'comma')!;
  return splice(body, { start: separator.start, end: separator.end, text: '' }, { start, end, text: '' });
}

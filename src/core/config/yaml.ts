import type { YAMLMap, YAMLSeq } from 'yaml';
import { isMap, isSeq } from 'yaml';
import {
  errorAt,
  isObject,
  isTable,
  lineEnding,
  lineStart,
  quoted,
  restored,
  same,
  sameKeys,
  splice,
  splitBom,
  valueAt,
  withInserted,
  withoutEntry,
  wrapped,
} from './configText';
import type { ConfigEditor, ConfigPath, ConfigPlace, ConfigTable, ConfigValue, Splice } from './configText';
import { extentOf, isBlockText, isFlow, lineAfter, parseYaml, rootOf, stepsAlong, stepTo, wrongKind } from './yamlTree';
import type { Missing, Placed, Step } from './yamlTree';

/**
 * Edits YAML by splicing its text along the ranges of its nodes: the library's own output would lay the rest of the file out anew.
 * The result is parsed and compared.
 *
 * What tells the texts before apart: a list that was there without a value (`key:`) or in brackets is filled in brackets; all else
 * comes on lines of its own. A file that ended without a line break ends without one again.
 */
export const yamlEditor: ConfigEditor = {
  read: (text) => plain(splitBom(text)[1]),
  insert(text, place, value) {
    if (text === undefined) return `${block(wrapped(place.path, place.as, value), '', '\n')}\n`;
    const [bom, body] = splitBom(text);
    const result = insertInto(body, place, value);
    expectValue(body, result, withInserted(plain(body), place, value));
    return bom + result;
  },
  replace(text, path, value) {
    const [bom, body] = splitBom(text);
    const edits = replacements(body, path, value);
    const result = edits ? splice(body, ...edits) : replacedWhole(body, path, value);
    if (!same(valueAt(plain(result), path), value)) throw unsafe(body);
    return bom + result;
  },
  remove(text, path) {
    const [bom, body] = splitBom(text);
    const value = valueAt(plain(body), path);
    const place: ConfigPlace =
      typeof path.at(-1) === 'number' ? { path: path.slice(0, -1), as: 'item' } : { path, as: 'member' };
    const cuts = cutsFor(body, stepsAlong(body, mappingOf(body), path));
    const candidates = [undefined, ...cuts.exact.map((cut) => bom + splice(body, cut))];
    const exact = restored(text, candidates, value, (before, entry) => this.insert(before, place, entry));
    if (exact) return exact.text;
    const result = splice(body, cuts.loose);
    expectValue(body, result, withoutEntry(plain(body), path));
    return bom + result;
  },
};

function plain(body: string): unknown {
  return parseYaml(body).toJS() ?? undefined;
}

function mappingOf(body: string): Placed {
  const root = rootOf(body, parseYaml(body));
  if (!root) throw errorAt(body, 0, 'there is nothing in it.');
  return root;
}

/** No edit leaves the editor that does not say exactly what it should. */
function expectValue(before: string, after: string, expected: unknown): void {
  const value = plain(after);
  const nothing = value === undefined && same(expected, {});
  if (!nothing && !same(value, expected)) throw unsafe(before);
}

function unsafe(body: string): Error {
  return errorAt(body, 0, 'it cannot be edited without changing its meaning.');
}

/** A value on lines of its own, without a line break at the end. The first line is indented, too. */
function block(value: ConfigValue, indent: string, eol: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return value.map((item: ConfigValue) => `${indent}- ${block(item, inner, eol).slice(inner.length)}`).join(eol);
  }
  if (!isTable(value)) return indent + flow(value);
  return Object.entries(value)
    .map(([key, item]) =>
      typeof item === 'object' && item !== null
        ? `${indent}${key}:${eol}${block(item, inner, eol)}`
        : `${indent}${key}: ${flow(item)}`,
    )
    .join(eol);
}

/** A value on one line, in brackets and braces. */
function flow(value: ConfigValue): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  return isTable(value) ? `{${members(value)}}` : JSON.stringify(value);
}

function members(value: ConfigTable): string {
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${flow(item)}`)
    .join(', ');
}

function insertInto(body: string, place: ConfigPlace, value: ConfigValue): string {
  const eol = lineEnding(body);
  const root = rootOf(body, parseYaml(body));
  if (!root) return lineBlock(body, body.length, block(wrapped(place.path, place.as, value), '', eol), eol);
  let container: Placed | Missing = root;
  let gap = ' ';
  let depth = 0;
  for (const key of place.path) {
    const step: Step | undefined = stepTo(body, container, key);
    if (!step) break;
    depth++;
    container = step.value;
    const last = depth === place.path.length;
    // Two blanks, which no member of ours has.
    if (isFlow(step.container) || (last && place.as === 'member')) gap = '  ';
    if ('missing' in container) break;
    if (last && place.as === 'member') throw errorAt(body, step.key?.range[0] ?? 0, `there is a "${key}" already.`);
    if (last && !isSeq(container)) throw wrongKind(body, container, 'a list');
    if (!last && typeof place.path[depth] === 'string' && !isMap(container))
      throw wrongKind(body, container, 'a mapping');
  }
  const rest = place.path.slice(depth);
  if (rest.some((key) => typeof key === 'number'))
    throw errorAt(body, 0, `there is nothing at ${place.path.join('.')}.`);
  const added = wrapped(rest, place.as, value);
  if ('missing' in container) return splice(body, { start: container.at, end: container.at, text: gap + flow(added) });
  if (!isMap(container) && !isSeq(container)) throw wrongKind(body, container, 'a mapping');
  // An addition to a mapping is a mapping of one member, and one to a list is a list of one item.
  return isFlow(container)
    ? splice(body, flowInsertion(body, container, added))
    : lineBlock(body, lineAfter(body, container), block(added, indentOf(container), eol), eol);
}

function indentOf(collection: YAMLMap | YAMLSeq): string {
  const token = collection.srcToken;
  return ' '.repeat(token && 'indent' in token ? token.indent : 0);
}

/** Puts lines in where a line begins, or after the last one that has no line break. */
function lineBlock(body: string, at: number, text: string, eol: string): string {
  const open = at > 0 && body[at - 1] !== '\n';
  const piece = open ? eol + text : body === '' ? text : text + eol;
  return splice(body, { start: at, end: at, text: piece });
}

function flowInsertion(body: string, collection: Placed & (YAMLMap | YAMLSeq), added: ConfigValue): Splice {
  const inside = flow(added).slice(1, -1);
  const last = collection.items.at(-1);
  const at = last === undefined ? collection.range[0] + 1 : extentOf(body, last).end;
  return { start: at, end: at, text: last === undefined ? ` ${inside} ` : `, ${inside}` };
}

/** The edits that touch nothing but scalars; undefined if more than scalars differs. */
function replacements(body: string, path: ConfigPath, value: ConfigValue): readonly Splice[] | undefined {
  const node = stepsAlong(body, mappingOf(body), path).at(-1)!.value;
  const old = valueAt(plain(body), path);
  if (same(old, value)) return [];
  if (!isObject(value)) {
    if ('missing' in node || isMap(node) || isSeq(node) || isBlockText(node)) return undefined;
    return [{ start: node.range[0], end: node.range[1], text: flow(value) }];
  }
  if (!isTable(value) || !sameKeys(old, value)) return undefined;
  const edits = Object.entries(value).map(([key, item]) => replacements(body, [...path, key], item));
  return edits.every((edit) => edit !== undefined) ? edits.flat() : undefined;
}

/** Writes an item anew at its place. */
function replacedWhole(body: string, path: ConfigPath, value: ConfigValue): string {
  const { container, value: node } = stepsAlong(body, mappingOf(body), path).at(-1)!;
  if ('missing' in node || !isSeq(container)) throw unsafe(body);
  if (isFlow(container)) return splice(body, { start: node.range[0], end: node.range[1], text: flow(value) });
  const eol = lineEnding(body);
  const [start, end] = [lineStart(body, node.range[0]), lineAfter(body, node)];
  const text = block([value], indentOf(container), eol);
  return splice(body, { start, end, text: body[end - 1] === '\n' ? text + eol : text });
}

/** The ranges that may have to go for an entry: those that may restore the text before it, and the one to take otherwise. */
function cutsFor(body: string, steps: readonly Step[]): { readonly exact: readonly Splice[]; readonly loose: Splice } {
  const exact: Splice[] = [];
  const add = (start: number, end: number): Splice => {
    const cut = { start, end, text: '' };
    exact.push(cut);
    return cut;
  };
  let loose: Splice | undefined;
  for (const { container, index, key, value } of steps.toReversed()) {
    const sole = container.items.length === 1;
    const end = 'missing' in value ? value.at : value.range[1];
    const start = key ? key.range[0] : 'missing' in value ? value.at : value.range[0];
    if (!isFlow(container)) {
      const [from, to] = [lineStart(body, start), lineAfter(body, value)];
      const open = to > from && body[to - 1] !== '\n' && from > 0;
      loose = add(open ? from - lineEnding(body).length : from, to);
    } else if (sole) {
      add(start - 1, end + 1);
      loose = add(start, end);
    } else {
      loose = flowCut(body, container, index, start, end);
      exact.push(loose);
    }
    if (key && !('missing' in value)) {
      // The member may have been there without a value.
      const colon = key.range[1] + body.slice(key.range[1], value.range[0]).indexOf(':') + 1;
      add(colon, value.range[1]);
    }
    if (!sole) break;
  }
  return { exact, loose: loose! };
}

function flowCut(body: string, container: YAMLMap | YAMLSeq, index: number, start: number, end: number): Splice {
  if (index > 0) return { start: extentOf(body, container.items[index - 1]).end, end, text: '' };
  return { start, end: extentOf(body, container.items[1]).start, text: '' };
}

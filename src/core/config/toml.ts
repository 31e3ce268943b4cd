import {
  errorAt,
  isTable,
  lineEnding,
  quoted,
  restored,
  same,
  sameKeys,
  splice,
  splitBom,
  valueAt,
  withInserted,
  withoutEntry,
} from './configText';
import type { ConfigEditor, ConfigPath, ConfigPlace, ConfigTable, ConfigValue, Splice } from './configText';
import { parseToml } from './tomlTree';
import type { TomlList } from './tomlTree';

/**
 * Edits the lists of tables at the top of a TOML file, `[[hooks]]`, which is all that agents' hooks need. New ones are appended as text
 * (toml-patch's own `patch` fails in a file that has none yet), and the result is parsed and compared.
 *
 * A file that ended without a line break ends without one again, which tells the texts before apart.
 */
export const tomlEditor: ConfigEditor = {
  read: (text) => parseToml(splitBom(text)[1]).value,
  insert(text, place, value) {
    const [name] = namesOf(place.path, place.as === 'item' ? 1 : 2);
    if (text === undefined) return `${table(name, fieldsOf(value), '\n')}\n`;
    const [bom, body] = splitBom(text);
    const { list, value: before } = treeOf(body, name);
    const result =
      list?.kind === 'inline'
        ? splice(body, inlineInsertion(list, fieldsOf(value)))
        : appended(body, table(name, fieldsOf(value), lineEnding(body)));
    expectValue(body, result, withInserted(before, { path: [name], as: 'item' }, value));
    return bom + result;
  },
  replace(text, path, value) {
    const [bom, body] = splitBom(text);
    const [name, at] = namesOf(path, 2);
    const { list, value: before } = treeOf(body, name);
    const item = list?.items[at];
    if (!list || !item) throw nothingAt(body, path);
    const old = valueAt(before, path);
    const wanted = fieldsOf(value);
    const eol = lineEnding(body);
    const edits: Splice[] = Object.entries(wanted).flatMap(([key, field]) => {
      const range = item.values.get(key);
      return range && !same(valueAt(old, [key]), field) ? [{ ...range, text: scalar(field) }] : [];
    });
    const ending = body.slice(item.range.start, item.range.end).endsWith('\n') ? eol : '';
    const whole = list.kind === 'inline' ? inline(wanted) : table(name, wanted, eol) + ending;
    const result = splice(body, ...(sameKeys(old, wanted) ? edits : [{ ...item.range, text: whole }]));
    if (!same(valueAt(parseToml(result).value, path), value)) throw unsafe(body);
    return bom + result;
  },
  remove(text, path) {
    const [bom, body] = splitBom(text);
    const [name, at] = namesOf(path, 2);
    const { list, value: before } = treeOf(body, name);
    const item = list?.items[at];
    if (!list || !item) throw nothingAt(body, path);
    const value = valueAt(before, path);
    const { start, end } = item.range;
    const eol = lineEnding(body);
    const without = (from: number, to: number) => bom + splice(body, { start: from, end: to, text: '' });
    const former = list.items[at - 1];
    const blank = body.slice(0, start).endsWith(eol) ? start - eol.length : start;
    const candidates =
      list.kind === 'inline'
        ? [without(former ? former.range.end : start, end)]
        : [undefined, without(blank, end), without(Math.max(0, blank - eol.length), end), without(start, end)];
    const place: ConfigPlace = { path: [name], as: 'item' };
    const exact = restored(text, candidates, value, (earlier, entry) => this.insert(earlier, place, entry));
    if (exact) return exact.text;
    const result =
      list.kind === 'inline'
        ? takenOutInline(body, list, at)
        : without(blankLineAt(body, blank) ? blank : start, end).slice(bom.length);
    expectValue(body, result, withoutEntry(before, path), name);
    return bom + result;
  },
};

function treeOf(body: string, name: string) {
  const tree = parseToml(body);
  return { list: tree.list(name), value: tree.value };
}

function namesOf(path: ConfigPath, length: number): readonly [name: string, at: number] {
  const [name, at = -1] = path;
  if (path.length !== length || typeof name !== 'string' || typeof at !== 'number') {
    throw new TypeError(`only a list at the top of a TOML file can be edited, not ${path.join('.')}`);
  }
  return [name, at];
}

function fieldsOf(value: ConfigValue): ConfigTable {
  if (!isTable(value)) throw new TypeError('a table is expected');
  return value;
}

function appended(body: string, text: string): string {
  const eol = lineEnding(body);
  if (body === '') return text;
  return body.endsWith('\n') ? `${body}${eol}${text}${eol}` : `${body}${eol}${eol}${text}`;
}

/** Without a line break at its end. */
function table(name: string, fields: ConfigTable, eol: string): string {
  return [`[[${name}]]`, ...Object.entries(fields).map(([key, value]) => `${key} = ${scalar(value)}`)].join(eol);
}

function inline(fields: ConfigTable): string {
  return `{ ${Object.entries(fields)
    .map(([key, value]) => `${key} = ${scalar(value)}`)
    .join(', ')} }`;
}

function scalar(value: ConfigValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'object') throw new TypeError('only strings, numbers and booleans are written');
  return String(value);
}

function inlineInsertion(list: TomlList, fields: ConfigTable): Splice {
  const last = list.items.at(-1);
  const at = last ? last.range.end : list.range.start + 1;
  return { start: at, end: at, text: last ? `, ${inline(fields)}` : inline(fields) };
}

function takenOutInline(body: string, list: TomlList, at: number): string {
  const { range } = list.items[at]!;
  const [former, next] = [list.items[at - 1], list.items[at + 1]];
  if (former) return splice(body, { start: former.range.end, end: range.end, text: '' });
  return splice(body, { start: range.start, end: next ? next.range.start : range.end, text: '' });
}

function blankLineAt(body: string, offset: number): boolean {
  return offset === 0 || body[offset - 1] === '\n';
}

/** A list that has lost its last item may stay as an empty one. */
function expectValue(body: string, result: string, expected: unknown, name?: string): void {
  const { value } = parseToml(result);
  const alike = name !== undefined && same(valueAt(value, [name]), []) ? withoutEntry(value, [name]) : value;
  if (!same(alike, expected)) throw unsafe(body);
}

function unsafe(body: string): Error {
  return errorAt(body, body.length, 'it cannot be edited without changing its meaning.');
}

function nothingAt(body: string, path: ConfigPath): Error {
  return errorAt(body, 0, `there is nothing at ${path.join('.')}.`);
}

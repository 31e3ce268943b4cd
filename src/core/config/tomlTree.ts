import { TomlDocument } from '@decimalturn/toml-patch';
import { ConfigError, isObject, lineStart, nextLine, valueAt } from './configText';

/** A range of the text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A table of a list, with the ranges of its values by key. */
export interface TomlItem {
  /** `[[x]]`: whole lines from the header to the last value; in a list in brackets: the braces and what is between. */
  readonly range: TextRange;
  readonly values: ReadonlyMap<string, TextRange>;
}

/** A list of tables at the top of a TOML file. */
export interface TomlList {
  readonly kind: 'tables' | 'inline';
  readonly items: readonly TomlItem[];
  /** Where the list's own value stands: the brackets of an inline one. */
  readonly range: TextRange;
}

/** A parsed TOML file. */
export interface TomlTree {
  readonly value: Readonly<Record<string, unknown>>;
  /** The list of this name; undefined if there is none. @throws ConfigError if something else has the name */
  list(name: string): TomlList | undefined;
}

/** What is used of the library's syntax tree, which it does not export as a type. */
type Block = TomlDocument['cst'][number];
type Row = Extract<Block, { items: unknown }>['items'][number];
type Location = Block['loc'];
type Value = Extract<Block, { value: unknown }>['value'];

/** Parses a text without a byte order mark by @decimalturn/toml-patch. @throws ConfigError */
export function parseToml(text: string): TomlTree {
  const { document, value } = parsed(text);
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = ({ line, column }: Location['start']) => starts[line - 1]! + column;
  const rangeOf = (node: { readonly loc: Location }): TextRange => ({
    start: offset(node.loc.start),
    end: offset(node.loc.end),
  });
  const valuesOf = (rows: readonly Row[]) =>
    new Map(rows.flatMap((row) => ('value' in row ? [[row.key.value.join('.'), rangeOf(row.value)] as const] : [])));

  return {
    value,
    list(name) {
      const items: TomlItem[] = [];
      for (const block of document.cst) {
        if (!('key' in block)) continue;
        const key = 'item' in block.key ? block.key.item.value : block.key.value;
        if (key[0] !== name) continue;
        if ('items' in block && key.length === 1 && text.startsWith('[[', offset(block.loc.start))) {
          const values = valuesOf(block.items);
          const end = Math.max(offset(block.key.loc.end), ...Array.from(values.values(), (range) => range.end));
          const start = lineStart(text, offset(block.loc.start));
          items.push({ range: { start, end: nextLine(text, end) }, values });
        } else if ('value' in block && key.length === 1 && 'items' in block.value) {
          return inlineList(block.value, rangeOf, valuesOf);
        } else if (items.length === 0) {
          const { line, column } = block.loc.start;
          throw new ConfigError(`"${name}" is expected to be a list.`, line, column + 1);
        }
      }
      return items.length === 0 ? undefined : { kind: 'tables', items, range: { start: 0, end: 0 } };
    },
  };
}

function inlineList(
  value: Value,
  rangeOf: (node: { readonly loc: Location }) => TextRange,
  valuesOf: (rows: readonly Row[]) => ReadonlyMap<string, TextRange>,
): TomlList {
  const items = itemsOf(value).map(({ item }) => ({
    range: rangeOf(item),
    values: valuesOf(itemsOf(item).map((row) => row.item)),
  }));
  return { kind: 'inline', items, range: rangeOf(value) };
}

/** What is in brackets or braces: values, or rows of a table. */
function itemsOf(node: Value): readonly { readonly item: Value & Row }[] {
  return hasItems(node) ? node.items : [];
}

function hasItems(node: Value): node is Value & { readonly items: readonly { readonly item: Value & Row }[] } {
  return 'items' in node && Array.isArray(node.items);
}

function parsed(text: string): { readonly document: TomlDocument; readonly value: TomlTree['value'] } {
  try {
    const document = new TomlDocument(text);
    // It parses lazily, so that this may throw, too.
    const value: unknown = document.toJsObject;
    if (isObject(value)) return { document, value };
    throw new Error('no value');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [line, column] = [valueAt(error, ['line']), valueAt(error, ['column'])];
    throw new ConfigError(
      `this is not TOML (${message.split('\n').at(-1)!.toLowerCase()}).`,
      typeof line === 'number' ? line : 1,
      typeof column === 'number' ? column + 1 : 1,
    );
  }
}

/** What JSON, TOML and YAML have in common, as far as agents' configurations use it. */
export type ConfigValue = string | number | boolean | null | readonly ConfigValue[] | ConfigTable;
/** Members by key. */
export interface ConfigTable {
  readonly [key: string]: ConfigValue;
}

/** Steps from the root: keys of objects and indices of lists. */
export type ConfigPath = readonly (string | number)[];

/** Where something is put in: as the last item of the list at this path, or as the member at this path. */
export interface ConfigPlace {
  readonly path: ConfigPath;
  readonly as: 'item' | 'member';
}

/**
 * Edits the text of a configuration file and leaves every byte of it that is not about the edit as it is. All of them throw a
 * ConfigError for a text that does not parse, or in which there is no room for the edit.
 */
export interface ConfigEditor {
  /** The file's value; undefined if it holds nothing. */
  read(text: string): unknown;
  /** Puts a value in, with the containers that it needs; undefined stands for a file that is not there. */
  insert(text: string | undefined, place: ConfigPlace, value: ConfigValue): string;
  /** Puts a value in the place of another; where only scalars differ, only they are touched. */
  replace(text: string, path: ConfigPath, value: ConfigValue): string;
  /**
   * Takes out what `insert` put in, and the containers that it made; exactly, as long as nobody has changed the text around it.
   * Undefined: there was no file before.
   */
  remove(text: string, path: ConfigPath): string | undefined;
}

/** A configuration that cannot be edited, and where that shows. It is never reset. */
export class ConfigError extends Error {
  /** @param line and column, both from 1 */
  constructor(
    readonly problem: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`Line ${line}, column ${column}: ${problem}`);
    this.name = 'ConfigError';
  }
}

/** The error at an offset of the text. */
export function errorAt(text: string, offset: number, problem: string): ConfigError {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new ConfigError(problem, before.length, before.at(-1)!.length + 1);
}

/** The byte order mark, if there is one, and the rest. */
export function splitBom(text: string): readonly [bom: string, body: string] {
  return text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text];
}

/** The line ending that the text uses first. */
export function lineEnding(text: string): '\r\n' | '\n' {
  return /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

/** The offset at which the line of this offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset at which the next line begins, or the text's end. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** The white space at the start of the line of this offset. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0];
}

/** A range of a text and what comes in its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies splices that do not overlap; of several at one place the first given comes first. */
export function splice(text: string, ...edits: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** A value within its containers, from the outermost to the value. */
export function wrapped(path: ConfigPath, as: ConfigPlace['as'], value: ConfigValue): ConfigValue {
  let result: ConfigValue = as === 'item' ? [value] : value;
  for (const key of path.toReversed()) result = { [key]: result };
  return result;
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: ConfigPath): unknown {
  let found = value;
  for (const key of path) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** Whether two parsed values are the same; dates count by what they say. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && String(a) === String(b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [first, second] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return first.length === second.size && first.every(([key, value]) => second.has(key) && same(value, second.get(key)));
}

/** What a parsed value is after an edit, for the check that the edited text says exactly that. */
export function withInserted(value: unknown, { path, as }: ConfigPlace, inserted: ConfigValue): unknown {
  const [key, ...rest] = path;
  if (key === undefined)
    return as === 'item' ? [...(Array.isArray(value) ? (value as unknown[]) : []), inserted] : inserted;
  const inner = withInserted(valueAt(value, [key]), { path: rest, as }, inserted);
  return Array.isArray(value)
    ? value.map((item, at) => (at === key ? inner : (item as unknown)))
    : { ...asObject(value), [key]: inner };
}

/** What a parsed value is without what stands at the path, and without the containers that are empty then. */
export function withoutEntry(value: unknown, path: ConfigPath): unknown {
  const [key, ...rest] = path;
  const inner = rest.length === 0 ? undefined : withoutEntry(valueAt(value, [key!]), rest);
  const gone = inner === undefined || (typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0);
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => (at !== key ? [item as unknown] : gone ? [] : [inner]));
  }
  return Object.fromEntries(
    Object.entries(asObject(value)).flatMap(([name, item]) =>
      name !== key ? [[name, item]] : gone ? [] : [[name, inner]],
    ),
  );
}

function asObject(value: unknown): object {
  return isObject(value) ? value : {};
}

/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value has members by key. */
export function isTable(value: ConfigValue): value is ConfigTable {
  return isObject(value) && !Array.isArray(value);
}

/** Whether a parsed value is one that can be written again; a date is not. */
export function isConfigValue(value: unknown): value is ConfigValue {
  if (!isObject(value)) return value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return !(value instanceof Date) && Object.values(value).every(isConfigValue);
}

/** Whether two values have the same keys, in whatever order. */
export function sameKeys(a: unknown, b: unknown): boolean {
  return same(Object.keys(asObject(a)).toSorted(), Object.keys(asObject(b)).toSorted());
}

/** A string in double quotes as JSON, TOML and YAML all read it. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', '\\u007f');
}

/** The first candidate that the insertion of the value turns into exactly this text. */
export function restored(
  text: string,
  candidates: readonly (string | undefined)[],
  value: unknown,
  insert: (candidate: string | undefined, value: ConfigValue) => string,
): { readonly text: string | undefined } | undefined {
  if (!isConfigValue(value)) return undefined;
  for (const candidate of candidates) {
    try {
      if (insert(candidate, value) === text) return { text: candidate };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error; // One that does not parse is none.
    }
  }
  return undefined;
}

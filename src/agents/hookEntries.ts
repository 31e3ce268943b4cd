import { ConfigError, isConfigValue, same, valueAt } from '../core/config/configText';
import type { ConfigEditor, ConfigPath, ConfigValue } from '../core/config/configText';
import { isHookCommand } from './hookCommand';
import type { AgentSetUp, SetUpExtra, SetUpOptions, SetUpState } from './setup';

/** An entry that the set-up wants in a list of the configuration. */
export interface HookEntry {
  readonly list: ConfigPath;
  readonly value: ConfigValue;
}

/** What entries depend on. */
export interface EntryContext {
  readonly options: SetUpOptions;
  /** The extras that are on, by id. */
  readonly extras: ReadonlySet<string>;
  /** The configuration's value; undefined if there is none. */
  readonly config: unknown;
}

/** An extra that changes the entries, and is known again by them. */
export interface EntryExtra {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** Whether an entry of ours shows that it is on. */
  shows(list: ConfigPath, commands: readonly string[]): boolean;
}

/** An extra that is a setting of the agent's own. It cannot be told who set it, so only the extra's own switch takes it back. */
export interface SettingExtra {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly path: ConfigPath;
  readonly value: string | number | boolean;
}

export interface HookSetUpParts extends Pick<AgentSetUp, 'id' | 'name' | 'binaries' | 'place' | 'notes'> {
  readonly editor: ConfigEditor;
  entries(context: EntryContext): readonly HookEntry[];
  readonly entryExtras?: readonly EntryExtra[];
  readonly settingExtras?: readonly SettingExtra[];
  /** A member that a file must have: put in if it is missing, and taken back only with the whole file. */
  readonly required?: { readonly path: ConfigPath; readonly value: string | number };
}

/** An entry of ours in a configuration. */
interface Found {
  /** Of the outermost list item in which every command is ours. */
  readonly path: ConfigPath;
  readonly value: unknown;
  readonly commands: readonly string[];
}

/** Makes an agent's set-up of what is particular to it. */
export function hookSetUp(parts: HookSetUpParts): AgentSetUp {
  const { editor, required } = parts;
  const read = (text: string | undefined): unknown => (text === undefined ? undefined : editor.read(text));
  const extrasIn = (config: unknown): ReadonlySet<string> => {
    const found = foundIn(config);
    const shown = (parts.entryExtras ?? []).filter((extra) =>
      found.some(({ path, commands }) => extra.shows(path.slice(0, -1), commands)),
    );
    return new Set(shown.map(({ id }) => id));
  };
  const wanted = (config: unknown, options: SetUpOptions, extras = extrasIn(config)) =>
    parts.entries({ options, extras, config });

  const apply = (text: string | undefined, options: SetUpOptions, extras?: ReadonlySet<string>): string => {
    const entries = wanted(read(text), options, extras);
    const { matches, leftover } = matched(read(text), entries);
    let result = text;
    // Replacing moves nothing, so the paths stay.
    for (const [entry, found] of matches) {
      if (!same(found.value, entry.value)) result = editor.replace(result!, found.path, entry.value);
    }
    result = withoutAll(editor, result, leftover);
    if (required && valueAt(read(result), required.path) === undefined) {
      result = editor.insert(result, { path: required.path, as: 'member' }, required.value);
    }
    for (const entry of entries) {
      if (!matches.has(entry)) result = editor.insert(result, { path: entry.list, as: 'item' }, entry.value);
    }
    return result ?? '';
  };

  /** What `apply` makes of no file; undefined if it cannot be what stands here. */
  const isOursAlone = (text: string): boolean => {
    const alone = foundIn(read(text)).reduce<string | undefined>(
      (made, { path, value }) =>
        isConfigValue(value) ? editor.insert(made, { path: path.slice(0, -1), as: 'item' }, value) : made,
      required && editor.insert(undefined, { path: required.path, as: 'member' }, required.value),
    );
    return alone === text;
  };
  const remove = (text: string): string | undefined =>
    required && isOursAlone(text) ? undefined : withoutAll(editor, text, foundIn(read(text)));

  return {
    kind: 'file',
    id: parts.id,
    name: parts.name,
    binaries: parts.binaries,
    notes: parts.notes,
    place: (places) => parts.place(places),
    state(text, options) {
      try {
        const config = read(text);
        const entries = wanted(config, options);
        const { matches, leftover } = matched(config, entries);
        if (matches.size === 0 && leftover.length === 0) return roomFor(() => apply(text, options), 'notSetUp');
        const current = leftover.length === 0 && entries.every((entry) => same(matches.get(entry)?.value, entry.value));
        const complete = required === undefined || valueAt(config, required.path) !== undefined;
        return current && complete ? { type: 'setUp' } : roomFor(() => apply(text, options), 'outdated');
      } catch (error) {
        return broken(error);
      }
    },
    add: (text, options) => apply(text, options),
    remove,
    extras: [
      ...(parts.entryExtras ?? []).map((extra) => entryExtra(extra, (text) => extrasIn(read(text)), apply)),
      ...(parts.settingExtras ?? []).map((extra) =>
        settingExtra(extra, editor, (text, options) => {
          // The entries may depend on the setting.
          return foundIn(read(text)).length > 0 ? apply(text, options) : text;
        }),
      ),
    ],
  };
}

/** The state, unless the change could not be made. */
function roomFor(change: () => string, type: 'notSetUp' | 'outdated'): SetUpState {
  change();
  return { type };
}

function broken(error: unknown): SetUpState {
  if (!(error instanceof ConfigError)) throw error;
  const { problem, line, column } = error;
  return { type: 'broken', problem, line, column };
}

function entryExtra(
  { id, title, detail }: EntryExtra,
  extrasIn: (text: string | undefined) => ReadonlySet<string>,
  apply: (text: string | undefined, options: SetUpOptions, extras: ReadonlySet<string>) => string,
): SetUpExtra {
  return {
    id,
    title,
    detail,
    state: (text) => (extrasIn(text).has(id) ? 'on' : 'off'),
    add: (text, options) => apply(text, options, new Set([...extrasIn(text), id])),
    remove(text, options) {
      const extras = extrasIn(text);
      return extras.has(id) ? apply(text, options, new Set([...extras].filter((other) => other !== id))) : text;
    },
  };
}

function settingExtra(
  { id, title, detail, path, value }: SettingExtra,
  editor: ConfigEditor,
  refreshed: (text: string, options: SetUpOptions) => string,
): SetUpExtra {
  const state = (text: string | undefined) => {
    const found = text === undefined ? undefined : valueAt(editor.read(text), path);
    return found === undefined ? 'off' : same(found, value) ? 'on' : 'other';
  };
  return {
    id,
    title,
    detail,
    state,
    add: (text, options) =>
      state(text) === 'off' ? refreshed(editor.insert(text, { path, as: 'member' }, value), options) : (text ?? ''),
    remove(text, options) {
      const left = state(text) === 'on' ? editor.remove(text, path) : text;
      return left === undefined ? undefined : refreshed(left, options);
    },
  };
}

/** Pairs the entries that are wanted with those of ours that stand in the same list; what is left over has to go. */
function matched(config: unknown, entries: readonly HookEntry[]) {
  const leftover = [...foundIn(config)];
  const matches = new Map<HookEntry, Found>();
  for (const exact of [true, false]) {
    for (const entry of entries) {
      if (matches.has(entry)) continue;
      const at = leftover.findIndex(
        ({ path, value }) => same(path.slice(0, -1), entry.list) && (!exact || same(value, entry.value)),
      );
      if (at >= 0) matches.set(entry, leftover.splice(at, 1)[0]!);
    }
  }
  return { matches, leftover };
}

/** Takes entries out, the last first, so that the paths of the others stay. */
function withoutAll(editor: ConfigEditor, text: string | undefined, found: readonly Found[]): string | undefined {
  let result = text;
  for (const { path } of found.toReversed()) result = result === undefined ? undefined : editor.remove(result, path);
  return result;
}

/** Every entry of ours, in the order of the configuration. */
function foundIn(value: unknown, path: ConfigPath = []): readonly Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const commands = commandsIn(value);
  if (!commands.some((command) => isHookCommand(command))) return [];
  if (typeof path.at(-1) === 'number' && commands.every((command) => isHookCommand(command))) {
    return [{ path, value, commands }];
  }
  return Object.entries(value).flatMap(([key, item]) =>
    foundIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The commands of hooks anywhere in a value: `bash` and `powershell` are Copilot's names for them. */
function commandsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' && ['command', 'bash', 'powershell'].includes(key) ? [item] : commandsIn(item),
  );
}

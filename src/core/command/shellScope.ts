/**
 * What is known about variables and the folder at one place of a script. Scopes are layers: whatever may or may not run, or runs in a shell
 * of its own, gets a layer on top, and afterwards the layer is dropped (`(...)`) or made uncertain (`if`). Layers rather than copies, so that
 * 1,000 variables and 1,000 subshells do not cost a million.
 */
export class ShellScope {
  readonly #values = new Map<string, string | null>();
  readonly #parent: ShellScope | undefined;
  /** All that the layers below know does not count: somebody else's text was run. */
  #forgotten = false;
  /** The folder, absolute; null if it cannot be known. */
  cwd: string | null;
  /** In a loop or a function: what was set before may have been set anew by a round or a call that stands later in the text. */
  readonly repeated: boolean;
  /** The text's variables were put in by an outer shell: what it sets by itself is not what they stand for. */
  readonly #expanded: boolean;

  constructor(cwd: string | null, parent?: ShellScope, repeated = false, expanded = false) {
    this.cwd = cwd;
    this.#parent = parent;
    this.repeated = repeated || (parent?.repeated ?? false);
    this.#expanded = expanded || (parent !== undefined && parent.#expanded);
  }

  /** A layer on top of this one. */
  layer(repeated = false): ShellScope {
    return new ShellScope(this.cwd, this, repeated);
  }

  /** A layer for text in which an outer shell has put in the variables of this scope. */
  expandedLayer(): ShellScope {
    return new ShellScope(this.cwd, this, false, true);
  }

  /** A variable's value; null if it is set to something unknown, undefined if the text has not set it. */
  get(name: string): string | null | undefined {
    // oxlint-disable-next-line typescript/no-this-alias -- a walk down the layers
    let scope: ShellScope | undefined = this;
    while (scope) {
      const value = scope.#values.get(name);
      if (value !== undefined) return value;
      if (scope.#forgotten) return null;
      scope = scope.#parent;
    }
    return undefined;
  }

  set(name: string, value: string | null): void {
    this.#values.set(name, this.#expanded ? null : value);
  }

  /** Other text was run in this shell (`source x`, `eval "$y"`): nothing is known from here on. */
  forget(): void {
    this.#values.clear();
    this.#forgotten = true;
    this.cwd = null;
  }

  /** The names that this layer has set. */
  names(): Iterable<string> {
    return this.#values.keys();
  }

  /** Ends a layer that may or may not have run: what it has changed is unknown now. */
  endUncertain(layer: ShellScope): void {
    if (layer.#forgotten) this.forget();
    for (const name of layer.names()) this.#values.set(name, null);
    if (layer.cwd !== this.cwd) this.cwd = null;
  }
}

/** How often each name stands in a text other than as `$name`: once means that only one place can have set it. */
export function countNames(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(/(?<![\w$]|\$\{)[A-Za-z_]\w*/g)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Linux takes no longer path; and thousands of `cd x` in a row would cost time by the square. */
const PATH_LIMIT = 4096;

/** Puts a path onto a folder. The folder is absolute, both with `/`; a null gives null unless the path is absolute. */
export function resolveFolder(cwd: string | null, path: string): string | null {
  if (!path.startsWith('/') && cwd === null) return null;
  if (cwd !== null && cwd.length + path.length > PATH_LIMIT) return null;
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  // Windows: C:/x stays as it is.
  const joined = parts.join('/');
  return /^[A-Za-z]:/.test(joined) ? joined : `/${joined}`;
}

import type { Word } from 'unbash';
import type { CommandPlace } from './analysis';
import type { Call, CallPlace, CommandWord } from './calls';
import type { TextOrigin } from './commandSource';
import { decidesCode } from './secretMarks';
import { countNames, resolveFolder, type ShellScope } from './shellScope';
import { readWord, splitWord, type ShellText, type WordValues } from './shellWord';

/** A call while it is built. */
type OpenCall = { -readonly [Key in keyof Call]: Call[Key] };

/** A function or an alias that a text defines, with the range of the definition. */
export interface Definition {
  readonly kind: 'function' | 'alias';
  readonly from: number;
  readonly to: number;
}

/** A text for another shell that was not understood, or not to its end. */
export interface NotRead {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** Where the reading of calls stands. */
export interface CallContext {
  readonly scope: ShellScope;
  /** The text that offsets of the tree count in. */
  readonly source: string;
  readonly origin: TextOrigin;
  readonly place: CallPlace;
  readonly by?: number | undefined;
  readonly reads?: number | undefined;
  /** On another machine, in a container or below another root. */
  readonly elsewhere: boolean;
  /** How many wrappers and texts stand around it. */
  readonly chain: number;
}

/** The context with a layer on top of its scope. */
export function layered(context: CallContext, repeated = false): CallContext {
  return { ...context, scope: context.scope.layer(repeated) };
}

/** What reading a command's calls finds, as it grows. One for a command. */
export class CallBook {
  readonly calls: OpenCall[] = [];
  /** Calls that run elsewhere: nothing that they name is on this disk. */
  readonly elsewhere = new Set<number>();
  readonly defined = new Map<string, Definition>();
  readonly notRead: NotRead[] = [];
  /** The parser's errors in the text itself and in its substitutions. */
  readonly errors: string[] = [];
  /** Names that a function of the text sets: no value of theirs is known anywhere. */
  readonly poisoned = new Set<string>();
  /** What `echo` and the like would print, by call. */
  readonly printed = new Map<number, ShellText>();
  /** Whether anything in the text changes the folder. */
  readonly movesAbout: boolean;
  readonly #place: CommandPlace;
  readonly #names: ReadonlyMap<string, number>;
  /** How many words may still come out of variables: thousands of uses of a long value would cost time by the square. */
  #splits = 2000;

  constructor(text: string, place: CommandPlace) {
    this.#place = place;
    this.#names = countNames(text);
    this.movesAbout = ['cd', 'pushd', 'popd'].some((name) => this.#names.has(name));
  }

  get home(): string {
    return this.#place.home;
  }

  /** The folder that `path` names from `cwd`; null if either is not known. */
  folder(cwd: string | null, path: string | null): string | null {
    return path === null ? null : resolveFolder(cwd, path);
  }

  /** What the variables of a word stand for in a context. */
  values(context: CallContext): WordValues {
    return {
      home: this.#place.home,
      variable: (name) => {
        if (this.poisoned.has(name)) return undefined;
        const value = context.scope.get(name);
        if (typeof value === 'string') {
          return context.scope.repeated && (this.#names.get(name) ?? 0) > 1 ? undefined : value;
        }
        if (value === null || this.#names.has(name) || context.elsewhere) return undefined;
        if (name === 'HOME') return this.#place.home;
        return name === 'PWD' ? (context.scope.cwd ?? undefined) : undefined;
      },
    };
  }

  word(word: Word, context: CallContext, prefix?: string): CommandWord {
    return readWord(word, context.origin, this.values(context), prefix);
  }

  /** The words that the shell makes of a variable outside of quotes whose value has blanks; null if it is one word. */
  split(word: CommandWord): readonly CommandWord[] | null {
    if (this.#splits <= 0 || this.#names.has('IFS')) return null;
    const parts = splitWord(word);
    this.#splits -= parts.length;
    return parts.length < 2 ? null : parts;
  }

  /** Adds a call and gives its index. */
  open(range: { readonly from: number; readonly to: number }, context: CallContext, parts: Partial<Call>): number {
    const index = this.calls.length;
    if (context.elsewhere) this.elsewhere.add(index);
    this.calls.push({
      step: -1,
      ...range,
      name: null,
      program: null,
      args: [],
      assignments: [],
      redirects: [],
      place: context.place,
      cwd: context.elsewhere ? null : context.scope.cwd,
      ...(context.by === undefined ? {} : { by: context.by }),
      ...(context.reads === undefined ? {} : { reads: context.reads }),
      ...parts,
    });
    return index;
  }

  /** Notes that something else than an assignment sets a variable, if it is one that decides which code runs. */
  sets(name: string, range: { readonly from: number; readonly to: number }, context: CallContext): void {
    if (decidesCode(name)) this.open(range, context, { assignments: [{ ...range, name, value: null }] });
  }

  /** The last call from `first` on that the shell itself starts, rather than a wrapper or a substitution. */
  lastFrom(first: number): number | undefined {
    for (let at = this.calls.length - 1; at >= first; at--) {
      const call = this.calls[at];
      if (call?.name && call.by === undefined && call.place !== 'substitution') return at;
    }
    return this.calls.length > first ? first : undefined;
  }
}

/* A command as its calls, for rules and for the look at the disk. Ranges are offsets into the whole text in UTF-16 units. */

/** A piece of a word after the shell's quotes. */
export type WordPiece =
  | { readonly type: 'text'; readonly text: string; readonly quoted: boolean }
  /** `*`, `?`, `[a-z]` outside of quotes. */
  | { readonly type: 'glob'; readonly text: string }
  /** `~` or `~name` at the beginning. */
  | { readonly type: 'home'; readonly text: string }
  /** `value` if it was set to that by a literal earlier in the same text; `fallback` if it has one (`${x:-y}`); `mustBeSet` for `${x:?}`. */
  | {
      readonly type: 'variable';
      readonly name: string;
      readonly quoted: boolean;
      readonly value?: string;
      readonly fallback?: string;
      readonly mustBeSet?: true;
    }
  /** `$(...)`, backticks, `<(...)`. */
  | { readonly type: 'substitution'; readonly quoted: boolean }
  /** What is left to the shell otherwise: arithmetic, braces, `${x##y}`. */
  | { readonly type: 'other'; readonly text: string };

export interface CommandWord {
  readonly from: number;
  readonly to: number;
  readonly pieces: readonly WordPiece[];
  /** What the shell makes of it, if that is known without running anything; null if not. Globs stand in it as written. */
  readonly value: string | null;
}

export interface CallRedirect {
  readonly from: number;
  readonly to: number;
  /** `>`, `>>`, `<`, `>|`, `&>`, `>&`, `<<`, `<<<`, ... */
  readonly operator: string;
  readonly descriptor?: number;
  /** Absent for here-documents. */
  readonly target?: CommandWord;
  /** The text of a here-document. */
  readonly body?: { readonly from: number; readonly to: number };
}

export interface CallAssignment {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly value: CommandWord | null;
}

/** Where a call stands. */
export type CallPlace = 'plain' | 'substitution' | 'function' | 'text';

/** One simple command. A wrapper (`sudo x`, `env A=1 x`, `xargs x`, `sh -c 'x'`) is a call, and what it starts is another, `by` it. */
export interface Call {
  /** The place of its step, 0-based; -1 if there are no steps. */
  readonly step: number;
  readonly from: number;
  readonly to: number;
  /** Null where there are only assignments and redirections. */
  readonly name: CommandWord | null;
  /** The name without folders and quotes, as `rm` of `\rm`, `r''m` and `/bin/rm`; null if it cannot be known. */
  readonly program: string | null;
  readonly args: readonly CommandWord[];
  readonly assignments: readonly CallAssignment[];
  readonly redirects: readonly CallRedirect[];
  /** Index of the call that starts this one. */
  readonly by?: number;
  /** Index of the call whose output it reads through a pipe. */
  readonly reads?: number;
  /** `text`: in a string that a shell is given (`sh -c '...'`). */
  readonly place: CallPlace;
  /** The folder in which it runs, absolute; null if that cannot be known. */
  readonly cwd: string | null;
}

import type { StepView } from '../../protocol/command';
import type { CommandPlace } from './analysis';
import { CallBook, type CallContext, type Definition, type NotRead } from './callBook';
import type { Call } from './calls';
import { walkScript } from './callWalk';
import { parseShell } from './parseShell';
import { ShellScope } from './shellScope';

/** A command as it was read, before any rule has looked at it. */
export interface Reading {
  readonly text: string;
  /** In the order of the text; a call that another one starts follows it. As far as they are known, also where `steps` is null. */
  readonly calls: readonly Call[];
  /** As in CommandAnalysis. */
  readonly steps: readonly StepView[] | null;
  /** Why it is shown raw only, in a sentence. */
  readonly unparsed?: string;
  /** Functions and aliases that the text defines, by name: a call of one of these is not a call of the program of that name. */
  readonly defined: ReadonlyMap<string, Definition>;
  /** Texts for other shells (`sh -c '...'`) that were not understood, or not to their end. */
  readonly notRead: readonly NotRead[];
  /** Indexes of calls that run on another machine, in a container or below another root: what they name is not on this disk. */
  readonly elsewhere: ReadonlySet<number>;
}

/** Reads a command as bash would. Pure, never throws, and bounded in time for every input. */
export function readCommand(text: string, place: CommandPlace): Reading {
  const syntax = parseShell(text);
  const book = new CallBook(text, place);
  const scope = new ShellScope(place.cwd);
  for (const { script, source, at } of syntax.pieces) {
    const origin = { shift: at, from: at, to: at + source.length };
    const context: CallContext = { scope, origin, place: 'plain', elsewhere: false, chain: 0 };
    walkScript(book, script, context, book.errors);
  }
  return { text, calls: book.calls, steps: null, defined: book.defined, notRead: book.notRead, elsewhere: book.elsewhere };
}

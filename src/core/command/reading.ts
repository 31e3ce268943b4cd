import type { StepView } from '../../protocol/command';
import type { CommandPlace } from './analysis';
import { CallBook, type CallContext, type Definition, type NotRead } from './callBook';
import type { Call } from './calls';
import { walkScript } from './callWalk';
import { betweenWords } from './coverage';
import { parseShell } from './parseShell';
import { ShellScope } from './shellScope';
import { stepsOf } from './stepWriter';

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

/** What bash cannot read either, or what the parser may have left out, in a sentence. Its messages are its own words and a token. */
function notUnderstood(reason: string): string {
  const known = /^[\x20-\x7e]{1,80}$/.test(reason) ? reason : 'it is no shell command';
  return `Part of it was not understood: ${known}.`;
}

/** Gives every call the place of the step that it stands in. */
function withSteps(calls: CallBook['calls'], steps: readonly StepView[] | null): readonly Call[] {
  if (steps === null) return calls;
  for (const call of calls) {
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((steps[middle]?.to ?? 0) <= call.from) low = middle + 1;
      else high = middle;
    }
    call.step = Math.min(low, steps.length - 1);
  }
  return calls;
}

/** Reads a command as bash would. Pure, never throws, and bounded in time for every input. */
export function readCommand(text: string, place: CommandPlace): Reading {
  const syntax = parseShell(text);
  const book = new CallBook(text, place);
  const scope = new ShellScope(place.cwd);
  let reason = syntax.cut;
  try {
    for (const { script, source, at } of syntax.pieces) {
      const origin = { shift: at, from: at, to: at + source.length };
      const context: CallContext = { scope, source, origin, place: 'plain', elsewhere: false, chain: 0 };
      walkScript(book, script, context, book.errors);
    }
  } catch {
    // The parser reads substitutions as they are visited, and runs out of stack on chains of function heads and the like.
    reason ??= 'it is nested too deep';
  }
  reason ??= book.errors[0];
  const [piece] = syntax.pieces;
  let steps: readonly StepView[] | null = null;
  if (reason === undefined && piece) {
    const { tokens, leftOutAt } = betweenWords(piece.script, text, 0, text.length);
    steps = leftOutAt === undefined ? stepsOf(piece.script, text, tokens) : null;
    if (steps === null) reason = 'the parser has left something out';
  }
  return {
    text,
    calls: withSteps(book.calls, steps),
    steps,
    ...(reason === undefined ? {} : { unparsed: notUnderstood(reason) }),
    defined: book.defined,
    notRead: book.notRead,
    elsewhere: book.elsewhere,
  };
}

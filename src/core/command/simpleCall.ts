import type { Assignment, Command, ParsedScript, Redirection, SyntaxNode, Word } from 'unbash';
import { layered, type CallBook, type CallContext } from './callBook';
import type { CallAssignment, CallRedirect, CommandWord } from './calls';
import { inWhole } from './commandSource';
import { parseShell } from './parseShell';
import { applyBuiltin } from './shellBuiltins';
import { inputOf, textOf, type Argument } from './shellInput';
import { ShellScope } from './shellScope';
import type { ShellText } from './shellWord';
import { isShell, startedBy, startedByFind, type Started } from './wrappers';

/** How far wrappers and texts are followed into each other: `sudo env nice sh -c 'sudo ...'`. */
const CHAIN_LIMIT = 8;

/** Builtins whose assignments set variables; those of `dd of=x` and `make CC=x` do not. */
const declaring: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

/** The walk that comes back to simple calls; handed in because each needs the other. */
export interface Walk {
  /** Reads the substitutions inside of a node. */
  inside(book: CallBook, node: SyntaxNode, context: CallContext): void;
  script(book: CallBook, script: ParsedScript, context: CallContext, errors: string[]): void;
}

interface SimpleCall {
  readonly from: number;
  readonly to: number;
  readonly name: Argument | null;
  readonly args: readonly Argument[];
  readonly assignments: readonly CallAssignment[];
  readonly redirects: readonly CallRedirect[];
  /** Texts that it gets as its input: here-documents and here-strings. */
  readonly input: readonly ShellText[];
}

/** A redirection with its ranges in the whole command. */
export function readRedirect(book: CallBook, redirect: Redirection, context: CallContext): CallRedirect {
  const target = redirect.type === 'HereDoc' ? undefined : redirect.target;
  return {
    ...inWhole(context.origin, redirect.pos, redirect.end),
    operator: redirect.operator,
    ...(redirect.descriptor?.type === 'FileDescriptor' ? { descriptor: redirect.descriptor.value } : {}),
    ...(target ? { target: book.word(target, context) } : {}),
    ...(redirect.type === 'HereDoc' ? { body: inWhole(context.origin, redirect.body.pos, redirect.body.end) } : {}),
  };
}

function readAssignment(book: CallBook, node: Assignment, context: CallContext): CallAssignment {
  return {
    ...inWhole(context.origin, node.pos, node.end),
    name: node.name,
    value: node.value.type === 'Word' && node.index === undefined ? book.word(node.value, context) : null,
  };
}

/** `A=x` as an argument: of `export` and `declare`, but of `dd of=x` as well. */
function assignmentArgument(book: CallBook, node: Assignment, context: CallContext): Argument {
  if (node.value.type === 'Word' && node.index === undefined) {
    const before = node.text.slice(0, node.value.pos - node.pos);
    return { word: book.word(node.value, context, before) };
  }
  const range = inWhole(context.origin, node.pos, node.end);
  return { word: { ...range, pieces: [{ type: 'other', text: node.text }], value: null } };
}

/** A word as the arguments that the shell makes of it: `$FLAGS` may be several. */
function argumentsOf(book: CallBook, node: Word, context: CallContext): readonly Argument[] {
  const word = book.word(node, context);
  const split = book.split(word);
  return split === null ? [{ word, node }] : split.map((part) => ({ word: part }));
}

/** Reads a simple command: its call, the calls in its substitutions, and what it starts. */
export function readSimpleCall(book: CallBook, node: Command, context: CallContext, walk: Walk): void {
  const assigned: CallAssignment[] = [];
  const args: Argument[] = [];
  for (const child of node.prefix) if (child.type === 'Assignment') assigned.push(readAssignment(book, child, context));
  for (const child of node.suffix) {
    if (child.type === 'Word') args.push(...argumentsOf(book, child, context));
    else if (child.type === 'Assignment') args.push(assignmentArgument(book, child, context));
  }
  const before = book.calls.length;
  const { cwd } = context.scope;
  const [name, ...more] = node.name ? argumentsOf(book, node.name, context) : [];
  readCall(
    book,
    {
      ...inWhole(context.origin, node.pos, node.end),
      name: name ?? null,
      args: [...more, ...args],
      assignments: assigned,
      redirects: node.redirects.map((redirect) => readRedirect(book, redirect, context)),
      input: node.redirects.flatMap((redirect) => inputOf(redirect, context.origin)),
    },
    context,
    walk,
  );
  // The substitutions in the words of a `cd` run before it.
  const reached = context.scope.cwd;
  context.scope.cwd = cwd;
  walk.inside(book, node, context);
  context.scope.cwd = reached;
  // What the call sets holds behind it, not in its own words.
  const program = book.calls[before]?.program ?? '';
  if (node.name && !declaring.has(program)) return;
  for (const child of node.name ? node.suffix : node.prefix) {
    if (child.type !== 'Assignment') continue;
    const set = readAssignment(book, child, context);
    const value = child.append || child.index ? null : (set.value?.value ?? null);
    context.scope.set(child.name, value);
  }
}

/** The program that a name starts, without its folder; null if that cannot be known. */
function programOf(name: CommandWord | undefined): string | null {
  if (!name?.value || name.pieces.some((piece) => piece.type === 'glob')) return null;
  const base = name.value.slice(name.value.lastIndexOf('/') + 1);
  return base === '' ? null : base.replace(/\.exe$/i, '');
}

function readCall(book: CallBook, simple: SimpleCall, context: CallContext, walk: Walk): void {
  const program = programOf(simple.name?.word);
  const words = simple.args.map((argument) => argument.word);
  const index = book.open(simple, context, {
    from: simple.from,
    to: simple.to,
    name: simple.name?.word ?? null,
    program,
    args: words,
    assignments: simple.assignments,
    redirects: simple.redirects,
  });
  if (program === null) return;
  applyBuiltin(book, program, words, context, simple);
  if (context.chain >= CHAIN_LIMIT) {
    book.notRead.push({ from: simple.from, to: simple.to, reason: 'it starts too many programs through each other' });
    return;
  }
  notePrinted(book, program, index, simple, context);
  if (program === 'find' || program === 'gfind' || program === 'fd' || program === 'fdfind') {
    for (const { index: at, end, inFolder } of startedByFind(program, words)) {
      const inner = started(context, index);
      if (!inFolder) inner.scope.cwd = null;
      readPart(book, simple, at, end, [], { ...inner, reads: undefined }, walk);
    }
    return;
  }
  const found = startedBy(program, words);
  if (found) readStarted(book, simple, program, found, index, context, walk);
  else if (isShell(program) || program === 'ssh') readInput(book, simple, program, index, context, walk);
}

function started(context: CallContext, by: number): CallContext {
  return { ...layered(context), by, chain: context.chain + 1 };
}

function readStarted(
  book: CallBook,
  simple: SimpleCall,
  program: string,
  found: Started,
  index: number,
  context: CallContext,
  walk: Walk,
): void {
  // `command cd x` and `eval 'cd x'` work in this shell, all others in a process of their own.
  const here = program === 'command' || program === 'builtin' || program === 'eval';
  const inner: CallContext = {
    ...started(context, index),
    ...(here ? { scope: context.scope } : {}),
    elsewhere: context.elsewhere || found.elsewhere,
    reads: found.takesInput ? undefined : context.reads,
  };
  if (found.folder) inner.scope.cwd = book.folder(context.scope.cwd, found.folder.text);
  if (found.kind === 'command') {
    readPart(book, simple, found.index, found.end, found.assigned, inner, walk);
    return;
  }
  const text = textOf(simple.args.slice(found.index, found.end), context.origin);
  if (text && here && text.expanded) {
    const scope = context.scope.expandedLayer();
    readText(book, text, { ...inner, scope }, walk);
    context.scope.endUncertain(scope);
  } else if (text && here) readText(book, text, inner, walk);
  else if (text) readText(book, text, { ...inner, scope: innerScope(inner.scope, text) }, walk);
  else if (here) context.scope.forget();
}

/** The scope of another shell. What this one has set is not known there unless it was exported, and that is not followed. */
function innerScope(scope: ShellScope, text: ShellText): ShellScope {
  return text.expanded ? scope.expandedLayer() : new ShellScope(scope.cwd);
}

/** A command among the arguments of another one. */
function readPart(
  book: CallBook,
  simple: SimpleCall,
  index: number,
  end: number,
  assigned: readonly number[],
  context: CallContext,
  walk: Walk,
): void {
  const name = simple.args[index];
  if (!name) return;
  const args = simple.args.slice(index + 1, end);
  readCall(
    book,
    {
      from: name.word.from,
      to: args.at(-1)?.word.to ?? name.word.to,
      name,
      args,
      assignments: assigned.flatMap((at) => assignmentOf(simple.args[at]?.word)),
      redirects: [],
      input: simple.input,
    },
    context,
    walk,
  );
}

/** `A=x` before the command of `env` or `sudo`. */
function assignmentOf(word: CommandWord | undefined): CallAssignment[] {
  const [first, ...rest] = word?.pieces ?? [];
  if (!word || first?.type !== 'text') return [];
  const at = first.text.indexOf('=');
  const name = first.text.slice(0, at);
  const text = first.text.slice(at + 1);
  const value: CommandWord = {
    from: Math.min(word.from + at + 1, word.to),
    to: word.to,
    pieces: text === '' ? rest : [{ ...first, text }, ...rest],
    value: word.value?.slice(at + 1) ?? null,
  };
  return [{ from: word.from, to: word.to, name, value }];
}

/** Reads text for another shell. What it sets stays there unless the scope is the caller's. */
function readText(book: CallBook, text: ShellText, context: CallContext, walk: Walk): void {
  const { pieces, cut } = parseShell(text.text);
  const errors: string[] = [];
  for (const piece of pieces) {
    const { shift } = text.origin;
    const origin = { ...text.origin, shift: shift === null ? null : shift + piece.at };
    walk.script(book, piece.script, { ...context, source: piece.source, origin, place: 'text' }, errors);
  }
  const reason = cut ?? errors[0];
  if (reason !== undefined) book.notRead.push({ from: text.origin.from, to: text.origin.to, reason });
}

/** A shell without text and file reads its input: a here-document, a here-string, or what `echo` prints into it. */
function readInput(
  book: CallBook,
  simple: SimpleCall,
  program: string,
  index: number,
  context: CallContext,
  walk: Walk,
): void {
  const words = simple.args.map(({ word }) => word.value);
  const file = words.find((value) => value === null || !/^[-+]./.test(value));
  if (isShell(program) && file !== undefined && file !== '-' && !words.includes('-s')) return;
  const inner: CallContext = { ...started(context, index), elsewhere: context.elsewhere || program === 'ssh' };
  const printed = context.reads === undefined ? undefined : book.printed.get(context.reads);
  const texts = simple.input.length > 0 ? simple.input : printed ? [printed] : [];
  for (const text of texts) {
    readText(book, text, { ...inner, scope: innerScope(inner.scope, text), reads: undefined }, walk);
  }
}

/** Remembers what `echo 'x'` and `cat <<E` print, in case a shell reads it. */
function notePrinted(book: CallBook, program: string, index: number, simple: SimpleCall, context: CallContext): void {
  if (program === 'cat' && simple.args.length === 0) {
    const [text] = simple.input;
    if (text) book.printed.set(index, text);
  }
  if (program !== 'echo' && program !== 'printf') return;
  const parts = simple.args.filter(({ word }) => word.value === null || !/^-[neE]+$/.test(word.value));
  const text = textOf(parts, context.origin);
  if (text) book.printed.set(index, text);
}

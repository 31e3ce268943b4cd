import { forEachChild, type ParsedScript, type Redirection, type Statement, type SyntaxNode } from 'unbash';
import { layered, type CallBook, type CallContext } from './callBook';
import { inWhole } from './commandSource';
import { betweenWords } from './coverage';
import { readRedirect, readSimpleCall } from './simpleCall';

/** Collects the calls of a parsed text into the book. `errors` gets what the parser says, which it knows only after the walk. */
export function walkScript(book: CallBook, script: ParsedScript, context: CallContext, errors: string[]): void {
  walkStatements(book, script.commands, context);
  const [from, to] = script.source === undefined ? [script.pos, script.end] : [0, script.source.length];
  const between = betweenWords(script, context.source, from, to);
  if (between.openHeredoc) errors.push('a here-document has no end');
  if (between.leftOutAt !== undefined) errors.push('the parser has left something out');
  for (const error of script.errors ?? []) errors.push(error.message);
}

function walkStatements(book: CallBook, statements: readonly Statement[], context: CallContext): void {
  for (const statement of statements) {
    walkNode(book, statement.command, statement.background ? layered(context) : context);
  }
}

/** What may or may not run, or runs several times. */
function perhaps(
  book: CallBook,
  context: CallContext,
  repeated: boolean,
  walk: (inner: CallContext) => void,
): CallContext {
  const inner = layered(context, repeated);
  // A second round starts where the first one has gone.
  const unsure = repeated && book.movesAbout;
  if (unsure) inner.scope.cwd = null;
  walk(inner);
  context.scope.endUncertain(inner.scope);
  return inner;
}

function walkNode(book: CallBook, node: SyntaxNode, context: CallContext): void {
  switch (node.type) {
    case 'Command':
      readSimpleCall(book, node, context, { inside: walkInside, script: walkScript });
      return;
    case 'Statement':
      walkStatements(book, [node], context);
      return;
    case 'CompoundList':
    case 'Script':
      walkStatements(book, node.commands, context);
      return;
    case 'Pipeline': {
      let { reads } = context;
      for (const part of node.commands) {
        const first = book.calls.length;
        const piped = { ...context, reads };
        if (node.commands.length === 1) walkNode(book, part, piped);
        else perhaps(book, piped, false, (inner) => walkNode(book, part, inner));
        reads = book.lastFrom(first) ?? reads;
      }
      return;
    }
    case 'AndOr': {
      const [first, ...rest] = node.commands;
      if (first) walkNode(book, first, context);
      // `cd x && y`: the folder is taken as reached, also behind the list. After `||` it is unknown if it differs.
      const inner = layered(context);
      rest.forEach((part, index) => {
        if (node.operators[index] === '&&') walkNode(book, part, inner);
        else perhaps(book, inner, false, (other) => walkNode(book, part, other));
      });
      const { cwd } = inner.scope;
      context.scope.endUncertain(inner.scope);
      context.scope.cwd = cwd;
      return;
    }
    case 'Subshell':
    case 'Coproc':
      walkNode(book, node.body, layered(context));
      return;
    case 'BraceGroup':
      walkNode(book, node.body, context);
      return;
    case 'Redirected':
      walkNode(book, node.command, context);
      walkRedirects(book, node.redirects, context);
      return;
    case 'If':
      walkNode(book, node.clause, context);
      perhaps(book, context, false, (inner) => walkNode(book, node.then, inner));
      for (const branch of node.elif) walkNode(book, branch, context);
      if (node.else) {
        const branch = node.else;
        perhaps(book, context, false, (inner) => walkNode(book, branch, inner));
      }
      return;
    case 'Elif':
      perhaps(book, context, false, (inner) => {
        walkNode(book, node.clause, inner);
        walkNode(book, node.then, inner);
      });
      return;
    case 'For':
    case 'Select':
      for (const word of node.wordlist ?? []) walkInside(book, word, context);
      perhaps(book, context, true, (inner) => {
        inner.scope.set(node.name.value, null);
        book.sets(node.name.value, inWhole(context.origin, node.name.pos, node.name.end), inner);
        walkNode(book, node.body, inner);
      });
      return;
    case 'ArithmeticFor':
      perhaps(book, context, true, (inner) => {
        for (const part of [node.initialize, node.test, node.update]) if (part) walkInside(book, part, inner);
        walkNode(book, node.body, inner);
      });
      return;
    case 'While':
      perhaps(book, context, true, (inner) => {
        walkNode(book, node.clause, inner);
        walkNode(book, node.body, inner);
      });
      return;
    case 'Case':
      walkInside(book, node.word, context);
      for (const item of node.items) {
        for (const pattern of item.pattern) walkInside(book, pattern, context);
        perhaps(book, context, false, (inner) => walkNode(book, item.body, inner));
      }
      return;
    case 'Function': {
      book.defined.set(node.name.value, { kind: 'function', ...inWhole(context.origin, node.pos, node.end) });
      const inner: CallContext = { ...layered(context, true), place: 'function', reads: undefined };
      if (book.movesAbout) inner.scope.cwd = null;
      walkNode(book, node.body, inner);
      for (const name of inner.scope.names()) book.poisoned.add(name);
      return;
    }
    default:
      walkInside(book, node, context);
  }
}

/** `{ ...; } > file`: the redirections are a call of their own, without a name. */
function walkRedirects(book: CallBook, redirects: readonly Redirection[], context: CallContext): void {
  const first = redirects[0];
  const last = redirects.at(-1);
  if (!first || !last) return;
  book.open(inWhole(context.origin, first.pos, last.end), context, {
    redirects: redirects.map((redirect) => readRedirect(book, redirect, context)),
  });
  for (const redirect of redirects) walkInside(book, redirect, context);
}

/** Reads the substitutions inside of a word or the like, and what expansions set. */
function walkInside(book: CallBook, node: SyntaxNode, context: CallContext): void {
  forEachChild(node, (child) => {
    if (child.type !== 'Script') {
      walkInside(book, child, context);
      return;
    }
    const whole = inWhole(context.origin, node.pos, node.end);
    // A backtick script with escapes has a text of its own: its offsets are not ours.
    const origin = child.source === undefined ? context.origin : { ...whole, shift: null };
    const source = child.source ?? context.source;
    const inner: CallContext = {
      ...layered(context),
      source,
      origin,
      place: 'substitution',
      by: undefined,
      reads: undefined,
    };
    walkScript(book, child, inner, book.errors);
  });
  // `((x = 1))` and `${x:=1}` set variables; which, and to what, is not followed.
  if (node.type === 'ArithmeticWord' && /^[A-Za-z_]\w*$/.test(node.value)) context.scope.set(node.value, null);
  if (
    node.type === 'ParameterExpansion' &&
    node.operation?.type === 'Default' &&
    node.operation.operator.endsWith('=')
  ) {
    context.scope.set(node.parameter, null);
    book.sets(node.parameter, inWhole(context.origin, node.pos, node.end), context);
  }
}

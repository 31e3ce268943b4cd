import type { ParsedScript, Redirection, SyntaxNode } from 'unbash';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A separator, an operator, a keyword or a comment: what stands between the words of a script. */
export interface ScriptToken extends Range {
  readonly text: string;
}

/** What stands between the words of a script. */
export interface BetweenWords {
  readonly tokens: readonly ScriptToken[];
  /** The first thing that is neither a word of the tree nor any of the above: the parser has left it out. */
  readonly leftOutAt?: number;
  /** A here-document has no end. The parser takes it as ended by the end of the text, as bash does with a warning. */
  readonly openHeredoc: boolean;
}

const keywords: ReadonlySet<string> = new Set(
  'if then elif else fi for in do done while until case esac select function coproc time -p --'.split(' '),
);
/** bash's own blanks are these; others are parts of words. */
const blank = /[ \t]+|\\\n/y;
const separator = /\n|;;&|;;|;&|&&|\|\||\|&|[;&|(){}!]/y;
const comment = /#[^\n]*/y;
const keyword = /[a-z-]+/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function redirectLeaves(redirect: Redirection, leaves: Range[]): boolean {
  leaves.push({ from: redirect.pos, to: redirect.end });
  if (redirect.type !== 'HereDoc') return true;
  const { body, closing } = redirect;
  leaves.push({ from: body.pos, to: closing?.end ?? body.end });
  return closing !== undefined;
}

/** Collects the ranges of words, redirections and here-documents. False if one of these has no end. */
function leavesOf(node: SyntaxNode, source: string, leaves: Range[]): boolean {
  const all = (nodes: readonly SyntaxNode[]): boolean =>
    nodes.reduce((closed, child) => leavesOf(child, source, leaves) && closed, true);
  switch (node.type) {
    case 'Script':
    case 'CompoundList':
    case 'AndOr':
    case 'Pipeline':
      return all(node.commands);
    case 'Statement':
      return leavesOf(node.command, source, leaves);
    case 'Command':
      return all([...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix]);
    case 'Redirected':
      return all([node.command, ...node.redirects]);
    case 'Redirect':
    case 'HereString':
    case 'HereDoc':
      return redirectLeaves(node, leaves);
    case 'Subshell':
    case 'BraceGroup':
      return leavesOf(node.body, source, leaves);
    case 'If':
      return all([node.clause, node.then, ...node.elif, ...(node.else ? [node.else] : [])]);
    case 'Elif':
      return all([node.clause, node.then]);
    case 'While':
      return all([node.clause, node.body]);
    case 'For':
    case 'Select':
      return all([node.name, ...(node.wordlist ?? []), node.body]);
    case 'Function':
      return all([node.name, node.body]);
    case 'Coproc':
      return all([...(node.name ? [node.name] : []), node.body]);
    case 'Case':
      return all([node.word, ...node.items]);
    case 'CaseItem':
      return all([...node.pattern, node.body]);
    case 'ArithmeticFor': {
      // Its expressions may be absent: the head ends with the last `))` before the body.
      const head = source.lastIndexOf('))', node.body.pos);
      leaves.push({ from: node.pos, to: head < node.pos ? node.pos : head + 2 });
      return leavesOf(node.body, source, leaves);
    }
    default:
      leaves.push({ from: node.pos, to: node.end });
      return true;
  }
}

/** Reads what stands between the words of a script, from `from` to `to` of its source. Time is linear in that. */
export function betweenWords(script: ParsedScript, source: string, from: number, to: number): BetweenWords {
  const leaves: Range[] = [];
  const closed = leavesOf(script, source, leaves);
  leaves.sort((left, right) => left.from - right.from || left.to - right.to);
  leaves.push({ from: to, to });
  const tokens: ScriptToken[] = [];
  let at = from;
  let leftOutAt: number | undefined;
  const add = (text: string): void => {
    tokens.push({ from: at, to: at + text.length, text });
    at += text.length;
  };
  for (const leaf of leaves) {
    while (at < leaf.from && leftOutAt === undefined) {
      const skipped = matchAt(blank, source, at);
      if (skipped !== undefined) {
        at += skipped.length;
        continue;
      }
      const found =
        matchAt(separator, source, at) ?? (startsWord(source, at) ? matchAt(comment, source, at) : undefined);
      if (found !== undefined) add(found);
      else {
        const word = matchAt(keyword, source, at);
        if (word === undefined || !keywords.has(word)) leftOutAt = at;
        else add(word);
      }
    }
    at = Math.max(at, leaf.to);
  }
  return { tokens, openHeredoc: !closed, ...(leftOutAt === undefined ? {} : { leftOutAt }) };
}

function startsWord(source: string, at: number): boolean {
  return at === 0 || /[\s;&|()]/.test(source.charAt(at - 1));
}

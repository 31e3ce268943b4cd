import type { CompoundList, ParsedScript, Redirection, SyntaxNode } from 'unbash';
import type { StepView } from '../../protocol/command';
import type { ScriptToken } from './coverage';
import { operatorWords, thenWords } from './stepWords';

type OpenStep = { -readonly [Key in keyof StepView]: StepView[Key] };

const listSeparators: readonly string[] = [';', '\n', '&'];

/** Writes the steps of a script that was parsed whole and without errors. */
class StepWriter {
  readonly #tokens: readonly ScriptToken[];
  readonly #steps: OpenStep[] = [];
  readonly #others: StepView[] = [];
  #operator: StepView['operator'] | undefined;
  /** Where the next step begins if that is before its own beginning: `! a`, `f() {`. */
  #lead: number | undefined;

  constructor(tokens: readonly ScriptToken[]) {
    this.#tokens = tokens;
  }

  /** All steps in the order of the text, with the comments that stand outside of them. */
  finish(): StepView[] {
    const sorted: OpenStep[] = [...this.#steps, ...this.#others].sort((left, right) => left.from - right.from);
    const comments: OpenStep[] = [];
    let at = 0;
    for (const token of this.#tokens) {
      if (!token.text.startsWith('#')) continue;
      while (at < sorted.length && (sorted[at]?.to ?? 0) <= token.from) at++;
      const next = sorted[at];
      if (next && next.from < token.to) continue;
      comments.push({ from: token.from, to: token.to, depth: next?.depth ?? 0, kind: 'comment' });
    }
    const steps = [...sorted, ...comments].sort((left, right) => left.from - right.from);
    // A here-document or a comment may have come between a step and its operator; then the line's end is what stands before it.
    let before = 0;
    for (const step of steps) {
      if (step.operator && step.operator.from < before) {
        const token = this.#token(before, step.from, listSeparators);
        if (token) step.operator = operatorOf(token);
        else delete step.operator;
      }
      before = step.to;
    }
    return steps;
  }

  list(list: CompoundList | ParsedScript, depth: number): void {
    list.commands.forEach((statement, index) => {
      const previous = list.commands[index - 1];
      if (previous) this.#between(previous.command.end, statement.pos, listSeparators);
      this.node(statement.command, depth);
      const last = this.#steps.at(-1);
      if (statement.background && index === list.commands.length - 1 && last && last.to < statement.end) {
        last.to = statement.end;
      }
    });
  }

  /** `end`: where the step ends if redirections follow a compound command. */
  node(node: SyntaxNode, depth: number, end: number = node.end): void {
    switch (node.type) {
      case 'AndOr':
      case 'Pipeline': {
        if (node.type === 'Pipeline' && node.prefixes.length > 0) this.#leadFrom(node.pos);
        const parts: readonly SyntaxNode[] = node.commands;
        parts.forEach((part, index) => {
          const previous = parts[index - 1];
          const operator = node.operators[index - 1];
          if (previous && operator) this.#between(previous.end, part.pos, [operator]);
          this.node(part, depth);
        });
        return;
      }
      case 'Command':
        this.#add('command', node.pos, end, depth);
        this.#heredocs(node.redirects, depth);
        return;
      case 'Redirected':
        this.node(node.command, depth, node.end);
        this.#heredocs(node.redirects, depth);
        return;
      case 'Function':
      case 'Coproc':
        this.#leadFrom(node.pos);
        this.node(node.body, depth, Math.max(end, node.body.end));
        return;
      case 'CompoundList':
        this.list(node, depth);
        return;
      case 'Subshell':
      case 'BraceGroup':
        this.#add('frame', node.pos, node.pos + 1, depth);
        this.list(node.body, depth + 1);
        this.#add('frame', node.end - 1, end, depth);
        return;
      case 'If':
        this.#add('frame', node.pos, node.pos + 'if'.length, depth);
        this.#branch(node.clause, node.then, depth);
        for (const branch of node.elif) {
          this.#add('frame', branch.pos, branch.pos + 'elif'.length, depth);
          this.#branch(branch.clause, branch.then, depth);
        }
        if (node.else) {
          this.#keyword((node.elif.at(-1)?.then ?? node.then).end, node.else.pos, ['else'], depth);
          this.list(node.else, depth + 1);
        }
        this.#add('frame', node.end - 'fi'.length, end, depth);
        return;
      case 'While':
        this.#add('frame', node.pos, node.pos + node.kind.length, depth);
        this.list(node.clause, depth + 1);
        this.#keyword(node.clause.end, node.body.pos, ['do'], depth);
        this.#loopBody(node.body, node.end, end, depth, 'done');
        return;
      case 'For':
      case 'Select':
      case 'ArithmeticFor': {
        const head = node.type === 'ArithmeticFor' ? node.pos : (node.wordlist?.at(-1) ?? node.name).end;
        const opener = this.#token(head, node.body.pos, ['do', '{']);
        if (opener) this.#add('frame', node.pos, opener.to, depth);
        this.#loopBody(node.body, node.end, end, depth, opener?.text === '{' ? '}' : 'done');
        return;
      }
      case 'Case': {
        const opener = this.#token(node.word.end, node.items[0]?.pos ?? node.end, ['in']);
        this.#add('frame', node.pos, opener?.to ?? node.word.end, depth);
        let before = opener?.to ?? node.word.end;
        for (const item of node.items) {
          const first = item.pattern[0]?.pos ?? item.pos;
          const bracket = this.#token(before, first, ['(']);
          const closer = this.#token(item.pattern.at(-1)?.end ?? item.pos, item.end + 1, [')']);
          this.#add('frame', bracket?.from ?? item.pos, closer?.to ?? first, depth + 1);
          this.list(item.body, depth + 2);
          // `;&` goes on with the next branch; `;;` only ends this one.
          if (item.terminator !== undefined && item.terminator !== ';;') {
            this.#add('frame', item.end - item.terminator.length, item.end, depth + 2);
          }
          before = item.end;
        }
        this.#add('frame', node.end - 'esac'.length, end, depth);
        return;
      }
      default:
        // `[[ ... ]]` and `((...))`.
        this.#add('command', node.pos, end, depth);
    }
  }

  #branch(clause: CompoundList, then: CompoundList, depth: number): void {
    this.list(clause, depth + 1);
    this.#keyword(clause.end, then.pos, ['then'], depth);
    this.list(then, depth + 1);
  }

  #loopBody(body: CompoundList, nodeEnd: number, end: number, depth: number, closer: string): void {
    this.list(body, depth + 1);
    this.#add('frame', nodeEnd - closer.length, end, depth);
  }

  #keyword(from: number, to: number, texts: readonly string[], depth: number): void {
    const token = this.#token(from, to, texts);
    if (token) this.#add('frame', token.from, token.to, depth);
  }

  #add(kind: StepView['kind'], from: number, to: number, depth: number): void {
    this.#steps.push({
      from: this.#lead ?? from,
      to,
      ...(this.#operator ? { operator: this.#operator } : {}),
      depth,
      kind,
    });
    this.#lead = undefined;
    this.#operator = undefined;
  }

  #leadFrom(pos: number): void {
    this.#lead ??= pos;
  }

  #heredocs(redirects: readonly Redirection[], depth: number): void {
    for (const redirect of redirects) {
      if (redirect.type !== 'HereDoc' || !redirect.closing) continue;
      this.#others.push({ from: redirect.body.pos, to: redirect.closing.end, depth, kind: 'heredoc' });
    }
  }

  #between(from: number, to: number, texts: readonly string[]): void {
    const token = this.#token(from, to, texts);
    this.#operator = token && operatorOf(token);
  }

  /** The first token of these texts that begins in `from`-`to`. */
  #token(from: number, to: number, texts: readonly string[]): ScriptToken | undefined {
    let low = 0;
    let high = this.#tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#tokens[middle]?.from ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < this.#tokens.length; at++) {
      const token = this.#tokens[at];
      if (!token || token.from >= to) return undefined;
      if (texts.includes(token.text)) return token;
    }
    return undefined;
  }
}

function operatorOf(token: ScriptToken): NonNullable<StepView['operator']> {
  return { from: token.from, to: token.to, words: operatorWords[token.text] ?? thenWords };
}

/** The steps of a script that was parsed whole and without errors; null if they do not account for all of its text. */
export function stepsOf(
  script: ParsedScript,
  source: string,
  tokens: readonly ScriptToken[],
): readonly StepView[] | null {
  const writer = new StepWriter(tokens);
  writer.list(script, 0);
  const steps = writer.finish();
  let at = 0;
  for (const step of steps) {
    const parts = step.operator ? [step.operator, step] : [step];
    for (const part of parts) {
      if (part.from < at || part.to < part.from || !isPunctuation(source.slice(at, part.from))) return null;
      at = part.to;
    }
  }
  return isPunctuation(source.slice(at)) ? steps : null;
}

/** Whether a text is nothing but blanks and the separators of lists. */
function isPunctuation(text: string): boolean {
  return /^(?:[ \t\n;]|\\\n)*$/.test(text);
}

import type { CommandWord } from './calls';
import { fitsSub, knownText, onlyGoals, optionWords, subWords, type CallUse } from './callUse';
import type { CallRule } from './callRule';
import { fileRules } from './rulesFiles';
import { gitRules } from './rulesGit';
import { readerRules } from './rulesReaders';
import { projectRules, runRules } from './rulesRun';
import { elsewhereRules, systemRules } from './rulesSystem';
import type { Range } from './markView';
import { harmless, type HarmlessKind } from './harmless';

/** A line that holds for a use, and what it marks. */
export interface RuleHit {
  readonly line: CallRule;
  readonly ranges: readonly Range[];
}

/** By program; names that end with `*` stand under that star's beginning in the second. */
interface RuleIndex {
  readonly exact: ReadonlyMap<string, readonly CallRule[]>;
  readonly prefixes: readonly (readonly [string, CallRule])[];
}

function index(lists: readonly (readonly CallRule[])[]): RuleIndex {
  const exact = new Map<string, CallRule[]>();
  const prefixes: (readonly [string, CallRule])[] = [];
  for (const line of lists.flat()) {
    for (const name of line.programs.split(' ')) {
      if (name.endsWith('*')) prefixes.push([name.slice(0, -1), line]);
      const known = exact.get(name);
      if (known) known.push(line);
      else exact.set(name, [line]);
    }
  }
  return { exact, prefixes };
}

const special = index([fileRules, gitRules, runRules, systemRules, readerRules]);
const project = index([projectRules, elsewhereRules]);

function rulesFor(program: string, table: RuleIndex): readonly CallRule[] {
  const exact = table.exact.get(program);
  if (exact) return exact;
  return table.prefixes.filter(([prefix]) => program.startsWith(prefix)).map(([, line]) => line);
}

/** The words of a use that a line marks beside the program's name, and how many arguments belong to its subcommand; null if it does not hold. */
function fits(use: CallUse, line: CallRule): { readonly marked: readonly CommandWord[]; readonly sub: number } | null {
  const sub = line.sub === undefined ? 0 : fitsSub(use, line.sub);
  if (sub < 0) return null;
  const rest = use.args.slice(sub);
  if (line.words !== undefined && subWords({ ...use, args: rest }, line.words).length < line.words) return null;
  const marked: CommandWord[] = [];
  for (const names of [line.some, line.and]) {
    if (names === undefined) continue;
    // Options may stand before a subcommand too: `docker -D rm`.
    const found = optionWords(line.sub === undefined ? use.args : rest, names, true);
    if (found.length === 0) return null;
    marked.push(...found);
  }
  if (line.having !== undefined && optionWords(use.args, line.having, true).length === 0) return null;
  if (line.none !== undefined && optionWords(use.args, line.none, false).length > 0) return null;
  const { unless } = line;
  if (unless && use.args.some((word) => unless.test(knownText(word)))) return null;
  if (line.operand) {
    const { operand } = line;
    const found = rest.filter((word) => operand.test(knownText(word)));
    if (found.length === 0) return null;
    marked.push(...found);
  }
  return { marked, sub };
}

/** The ranges of a hit: the name with its subcommand and the marked words that follow at once, then the other marked words. */
function rangesOf(use: CallUse, marked: readonly CommandWord[], sub: number, withName: boolean): readonly Range[] {
  const first = use.named[0];
  const last = use.args[sub - 1] ?? use.named.at(-1);
  if (first === undefined || last === undefined) return [];
  const left = new Set(marked);
  let to = last.to;
  if (withName) {
    for (const word of use.args.slice(sub)) {
      if (!left.delete(word)) break;
      to = word.to;
    }
  }
  const others = use.args.filter((word) => left.has(word)).map((word) => ({ from: word.from, to: word.to }));
  return withName ? [{ from: first.from, to }, ...others] : others;
}

function firstHit(use: CallUse, table: RuleIndex): RuleHit | null {
  for (const line of rulesFor(use.program, table)) {
    const fit = fits(use, line);
    if (fit) return { line, ranges: rangesOf(use, fit.marked, fit.sub, line.mark !== 'options') };
  }
  return null;
}

/** The first line of the tables that holds for a use. */
export function ruleFor(use: CallUse): RuleHit | null {
  return firstHit(use, special);
}

/** The line for what the project's own tools do, if no other knows it. */
export function projectRuleFor(use: CallUse): RuleHit | null {
  return firstHit(use, project);
}

/** What a harmless use does; null if it is not in the table. */
export function harmlessFor(use: CallUse): HarmlessKind | null {
  const found = harmless
    .get(use.program)
    ?.find(({ sub, goals }) => (goals !== undefined ? onlyGoals(use, goals) : sub === null || fitsSub(use, sub) >= 0));
  if (found) return found.kind;
  return isKnown(use.program) && /^(?:--version|--help)$/.test(use.args[0]?.value ?? '') && use.args.length === 1
    ? 'reads'
    : null;
}

/** Whether any table names a program. */
export function isKnown(program: string): boolean {
  return rulesFor(program, special).length > 0 || rulesFor(program, project).length > 0 || harmless.has(program);
}

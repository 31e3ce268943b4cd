import type { MarkView, Risk } from '../../protocol/command';
import type { HarmlessKind } from './harmless';
import { rules, type RuleId } from './rules';

/** How many reasons the verdict names. */
const reasons = 3;

/** Rules that say more about what happens than others of the same risk; the rest come in the order of the text. */
const first: readonly RuleId[] = [
  'path.system',
  'path.home',
  'path.empty',
  'path.everything',
  'fetch.runRoot',
  'fetch.run',
  'disk.format',
  'disk.write',
];

function isRule(name: string): name is RuleId {
  return Object.hasOwn(rules, name);
}

function joined(phrases: readonly string[]): string {
  return phrases.length < 2 ? phrases.join('') : `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`;
}

const harmlessWords: Readonly<Record<HarmlessKind, string>> = {
  reads: 'reads',
  checks: "runs the project's own tests or builds",
  works: 'makes small local changes',
};

/** The highest of the marks; without any it is safe only if all of it was read. */
export function riskOfMarks(marks: readonly MarkView[], whole: boolean): Risk {
  if (marks.some((mark) => mark.risk === 'dangerous')) return 'dangerous';
  return marks.length > 0 || !whole ? 'careful' : 'safe';
}

/** The reasons for a risk in words: the worst marks' phrases, or what the harmless parts do. `unread`: why not all of it could be read. */
export function verdictOf(
  risk: Risk,
  marks: readonly MarkView[],
  kinds: ReadonlySet<HarmlessKind>,
  unread: string | null,
): string {
  const worst = marks.filter((mark) => mark.risk === risk).map((mark) => mark.rule);
  const found = worst.filter(isRule);
  const sorted = [...first.filter((rule) => found.includes(rule)), ...found.filter((rule) => !first.includes(rule))];
  const phrases = [...new Set(sorted.map((rule) => rules[rule].phrase))].slice(0, reasons);
  if (phrases.length > 0) return joined(phrases);
  if (unread !== null) return unread;
  const harmless = (['reads', 'checks', 'works'] as const)
    .filter((kind) => kinds.has(kind))
    .map((kind) => harmlessWords[kind]);
  return harmless.length === 0
    ? 'runs no program'
    : kinds.size === 1 && kinds.has('reads')
      ? 'only reads'
      : joined(harmless);
}

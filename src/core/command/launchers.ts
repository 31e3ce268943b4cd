import type { Call, CommandWord } from './calls';
import { fitsSub, knownText, optionWords, subWords, useOf, wordSet, type CallUse } from './callUse';
import type { RuleId } from './rules';

/** A program that starts a package or a module by name. */
interface Launcher {
  readonly programs: string;
  readonly sub?: string;
  /** Options that take the next word. */
  readonly values?: string;
  /** Only words like this name something that it launches; what this fits is no part of the name. */
  readonly only?: RegExp;
  /** What is said of what it launches: always, or only if the tables do not know it. */
  readonly rule: RuleId;
  readonly always?: true;
}

/** Scripts that every project of a framework has, known by their names wherever they lie. */
const frameworkScripts = /^(?:.*\/)?(?:vendor\/bin\/|(?=(?:manage\.py|artisan|console)$))/;

const launchers: readonly Launcher[] = [
  { programs: 'npx bunx', values: '-p --package -c --call -w --workspace', rule: 'install.runs' },
  { programs: 'npm', sub: 'exec|x', rule: 'install.runs' },
  { programs: 'pnpm yarn bun', sub: 'exec|x|run', rule: 'code.script' },
  { programs: 'pnpm yarn', sub: 'dlx', rule: 'install.runs', always: true },
  { programs: 'uvx', values: '--from --with --python -p', rule: 'install.runs', always: true },
  { programs: 'pipx', sub: 'run', rule: 'install.runs', always: true },
  { programs: 'python python3 py', sub: '-m', rule: 'code.script' },
  { programs: 'php python python3 py', only: frameworkScripts, rule: 'code.script' },
];

/** What a call launches, and the rule for it. */
export interface Launched {
  readonly use: CallUse;
  readonly rule: RuleId;
  readonly always: boolean;
}

/** What a call launches by name (`npx tsc`, `python -m pytest`); null if it is no launcher. A version (`pkg@1`) is not part of the name. */
export function launchedBy(call: Call): Launched | null {
  const use = useOf(call);
  if (!use) return null;
  for (const launcher of launchers) {
    if (!wordSet(launcher.programs).has(use.program)) continue;
    const module = launcher.sub === '-m';
    let at = launcher.sub === undefined ? 0 : module ? moduleAt(call.args) : fitsSub(use, launcher.sub);
    if (at < 0) continue;
    const values = wordSet(launcher.values ?? '');
    for (; at < call.args.length; at++) {
      const option = call.args[at];
      const text = option === undefined ? '' : knownText(option);
      if (!text.startsWith('-')) break;
      if (values.has(text)) at++;
    }
    const word = call.args[at];
    if (word === undefined) continue;
    const text = knownText(word);
    if (launcher.only && !launcher.only.test(text)) continue;
    // `npx prettier@https://x` and `npx -p x prettier` are not the prettier that the tables know.
    const other =
      /@.*[:/]/.test(text.slice(1)) || optionWords(call.args.slice(0, at), '-p --package', false).length > 0;
    return {
      use: {
        program: /^.[^@]*/.exec(text.replace(launcher.only ?? '', ''))?.[0] ?? text,
        named: [...use.named, ...call.args.slice(0, at + 1)],
        args: call.args.slice(at + 1),
      },
      rule: launcher.rule,
      always: launcher.always ?? other,
    };
  }
  return null;
}

/** What `pnpm vitest` and `yarn prisma` launch without a word for it; null for other programs. */
export function launchedShort(call: Call): CallUse | null {
  const use = useOf(call);
  if (use?.program !== 'pnpm' && use?.program !== 'yarn') return null;
  const [word] = subWords(use, 1);
  if (!word) return null;
  const named = [...use.named, ...call.args.slice(0, word.at + 1)];
  return { program: word.text, named, args: call.args.slice(word.at + 1) };
}

function moduleAt(args: readonly CommandWord[]): number {
  for (const [index, word] of args.entries()) {
    if (word.value === '-m') return index + 1;
    if (word.value === null || !word.value.startsWith('-')) return -1;
  }
  return -1;
}

import { readArguments } from './callOptions';
import type { Call, CommandWord } from './calls';
import { knownText, type CallUse } from './callUse';
import { sedStarts } from './sedScript';

/*
 * Programs that run a text of their own language among their arguments, and interpreters that are asked for something else than to run.
 */

const awkValues: ReadonlySet<string> = new Set([
  '-F',
  '-v',
  '-e',
  '-f',
  '--field-separator',
  '--assign',
  '--source',
  '--expression',
]);

/** Numbers, whatever stands in them. */
const number = /^\$\(\(|^\$\{#/;

/** The program of awk if it is not known whole: every place in it may start something. */
function unknownAwk(args: readonly CommandWord[]): CommandWord | null {
  const { operands, values } = readArguments(args, awkValues);
  const given = values.filter(({ option }) => option === '-e' || option === '--source').map(({ word }) => word);
  const scripts = given.length > 0 ? given : operands.slice(0, 1);
  return (
    scripts.find(({ pieces }) =>
      pieces.some(
        (piece) =>
          piece.type === 'substitution' ||
          (piece.type === 'variable' && piece.value === undefined) ||
          (piece.type === 'other' && !number.test(piece.text)),
      ),
    ) ?? null
  );
}

/** Whether a call gets more words, or words in the place of others, from the call that starts it. */
function isFed(by: Call | undefined): boolean {
  return /^(?:xargs|parallel|g?find|fd|fdfind)$/.test(by?.program ?? '');
}

/** Whether what starts a call puts something into a text of it: `xargs -I X awk X`. */
function isPutInto(text: string, by: Call): boolean {
  const at = by.args.findIndex(({ value }) => /^(?:-[IJ]|--replace=)/.test(value ?? ''));
  const token = by.args[at]?.value?.replace(/^(?:-[IJ]|--replace=)/, '') || by.args[at + 1]?.value;
  return text.includes('{}') || (at >= 0 && text.includes(token ?? '{}'));
}

/** The argument of sed or awk by which it may write files or start programs, or the call if that is not shown; null if it only prints. */
export function startsByScript(use: CallUse, call: Call, by: Call | undefined): CommandWord | null {
  const sed = /^g?sed$/.test(use.program);
  if (!sed && !/^[gmn]?awk$/.test(use.program)) return null;
  const found = sed ? sedStarts(use.args) : unknownAwk(use.args);
  if (found || !by || !isFed(by)) return found;
  const { operands, values } = readArguments(use.args, awkValues);
  const given = values.find(({ option }) => /^(?:-e|--expression|--source)$/.test(option))?.word;
  const script = given ?? operands[0];
  if (!script) return call.name;
  return isPutInto(knownText(script), by) ? script : null;
}

/** Whether a program that starts another gets its name from what starts it: `xargs timeout 5`. */
export function isFedName(by: Call | undefined): boolean {
  return by?.program === 'xargs' || by?.program === 'parallel';
}

/** Whether an interpreter only tells its version or looks at the grammar of a script. */
export function runsNothing({ program, args }: CallUse): boolean {
  const option = args[0]?.value ?? '';
  if (args.length === 1 && !/^(?:\.|source)$/.test(program))
    return (
      /^(?:-V|--version|--help)$/.test(option) ||
      (option === '-v' && /^(?:node|nodejs|perl|php|ruby|deno|bun)$/.test(program))
    );
  return (
    args.length === 2 &&
    ((option === '-n' && /^(?:ba|z|k|da|)sh$/.test(program)) || (option === '-l' && program === 'php'))
  );
}

const jsonRead = /^(?:console\.log\()?require\((['"])\.{1,2}\/[\w/-]+\.json\1\)(?:\.\w+|\[['"]?[\w@/-]+['"]?\])*\)?;?$/;

/** Whether a program of Node only prints a value of a JSON file of the project: `node -p "require('./package.json').version"`. */
export function readsJson({ program, args }: CallUse): boolean {
  const [option, script] = args;
  return (
    args.length === 2 &&
    /^(?:node|nodejs|bun)$/.test(program) &&
    /^(?:-p|-e|-pe|--print|--eval)$/.test(option?.value ?? '') &&
    jsonRead.test(script?.value ?? '')
  );
}

/** Whether a use only asks a program for its version or its help. */
export function asksForHelp({ args }: CallUse): boolean {
  return args.length === 1 && /^--(?:version|help)$/.test(args[0]?.value ?? '');
}

/** What belongs to a program that times or traces another one, rather than to that one. */
export function ownPart(use: CallUse, child: Call | undefined): CallUse {
  if (!child || !/^(?:g?time|[ls]trace)$/.test(use.program)) return use;
  return { ...use, args: use.args.filter((word) => word.to <= child.from) };
}

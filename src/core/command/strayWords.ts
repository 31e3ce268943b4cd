import type { CommandPlace } from './analysis';
import type { Call, CommandWord } from './calls';
import { knownText, optionWords, subWords, type CallUse } from './callUse';
import { belowAny, harmlessDevice, resolve, temporary } from './pathMarks';
import { resolveFolder } from './shellScope';

/** Whether a folder lies in the project; the place itself counts if no folder is open. */
export function isInProject(path: string | null, place: CommandPlace): boolean {
  const folders = place.folders.length > 0 ? place.folders : [place.cwd];
  return path !== null && belowAny(path, folders);
}

/** Uses of git that read no repository's settings. */
const withoutRepository = /^(?:init|version|help)$/;

/**
 * The word by which git works in a repository outside of the project: its settings and hooks may start something. `lost`: whether a folder that
 * is not known comes from a `cd`.
 */
export function strayRepository(use: CallUse, call: Call, place: CommandPlace, lost: boolean): CommandWord | null {
  const [sub] = subWords(use, 1);
  if (!sub || withoutRepository.test(sub.text) || optionWords(use.args, '--no-index', false).length > 0) return null;
  let { cwd } = call;
  let named: CommandWord | undefined;
  for (const [at, word] of use.args.slice(0, sub.at).entries()) {
    if (use.args[at - 1]?.value !== '-C') continue;
    named = word;
    cwd = word.value === null ? null : resolveFolder(cwd, word.value);
  }
  const strays = cwd === null ? lost || named !== undefined : !isInProject(cwd, place);
  return strays ? (named ?? use.named[0] ?? null) : null;
}

/** Programs that only look at what they are given, and options that name where a report goes. */
const onlyLooks = /^(?:shellcheck|hadolint|actionlint|shfmt|node)$/;
const reports =
  /^--?(?:o|func|target-dir|[\w-]*(?:out|report(?!er)|xml|json|log(?!ger)|cov|cache|temp|tmp)[\w-]*)(?:=|$)/i;

/** A path as a word, or behind the name of an option, of a setting, or of a kind of report. */
const givenPath =
  /^(?:(?:--?[\w.-]+=|\w+=)?(?:[\w;]*LogFileName=|(?:html|xml|json|lcov|annotate):)?|-[A-Z])((?:[/~]|\.\.\/|\.\/\.\.\/).*)$/;

/** What tests, linters and builds are given from outside of the project: their code is not its code. */
export function strayWords(use: CallUse, call: Call, place: CommandPlace): readonly CommandWord[] {
  if (onlyLooks.test(use.program) && optionWords(use.args, '--test', false).length === 0) return [];
  return use.args.filter((word, at) => {
    const text = knownText(word);
    const option = text.startsWith('-') ? text : knownText(use.args[at - 1] ?? word);
    const path = givenPath.exec(text)?.[1];
    if (path === undefined) return false;
    const home = path.startsWith('~/') ? `${place.home}${path.slice(1)}` : path;
    const whole = resolve(home, call.cwd);
    if (whole === null || isInProject(whole, place) || harmlessDevice.test(whole)) return false;
    return !(temporary.test(whole) && reports.test(option));
  });
}

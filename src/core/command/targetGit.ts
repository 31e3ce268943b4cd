import type { TouchVerb } from '../../protocol/command';
import { hasOption, readArguments, type OptionValue } from './callOptions';
import type { Call, CommandWord } from './calls';
import { wordSet } from './callUse';
import { resolveFolder } from './shellScope';
import {
  arrivals,
  changing,
  contacting,
  fetching,
  forgetting,
  globalValues,
  takingPaths,
  unknowable,
  valuesOf,
} from './targetGitRules';
import { fileOfUrl, hostOfRemote } from './targetHosts';
import type { TargetList } from './targetList';
import type { GitAbout, PatternPiece } from './targets';

/** An option by which git works on other files than those of its folder, or by other rules of what is ignored. */
function isElsewhere({ option, word }: OptionValue): boolean {
  if (option !== '-c' && option !== '--config-env') return option === '--git-dir' || option === '--work-tree';
  return word.value === null || /^core\.(?:worktree|bare|excludesfile|attributesfile)\b/i.test(word.value);
}

/** What a call of git touches. Source: git's manual pages. */
export function gitTargets(list: TargetList, call: Call): void {
  const at = commandIndex(call.args);
  const command = call.args[at]?.value;
  if (command === null || command === undefined) return;
  const { values: globals } = readArguments(call.args.slice(0, at), globalValues);
  let { cwd } = call;
  for (const { option, word } of globals) {
    if (option === '-C') cwd = word.value === null ? null : resolveFolder(cwd, word.value);
  }
  if (globals.some(isElsewhere) || list.setsGit()) cwd = null;
  const afterOthers = list.isAfterGit(changing.has(command));
  const [isForgotten, isFetched] = [forgetting, fetching].map((set) => [...list.gitBefore].some((one) => set.has(one)));
  list.gitBefore.add(command);
  const after = {
    ...(isForgotten ? { afterForgetting: true as const } : {}),
    ...(isFetched ? { afterFetch: true as const } : {}),
  };
  const rest = call.args.slice(at + 1);
  const read = readArguments(rest, wordSet(valuesOf[command] ?? ''));
  const { operands, values } = read;
  const has = (...wanted: string[]): boolean => hasOption(read.options, wanted);
  const valueOf = (...wanted: string[]): CommandWord | undefined =>
    values.find(({ option }) => wanted.includes(option))?.word;
  const add = (about: Partial<GitAbout>, words: readonly CommandWord[], what: string, verb: TouchVerb): void => {
    const paths = pathsOf(list, call, words);
    const [first, last] = [words[0], words.at(-1)];
    if (!paths) return;
    const range = first && last ? { from: first.from, to: last.to } : call;
    const whole = { type: 'git', discards: 'changes', folders: true, ignored: 'no', ...paths, ...about } as const;
    list.git(
      call,
      verb,
      range,
      first ? null : what,
      { ...whole, ...(afterOthers ? { afterOthers } : {}), ...after },
      cwd,
    );
  };
  const changes = (words: readonly CommandWord[], from?: CommandWord, more: Partial<GitAbout> = {}): void => {
    if (from?.value === null) list.unknown(call, 'discards', from, list.reasonFor(from));
    else add({ ...(from ? { from: from.value } : {}), ...more }, words, 'all changes', 'discards');
  };
  /** Everything, by what is in the last commit or another one. */
  const all = (from: CommandWord | undefined): void =>
    changes([], from, { removes: true, ...(from ? {} : { from: 'HEAD' }) });
  /** Another commit is put in place. What is changed stays then, or git refuses; what is ignored goes. */
  const arrives = (from: CommandWord | string | undefined, more: Partial<GitAbout> = {}): void => {
    if (from === undefined || has('--no-overwrite-ignore')) return;
    if (typeof from !== 'string' && from.value === null) {
      list.unknown(call, 'overwrites', from, list.reasonFor(from));
      return;
    }
    const about = { type: 'git', discards: 'inTheWay', paths: [], folders: true, ignored: 'only' } as const;
    const name = typeof from === 'string' ? from : (from.value ?? '');
    list.git(call, 'overwrites', call, 'ignored files', { ...about, from: name, ...after, ...more }, cwd);
  };

  if (takingPaths.has(command) && list.added(call, 'discards')) return;
  if (valueOf('--pathspec-from-file')) {
    list.unknown(call, 'discards', call, 'Not looked up: a file names the paths.');
    return;
  }

  const unknown = Object.hasOwn(unknowable, command) ? unknowable[command] : undefined;
  switch (command) {
    case 'clean': {
      if (has('-n', '--dry-run')) return;
      const excludes = values.filter(({ option }) => option === '-e' || option === '--exclude');
      const unclear = excludes.find(({ word }) => word.value === null);
      if (unclear) {
        list.unknown(call, 'discards', unclear.word, list.reasonFor(unclear.word));
        return;
      }
      const ignored = has('-X') ? 'only' : has('-x') ? 'too' : 'no';
      const forced = read.options.reduce((sum, option) => sum + forceIn(option), 0);
      const about: Partial<GitAbout> = {
        discards: 'untracked',
        folders: has('-d'),
        ignored,
        ...(excludes.length > 0 ? { excludes: excludes.flatMap(({ word }) => word.value ?? []) } : {}),
        ...(forced > 1 ? { nested: true } : {}),
      };
      add(about, operands, 'untracked files', 'discards');
      return;
    }
    case 'checkout': {
      const ended = rest.findIndex((word) => word.value === '--');
      const named =
        ended < 0 ? operands : readArguments(rest.slice(0, ended), wordSet(valuesOf[command] ?? '')).operands;
      const [first] = named;
      const isForced = has('-f', '--force');
      if (ended >= 0 && ended < rest.length - 1)
        changes(rest.slice(ended + 1), first, has('--no-overlay') ? { removes: true } : {});
      else if (has('-b', '-B', '--orphan') || named.length === 0 || (ended >= 0 && named.length === 1)) {
        if (isForced) all(first);
        else arrives(first);
      } else {
        const isName = first?.pieces.every(({ type }) => type !== 'glob');
        changes(named, undefined, { ...(isName ? { leading: true } : {}), ...(isForced ? { removes: true } : {}) });
      }
      return;
    }
    case 'switch':
      if (has('-f', '--force', '--discard-changes')) all(operands[0]);
      else arrives(operands[0]);
      return;
    case 'merge':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
      if (has('--abort', '--skip')) all(undefined);
      else if (!has('--continue', '--quit', '--edit-todo', '--show-current-patch'))
        for (const [from, more] of arrivals(command, operands, valueOf)) arrives(from, more);
      return;
    case 'read-tree':
      if (has('-u')) (has('--reset') ? all : arrives)(operands[0]);
      return;
    case 'checkout-index':
      if (valueOf('--prefix')) list.unknown(call, 'overwrites', call, 'Not looked up: it writes copies elsewhere.');
      else if (has('-f', '--force')) changes(operands);
      return;
    case 'archive': {
      const file = valueOf('-o', '--output');
      if (file) list.path(call, 'overwrites', file, {}, cwd);
      return;
    }
    case 'restore': {
      const source = valueOf('-s', '--source');
      if (has('-S', '--staged') && !has('-W', '--worktree')) return;
      const index = has('-S', '--staged') ? (source ? {} : { from: 'HEAD' }) : ({ keepsIndex: true } as const);
      changes(operands, source, { ...index, ...(has('--overlay') ? {} : { removes: true }) });
      return;
    }
    case 'reset':
      if (has('--hard', '--merge')) all(operands[0]);
      else if (has('--keep')) arrives(operands[0]);
      return;
    case 'stash':
      stashTargets(list, call, operands, has, add);
      return;
    case 'rm':
      if (operands.length > 0 && !has('--cached', '-n', '--dry-run')) {
        add({ discards: 'tracked' }, operands, 'tracked files', 'deletes');
      }
      return;
    case 'mv': {
      const into = {
        sources: list.patternsOf(call, operands.slice(0, -1)),
        flat: false,
        merges: false,
        replacesLinks: true,
        namesOnly: false,
      };
      for (const word of operands.slice(0, -1)) list.path(call, 'moves', word, { recursive: true }, cwd);
      for (const word of operands.slice(1).slice(-1)) list.path(call, 'overwrites', word, { into }, cwd);
      return;
    }
    case 'worktree':
      if (operands[0]?.value === 'remove')
        for (const word of operands.slice(1)) list.path(call, 'deletes', word, { recursive: true, unlinks: true }, cwd);
      return;
    case 'apply':
    case 'am':
      if (command === 'am' && has('--abort', '--skip')) all(undefined);
      else if (!has('--check', '--stat', '--numstat', '--summary', '--cached', '--quit'))
        list.unknown(call, 'edits', call, 'Not looked up: the patch names the files.');
      return;
    default:
      if (unknown && (!unknown.only || unknown.only.test(operands[0]?.value ?? '')))
        list.unknown(call, unknown.verb, call, unknown.reason);
      if (!contacting.has(command)) return;
      if (command === 'submodule' && operands[0]?.value === 'deinit') {
        for (const word of operands.slice(1)) list.path(call, 'deletes', word, { recursive: true }, cwd);
        if (has('--all')) list.unknown(call, 'deletes', call, 'Not looked up: all submodules.');
        return;
      }
      for (const word of operands) {
        const host = hostOfRemote(word);
        if (host !== undefined) list.host(call, word, host);
      }
      if (command === 'clone') {
        const [from, to] = operands;
        if (to) list.path(call, 'creates', to, {}, cwd);
        else if (from) {
          const name = fileOfUrl(from)?.replace(/\.git$/, '');
          if (name) list.literal(call, 'creates', from, name);
        }
      }
  }
}

/** What `git stash` puts away, or throws away. */
function stashTargets(
  list: TargetList,
  call: Call,
  operands: readonly CommandWord[],
  has: (...wanted: string[]) => boolean,
  add: (about: Partial<GitAbout>, words: readonly CommandWord[], what: string, verb: TouchVerb) => void,
): void {
  const [first, ...words] = operands;
  const what = first?.value ?? 'push';
  if (what === 'drop' || what === 'clear') list.unknown(call, 'discards', call, 'Not looked up: what a stash holds.');
  if (what === 'pop' || what === 'apply' || what === 'branch')
    list.unknown(call, 'edits', call, 'Not looked up: what a stash holds.');
  if (what !== 'push' && what !== 'save') return;
  // The words behind `save` are a message.
  const paths = what === 'push' ? words : [];
  add({ from: 'HEAD', removes: true, stashed: true }, paths, 'all changes', 'moves');
  const everything = has('-a', '--all');
  if (!everything && !has('-u', '--include-untracked')) return;
  const ignored = everything ? 'too' : 'no';
  add({ discards: 'untracked', ignored, stashed: true }, paths, 'untracked files', 'moves');
}

/** How often an option says that it is forced: `-ffd` twice. */
function forceIn(option: string): number {
  if (option.startsWith('--')) return option === '--force' ? 1 : 0;
  return option.split('f').length - 1;
}

/** Where the command of git stands among its arguments. */
function commandIndex(args: readonly CommandWord[]): number {
  let at = 0;
  while (at < args.length && (args[at]?.value?.startsWith('-') ?? false))
    at += globalValues.has(args[at]?.value ?? '') ? 2 : 1;
  return at;
}

/** The paths of words; undefined if one of them cannot be known, which is said instead. */
function pathsOf(
  list: TargetList,
  call: Call,
  words: readonly CommandWord[],
): Pick<GitAbout, 'paths' | 'globs'> | undefined {
  const paths: string[] = [];
  const globs: (readonly PatternPiece[])[] = [];
  for (const word of words) {
    const found = list.patternsOf(call, [word]);
    if (!found) {
      list.unknown(call, 'discards', word, list.reasonFor(word));
      return undefined;
    }
    for (const pattern of found) {
      if (pattern.some(({ type }) => type === 'glob')) globs.push(pattern);
      else paths.push(pattern.map(({ text }) => text).join(''));
    }
  }
  return globs.length > 0 ? { paths, globs } : { paths };
}

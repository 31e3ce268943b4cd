import { hasOption, readArguments } from './callOptions';
import type { Call, CommandWord } from './calls';
import { resolveFolder } from './shellScope';
import { fileOfUrl, hostOfRemote } from './targetHosts';
import type { TargetList } from './targetList';

const globalValues: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--super-prefix',
]);
const noValues: ReadonlySet<string> = new Set();
const valuesOf: Readonly<Record<string, ReadonlySet<string>>> = {
  clean: new Set(['-e', '--exclude']),
  checkout: new Set(['-b', '-B', '--orphan', '--conflict', '--pathspec-from-file']),
  restore: new Set(['-s', '--source', '--conflict', '--pathspec-from-file']),
  clone: new Set([
    '-b',
    '-o',
    '-u',
    '-c',
    '-j',
    '--branch',
    '--origin',
    '--depth',
    '--config',
    '--reference',
    '--template',
    '--jobs',
  ]),
  push: new Set(['-o', '--push-option', '--repo', '--receive-pack']),
};
const contacting: ReadonlySet<string> = new Set(['clone', 'fetch', 'pull', 'push', 'ls-remote', 'remote', 'submodule']);

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
  const rest = call.args.slice(at + 1);
  const { operands, options } = readArguments(rest, valuesOf[command] ?? noValues);
  const has = (...wanted: string[]): boolean => hasOption(options, wanted);
  const ended = rest.findIndex((word) => word.value === '--');
  const all = (): void =>
    list.git(
      call,
      call,
      'all changes',
      { type: 'git', discards: 'changes', paths: [], folders: true, ignored: 'no' },
      cwd,
    );
  const changes = (words: readonly CommandWord[]): void => {
    const paths = literals(list, call, words);
    const [first] = words;
    const last = words.at(-1);
    if (!paths || !first || !last) return;
    const range = { from: first.from, to: last.to };
    list.git(call, range, null, { type: 'git', discards: 'changes', paths, folders: true, ignored: 'no' }, cwd);
  };

  switch (command) {
    case 'clean': {
      if (has('-n', '--dry-run')) return;
      const paths = literals(list, call, operands);
      if (!paths) return;
      const ignored = has('-X') ? 'only' : has('-x') ? 'too' : 'no';
      const what = paths.length === 0 ? 'untracked files' : null;
      const first = operands[0];
      const last = operands.at(-1);
      const range = first && last ? { from: first.from, to: last.to } : call;
      list.git(call, range, what, { type: 'git', discards: 'untracked', paths, folders: has('-d'), ignored }, cwd);
      return;
    }
    case 'checkout':
      if (ended >= 0) changes(rest.slice(ended + 1));
      else {
        const paths = operands.filter(({ value }) => value === '.' || value?.startsWith('./') || value?.includes('*'));
        if (paths.length > 0) changes(paths);
        else if (has('-f', '--force')) all();
      }
      return;
    case 'switch':
      if (has('-f', '--force', '--discard-changes')) all();
      return;
    case 'restore':
      if (!has('-S', '--staged') || has('-W', '--worktree')) changes(operands);
      return;
    case 'reset':
      if (has('--hard')) all();
      return;
    case 'stash':
      if (operands[0]?.value === 'drop' || operands[0]?.value === 'clear') {
        list.unknown(call, 'discards', call, 'Not looked up: what a stash holds.');
      }
      return;
    case 'rm':
      if (has('--cached', '-n', '--dry-run')) return;
      for (const word of operands) list.path(call, 'deletes', word, has('-r'), cwd);
      return;
    case 'mv':
      for (const word of operands.slice(0, -1)) list.path(call, 'moves', word, true, cwd);
      for (const word of operands.slice(1).slice(-1)) list.path(call, 'overwrites', word, false, cwd);
      return;
    case 'worktree':
      if (operands[0]?.value === 'remove')
        for (const word of operands.slice(1)) list.path(call, 'deletes', word, true, cwd);
      return;
    default:
      if (!contacting.has(command)) return;
      for (const word of operands) {
        const host = hostOfRemote(word);
        if (host !== undefined) list.host(call, word, host);
      }
      if (command === 'clone') {
        const [from, to] = operands;
        if (to) list.path(call, 'creates', to, false, cwd);
        else if (from) {
          const name = fileOfUrl(from)?.replace(/\.git$/, '');
          if (name) list.literal(call, 'creates', from, name);
        }
      }
  }
}

/** Where the command of git stands among its arguments. */
function commandIndex(args: readonly CommandWord[]): number {
  let at = 0;
  while (at < args.length && (args[at]?.value?.startsWith('-') ?? false))
    at += globalValues.has(args[at]?.value ?? '') ? 2 : 1;
  return at;
}

/** The paths of words; undefined if one is not literal, which is said instead. */
function literals(list: TargetList, call: Call, words: readonly CommandWord[]): string[] | undefined {
  const paths: string[] = [];
  for (const word of words) {
    if (word.value === null) {
      list.unknown(call, 'discards', word, list.reasonFor(word));
      return undefined;
    }
    paths.push(word.value);
  }
  return paths;
}

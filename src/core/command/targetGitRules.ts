import type { TouchVerb } from '../../protocol/command';
import type { CommandWord } from './calls';
import { wordSet } from './callUse';
import type { GitAbout } from './targets';

/* What git's commands take and change. Source: git's manual pages. */

/** Options before the command that take the next word. */
export const globalValues: ReadonlySet<string> = wordSet(
  '-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix',
);
/** By command, the options that take the next word, space-separated. */
export const valuesOf: Readonly<Record<string, string>> = {
  clean: '-e --exclude',
  checkout: '-b -B --orphan --conflict --pathspec-from-file',
  rm: '--pathspec-from-file',
  restore: '-s --source --conflict --pathspec-from-file',
  clone: '-b -o -u -c -j --branch --origin --depth --config --reference --template --jobs',
  stash: '-m --message --pathspec-from-file',
  switch: '-c -C --create --force-create --orphan',
  push: '-o --push-option --repo --receive-pack',
  merge: '-m -s -X -F --message --strategy --strategy-option --file',
  rebase: '-x -s -X --onto --exec --strategy --strategy-option',
  'cherry-pick': '-m -s -X --mainline --strategy --strategy-option',
  revert: '-m -s -X --mainline --strategy --strategy-option',
  archive: '-o --output',
  'checkout-index': '--prefix --stage',
};
/** Commands that may name a server. */
export const contacting: ReadonlySet<string> = wordSet('clone fetch pull push ls-remote remote submodule');

/** What `xargs` adds to these is thrown away. */
export const takingPaths: ReadonlySet<string> = wordSet('clean checkout restore rm checkout-index');

/** Commands after which git knows other files, or ignores others. */
export const changing: ReadonlySet<string> = wordSet(
  'add am apply checkout cherry-pick commit merge mv pull read-tree rebase reset restore revert rm stash switch update-index',
);

/** Commands after which what a server has may be known. */
export const fetching: ReadonlySet<string> = wordSet('fetch pull remote');

/** Commands after which tracked files may be there that git knows no more. */
export const forgetting: ReadonlySet<string> = wordSet('rm reset read-tree update-index');

const theirs = 'Files that git ignores are overwritten if they are among theirs.';

/** Commands of which git alone knows what they write; `only` with these words behind them. */
export const unknowable: Readonly<
  Record<string, { readonly verb: TouchVerb; readonly reason: string; readonly only?: RegExp }>
> = {
  pull: { verb: 'overwrites', reason: `Not looked up: the server has the commits. ${theirs}` },
  bisect: { verb: 'overwrites', reason: `Not looked up: git chooses the commit. ${theirs}`, only: /^(?!log|view|vis)/ },
  'sparse-checkout': {
    verb: 'deletes',
    reason: 'Not looked up: git chooses the files.',
    only: /^(?:set|add|reapply|init|disable)$/,
  },
  submodule: { verb: 'overwrites', reason: 'Not looked up: what submodules hold.', only: /^(?:update|foreach)$/ },
};

/** What merges and picks put in place: a commit, or what differs between two. */
export function arrivals(
  command: 'merge' | 'rebase' | 'cherry-pick' | 'revert',
  operands: readonly CommandWord[],
  valueOf: (...wanted: string[]) => CommandWord | undefined,
): readonly (readonly [CommandWord | string, Partial<GitAbout>?])[] {
  if (command === 'merge' || command === 'rebase') {
    const onto = command === 'rebase' ? valueOf('--onto') : undefined;
    const branch = command === 'rebase' ? operands[1] : undefined;
    const from = onto ? [onto] : command === 'rebase' ? operands.slice(0, 1) : operands;
    const named = from.length > 0 ? from : ['@{upstream}'];
    return [
      ...named.map((one) => [one, onto ? {} : { joins: command }] as const),
      ...(branch ? [[branch] as const] : []),
    ];
  }
  const parent = `^${valueOf('-m', '--mainline')?.value ?? ''}`;
  return operands.map((word) => {
    if (word.value === null) return [word] as const;
    const range = /^(.*?)\.\.\.?(.*)$/.exec(word.value);
    const name = word.value === '-' ? '@{-1}' : word.value;
    const [since, from] = range ? [range[1] || 'HEAD', range[2] || 'HEAD'] : [name + parent, name];
    return command === 'revert' ? ([since, { since: from }] as const) : ([from, { since }] as const);
  });
}

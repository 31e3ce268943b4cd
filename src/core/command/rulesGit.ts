import { lines, type CallRule } from './callRule';

/** Settings with which git starts programs. */
const runsPrograms =
  /^(?:core\.(?:hookspath|sshcommand|editor|pager|fsmonitor|gitproxy|askpass|alternaterefscommand)|alias\.|credential\.|filter\.|(?:diff|merge|difftool|mergetool|browser|man)\.[^=]{1,80}\.(?:command|driver|textconv|cmd|path)|diff\.external|interactive\.difffilter|sequence\.editor|gpg\.[^=]{0,40}program|include\.path|includeif\.|uploadpack\.packobjectshook|remote\.[^=]{1,80}\.(?:uploadpack|receivepack|vcs)|submodule\.[^=]{1,80}\.update|trailer\.[^=]{1,80}\.(?:command|cmd)|tar\.[^=]{1,80}\.command|init\.templatedir|protocol\.(?:ext\.)?allow|hook\.)/i;

/** Such a setting in \`-c\`, with a value that starts something. */
export const setsProgram = new RegExp(
  `^(?!(?:core\\.(?:pager|editor|fsmonitor|askpass)|sequence\\.editor|pager\\.[\\w-]{1,40}|credential\\.helper)=(?:cat|less|more|true|false|:|)$)(?:${runsPrograms.source.slice(1)}|^pager\\.)`,
  'i',
);

/** Lines of git itself. */
const gitLines: readonly Omit<CallRule, 'programs'>[] = [
  {
    rule: 'git.force',
    sub: 'push',
    some: '-f --force --force-with-lease --force-if-includes --mirror',
    none: '--dry-run',
  },
  { rule: 'git.deleteRemote', sub: 'push', some: '-d --delete --prune', none: '--dry-run' },
  { rule: 'git.force', sub: 'push', operand: /^\+./ },
  { rule: 'git.deleteRemote', sub: 'push', operand: /^:./ },
  { rule: 'git.push', sub: 'push', none: '--dry-run -n' },
  { rule: 'git.discard', sub: 'reset', some: '--hard --merge' },
  { rule: 'git.rewrite', sub: 'reset|rebase|replace' },
  { rule: 'git.discard', sub: 'checkout', some: '-f --force -- --ours --theirs' },
  { rule: 'git.changes', sub: 'checkout|switch', some: '-B -C --force-create' },
  { rule: 'git.discard', sub: 'checkout', operand: /^(?:\.|\*|\.\/.*|:\/)$/ },
  { rule: 'git.discard', sub: 'switch', some: '-f --force --discard-changes' },
  { rule: 'git.changes', sub: 'restore', some: '--staged -S', none: '--worktree -W' },
  { rule: 'git.discard', sub: 'restore' },
  { rule: 'git.discard', sub: 'clean', some: '-f --force', none: '-n --dry-run' },
  { rule: 'git.discard', sub: 'clean', some: '-i --interactive' },
  { rule: 'git.discard', sub: 'worktree remove', some: '-f --force' },
  { rule: 'git.discard', sub: 'branch', some: '-D' },
  { rule: 'git.discard', sub: 'branch', some: '-d --delete', and: '-f --force' },
  {
    rule: 'git.changes',
    sub: 'branch',
    some: '-d -m -M -f -c -C --delete --move --force --copy -u --set-upstream-to --unset-upstream --edit-description',
  },
  { rule: 'git.changes', sub: 'tag', some: '-d -f --delete --force' },
  { rule: 'git.rewriteAll', sub: 'update-ref', some: '-d --stdin' },
  { rule: 'git.rewriteAll', sub: 'gc', some: '--prune' },
  { rule: 'git.discard', sub: 'submodule deinit|submodule update', some: '-f --force' },
  { rule: 'git.discard', sub: 'stash drop|stash clear|checkout-index|read-tree' },
  ...lines('git.rewriteAll', {
    git: 'filter-branch|filter-repo|reflog expire|reflog delete|reflog drop|prune|update-ref',
    'git-filter-repo bfg': '',
  }),
  { rule: 'git.rewrite', sub: 'commit', some: '--amend' },
  { rule: 'git.skipsHooks', sub: 'commit|push|merge', some: '--no-verify' },
  { rule: 'git.skipsHooks', sub: 'commit', some: '-n' },
  { rule: 'git.changes', sub: 'checkout|switch', none: '-b -c --create --orphan' },
  {
    rule: 'network.contact',
    sub: 'clone|ls-remote|submodule update|submodule add|submodule init',
    none: '--help',
  },
  {
    rule: 'git.configRuns',
    sub: 'config',
    words: 2,
    none: '--get --get-all --get-regexp --get-urlmatch',
    unless: /^(?:get|list|unset)$/,
    operand: runsPrograms,
  },
  {
    rule: 'git.config',
    sub: 'config',
    words: 2,
    none: '--get --get-all --get-regexp --get-urlmatch --list -l',
    unless: /^(?:get|list)$/,
  },
  {
    rule: 'git.config',
    sub: 'config',
    some: '--unset --unset-all --add --replace-all --edit -e --rename-section --remove-section',
  },
  {
    rule: 'git.config',
    sub: 'config edit|remote add|remote set-url|remote remove|remote rm|remote rename|remote prune|remote update|remote set-head|remote set-branches',
  },
  { rule: 'git.rewrite', sub: 'fetch', some: '-f --force -u --update-head-ok' },
  { rule: 'git.rewrite', sub: 'fetch', operand: /^\+[^:]*:(?!refs\/remotes\/)/ },
  { rule: 'code.script', sub: 'grep', some: '-O' },
  { rule: 'code.script', sub: 'init|clone', some: '--template' },
  { rule: 'git.changes', sub: 'symbolic-ref', some: '-d --delete' },
  { rule: 'git.changes', sub: 'symbolic-ref * *|rerere forget|rerere clear' },
  {
    rule: 'git.changes',
    sub: 'submodule deinit|submodule foreach|submodule sync|pull|merge|cherry-pick|revert|bisect|worktree add|worktree remove|worktree prune|worktree move|sparse-checkout|notes|gc|maintenance|repack|lfs|subtree',
  },
  { rule: 'git.changes', sub: 'stash$|stash pop|stash push|stash apply|stash save|stash branch' },
];

/** git and gh. */
export const gitRules: readonly CallRule[] = [
  ...gitLines.map((line) => ({ programs: 'git', ...line })),
  { rule: 'infra.destroy', programs: 'gh', sub: 'api', some: '-X --method', operand: /^DELETE$/i },
  { rule: 'remote.change', programs: 'gh', sub: 'api', some: '-X --method -f -F --field --raw-field --input' },
  ...lines('network.contact', { gh: 'api' }),
  ...lines('infra.destroy', { glab: 'repo delete|release delete|variable delete|* delete' }),
  ...lines('infra.destroy', { gh: 'repo delete|release delete|secret delete|* delete' }),
  ...lines('publish.package', { gh: 'release create|release upload' }),
  ...lines('git.changes', { gh: 'pr checkout|repo sync' }),
  ...lines('secret.environment', { gh: 'auth token' }),
  ...lines('code.alias', { gh: 'alias set|extension install' }),
  ...lines('remote.change', {
    gh: 'pr create|pr merge|pr close|pr comment|pr edit|pr review|pr ready|issue create|issue close|issue comment|issue edit|repo create|repo edit|repo fork|run rerun|run cancel|workflow run|secret set|variable set|gist create|label create|auth login|auth logout',
    glab: 'mr create|mr merge|mr close|mr note|mr update|mr approve|mr rebase|mr reopen|issue create|issue close|issue note|issue update|issue reopen|repo create|repo fork|repo transfer|ci run|ci retry|ci cancel|ci trigger|release create|release upload|variable set|variable update|label create|snippet create|auth login|auth logout|api',
    hub: '',
  }),
];

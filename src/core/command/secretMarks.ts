import type { Call, CommandWord } from './calls';
import { setsProgram } from './rulesGit';
import { knownText, wordSet, type CallUse } from './callUse';
import type { RuleId } from './rules';

/** Shapes of tokens whose issuers made them to be found (their docs on secret scanning). */
const tokens =
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|sk-[\w-]{20,}|sk_live_\w{16,}|rk_live_\w{16,}|(?:AKIA|ASIA)[A-Z0-9]{16}|xox[abprs]-[\w-]{10,}|xapp-[\w-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{20,}|hf_[A-Za-z0-9]{20,}|dop_v1_\w{30,}|SG\.[\w-]{16,}\.[\w-]{16,}|shpat_\w{20,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,})|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/;

const header =
  /\b(?:authorization\s*:\s*(?:bearer|basic|token)\s+[^\s$]|(?:x-api-key|private-token|x-auth-token|api-key)\s*:\s*[^\s$])/i;
const addressWithPassword = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@$]{1,200}:[^\s/@$]{1,200}@/i;
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASS|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SECRET_?KEY|CREDENTIALS?)$|^PGPASSWORD$|^MYSQL_PWD$/i;

/** Text that the shell evaluates once more where it takes it for a name or a number: `a[$(x)]`. */
const evaluates = /^(?:\w+=)?[A-Za-z_]\w*\[[^\]]*(?:\$\(|`)/;

/** An argument that has a meaning by its program and by the option before it. */
export interface WordRule {
  readonly rule: RuleId;
  /** `*` for all. */
  readonly programs: string;
  /** One of these options stands before it. */
  readonly after?: string;
  readonly word: RegExp;
}

/** Marked beside what else is said of a call. */
export const wordRules: readonly WordRule[] = [
  { rule: 'secret.password', programs: 'mysql mariadb mysqldump mysqladmin sshpass', word: /^-p[^$]/ },
  {
    rule: 'secret.password',
    programs: 'docker podman helm sshpass az twine redis-cli',
    after: '-p --password -a',
    word: /^[^-$]/,
  },
  { rule: 'secret.password', programs: 'curl wget http xh', after: '-u --user --proxy-user', word: /^[^:$]+:[^$]/ },
  {
    rule: 'secret.password',
    programs: '*',
    word: /^--(?:password|passwd|token|api-?key|secret|auth-?token|access-token|_authToken)=[^$]/i,
  },
  {
    rule: 'secret.password',
    programs: '*',
    after: '--password --passwd --token --api-key --secret --auth-token --access-token',
    word: /^[^-$]/,
  },
  { rule: 'git.skipsHooks', programs: 'git', after: '-c', word: /^core\.hookspath=\/dev\/null$/i },
  { rule: 'git.configRuns', programs: 'git', after: '-c --config-env', word: setsProgram },
  { rule: 'git.configRuns', programs: 'git', word: /^--config-env=/ },
  { rule: 'git.config', programs: 'git', after: '-c', word: /^(?:url\.|core\.worktree|http\.|remote\.)/i },
  {
    rule: 'container.privileged',
    programs: 'docker podman nerdctl',
    after: '-v --volume --mount',
    word: /^(?:type=bind,)?(?:source=|src=)?\/(?:(?:etc|root|home|var|usr|proc|sys|boot|dev)?[:,]|(?:var\/)?run\/docker\.sock)/,
  },
  {
    rule: 'container.privileged',
    programs: 'docker podman nerdctl',
    word: /^(?:--volume=|-v)\/(?:(?:etc|root|home|var|usr|proc|sys|boot|dev)?:|(?:var\/)?run\/docker\.sock)/,
  },
  {
    rule: 'code.script',
    programs: 'git',
    word: /^--(?:upload-p|receive-p|exec(?:=|$)|exec-path=|ext-d|open-f)|^ext::/,
  },
  {
    rule: 'code.script',
    programs: 'tar bsdtar',
    word: /^--(?:to-c|checkpoint-a|use-c|rsh|rmt|info-s|new-v)|^-F|^-I(?!$|(?:zstd|pigz|pbzip2|xz|lz4)$)/,
  },
  { rule: 'code.script', programs: 'tar bsdtar', after: '-I', word: /^(?!(?:zstd|pigz|pbzip2|xz|lz4)$)/ },
  // The shell evaluates what stands in brackets behind a name.
  {
    rule: 'code.eval',
    programs: '[ test printf read unset declare typeset local export let mapfile readarray getopts wait',
    word: evaluates,
  },
  { rule: 'code.script', programs: 'ssh scp', word: /proxycommand|localcommand/i },
  {
    rule: 'secret.file',
    programs: 'docker podman nerdctl',
    word: /^(?:--volume=|-v)?[^:]*\/\.(?:ssh|aws|gnupg|kube|docker)(?:\/[^:]*)?:/,
  },
  {
    rule: 'agent.unchecked',
    programs: '*',
    word: /^--(?:dangerously-skip-permissions|dangerously-bypass-approvals-and-sandbox|dangerously-allow-all|yolo|full-auto|allow-all-tools|auto-approve-all)$/,
  },
  { rule: 'network.shell', programs: '*', word: /^\/dev\/(?:tcp|udp)\// },
  { rule: 'write.file', programs: 'git', word: /^--out(?:p|pu|put)?(?:=|$)/ },
];

/** Variables that decide which code other programs load or run. */
const loading =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|PATH|BASH_ENV|ENV|PROMPT_COMMAND|PS4|SHELLOPTS|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|GIT_CONFIG\w*|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_PROXY_COMMAND|(?:GIT|SSH|SUDO)_ASKPASS|PAGER|\w+_PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|FZF_DEFAULT_\w+|RIPGREP_CONFIG_PATH|KUBECTL_EXTERNAL_DIFF|HOME|XDG_CONFIG_HOME|PYTHONSTARTUP|PYTHONHOME|PYTHONBREAKPOINT|PERL5OPT|PERL5LIB|RUBYOPT|NODE_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|MAKEFLAGS|GNUMAKEFLAGS|RUSTC|RUSTC_\w*WRAPPER|CARGO_\w+_(?:RUNNER|LINKER)|CARGO_BUILD_RUSTC\w*|GIT_DIR|(?:npm_config|NPM_CONFIG)_(?:script_shell|registry|node_options|SCRIPT_SHELL|REGISTRY|NODE_OPTIONS)|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL)$/;

/** Options of Node that load nothing. */
const harmlessNodeOptions =
  /^(?:--(?:max-old-space-size=\d+|no-warnings|enable-source-maps|trace-warnings|experimental-vm-modules|no-deprecation)\s*)+$/;

/** What an assignment sets, in the environment of a call or of the shell. */
export function assignmentRule(name: string, value: CommandWord | null): RuleId | null {
  if (value !== null && tokens.test(knownText(value))) return 'secret.token';
  if (value !== null && addressWithPassword.test(knownText(value))) return 'secret.url';
  if (value !== null && evaluates.test(knownText(value))) return 'code.eval';
  if (secretName.test(name) && value !== null && value.value !== null && value.value !== '') return 'secret.variable';
  if (/^HIST(?:FILE|SIZE|FILESIZE|CONTROL|IGNORE)$/.test(name)) return 'trace.hidden';
  if (name === 'GOFLAGS' && /exec|vettool|overlay/.test(value === null ? '' : knownText(value)))
    return 'environment.loads';
  if (/^(?:CC|CXX|LD|AR)$/.test(name) && value !== null && knownText(value).includes('/')) return 'environment.loads';
  if (!loading.test(name)) return null;
  const text = value?.value ?? '-';
  if (/PAGER$|EDITOR$|^VISUAL$/.test(name) && /^(?:cat|less(?: -[A-Z]+)?|true|:|)$/.test(text)) return null;
  if (
    /^(?:MAVEN|GRADLE)_OPTS$|^_?J\w+OPTIONS$|MAKEFLAGS$/.test(name) &&
    /^(?:-(?:Xm[sx]\w+|D[\w.]+=[\w.]+|j\d*)\s*)+$/.test(text)
  )
    return null;
  if (name.endsWith('ASKPASS') && /^(?:true|false|echo|\/bin\/(?:true|false|echo)|)$/.test(text)) return null;
  return name === 'NODE_OPTIONS' && harmlessNodeOptions.test(value?.value ?? '-') ? null : 'environment.loads';
}

const declared = /^([A-Za-z_]\w*)\+?=/;

/** Secrets and other meanings of single words of a call. */
export function wordHits(use: CallUse, call: Call): readonly (readonly [CommandWord, RuleId])[] {
  const hits: (readonly [CommandWord, RuleId])[] = [];
  const prints = /^(?:echo|printf)$/.test(use.program);
  for (const [at, word] of use.args.entries()) {
    if (
      prints &&
      word.pieces.some((piece) => piece.type === 'variable' && secretName.test(piece.name) && piece.value === undefined)
    ) {
      hits.push([word, 'secret.environment']);
    }
    // `${x@P}` runs what stands in x.
    if (word.pieces.some((piece) => piece.type === 'other' && /@P\}/.test(piece.text))) hits.push([word, 'code.eval']);
    const text = knownText(word);
    const name = declared.exec(text)?.[1];
    const declares = name !== undefined && /^(?:export|declare|typeset|readonly|local|env)$/.test(call.program ?? '');
    const value = declares ? { ...word, value: word.value === null ? null : text.slice(text.indexOf('=') + 1) } : word;
    const set = declares ? assignmentRule(name, value) : null;
    if (set !== null) hits.push([word, set]);
    else if (header.test(text)) hits.push([word, 'secret.header']);
    else if (tokens.test(text)) hits.push([word, 'secret.token']);
    else if (addressWithPassword.test(text)) hits.push([word, 'secret.url']);
    else {
      const before = at > 0 ? use.args[at - 1]?.value : null;
      for (const line of wordRules) {
        if (line.programs !== '*' && !wordSet(line.programs).has(use.program)) continue;
        if (line.after !== undefined && !wordSet(line.after).has(before ?? '')) continue;
        if (!line.word.test(text)) continue;
        hits.push([word, line.rule]);
        break;
      }
    }
  }
  return hits;
}

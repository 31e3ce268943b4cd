import type { Call, CommandWord } from './calls';
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
  {
    rule: 'git.configRuns',
    programs: 'git',
    after: '-c',
    word: /^(?:core\.(?:sshcommand|hookspath|editor|pager|fsmonitor|gitproxy|askpass)|alias\.|credential\.|filter\.|diff\.external|sequence\.editor|protocol\.ext)/i,
  },
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
    word: /^(?:--upload-pack|--receive-pack|--exec|--ext-diff|--open-files-in-pager)(?:=|$)|^ext::/,
  },
  { rule: 'code.script', programs: 'tar', word: /^--(?:to-command|checkpoint-action|use-compress-program)|^-I./ },
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
  { rule: 'write.file', programs: 'git', word: /^--output(?:=|$)/ },
];

/** Variables that decide which code other programs load or run. */
const loading =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|PATH|BASH_ENV|ENV|PROMPT_COMMAND|PS4|SHELLOPTS|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_EDITOR|GIT_PAGER|GIT_CONFIG\w*|PAGER|EDITOR|VISUAL|BROWSER|PYTHONSTARTUP|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|NODE_OPTIONS|JAVA_TOOL_OPTIONS|npm_config_(?:script_shell|registry)|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL)$/;

/** Options of Node that load nothing. */
const harmlessNodeOptions =
  /^(?:--(?:max-old-space-size=\d+|no-warnings|enable-source-maps|trace-warnings|experimental-vm-modules|no-deprecation)\s*)+$/;

/** What an assignment sets, in the environment of a call or of the shell. */
export function assignmentRule(name: string, value: CommandWord | null): RuleId | null {
  if (value !== null && tokens.test(knownText(value))) return 'secret.token';
  if (value !== null && addressWithPassword.test(knownText(value))) return 'secret.url';
  if (secretName.test(name) && value !== null && value.value !== null && value.value !== '') return 'secret.variable';
  if (/^HIST(?:FILE|SIZE|FILESIZE|CONTROL|IGNORE)$/.test(name)) return 'trace.hidden';
  if (!loading.test(name)) return null;
  if (/^(?:PAGER|GIT_PAGER|EDITOR|GIT_EDITOR|VISUAL)$/.test(name) && /^(?:cat|less|true|:|)$/.test(value?.value ?? '-'))
    return null;
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

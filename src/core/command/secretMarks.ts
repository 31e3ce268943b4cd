import type { Call, CommandWord } from './calls';
import { setsProgram } from './rulesGit';
import { knownText, optionWords, wordSet, type CallUse } from './callUse';
import type { RuleId } from './rules';

/** Shapes of tokens whose issuers made them to be found (their docs on secret scanning). */
const tokens =
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|sk-[\w-]{20,}|sk_live_\w{16,}|rk_live_\w{16,}|(?:AKIA|ASIA)[A-Z0-9]{16}|xox[abprs]-[\w-]{10,}|xapp-[\w-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{20,}|hf_[A-Za-z0-9]{20,}|dop_v1_\w{30,}|SG\.[\w-]{16,}\.[\w-]{16,}|shpat_\w{20,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,})|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/;

const header =
  /\b(?:authorization\s*:\s*(?:bearer|basic|token)\s+[^\s$]|(?:x-api-key|private-token|x-auth-token|api-key)\s*:\s*[^\s$])/i;
const addressWithPassword = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@$]{1,200}:[^\s/@$]{1,200}@/i;
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASS|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SECRET_?KEY|CREDENTIALS?)$|^PGPASSWORD$|^MYSQL_PWD$/i;

/** Text that the shell evaluates once more where it takes it for a name, a number or a list: `a[$(x)]`, `'a=($(x))'`. */
const evaluates = /^(?:\w+=)?[A-Za-z_]\w*(?:\[[^\]]*|=\([^)]*)(?:\$\(|`)/;

/** A file that somebody wrote, and no report. */
const sourceFile = /\.(?:[cm]?[jt]sx?|vue|svelte|go|py|rb|rs|php|java|kts?|swift|cs|cc?|cpp|hh?|hpp|sh)$/;

/** An argument that has a meaning by its program and by the option before it. */
export interface WordRule {
  readonly rule: RuleId;
  /** `*` for all. */
  readonly programs: string;
  /** One of these options stands before it, or it is attached to one: `-H x`, `-Hx`, `--host=x`. */
  readonly after?: string;
  readonly word: RegExp;
}

/** Marked beside what else is said of a call. */
export const wordRules: readonly WordRule[] = [
  { rule: 'secret.password', programs: 'mysql mariadb mysqldump mysqladmin sshpass', word: /^-p[^$]/ },
  {
    rule: 'secret.password',
    programs: 'docker podman helm sshpass az twine',
    after: '-p --password',
    // No ports.
    word: /^(?![-$]|[\d.:]+(?:\/\w+)?$)/,
  },
  { rule: 'secret.password', programs: 'redis-cli', after: '-a', word: /^[^-$]/ },
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
  // Which setting it is cannot be known.
  { rule: 'git.configRuns', programs: 'git', after: '-c', word: /^(?:[^=]*\.)?(?:\$|=|$)/ },
  { rule: 'code.script', programs: 'kubectl oc k helm', word: /^--kubeconfig(?:=|$)/ },
  { rule: 'network.contact', programs: 'kubectl oc k helm', word: /^(?:-s|--server|--kube-apiserver)(?:=|$)/ },
  { rule: 'network.contact', programs: 'aws', after: '--endpoint-url', word: /^(?!https?:\/\/(?:localhost|127\.))/ },
  { rule: 'remote.shell', programs: 'docker podman', after: '-H --host --url', word: /^(?:tcp|ssh|https?):/ },
  { rule: 'secret.environment', programs: 'docker podman nerdctl', word: /\.Env\b/ },
  // Plugins and settings of checks that are other code than that of the project.
  { rule: 'code.script', programs: 'pytest py.test', after: '-p', word: /^(?!no:|pytester$)/ },
  {
    rule: 'code.script',
    programs: 'pytest py.test',
    word: /^--pdbcls|^(?:-o|--override-ini=)?(?:addopts=.*-p\s*(?!no:)|pythonpath=)/,
  },
  { rule: 'code.script', programs: 'pylint', word: /^--(?:init-hook|load-plugins)/ },
  { rule: 'git.config', programs: 'git', after: '-c', word: /^(?:url\.|core\.worktree|http\.|remote\.)/i },
  {
    rule: 'container.privileged',
    programs: 'docker podman nerdctl',
    after: '-v --volume --mount',
    word: /^(?:type=bind,)?(?:source=|src=)?\/(?:(?:etc|root|home|var|usr|proc|sys|boot|dev)?[:,]|(?:var\/)?run\/docker\.sock)/,
  },
  {
    rule: 'code.script',
    programs: 'git',
    word: /^--(?:upload-p|receive-p|exec(?:=|$)|exec-path=|ext-d|open-f)|^ext::/,
  },
  {
    rule: 'code.script',
    programs: 'tar bsdtar',
    word: /^--(?:to-c|checkpoint-a|use-c|rsh|rmt|info-s|new-v)|^-F/,
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
  { rule: 'write.file', programs: 'tar bsdtar', word: /^--index-f/ },
  // Reports of checks that go where sources lie.
  {
    rule: 'write.file',
    programs: '*',
    after:
      '--output-file --outputFile --outFile --junitxml --junit-xml --log-file --logfile --log-junit --report-log --html --cache-location ' +
      '--tsBuildInfoFile -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile --coverprofile --cpuprofile --memprofile',
    word: sourceFile,
  },
  {
    rule: 'write.file',
    programs: 'eslint oxlint ruff rspec rubocop go cc gcc clang c++ g++',
    after: '-o',
    word: sourceFile,
  },
  {
    rule: 'network.contact',
    programs: 'gh',
    after: '-R --repo --hostname',
    word: /^(?!github\.com)(?:[^/]+\/[^/]+\/|[^/]+\.[^/]+$)/,
  },
  { rule: 'secret.environment', programs: 'git', word: /extraheader/i },
  { rule: 'write.file', programs: 'git', word: /^--out(?:p|pu|put)?(?:=|$)/ },
];

/** Variables that decide which code other programs load or run. */
const loading =
  /^(?:LD_\w+|DYLD_\w+|GCONV_PATH|(?:CD|F)?PATH|ZDOTDIR|(?:BASH|SHELL)OPTS|(?:BASH_)?ENV|PROMPT_COMMAND|PS4|GIT_(?:SSH(?:_COMMAND)?|EXTERNAL_DIFF|CONFIG\w*|EXEC_PATH|TEMPLATE_DIR|PROXY_COMMAND|(?:COMMON_)?DIR|WORK_TREE)|(?:GIT|SSH|SUDO)_ASKPASS|(?:\w+_|MAN)?PAGER|(?:GIT_|GIT_SEQUENCE_)?EDITOR|VISUAL|BROWSER|LESS(?:OPEN|CLOSE|KEY)?|FZF_DEFAULT_\w+|RIPGREP_CONFIG_PATH|KUBECTL_EXTERNAL_DIFF|(?:CARGO_|GEM_|CURL_|PYTHON)?HOME|XDG_CONFIG_\w+|KUBECONFIG|(?:AWS|TF_CLI|PIP)_CONFIG_FILE|AWS_SHARED_CREDENTIALS_FILE|(?:DOCKER|OPENSSL)_CONF(?:IG)?|TAR_OPTIONS|AWK(?:LIB)?PATH|MAKEFILES|GEM_PATH|BUNDLE_GEMFILE|LUA_\w+|PHPRC|PHP_INI_SCAN_DIR|PYTEST_PLUGINS|GOTOOLDIR|GOPACKAGESDRIVER|PYTHON(?:STARTUP|BREAKPOINT)|PERL5(?:OPT|LIB)|RUBY(?:OPT|LIB)|(?:NODE|JAVA_TOOL|_JAVA|JDK_JAVA)_OPTIONS|(?:MAVEN|GRADLE)_OPTS|(?:GNU)?MAKEFLAGS|RUST(?:C|DOC)|RUSTC_\w*WRAPPER|CARGO_\w+_(?:RUNNER|LINKER)|CARGO_BUILD_RUSTC\w*|npm_config_(?:script_shell|registry|node_options|prefix|\w+config)|NPM_CONFIG_(?:SCRIPT_SHELL|REGISTRY|NODE_OPTIONS|PREFIX|\w+CONFIG)|PIP_(?:EXTRA_)?INDEX_URL)$/;

/** Variables that load other code only with some texts. */
const loadingTexts: readonly (readonly [names: RegExp, texts: RegExp])[] = [
  [/^(?:CC|CXX|LD|AR)$/, /\/|-wrapper|plugin|specs=/],
  [/FLAGS$/, /exec|vettool|overlay|-extld(?!flags)|plugin|-wrapper|specs=|linker/],
  [/^PYTEST_ADDOPTS$/, /-p\s*(?!no:|\s)/],
  [/^SHELL$/, /^(?!\/(?:usr\/)?bin\/\w+$)/],
  [
    /^(?:PYTHONPATH|NODE_PATH|CLASSPATH|CMAKE_TOOLCHAIN_FILE|JAVA_HOME|GOROOT)$/,
    /(?:^|:)(?:\/(?:var\/)?tmp\/|\/dev\/shm|~|\.\.)/,
  ],
];

/** Proxies and the like that lead nowhere else. */
const nobody = /^(?:|unix:.*|(?:\w+:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/].*)?)$/;

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
  const known = value === null ? '' : knownText(value);
  if (loadingTexts.some(([names, texts]) => names.test(name) && texts.test(known))) return 'environment.loads';
  if (
    /^(?:(?:npm_config_)?(?:https?_)?|all_|ftp_)proxy$|^DOCKER_HOST$/i.test(name) &&
    !nobody.test(value?.value ?? '-')
  )
    return 'network.contact';
  if (/^(?:AWS_ENDPOINT_URL\w*|GH_HOST)$/.test(name) && !nobody.test(value?.value ?? '-')) return 'network.contact';
  if (name.startsWith('GIT_TRACE') && /\//.test(known)) return 'write.file';
  if (/^(?:INSTA_UPDATE|UPDATE_(?:SNAPSHOTS?|GOLDEN|EXPECT))$/.test(name)) return 'write.inplace';
  if (!loading.test(name)) return null;
  const text = value?.value ?? '-';
  if (/PAGER$|EDITOR$|^VISUAL$|^LESS$/.test(name) && /^(?:cat|(?:less ?)?(?:-[A-Za-z]+)?|true|:)$/.test(text))
    return null;
  if (
    /^(?:MAVEN|GRADLE)_OPTS$|^_?J\w+OPTIONS$|MAKEFLAGS$/.test(name) &&
    /^(?:-(?:Xm[sx]\w+|D[\w.]+=[\w.]+|j\d*)\s*)+$/.test(text)
  )
    return null;
  if (name.endsWith('ASKPASS') && /^(?:true|false|echo|\/bin\/(?:true|false|echo)|)$/.test(text)) return null;
  return name === 'NODE_OPTIONS' && harmlessNodeOptions.test(value?.value ?? '-') ? null : 'environment.loads';
}

const declared = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/;

/** Whether what a variable is set to decides which code runs later. */
export function decidesCode(name: string): boolean {
  return loading.test(name);
}

/** Whether a builtin sets the variable that a word names, and that decides which code runs later or is not known. */
function setsDeciding(program: string, word: CommandWord, before: string | null | undefined): boolean {
  const text = knownText(word);
  if (program === 'printf' || program === 'wait') {
    const option = program === 'printf' ? '-v' : '-p';
    if (before !== option && !(text.startsWith(option) && text.length > 2)) return false;
    return word.value === null || decidesCode(text.replace(option, '').replace(/\[.*/, ''));
  }
  return (
    /^(?:read|mapfile|readarray|getopts|let)$/.test(program) && decidesCode(/^(?:-[a-z]+)?(\w*)/.exec(text)?.[1] ?? '')
  );
}

/** Whether a piece of a word becomes the value of a secret variable, or a part of it: `$API_KEY`, `${API_KEY:0:4}`. */
function printsSecret(piece: CommandWord['pieces'][number]): boolean {
  if (piece.type === 'variable') return secretName.test(piece.name) && piece.value === undefined;
  return piece.type === 'other' && secretName.test(/^\$\{(\w+)[:%/^,@]/.exec(piece.text)?.[1] ?? '');
}

/** The value of one of these options in a word, if it is one: behind the option, or attached to it, as `--x=1`, `-name=1`, `-x1`. */
function behindOption(text: string, before: string, options: ReadonlySet<string>): string | null {
  if (options.has(before)) return text;
  const equal = text.indexOf('=');
  if (equal > 2 && options.has(text.slice(0, equal))) return text.slice(equal + 1);
  return text.length > 2 && options.has(text.slice(0, 2)) ? text.slice(2) : null;
}

/** Secrets and other meanings of single words of a call; `launched`: the program that it launches by name. */
export function wordHits(use: CallUse, call: Call, launched?: string): readonly (readonly [CommandWord, RuleId])[] {
  const hits: (readonly [CommandWord, RuleId])[] = [];
  const prints = /^(?:echo|printf)$/.test(use.program);
  for (const [at, word] of use.args.entries()) {
    if (prints && word.pieces.some(printsSecret)) {
      hits.push([word, 'secret.environment']);
    }
    // `${x@P}` runs what stands in x.
    if (word.pieces.some((piece) => piece.type === 'other' && /@P\}/.test(piece.text))) hits.push([word, 'code.eval']);
    const text = knownText(word);
    const name = declared.exec(text)?.[1];
    const declares = name !== undefined && /^(?:export|declare|typeset|readonly|local|env)$/.test(call.program ?? '');
    const value = declares ? { ...word, value: word.value === null ? null : text.slice(text.indexOf('=') + 1) } : word;
    const set = declares ? assignmentRule(name, value) : null;
    const before = at > 0 ? use.args[at - 1]?.value : null;
    // `declare -n x=PATH`: what x is set to is what PATH is set to.
    const refers = declares && decidesCode(value.value ?? '') && optionWords(use.args, '-n', false).length > 0;
    if (set !== null) hits.push([word, set]);
    else if (refers || setsDeciding(use.program, word, before)) hits.push([word, 'environment.loads']);
    else if (header.test(text)) hits.push([word, 'secret.header']);
    else if (tokens.test(text)) hits.push([word, 'secret.token']);
    else if (addressWithPassword.test(text)) hits.push([word, 'secret.url']);
    else {
      for (const line of wordRules) {
        const programs = wordSet(line.programs);
        if (line.programs !== '*' && !programs.has(use.program) && !programs.has(launched ?? '')) continue;
        // What is not known stands as a variable.
        const shown = word.value === null ? `${text}$` : text;
        const part = line.after === undefined ? shown : behindOption(shown, before ?? '', wordSet(line.after));
        if (part === null || !line.word.test(part)) continue;
        hits.push([word, line.rule]);
        break;
      }
    }
  }
  return hits;
}

/*
 * Uses of programs that are marked by nothing, if no rule marks them. Only a command all of whose calls stand here is `safe`. What is in it was decided
 * by what a person wants to be asked about with a pause: not about reading, wherever the file is (files that hold secrets are marked by a rule);
 * not about making folders and empty files in the project; not about local git work that git can take back (add, commit, a new branch, fetch); and not
 * about the project's own tests, linters and builds, though they run the project's code, because agents run them all day and a warning on each
 * would teach people not to read warnings; outside of the project's folders they are somebody else's. A program is only named for every use if all uses
 * in which it writes or starts something stand in `rulesReaders.ts`. Everything else is unknown, and unknown is `careful`: other scripts of the project, whatever installs
 * or contacts a host, and every program that is not named here.
 */

/** What a harmless use does, for the verdict. */
export type HarmlessKind = 'reads' | 'checks' | 'works';

/** Programs of which every use is harmless that no rule marks. */
const whole: Readonly<Record<HarmlessKind, string>> = {
  reads:
    'ls cat head tail less more wc grep egrep fgrep rg ag ack find gfind fd fdfind file stat du df pwd echo printf true false : test [ [[ which whereis type ' +
    'sort uniq cut tr awk gawk mawk sed gsed jq yq xxd od hexdump nl tac rev fold fmt column paste join comm diff cmp sdiff colordiff delta date cal uname ' +
    'hostname whoami id groups users who w uptime free top htop ps pgrep pstree lsof ss netstat lscpu lsblk lsusb lspci nproc arch tree exa eza bat ' +
    'col basename dirname realpath readlink seq yes sleep wait expr bc sha1sum sha256sum sha512sum md5sum shasum cksum b2sum strings nm objdump ldd ' +
    'base64 base32 iconv tput clear man help info tldr history jobs return exit break continue shift read mapfile readarray getopts let local declare ' +
    'typeset export readonly unset set shopt hash ulimit times dirs pushd popd cd command builtin env time timeout nice ionice nohup stdbuf setsid xargs exec ' +
    'cloc tokei scc journalctl dmesg getconf locale tty stty sw_vers vm_stat mdfind mdls pbcopy findmnt blkid mount sysctl ip ifconfig ' +
    'json.tool tar bsdtar gzip gunzip bzip2 bunzip2 xz unxz zstd unzip gofmt zcat zless zgrep bzcat xzcat cowsay figlet numfmt shuf split-string look tsort pr expand unexpand getent lsattr getfacl ltrace tesseract ' +
    'printenv jsonlint xmllint yamllint csvlook pandoc ncal timedatectl hostnamectl crontab iptables ip6tables kill dd ts sponge pv fzf',
  checks:
    'pytest py.test jest vitest mocha ava tap nyc c8 tsc vue-tsc eslint oxlint prettier stylelint biome ruff mypy pyright flake8 pylint black isort rubocop rspec ' +
    'phpunit phpstan shellcheck shfmt hadolint actionlint golangci-lint staticcheck ctest knip depcheck madge tslint standard markdownlint cspell ' +
    'commitlint tsup esbuild rollup webpack rustfmt bandit cppcheck clang-tidy hlint credo swiftlint ktlint detekt publint',
  works: 'mkdir mkfifo touch mktemp',
};

/** Programs of which some subcommands are harmless. Alternatives have `|` between, `*` stands for any rest of a word, an empty one for no subcommand. */
const partly: Readonly<Record<HarmlessKind, Readonly<Record<string, string>>>> = {
  reads: {
    git:
      'status|log|diff|show|blame|branch|remote|remote -v|remote show|remote get-url|rev-parse|rev-list|ls-files|ls-tree|ls-remote|stash list|stash show|tag|describe|merge-base|worktree list|config|' +
      'reflog|reflog show|grep|cat-file|shortlog|name-rev|for-each-ref|show-ref|symbolic-ref|check-ignore|check-attr|count-objects|diff-tree|diff-index|diff-files|' +
      'whatchanged|range-diff|cherry|var|version|help|clean|push|bundle verify|fsck|verify-commit|submodule status|show-branch|annotate|bisect log|hash-object|patch-id|merge-tree',
    gh: 'pr view|pr diff|pr list|pr checks|pr status|issue view|issue list|issue status|run list|run view|run watch|repo view|repo list|release list|release view|auth status|workflow list|workflow view|search *|label list|gist view|gist list|status|version',
    glab: 'mr view|mr list|mr diff|issue view|issue list|ci status|ci list|ci view|ci get|pipeline list|release list|release view|repo view|repo list|auth status|version',
    tmux: 'ls|list-*|capture-pane|capturep|has-session|has|display-message|display|info|show-options|show|show-environment',
    defaults: 'read|read-type|domains|find',
    'rustc gcc g++ cc clang clang++ javac java swiftc ghc': '--version|-version|-V|-vV',
    launchctl: 'list|print|print-disabled|blame|procinfo|version',
    npm: '--version|-v|ls|list|outdated|audit|view|info|show|why|explain|root|prefix|bin|config get|config list|pkg get|help|ping|search|query|doctor|fund',
    'pnpm yarn bun': 'ls|list|outdated|audit|why|info|root|bin|licenses|config get|config list|pm ls|--version|-v',
    'pip pip3': 'list|show|freeze|check|index|config list|debug|inspect',
    uv: 'pip list|pip show|pip freeze|tree|python list|version',
    cargo: 'tree|metadata|search|version|locate-project|pkgid|audit|outdated|info',
    go: 'list|version|env|doc|mod graph|mod why|mod verify|tool nm',
    'docker podman nerdctl':
      'ps|images|logs|inspect|version|info|stats|top|port|diff|history|container ls|image ls|volume ls|volume inspect|network ls|network inspect|compose ps|compose logs|compose config|system df|context ls|container inspect|image inspect|search|events',
    'docker-compose': 'ps|logs|config|version',
    'kubectl oc k':
      'get|describe|logs|top|explain|version|api-resources|cluster-info|config view|config current-context|config get-contexts|diff|auth can-i|events|api-versions',
    helm: 'list|ls|status|get|history|show|template|lint|version|search|repo list',
    systemctl:
      'status|list-units|list-unit-files|is-active|is-enabled|is-failed|show|cat|list-timers|list-dependencies|',
    aws: 's3 ls|sts get-caller-identity|* describe-*|* list-*|configure list|logs tail|logs filter-log-events',
    az: 'account show|account list|* show|* list|* * show|* * list|* * * show|* * * list|version',
    gcloud: 'config list|* list|* * list|* describe|* * describe|auth list|info|version',
    'terraform tofu':
      'show|fmt|state list|state show|output|version|providers$|providers schema|graph|workspace list|workspace show',
    brew: 'list|info|search|outdated|deps|doctor|config|--prefix|leaves|uses|cat|desc',
    'apt apt-cache': 'list|show|search|policy|depends|rdepends',
    'dpkg-query rpm-query': '',
    rustup: 'show',
    conda: 'list|info|env list|search',
    ufw: 'status|',
    flutter: 'doctor|--version',
    dotnet: 'list|--info|--version',
    composer: 'show|outdated|validate',
    gem: 'list|info|search|env',
    bundle: 'list|show|info|outdated|check',
  },
  checks: {
    'npm pnpm yarn bun':
      'test|t|tst|run test*|run build*|run lint*|run typecheck*|run type-check*|run check*|run tsc*|run format:check|run fmt:check|run coverage*|run compile*|run verify*|run validate*|run unit*|run e2e*|run spec*|run$|' +
      'workspace * test|workspace * build|workspace * lint|test:*|build|build:*|lint|lint:*|typecheck|type-check|check|check:*|compile|coverage',
    cargo: 'test|build|check|clippy|fmt|nextest run|doc|t|b|c',
    go: 'test|build|vet|tool cover|tool vet',
    'make gmake ninja': '',
    'terraform tofu': 'plan|validate',
    'py_compile compileall': '*',
    dotnet: 'test|build',
    'deno bun': 'test|lint|check|build|fmt',
    node: '--test|--check',
    rails: 'test|spec|test:*|routes|db:migrate:status',
    'manage.py': 'test|check|showmigrations|diffsettings',
    artisan: 'test|route:list|about|migrate:status',
    'tox nox': '',
    playwright: 'test|show-report',
    cypress: 'run',
    'turbo nx lerna': 'run test|run build|run lint|test|build|lint|affected:test|graph',
    swift: 'test|build',
    flutter: 'test|analyze',
    mix: 'test|compile|credo',
    cmake: '*',
    coverage: 'run pytest|run unittest|report|html|xml|json|lcov|combine',
    zig: 'build$|build test*|test|fmt',
    vite: 'build',
    next: 'build|lint',
    'svelte-check astro ng': 'check|build|test|lint',
    unittest: '*|',
    'pre-commit': 'run',
    'composer symfony': 'test',
    xcodebuild: 'test|build|-list',
  },
  works: {
    git: 'add|commit|fetch|init|checkout|switch|branch|tag|stage|worktree lock|worktree unlock|rerere|format-patch',
    corepack: 'enable',
  },
};

/** Programs that make one thing after the other: harmless if each word that they are given is one of these, with `*` for any rest. */
const goals: Readonly<Record<string, string>> = {
  'make gmake ninja just task rake':
    'test tests check build lint all compile typecheck unit unit-test spec format-check test-* check-* lint-* build-* test:* routes',
  'gradle gradlew':
    'test* build check* assemble* compile* lint* classes dependencies tasks ktlintCheck clean projects properties',
  sbt: 'test* compile',
  'mvn mvnw': 'test test-compile compile verify package validate process-resources dependency:tree clean',
};

/** A use of a program, as words: the program's name and its subcommands. */
export interface HarmlessLine {
  readonly kind: HarmlessKind;
  /** Alternatives of words; null: every use. */
  readonly sub: string | null;
  /** Instead: what each word must be. */
  readonly goals?: string;
}

function index(): ReadonlyMap<string, readonly HarmlessLine[]> {
  const found = new Map<string, HarmlessLine[]>();
  const add = (names: string, line: HarmlessLine) => {
    for (const name of names.split(' ')) found.set(name, [...(found.get(name) ?? []), line]);
  };
  for (const kind of ['reads', 'checks', 'works'] as const) {
    add(whole[kind], { kind, sub: null });
    for (const [names, sub] of Object.entries(partly[kind])) add(names, { kind, sub });
  }
  for (const [names, words] of Object.entries(goals)) add(names, { kind: 'checks', sub: null, goals: words });
  return found;
}

/** By the program's name. */
export const harmless = index();

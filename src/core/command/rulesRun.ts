import { lines, operandLines, optionLines, type CallRule } from './callRule';

const npms = 'npm pnpm yarn bun';
const pythons = 'python python3 python2 pypy pypy3';
const url = /^(?:git\+|https?:|git:|ssh:|git@|file:)/i;

/** Interpreters, packages, publishing, the network. */
export const runRules: readonly CallRule[] = [
  { rule: 'code.inline', programs: `${pythons} sh bash zsh dash ksh`, some: '-c', none: '--rcfile' },
  {
    rule: 'code.inline',
    programs: 'node ruby perl lua bun php deno Rscript osascript',
    some: '-e -E -p -r -l -n --eval --print',
    and: '-e -E -p -r --eval --print',
  },
  { rule: 'code.inline', programs: 'deno', sub: 'eval' },
  { rule: 'code.eval', programs: 'eval' },
  { rule: 'trace.hidden', programs: 'history', some: '-c -d -w' },
  { rule: 'trace.hidden', programs: 'unset set', operand: /^HISTFILE$|^history$/ },
  ...lines('code.inline', { 'pwsh powershell cmd': '' }),
  { rule: 'code.alias', programs: 'alias' },
  { rule: 'code.alias', programs: 'trap complete bind' },
  // Packages.
  {
    rule: 'install.url',
    programs: 'pip pip3 uv',
    sub: 'install|pip install|add',
    some: '--extra-index-url --index-url -i --trusted-host',
    operand: url,
  },
  {
    rule: 'install.url',
    programs: `${npms} pip pip3 uv gem cargo go brew`,
    sub: 'install|i|add|pip install|tap',
    operand: url,
  },
  { rule: 'install.packages', programs: 'npm', sub: 'audit fix' },
  ...lines('install.packages', {
    npm: 'install|i|ci|add|update|up|upgrade|install-test|it|link|rebuild|dedupe|create|install-ci-test',
    'pnpm bun': 'install|i|add|update|up|link|rebuild|create',
    'pip pip3 pipx': 'install|download|wheel|inject|upgrade',
    uv: 'pip install|add|sync|tool install|pip sync|lock|python install|venv',
    'poetry pdm pipenv': 'add|install|update|sync|lock',
    conda: 'install|create|update|env',
    mamba: 'install|create|update|env',
    cargo: 'install|add|update|fetch|vendor',
    go: 'get|install|mod tidy|mod download|generate',
    gem: 'install|update',
    bundle: 'install|update|add',
    composer: 'install|require|update',
    'apt apt-get aptitude yum dnf zypper apk snap flatpak port':
      'install|add|upgrade|update|dist-upgrade|full-upgrade|groupinstall|in|up',
    brew: 'install|upgrade|reinstall|bundle|update|tap|cask',
    'choco winget scoop nix-env': '',
    pacman: '',
    dotnet: 'add|restore|tool install|workload',
    rustup: '',
    'nvm fnm volta asdf mise pyenv rbenv sdk': 'install|use|add',
    'easy_install dpkg rpm': '',
    playwright: 'install|install-deps',
    'pre-commit husky lefthook': 'install|autoupdate|init|add',
  }),
  {
    rule: 'install.packages',
    programs: 'yarn',
    sub: 'install|add|upgrade|up|global|link|create|set|',
    unless: /^(?:-v|--version|--help)$/,
  },
  ...lines('install.removes', {
    [npms]: 'uninstall|remove|rm|un|prune|unlink|cache',
    'pip pip3 pipx cargo gem conda apt apt-get yum dnf brew snap':
      'uninstall|remove|purge|autoremove|cleanup|erase|autoclean|clean',
    uv: 'pip uninstall|remove|cache',
    apk: 'del',
    'poetry pdm': 'remove',
  }),
  ...operandLines('publish.package', {
    'mvn mvnw': /^(?:deploy|deploy:deploy|release:perform)$/,
    'gradle gradlew': /^:?(?:[\w-]+:)*publish(?!ToMavenLocal)\w*$/,
  }),
  ...lines('publish.package', {
    'npm pnpm bun': 'publish|unpublish|deprecate|dist-tag|owner|access|stage|run publish|run release',
    yarn: 'publish|npm publish|run publish|run release',
    'cargo poetry hatch flit uv pdm': 'publish|yank|owner|login',
    twine: 'upload',
    gem: 'push|yank|owner',
    'vsce ovsx': 'publish|unpublish',
    docker: 'push|image push|manifest push|buildx imagetools',
    podman: 'push',
    dotnet: 'nuget push',
    nuget: 'push',
    helm: 'push',
    pod: 'trunk push',
    'goreleaser semantic-release release-it np lerna changeset': '',
    'firebase surge netlify': 'deploy',
  }),
  ...lines('write.file', {
    [npms]: 'init|version|pkg set|pkg delete|config set|set',
    cargo: 'new|init|fix|clean',
    go: 'mod init|mod edit|clean',
    jq: '*-i',
  }),
  {
    rule: 'write.inplace',
    programs: 'cargo go ruff biome deno dotnet terraform tofu zig',
    sub: 'fmt|format|fix',
    unless: /^--?(?:check|diff|verify-no-changes)$/,
  },
  {
    rule: 'write.inplace',
    programs: 'black isort autopep8 rustfmt yapf swiftformat',
    none: '--check --check-only --diff --lint',
  },
  ...optionLines('write.inplace', {
    'gofmt goimports shfmt': '-w',
    prettier: '--write -w',
    'eslint ruff stylelint rubocop oxlint biome standard tslint golangci-lint':
      '--fix --write --fix-dangerously -A -a --autocorrect --unsafe-fixes',
    yq: '-i --inplace',
    sort: '-o',
  }),
  { rule: 'install.packages', programs: 'code codium cursor windsurf', some: '--install-extension' },
  ...optionLines('write.inplace', {
    'cargo: clippy|fix': '--fix',
  }),
  // The network.
  { rule: 'network.shell', programs: 'nc ncat netcat', some: '-e -c --exec --sh-exec' },
  { rule: 'network.shell', programs: 'socat', operand: /^(?:exec|system):/i },
  {
    rule: 'network.send',
    programs: 'curl wget',
    some: '-d --data --data-binary --data-raw --data-urlencode --json -F --form -T --upload-file --post-data --post-file',
  },
  {
    rule: 'network.send',
    programs: 'curl http https xh',
    operand: /^(?:-[a-zA-Z]*X|--request=)?(?:POST|PUT|PATCH|DELETE)$/i,
  },
  ...lines('network.contact', {
    'curl wget http https xh aria2c axel ftp telnet nc ncat netcat socat nmap dig nslookup host whois ping ping6 traceroute lynx w3m websocat grpcurl':
      '',
  }),
  ...lines('remote.shell', { 'ssh scp sftp rsync mosh rclone ansible ansible-playbook sshfs': '' }),
  ...lines('secret.environment', {
    pass: '',
    security: 'find-*',
    gcloud: 'auth print-*',
    vault: '',
    op: '',
    aws: 'configure get|secretsmanager get-*|ssm get-*',
  }),
];

/** What is left when neither a rule nor the table of harmless uses knows a call of these. */
export const projectRules: readonly CallRule[] = [
  ...lines('code.script', {
    'manage.py artisan console django-admin': '*|',
    [npms]: 'start|run *|run-script *|exec *|restart|x *',
    cargo: 'run|bench|xtask',
    go: 'run',
    'make gmake just task rake ninja invoke nox tox': '* *|*',
    'gradle gradlew mvn mvnw ant bazel': '*',
    dotnet: 'run|watch|exec',
    'deno bun': 'run|task|serve',
    'tsx ts-node nodemon java swift dart flutter php uvicorn gunicorn flask streamlit': '',
  }),
];

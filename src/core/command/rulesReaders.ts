import { lines, optionLines, operandLines, type CallRule } from './callRule';

const outputs = '-o --output';

/*
 * Uses of programs that mostly read (`harmless.ts`) in which they write, run something else, or change the machine. Sources: the programs' manual pages.
 * A program may only be harmless in every use if all such uses of it stand here.
 */
export const readerRules: readonly CallRule[] = [
  // Before what awk includes otherwise.
  { rule: 'write.inplace', programs: 'awk gawk', operand: /^(?:-i|--include=)?inplace$/ },
  // Programs that start what their options name.
  ...optionLines('code.script', {
    rg: '--pre --hostname-bin',
    sort: '--compress-program',
    'ag ack bat batcat delta': '--pager',
    man: '-P --pager -H --html',
    'sdiff diff3': '--diff-program',
    'pip pip3': '--python',
    'nm objdump strings': '--plugin',
    tmux: '-f',
  }),
  ...operandLines('code.script', {
    'less zless more most': /^\+\+?[^/?]*[!|vs]/,
    // Options of GNU can be shortened.
    sort: /^--co/,
    'mvn mvnw gradle gradlew': /-javaagent|-agent(?:lib|path)/,
    jobs: /^-x$/,
    pandoc: /^(?:-F|-L|--filter|--lua-filter|--pdf-engine|--data-dir)|\.lua$/,
    ldd: /^(?:\/(?:var\/)?tmp|\/dev\/shm|~)\//,
    'awk gawk mawk nawk': /^(?:-[fEilDW]|--(?:file|exec|load|debug|include))/,
  }),
  ...optionLines('code.inline', {
    tsup: '--onSuccess',
    'mapfile readarray': '-C',
  }),
  ...operandLines('code.inline', {
    jest: /^(?:--config=|-c)?\{/,
    fzf: /^--(?:preview|bind)(?:=|$)/,
    hyperfine: /^[^-]/,
    'fd fdfind': /^(?:--exec(?:-batch)?=|-[xX].)/,
    tmux: /#\(/,
  }),
  { rule: 'code.alias', programs: 'hash', some: '-p' },
  { rule: 'code.piped', programs: 'parallel', unless: /^[^-:]/ },
  // Programs that write what their options or their last arguments name.
  { rule: 'write.inplace', programs: 'jsonlint', some: '-i --in-place' },
  ...optionLines('write.file', {
    'shuf iconv sdiff base64 xmllint pandoc info zstd pv objcopy': outputs,
    pandoc: '--extract-media',
    kubectl: '--output-directory',
    'less zless': '-o -O --log-file --LOG-FILE',
    yq: '-s --split-exp',
    ss: '-D --diag',
    'time gtime strace ltrace': outputs,
  }),
  ...operandLines('write.file', {
    'awk gawk': /^(?:-[odp]|--(?:dump|prof|pretty))/,
    file: /^(?:-[a-zA-Z]*C|--compile$)/,
    sort: /^--o/,
    tsc: /^--(?:init|generateTrace)$/,
    phpunit: /^--generate-configuration$/,
    pytest: /^--debug=/,
  }),
  ...optionLines('write.file', {
    'docker: compose config': outputs,
  }),
  { rule: 'write.file', programs: 'uniq xxd json.tool tesseract', sub: '* *', unless: /^(?:stdout|\/dev\/stdout)$/ },
  ...lines('write.file', { 'sponge script': '' }),
  // Programs that change the machine.
  ...operandLines('system.settings', {
    date: /^(?:-u?s|--set|\d{8,})/,
    hostname: /^[^-]/,
    ip: /^-b(?:at|$)/,
  }),
  ...optionLines('system.settings', {
    dmesg: '-C -c -n -D -E --clear --read-clear',
    journalctl: '--rotate --flush',
    'go: env': '-w -u',
  }),
  { rule: 'delete.files', programs: 'journalctl', some: '--vacuum-size --vacuum-time --vacuum-files' },
  { rule: 'remote.shell', programs: 'systemctl hostnamectl timedatectl', some: '-H --host' },
  { rule: 'process.kill', programs: 'ss', some: '-K --kill' },
  ...lines('system.settings', { ifconfig: '* *', hostnamectl: 'hostname *|set-*' }),
  ...lines('network.contact', { getent: 'hosts|ahosts*' }),
  // Programs that show what is secret.
  { rule: 'secret.environment', programs: 'set export declare typeset', sub: '', unless: /./ },
  { rule: 'secret.environment', programs: 'export declare typeset', sub: '', some: '-p -x' },
  { rule: 'secret.environment', programs: 'jq', operand: /^env$/, none: '--arg --argjson' },
  ...optionLines('secret.environment', {
    'terraform tofu: output|show': '-json -raw',
  }),
  ...operandLines('secret.environment', {
    'kubectl oc k: get': /(?:^|,)secrets?(?:[,/]|$)/,
    'npm pnpm yarn: config get': /_auth|_password/,
  }),
  ...optionLines('secret.environment', {
    'gh glab: auth status': '-t --show-token',
    'kubectl oc k: get|config view': '--raw',
  }),
  { rule: 'secret.environment', programs: 'printenv', sub: '' },
  ...operandLines('secret.environment', {
    printenv: /TOKEN|SECRET|PASS|KEY|CRED|AUTH|_PWD/i,
    ps: /^(?:[auxwfj]*e|-?[auxwfj]*E)[auxwfj]*$/,
    'jq gh glab': /\$ENV|(?:^|[^.\w"'{,$])env(?:\.|\s*\|)/,
    yq: /\b(?:str)?env\(|\bload\w*\(/,
  }),
  {
    rule: 'secret.environment',
    programs: 'docker',
    sub: 'compose config',
    none: '-q --quiet --services --images --volumes --profiles --hash --networks',
  },
  ...lines('secret.environment', {
    helm: 'get values|get all',
    az: 'keyvault secret show|keyvault secret download|account get-access-token|* credential show|* keys list|* * keys list|* list-keys|* * list-keys|* * appsettings list|* * connection-string list|* * credential list|* secrets list',
  }),
  // Checks that change, or that run other code than that of the project.
  {
    rule: 'code.script',
    programs: 'make gmake',
    operand: /^(?:-[fE]|--(?:file|makefile|eval)(?:=|$)|SHELL=|\.SHELLFLAGS=|(?:CC|CXX|LD|AR)=.*\/|\w+[:+?]?=.*\$\()/,
  },
  {
    rule: 'code.script',
    programs: 'go',
    operand:
      /^--?(?:exec|toolexec|vettool|overlay|gccgoflags)(?:=|$)|-extld(?!flags)|-extldflags.*(?:-B|plugin|wrapper|specs|-fuse)/,
  },
  ...optionLines('code.script', {
    cargo: '--config',
    'npm pnpm yarn bun': '--script-shell --node-options --browser --viewer',
  }),
  { rule: 'code.script', programs: 'git', operand: /^--(?:git-dir|work-tree)(?:=|$)/ },
  ...optionLines('write.inplace', {
    'jest vitest playwright': '-u --update --updateSnapshot --update-snapshots',
    'bun: test': '-u --update-snapshots',
  }),
  {
    rule: 'write.inplace',
    programs: 'npm pnpm yarn bun',
    sub: 'run lint:fix*|lint:fix*|run check:fix*|run format:fix*',
  },
  ...operandLines('write.inplace', {
    'pytest py.test': /^--(?:snapshot-update|inline-snapshot=(?:fix|create|update|trim)|force-regen)/,
    'npm pnpm yarn bun: test|t|run test*|test:*|run lint*|lint|lint:*': /^(?:-u|--update(?:-?[sS]napshots?)?|--fix)$/,
    'go: test': /^--?update$/,
    'go: vet': /^-fix$/,
    ruff: /^--add-noqa/,
  }),
  ...operandLines('network.contact', {
    'pytest py.test': /^--pastebin/,
    'git: fetch': /^(?:\w+:\/\/|[^:/]*@[^:]*:|\.{0,2}\/|~)/,
  }),
  { rule: 'delete.files', programs: 'pytest py.test', operand: /^--basetemp(?:=|$)/ },
  { rule: 'code.script', programs: 'helm', some: '--post-renderer' },
  { rule: 'write.file', programs: 'helm', some: '--output-dir' },
  ...optionLines('install.runs', {
    'uv: run': '--with --with-requirements --with-editable',
  }),
  { rule: 'install.runs', programs: 'deno', operand: /^(?:https?|npm|jsr):/ },
  ...lines('install.runs', { 'nix nix-shell': '' }),
  ...lines('secret.environment', { 'doppler infisical chamber aws-vault': '' }),
  { rule: 'install.packages', programs: 'mypy', some: '--install-types' },
  ...optionLines('install.packages', {
    'pnpm: audit': '--fix',
  }),
  { rule: 'delete.recursive', programs: 'cmake', some: '-E', operand: /^(?:rm|remove_directory)$/ },
  { rule: 'code.script', programs: 'cmake', operand: /^-[PE]$/ },
  { rule: 'write.file', programs: 'cmake', operand: /^(?:--)?install$/ },
  ...optionLines('write.file', {
    'uv: version': '--bump',
    'git: format-patch': '-o --output-directory',
  }),
  ...lines('write.file', { uv: 'version *', cargo: 'audit fix' }),
  {
    rule: 'write.inplace',
    programs:
      'knip clang-tidy ktlint swiftlint markdownlint markdownlint-cli2 ruff biome golangci-lint oxlint detekt deno',
    some: '--fix --fix-only --apply --apply-unsafe --fix-suggestions --fix-errors -F --format --auto-correct',
  },
  ...operandLines('code.script', {
    'npm pnpm yarn bun: run|run-script':
      /^[\w:.-]*(?:deploy|publish|release|reset|drop|wipe|upload|clean|migrat|seed|nuke|destroy)[\w:.-]*$/,
  }),
  {
    rule: 'network.contact',
    programs: 'npm npx pnpm yarn bun pip pip3 uv cargo',
    some: '--registry --index-url --extra-index-url --proxy --https-proxy',
  },
];

import { lines, type CallRule } from './callRule';

const outputs = '-o --output';

/*
 * Uses of programs that mostly read (`harmless.ts`) in which they write, run something else, or change the machine. Sources: the programs' manual pages.
 * A program may only be harmless in every use if all such uses of it stand here.
 */
export const readerRules: readonly CallRule[] = [
  // Programs that start what their options name.
  { rule: 'code.script', programs: 'rg', some: '--pre --hostname-bin' },
  { rule: 'code.script', programs: 'sort', some: '--compress-program' },
  { rule: 'code.script', programs: 'ag ack bat batcat delta', some: '--pager' },
  { rule: 'code.script', programs: 'man', some: '-P --pager -H --html' },
  { rule: 'code.script', programs: 'less zless', operand: /^\+\+?[^/?]*[!|vs]/ },
  { rule: 'code.script', programs: 'jobs', operand: /^-x$/ },
  { rule: 'code.script', programs: 'sdiff diff3', some: '--diff-program' },
  { rule: 'code.script', programs: 'pandoc', operand: /^(?:-F|-L|--filter|--lua-filter|--pdf-engine)/ },
  { rule: 'code.script', programs: 'awk gawk mawk nawk', operand: /^(?:-[fElD]|--(?:file|exec|load|debug))/ },
  { rule: 'code.inline', programs: 'fzf', operand: /^--(?:preview|bind)(?:=|$)/ },
  { rule: 'code.inline', programs: 'mapfile readarray', some: '-C' },
  { rule: 'code.inline', programs: 'hyperfine', operand: /^[^-]/ },
  { rule: 'code.inline', programs: 'tmux', operand: /#\(/ },
  { rule: 'code.alias', programs: 'hash', some: '-p' },
  { rule: 'code.piped', programs: 'parallel', unless: /^[^-:]/ },
  // Programs that write what their options or their last arguments name.
  { rule: 'write.inplace', programs: 'awk gawk', operand: /^(?:-i|--include=)?inplace$/ },
  { rule: 'write.inplace', programs: 'jsonlint', some: '-i --in-place' },
  { rule: 'write.file', programs: 'shuf iconv sdiff base64 xmllint pandoc info zstd pv objcopy', some: outputs },
  { rule: 'write.file', programs: 'less zless', some: '-o -O --log-file --LOG-FILE' },
  { rule: 'write.file', programs: 'yq', some: '-s --split-exp' },
  { rule: 'write.file', programs: 'ss', some: '-D --diag' },
  { rule: 'write.file', programs: 'file', operand: /^(?:-[a-zA-Z]*C|--compile$)/ },
  { rule: 'write.file', programs: 'uniq xxd json.tool tesseract', sub: '* *', unless: /^(?:stdout|\/dev\/stdout)$/ },
  ...lines('write.file', { 'sponge script': '' }),
  // Programs that change the machine.
  { rule: 'system.settings', programs: 'date', operand: /^(?:-u?s|--set|\d{8,})/ },
  { rule: 'system.settings', programs: 'hostname', operand: /^[^-]/ },
  { rule: 'system.settings', programs: 'dmesg', some: '-C -c --clear --read-clear' },
  { rule: 'system.settings', programs: 'go', sub: 'env', some: '-w -u' },
  { rule: 'delete.files', programs: 'journalctl', some: '--vacuum-size --vacuum-time --vacuum-files' },
  { rule: 'process.kill', programs: 'ss', some: '-K --kill' },
  ...lines('system.settings', { ifconfig: '* *', hostnamectl: 'hostname *|set-*' }),
  ...lines('network.contact', { getent: 'hosts|ahosts*' }),
  // Programs that show what is secret.
  { rule: 'secret.environment', programs: 'set', sub: '', unless: /./ },
  { rule: 'secret.environment', programs: 'export declare typeset', sub: '', some: '-p -x' },
  { rule: 'secret.environment', programs: 'gh', sub: 'auth status', some: '-t --show-token' },
  { rule: 'secret.environment', programs: 'kubectl oc k', sub: 'config view', some: '--raw' },
  ...lines('secret.environment', {
    az: 'keyvault secret show|keyvault secret download|account get-access-token|* credential show|* keys list|* * keys list|* list-keys|* * list-keys',
  }),
  // Checks that change, or that run other code than that of the project.
  {
    rule: 'code.script',
    programs: 'make gmake',
    operand: /^(?:-[fE]|--(?:file|makefile|eval)(?:=|$)|SHELL=|\.SHELLFLAGS=|(?:CC|CXX|LD|AR)=.*\/|\w+[:+?]?=.*\$\()/,
  },
  { rule: 'code.script', programs: 'go', operand: /^--?(?:exec|toolexec|vettool|overlay)(?:=|$)/ },
  { rule: 'code.script', programs: 'cargo', some: '--config' },
  { rule: 'code.script', programs: 'npm pnpm yarn bun', some: '--script-shell --node-options' },
  { rule: 'code.script', programs: 'git', operand: /^--git-dir(?:=|$)/ },
  { rule: 'delete.files', programs: 'pytest py.test', operand: /^--basetemp(?:=|$)/ },
  { rule: 'code.script', programs: 'helm', some: '--post-renderer' },
  { rule: 'write.file', programs: 'helm', some: '--output-dir' },
  { rule: 'install.runs', programs: 'uv', sub: 'run', some: '--with --with-requirements --with-editable' },
  { rule: 'install.runs', programs: 'deno', operand: /^(?:https?|npm|jsr):/ },
  ...lines('install.runs', { 'nix nix-shell': '' }),
  ...lines('secret.environment', { 'doppler infisical chamber aws-vault': '' }),
  { rule: 'install.packages', programs: 'mypy', some: '--install-types' },
  { rule: 'install.packages', programs: 'pnpm', sub: 'audit', some: '--fix' },
  { rule: 'delete.recursive', programs: 'cmake', some: '-E', operand: /^(?:rm|remove_directory)$/ },
  { rule: 'code.script', programs: 'cmake', operand: /^-[PE]$/ },
  { rule: 'write.file', programs: 'cmake', operand: /^(?:--)?install$/ },
  { rule: 'write.file', programs: 'uv', sub: 'version', some: '--bump' },
  { rule: 'write.file', programs: 'git', sub: 'format-patch', some: '-o --output-directory' },
  ...lines('write.file', { uv: 'version *', cargo: 'audit fix' }),
  {
    rule: 'write.inplace',
    programs: 'knip clang-tidy ktlint swiftlint markdownlint markdownlint-cli2 ruff biome golangci-lint oxlint detekt',
    some: '--fix --fix-only --apply --apply-unsafe --fix-suggestions --fix-errors -F --format --auto-correct',
  },
  {
    rule: 'code.script',
    programs: 'npm pnpm yarn bun',
    sub: 'run|run-script',
    operand: /^[\w:.-]*(?:deploy|publish|release|reset|drop|wipe|upload|clean|migrat|seed|nuke|destroy)[\w:.-]*$/,
  },
];

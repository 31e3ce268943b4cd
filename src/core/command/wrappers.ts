import type { CommandWord } from './calls';

/** How a program starts another one that its arguments name. Sources: the programs' manual pages (GNU, util-linux, OpenSSH, sudo). */
interface Wrapper {
  /** Options that take the next word as their value, space-separated. */
  readonly values?: string;
  /** Words that come first: `timeout 5`, `chroot dir`. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: true;
  /** The command follows one of these words: `git stash`-like programs (`docker exec`, `uv run`). */
  readonly after?: readonly string[];
  /** The option whose value is shell text: `-c` of `sh -c 'x'`. */
  readonly textOption?: readonly string[];
  /** What follows is joined with blanks and read by a shell. */
  readonly joins?: true;
  /** Its own options stand before all other words: `npx -c 'x'`, but not `npx eslint -c x`. */
  readonly early?: true;
  /** With these options it starts nothing: `command -v x`. */
  readonly notWith?: string;
  /** It runs elsewhere: on another machine, in a container, below another root. */
  readonly elsewhere?: true;
  /** The option that names the folder to run in. */
  readonly folder?: readonly string[];
  /** It reads its input by itself; what it starts does not get it. */
  readonly takesInput?: true;
}

const shell: Wrapper = { values: '-o -O +o +O --rcfile --init-file', textOption: ['-c'] };
const coverage: Wrapper = {
  values: '-r -x -n -o -t --reporter --exclude --include --report-dir --reports-dir --temp-dir --temp-directory --src',
  notWith: 'report check-coverage merge instrument',
};
const container: Wrapper = {
  after: ['exec'],
  values: '-e --env --env-file -u --user -w --workdir --detach-keys -n --namespace -c --container --context --index',
  skip: 1,
  elsewhere: true,
};

const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: {
    values:
      '-u -g -h -p -C -D -R -T -U -r -t -a -c --user --group --host --prompt --close-from --chdir --chroot --command-timeout --other-user --role --type',
    assigns: true,
    notWith: '-l -v -k -K -V -e --list --validate --edit',
    folder: ['-D', '--chdir'],
  },
  doas: { values: '-u -C -a' },
  pkexec: { values: '-u --user' },
  run0: { values: '-u -g -D --user --group --chdir', folder: ['-D', '--chdir'] },
  gosu: { skip: 1 },
  env: {
    values: '-u -C --unset --chdir',
    assigns: true,
    folder: ['-C', '--chdir'],
    textOption: ['-S', '--split-string'],
  },
  command: { notWith: '-v -V' },
  builtin: {},
  exec: { values: '-a' },
  nohup: {},
  time: { values: '-o -f --output --format' },
  nice: { values: '-n --adjustment' },
  ionice: { values: '-c -n --class --classdata', notWith: '-p --pid' },
  chrt: { values: '-T -P -D', skip: 1, notWith: '-p' },
  taskset: { skip: 1, notWith: '-p' },
  timeout: { values: '-s -k --signal --kill-after', skip: 1 },
  gtimeout: { values: '-s -k --signal --kill-after', skip: 1 },
  stdbuf: { values: '-i -o -e --input --output --error' },
  unbuffer: {},
  setsid: {},
  setarch: { skip: 1 },
  caffeinate: { values: '-t -w' },
  chronic: {},
  c8: coverage,
  nyc: coverage,
  strace: { values: '-o -e -p -s -u -E -a -O -S -P -I -b -X' },
  ltrace: { values: '-o -e -p -s -u -n -a' },
  unshare: { elsewhere: true },
  nsenter: { values: '-t --target', elsewhere: true },
  fakeroot: {},
  proxychains: { values: '-f' },
  proxychains4: { values: '-f' },
  torsocks: {},
  xargs: {
    values:
      '-I -n -P -L -d -a -s -E --max-args --max-procs --max-lines --delimiter --arg-file --max-chars --replace --process-slot-var',
    takesInput: true,
  },
  parallel: {
    values: '-j -n -N -L -a -I -S -C --jobs --arg-file --colsep --delay --timeout --joblog --results',
    joins: true,
    takesInput: true,
  },
  watch: { values: '-n -q --interval --equexit', joins: true },
  entr: { takesInput: true },
  flock: { values: '-w -E --timeout --wait --conflict-exit-code', skip: 1, textOption: ['-c', '--command'] },
  script: { skip: 1, values: '-I -O -B -T -m -E -o --log-in --log-out --log-io', textOption: ['-c', '--command'] },
  su: {
    values: '-g -G -s -w --group --supp-group --shell --whitelist-environment',
    textOption: ['-c', '--command', '--session-command'],
  },
  runuser: { values: '-g -G -s -u --user --group --shell', textOption: ['-c', '--command', '--session-command'] },
  eval: { joins: true },
  trap: { joins: true, notWith: '-p -l' },
  ssh: {
    values: '-b -B -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w',
    skip: 1,
    joins: true,
    elsewhere: true,
  },
  chroot: { values: '--userspec --groups', skip: 1, elsewhere: true },
  docker: container,
  podman: container,
  kubectl: container,
  'docker-compose': container,
  wsl: { values: '-d --distribution -u --user --cd', elsewhere: true },
  busybox: {},
  toybox: {},
  uv: { after: ['run'], values: '--with --python -p --env-file --project --directory --extra --group' },
  poetry: { after: ['run'] },
  pdm: { after: ['run'] },
  rye: { after: ['run'] },
  hatch: { after: ['run'] },
  pixi: { after: ['run'] },
  pipenv: { after: ['run'] },
  bundle: { after: ['exec'] },
  npx: { values: '-p --package', textOption: ['-c', '--call'], early: true },
  npm: { after: ['exec'], values: '-p --package', textOption: ['-c', '--call'], early: true },
  'nix-shell': { textOption: ['--run', '--command'] },
  nix: { after: ['-c', '--command'] },
  mise: { after: ['--'] },
  doppler: { after: ['--'] },
  op: { after: ['--'] },
  dotenv: { after: ['--'] },
  dotenvx: { after: ['--'] },
  chamber: { after: ['--'] },
  infisical: { after: ['--'] },
  'aws-vault': { after: ['--'] },
  'cross-env': { assigns: true },
  direnv: { after: ['exec'], skip: 1 },
  'xvfb-run': { values: '-n -s -e -f -p -w --server-num --server-args --error-file' },
  sh: shell,
  bash: shell,
  dash: shell,
  zsh: shell,
  ksh: shell,
  mksh: shell,
  ash: shell,
  rbash: shell,
  fish: { values: '-C --init-command', textOption: ['-c', '--command'] },
};

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash', 'fish']);

/** Whether a program is a shell that reads its text from its input if it is given neither text nor a file. */
export function isShell(program: string): boolean {
  return shells.has(program);
}

/** Whether a program starts another one that stands among its words. */
export function isWrapper(program: string): boolean {
  return Object.hasOwn(wrappers, program);
}

/** What a call starts: a command among its words, or text for a shell. `index` counts the arguments. */
export interface Started {
  readonly kind: 'command' | 'text';
  /** The first word of the command, or the only or first word of the text. */
  readonly index: number;
  /** The word after the last one. */
  readonly end: number;
  /** Arguments that are assignments for it. */
  readonly assigned: readonly number[];
  readonly elsewhere: boolean;
  readonly takesInput: boolean;
  /** The argument that names the folder to run in; null if it has none, and the call's own is it. */
  readonly folder: { readonly index: number; readonly text: string | null } | null;
}

const assignment = /^[A-Za-z_]\w*\+?=/;

/** What starts with a quote or an unknown is no option. */
function optionOf(word: CommandWord): string | null {
  return word.value !== null && word.value.length > 1 && (word.value.startsWith('-') || word.value.startsWith('+'))
    ? word.value
    : null;
}

/** The text option in a word: `-c`, also in a cluster of a shell (`-lc`), or with its value attached (`--command=x` is left to the caller). */
function isTextOption(option: string, wrapper: Wrapper, program: string): boolean {
  if (wrapper.textOption === undefined) return false;
  if (wrapper.textOption.includes(option)) return true;
  return (
    /^-[A-Za-z]*c[A-Za-z]*$/.test(option) &&
    wrapper.textOption.includes('-c') &&
    (isShell(program) || option.endsWith('c'))
  );
}

/** What a program's call starts; null if nothing, or if that cannot be seen. */
export function startedBy(program: string, args: readonly CommandWord[]): Started | null {
  const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  if (wrapper === undefined) return null;
  const values = new Set((wrapper.values ?? '').split(' '));
  const not = new Set((wrapper.notWith ?? '').split(' '));
  const assigned: number[] = [];
  let folder: Started['folder'] = null;
  let skip = wrapper.skip ?? 0;
  let text = false;
  let at = 0;
  const started = (kind: Started['kind'], index: number, end: number): Started => ({
    kind,
    index,
    end,
    assigned,
    elsewhere: wrapper.elsewhere ?? false,
    takesInput: wrapper.takesInput ?? false,
    folder,
  });

  if (wrapper.after) {
    at = args.findIndex((word) => word.value !== null && wrapper.after?.includes(word.value)) + 1;
    if (at === 0) return null;
  }
  for (; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    if (word.value === '--') {
      // `kubectl exec pod -- cmd` has its first words before it.
      if (wrapper.after && skip > 0 && at > 1) skip = 0;
      continue;
    }
    const option = optionOf(word);
    if (word.value !== null && not.has(word.value)) return null;
    if (option !== null && isTextOption(option, wrapper, program)) {
      // A shell takes the next word that is no option; others the next word.
      text = true;
      if (!isShell(program)) return at + 1 < args.length ? started('text', at + 1, at + 2) : null;
      continue;
    }
    if (option !== null && (option.startsWith('-') || isShell(program))) {
      const name = option.split('=', 1)[0] ?? option;
      if (wrapper.folder?.includes(name) && option.includes('=')) {
        folder = { index: at, text: option.slice(name.length + 1) };
      }
      if (values.has(option)) {
        at++;
        if (wrapper.folder?.includes(option)) folder = { index: at, text: args[at]?.value ?? null };
      }
      continue;
    }
    if (wrapper.assigns && (word.value !== null ? assignment.test(word.value) : startsAssignment(word))) {
      assigned.push(at);
      continue;
    }
    if (text) return started('text', at, at + 1);
    if (wrapper.textOption && program !== 'env' && program !== 'flock' && program !== 'script') {
      // `su user -c 'x'`: the option may come later; `bash script.sh` starts a file.
      if (isShell(program) || wrapper.early) return null;
      continue;
    }
    if (skip > 0) {
      skip--;
      continue;
    }
    if (wrapper.joins) return started('text', at, program === 'trap' ? at + 1 : args.length);
    return started('command', at, args.length);
  }
  return null;
}

function startsAssignment(word: CommandWord): boolean {
  const [first] = word.pieces;
  return first?.type === 'text' && assignment.test(first.text);
}

const findStarts = /^-(?:exec|execdir|ok|okdir)$/;
// Behind letters that take a value stands that: `-tx`.
const fdStarts = /^(?:-[^-tedEcjSo]*[xX]|--exec(?:-batch)?)$/;

/** The commands that `find` and `fd` start: from the word after `-exec` to the `;` or `+`, or to the end. */
export function startedByFind(
  program: string,
  args: readonly CommandWord[],
): readonly { readonly index: number; readonly end: number; readonly inFolder: boolean }[] {
  const starts = program.startsWith('fd') ? fdStarts : findStarts;
  const found: { index: number; end: number; inFolder: boolean }[] = [];
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value ?? '';
    if (!starts.test(value)) continue;
    let end = at + 1;
    while (
      end < args.length &&
      args[end]?.value !== ';' &&
      !(args[end]?.value === '+' && args[end - 1]?.value === '{}')
    )
      end++;
    if (end > at + 1) found.push({ index: at + 1, end, inFolder: !value.endsWith('dir') });
    at = end;
  }
  return found;
}

import type { Call, CommandWord } from './calls';

/** A use of a program as the tables look at it: `npx prisma migrate reset` is a use of `prisma`. */
export interface CallUse {
  readonly program: string;
  /** The words that name it: the program, or the launcher with all before and including what it launches. */
  readonly named: readonly CommandWord[];
  readonly args: readonly CommandWord[];
}

const split = new Map<string, ReadonlySet<string>>();

/** The words of a table's entry. Remembered: only texts of tables may be given. */
export function wordSet(entry: string): ReadonlySet<string> {
  const known = split.get(entry);
  if (known) return known;
  const words = new Set(entry.split(' '));
  split.set(entry, words);
  return words;
}

/** A call as a use of its program; null if the program is not known. */
export function useOf({ program, name, args }: Call): CallUse | null {
  return program === null || name === null ? null : { program, named: [name], args };
}

/** Options before the subcommand that take the next word. */
const globalValues: Readonly<Record<string, string>> = {
  git: '-C -c --git-dir --work-tree --namespace --exec-path --config-env',
  docker: '-H --host --context --config -f --file -p --project-name --profile --env-file -l --log-level',
  podman: '-c --connection --url -f --file -p',
  'docker-compose': '-f --file -p --project-name --profile --env-file --project-directory',
  kubectl: '-n --namespace --context --kubeconfig --cluster --user -s --server --as --token',
  oc: '-n --namespace --context --kubeconfig',
  helm: '-n --namespace --kube-context --kubeconfig',
  aws: '--profile --region --output --endpoint-url --query',
  gcloud: '--project --account --format --configuration --zone --region',
  az: '--subscription --output -o --query',
  npm: '--prefix -w --workspace --loglevel',
  pnpm: '-C --dir --filter -F',
  yarn: '--cwd',
  bun: '--cwd',
  cargo: '-C --config --manifest-path --color -Z',
  gh: '-R --repo --hostname',
  make: '-C -f --directory --file --makefile -I -o -W',
  gmake: '-C -f --directory --file',
  ninja: '-C -f',
  systemctl: '-H --host -M --machine -t --type -p --property -n --lines',
  go: '-C',
  mvn: '-f --file -pl -P -s --settings -T',
  gradle: '-p --project-dir -b -c -x --exclude-task --tests --console',
  gradlew: '-p --project-dir -b -c -x --exclude-task --tests --console',
  uv: '--directory --project --python -p --config-file',
  pip: '--python --proxy --log',
  node: '-r --require --import --loader --experimental-loader --env-file --test-reporter --test-reporter-destination --test-name-pattern -C --conditions',
  uniq: '-f -s -w --skip-fields --skip-chars --check-chars',
  xxd: '-s -l -c -g -o -n -seek -len -cols -groupsize -offset -name',
  tesseract: '-l --psm --oem --dpi -c',
  tmux: '-L -S -f',
  vercel: '--token --scope -t -S --cwd',
};

/** What the shell makes of a word as far as it is known; what is unknown in it is left out. */
export function knownText(word: CommandWord): string {
  if (word.value !== null) return word.value;
  return word.pieces
    .map((piece) => {
      if (piece.type === 'variable') return piece.value ?? piece.fallback ?? '';
      return piece.type === 'substitution' ? '' : piece.text;
    })
    .join('');
}

/** A subcommand's words and where they stand among the arguments. */
export interface SubWord {
  readonly text: string;
  readonly at: number;
}

/** The first `limit` arguments that are neither options nor values of options before the subcommand. */
export function subWords(use: CallUse, limit: number): readonly SubWord[] {
  const values = wordSet(Object.hasOwn(globalValues, use.program) ? (globalValues[use.program] ?? '') : '');
  const found: SubWord[] = [];
  for (let at = 0; at < use.args.length && found.length < limit; at++) {
    const word = use.args[at];
    const text = word === undefined ? '' : knownText(word);
    if (text === '--') continue;
    if (text.startsWith('-') && text.length > 1) {
      if (values.has(text)) at++;
      else if (/^\d+$/.test(use.args[at + 1]?.value ?? '')) at++;
      continue;
    }
    if (/^\w+=/.test(text) && /^(?:g?make|rake|just|task)$/.test(use.program)) continue;
    found.push({ text, at });
  }
  return found;
}

function wordFits(pattern: string, text: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : pattern === text;
}

/**
 * Whether a use names goals, and each is one of these words (`test check-*`). A goal may stand in a module: `:app:test`. That of a clean alone
 * is no check.
 */
export function onlyGoals(use: CallUse, goals: string): boolean {
  const words = subWords(use, use.args.length).map(({ text }) => text.replace(/^:(?:[\w-]+:)*/, ''));
  const wanted = [...wordSet(goals)];
  return (
    words.some((word) => word !== 'clean') && words.every((word) => wanted.some((pattern) => wordFits(pattern, word)))
  );
}

interface SubPattern {
  /** `a$`: no more words may follow. */
  readonly alone: boolean;
  /** Absent for an option. */
  readonly wanted?: readonly string[];
  readonly text: string;
}

const patterns = new Map<string, readonly SubPattern[]>();

/** The alternatives of a table's entry. Remembered, since each use is held against many lines: only texts of tables may be given. */
function subPatterns(alternatives: string): readonly SubPattern[] {
  const known = patterns.get(alternatives);
  if (known) return known;
  const found = alternatives.split('|').map((text) => {
    const alone = text.endsWith('$');
    if (text.startsWith('-')) return { alone, text };
    return { alone, text, wanted: text === '' ? [] : (alone ? text.slice(0, -1) : text).split(' ') };
  });
  patterns.set(alternatives, found);
  return found;
}

/**
 * Fits the alternatives of a subcommand (`a b|c`; an empty one for none at all, `a$` for one without more words, `--x` for an option).
 * Gives the number of arguments up to the end of the subcommand, or -1.
 */
export function fitsSub(use: CallUse, alternatives: string): number {
  const words = subWords(use, 4);
  for (const { alone, text, wanted } of subPatterns(alternatives)) {
    if (wanted === undefined) {
      // Behind the first word they are somebody else's: `node x.js --test`.
      if (optionWords(use.args.slice(0, words[0]?.at), text, false).length > 0) return 0;
      continue;
    }
    if (text === '') {
      if (words.length === 0) return 0;
      continue;
    }
    if (wanted.length > words.length || (alone && words.length > wanted.length)) continue;
    const fits = wanted.every((pattern, index) => wordFits(pattern, words[index]?.text ?? ''));
    if (fits) return (words[wanted.length - 1]?.at ?? -1) + 1;
  }
  return -1;
}

function isOption(text: string, name: string, shortened: boolean): boolean {
  if (text === name || text.startsWith(`${name}=`)) return true;
  if (name.startsWith('--')) return shortened && text.length >= 6 && name.startsWith(text);
  if (name.length !== 2 || text.startsWith('--')) return false;
  // What is attached to `-X` is a method: `curl -sXGET`.
  const cluster = /^-[A-WYZa-z0-9]*X?/.exec(text)?.[0] ?? '';
  return cluster.includes(name.charAt(1), 1);
}

/** The words that are one of these options (`-f --force`); `shortened` takes `--forc` for `--force`. `--` ends options. */
export function optionWords(args: readonly CommandWord[], names: string, shortened: boolean): readonly CommandWord[] {
  const found: CommandWord[] = [];
  for (const word of args) {
    // Braces make several words of it: `-{r,f}`.
    const text = word.value === null ? knownText(word).replace(/[{},]/g, '') : word.value;
    if (!text.startsWith('-')) continue;
    for (const name of wordSet(names)) {
      if (!isOption(text, name, shortened)) continue;
      found.push(word);
      break;
    }
    if (text === '--') break;
  }
  return found;
}

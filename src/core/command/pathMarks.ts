import type { CommandPlace } from './analysis';
import type { Call, CommandWord } from './calls';
import { fitsSub, knownText, optionWords, wordSet, type CallUse } from './callUse';
import { rebuiltFolder } from './findTests';
import { pathUses, type PathUse } from './rulesFiles';
import type { OwnWords } from './markView';
import type { RuleId } from './rules';
import { holdsSecret } from './secretFiles';

/** Below this a path is nobody's work. */
export const temporary = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/dev\/shm)(?:\/|$)/;
/** Devices that keep nothing. */
export const harmlessDevice = /^\/dev\/(?:null|std(?:in|out|err)|tty|fd\/\d+|zero|u?random)$/;

/** Files and folders with a meaning, by their absolute path; `~` is the home folder, `.` the project. The first that fits counts. */
const meanings: readonly (readonly [RuleId, RegExp])[] = [
  ['path.repository', /(?:^|\/)\.git$/],
  ['path.device', /^\/dev\/(?!pts|shm)/],
  [
    'path.startup',
    /^(?:~|\/root)\/\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|xinitrc|xprofile|inputrc|vimrc|npmrc|pypirc|netrc)$|^~\/\.(?:ssh|config\/(?:fish|autostart|systemd|nvim)|local\/bin|gnupg)(?:\/|$)|^~\/(?:\.local\/)?bin\/|^~\/Library\/LaunchAgents\//,
  ],
  [
    'path.startup',
    /^\/etc\/(?:cron|profile|bash|zsh|rc\.|init|systemd|environment|ld\.so|pam\.d|xdg\/autostart|udev)|^\/var\/spool\/cron|^\/(?:usr\/)?lib\/systemd|^\/Library\/Launch/,
  ],
  ['path.steering', /(?:^|\/)\.git\/(?:hooks|config|info\/attributes)(?:\/|$)|^~\/\.(?:gitconfig|config\/git)/],
  [
    'path.steering',
    /(?:^|\/)\.(?:claude|codex|kimi|gemini|qwen|opencode|cursor|copilot|hermes|countersign|husky|vscode|windsurf|continue|aider[^/]*)(?:\/|$|\.json$)|(?:^|\/)\.(?:mcp\.json|cursorrules|clinerules|envrc|pre-commit-config\.yaml|windsurfrules)$/,
  ],
  [
    'path.steering',
    /(?:^|\/)(?:CLAUDE|AGENTS|GEMINI|QWEN)(?:\.local)?\.md$|(?:^|\/)\.github\/(?:workflows\/|copilot-instructions\.md)/,
  ],
  [
    'path.systemFile',
    /^\/(?:etc\/(?:passwd|shadow|group|gshadow|sudoers|hosts|fstab|resolv\.conf|ssh|ssl|hostname)|boot)(?:\/|$)/,
  ],
];

/** Folders that a system cannot do without, or that hold all of somebody's work. */
const systemFolder =
  /^\/$|^\/(?:bin|boot|dev|etc|home|lib(?:32|64|x32)?|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|var|Applications|Library|System|Users|Volumes|private)$|^\/usr\/(?:bin|lib|lib64|local|sbin|share|include|local\/(?:bin|lib))$|^\/var\/(?:lib|log|spool|www)$/;

/** Whether what a word names, as it stands, behind a revision, or from where the call runs, holds secrets. */
function readsSecret(word: CommandWord, cwd: string | null, place: CommandPlace): boolean {
  const text = knownText(word);
  const behind = /^[^/]*?:(.*)$/.exec(text)?.[1];
  return [text, behind, readPath(word, cwd, place).path].some(
    (path) => path !== null && path !== undefined && holdsSecret(path),
  );
}

/** Programs whose options name files that they print. */
const printing: ReadonlySet<string> = wordSet('wc diff sdiff diff3 comm sort grep egrep rg kubectl oc');

interface ReadPath {
  /** Absolute and resolved; null if that is not known. */
  readonly path: string | null;
  /** What it is if all that is not known in it were empty; null if all is known. */
  readonly ifEmpty: string | null;
}

/** Puts a path onto a folder; null if it is needed and not known. */
export function resolve(path: string, cwd: string | null): string | null {
  const whole = path.startsWith('/') ? path : cwd === null ? null : `${cwd}/${path}`;
  if (whole === null) return null;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Reads a word as a path. */
function readPath(word: CommandWord, cwd: string | null, place: CommandPlace): ReadPath {
  let text = '';
  let unknown = false;
  let checked = false;
  for (const piece of word.pieces) {
    switch (piece.type) {
      case 'text':
      case 'glob':
        text += piece.text;
        break;
      case 'home':
        text += piece.text === '~' ? place.home : `/home/${piece.text.slice(1)}`;
        break;
      case 'variable':
        if (piece.value !== undefined) text += piece.value;
        else if (piece.name === 'HOME') text += place.home;
        else if (piece.name === 'TMPDIR') text += '/tmp';
        else if (piece.name === 'PWD' && cwd !== null) text += cwd;
        else {
          unknown = true;
          if (piece.mustBeSet || piece.fallback !== undefined) checked = true;
        }
        break;
      case 'substitution':
      case 'other':
        unknown = true;
        checked = true;
    }
  }
  if (!unknown) return { path: resolve(text, cwd), ifEmpty: null };
  return { path: null, ifEmpty: checked || !text.startsWith('/') ? '' : (resolve(text, cwd) ?? '') };
}

/** Whether a path is a folder or lies in it. */
export function below(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** Whether a path lies in one of these folders. */
export function belowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => below(path, folder));
}

function withoutStar(path: string): string {
  return path.replace(/(?:\/(?:\.?\*|\.\[[^/]*|\{[^/]*\}))+$/, '') || '/';
}

function meaningOf(path: string, place: CommandPlace): RuleId | null {
  const short = below(path, place.home) ? `~${path.slice(place.home.length)}` : path;
  return meanings.find(([, pattern]) => pattern.test(path) || pattern.test(short))?.[0] ?? null;
}

/** The rule for what a word names as a path, in the given use; null if there is nothing to say. */
export function pathRule(
  word: CommandWord,
  use: PathUse['use'],
  cwd: string | null,
  place: CommandPlace,
): RuleId | null {
  if (use === 'read') return readsSecret(word, cwd, place) ? 'secret.file' : null;
  if (knownText(word) === '{}') return null;
  const { path, ifEmpty } = readPath(word, cwd, place);
  if (ifEmpty !== null) {
    if (use === 'delete' && ifEmpty !== '' && (systemFolder.test(withoutStar(ifEmpty)) || ifEmpty === '/'))
      return 'path.empty';
    return use === 'mode' ? null : 'path.unknown';
  }
  if (path === null) return use === 'delete' && /^(?:\.|\.\/)?\*?$/.test(knownText(word)) ? 'path.everything' : null;
  if (harmlessDevice.test(path)) return null;
  const whole = withoutStar(path);
  if (use !== 'write') {
    if (systemFolder.test(whole)) return 'path.system';
    if (below(place.home, whole)) return 'path.home';
    if (
      use === 'delete' &&
      [place.cwd, cwd, ...place.folders].some((folder) => folder !== null && below(folder, whole))
    ) {
      return 'path.everything';
    }
  }
  const meaning = meaningOf(path, place);
  if (meaning !== null) return meaning;
  if (temporary.test(path) || temporary.test(`${path}/`)) return null;
  if (!belowAny(path, place.folders)) return 'path.outside';
  return use === 'delete' && cwd !== null && !below(path, cwd) ? 'path.leaves' : null;
}

/** Arguments that are not options, after the first `skip`. */
function operands(use: CallUse): readonly CommandWord[] {
  const end = use.args.findIndex((word) => word.value === '--');
  return use.args.filter((word, at) => (end >= 0 && at > end) || (at !== end && !knownText(word).startsWith('-')));
}

/** Arguments before the first option. */
function leading(use: CallUse): readonly CommandWord[] {
  const end = use.args.findIndex((word) => /^[-(!]/.test(knownText(word)));
  return use.args.slice(0, end < 0 ? use.args.length : end);
}

function wordsOf(use: CallUse, line: PathUse): readonly CommandWord[] {
  const found = operands(use).slice(line.skip ?? 0);
  switch (line.which) {
    case 'all':
      return found;
    case 'last':
      return found.length > 1 ? found.slice(-1) : [];
    case 'firsts':
      return found.length > 1 ? found.slice(0, -1) : found;
    case 'option': {
      const options = new Set(optionWords(use.args, line.some ?? '', true));
      return use.args.filter(
        (word, at) => at > 0 && options.has(use.args[at - 1] ?? word) && !knownText(word).startsWith('-'),
      );
    }
    case 'leading':
      return leading(use);
  }
}

/** What a call's arguments name, with the rule for each. */
export function pathHits(use: CallUse, call: Call, place: CommandPlace): readonly (readonly [CommandWord, RuleId])[] {
  const hits: (readonly [CommandWord, RuleId])[] = [];
  for (const line of pathUses) {
    if (!wordSet(line.programs).has(use.program)) continue;
    if (line.sub !== undefined && fitsSub(use, line.sub) < 0) continue;
    if (line.some !== undefined && optionWords(use.args, line.some, true).length === 0) continue;
    if (line.which === 'leading') {
      hits.push(...searchedPaths(use, call, place));
      continue;
    }
    for (const word of wordsOf(use, line)) {
      const rule = pathRule(word, line.use, call.cwd, place);
      if (rule !== null) hits.push([word, rule]);
    }
  }
  if (printing.has(use.program)) {
    for (const word of use.args) {
      const named = /^-(?!-(?:exclude|ignore))[^=]*=(.+)$/.exec(knownText(word))?.[1];
      if (named !== undefined && holdsSecret(named)) hits.push([word, 'secret.file']);
    }
  }
  return hits;
}

/** Where a find that deletes searches, with the rule for each. Its own folder is no rule's: it is asked for what it finds there. */
export function searchedPaths(
  use: CallUse,
  call: Call,
  place: CommandPlace,
): readonly (readonly [CommandWord, RuleId])[] {
  return leading(use).flatMap((word) => {
    const rule = pathRule(word, 'delete', call.cwd, place);
    return rule === null || rule === 'path.everything' ? [] : [[word, rule] as const];
  });
}

/** Whether a find searches only folders for temporary files. */
export function searchesTemporary(use: CallUse, call: Call, place: CommandPlace): boolean {
  const words = leading(use);
  return (
    words.length > 0 &&
    words.every((word) => {
      const { path } = readPath(word, call.cwd, place);
      return path !== null && temporary.test(path);
    })
  );
}

/** What can be said of a path beyond its rule's words: which variable is not set, and what the path may become. */
export function pathWords(rule: RuleId, word: CommandWord, cwd: string | null, place: CommandPlace): OwnWords {
  if (rule !== 'path.empty' && rule !== 'path.unknown') return {};
  const names = word.pieces.flatMap((piece) =>
    piece.type === 'variable' && piece.value === undefined ? [piece.name] : [],
  );
  const [name] = names;
  if (name === undefined || !/^[A-Za-z_]\w{0,60}$/.test(name)) return {};
  if (rule === 'path.unknown') return { text: `\`${name}\` is not set here.` };
  const { ifEmpty } = readPath(word, cwd, place);
  return {
    title: `May become \`${ifEmpty}\`.`,
    text: `\`${name}\` is not set here; if it is empty, this names a folder of the system.`,
  };
}

/** Whether all that a call writes to are temporary files and devices that keep nothing. */
export function writesNothing(use: CallUse, call: Call, place: CommandPlace): boolean {
  const written = pathUses
    .filter((line) => line.use === 'write' && wordSet(line.programs).has(use.program))
    .flatMap((line) => wordsOf(use, line));
  return (
    written.length > 0 &&
    !/^(?:g?mv|g?sed|ln)$/.test(use.program) &&
    written.every((word) => {
      const { path } = readPath(word, call.cwd, place);
      return path !== null && (temporary.test(path) || harmlessDevice.test(path));
    })
  );
}

/** Whether a recursive delete takes only folders that tools make again, or only temporary ones. */
export function mildDelete(use: CallUse, call: Call, place: CommandPlace): RuleId | null {
  const words = operands(use);
  if (words.length === 0 || call.cwd === null) return null;
  const paths = words.map((word) => (word.value === null ? null : readPath(word, call.cwd, place).path));
  const all = (fits: (path: string) => boolean) => paths.every((path) => path !== null && fits(path));
  const rebuilds = words.map((word) => readPath(word, call.cwd, place).path);
  if (rebuilds.every((path) => path !== null && place.folders.some((folder) => isRebuilt(path, folder))))
    return 'delete.rebuilt';
  // A project may lie there too.
  return all((path) => isTemporary(path) && !belowAny(path, place.folders)) ? 'delete.temporary' : null;
}

/** A pattern that may find `..` itself. */
const leaves = /^\.[^/]*[*?[]/;

/** Whether a path in a project's folder, or all that a pattern finds there, is or lies in a folder that tools make again. */
function isRebuilt(path: string, folder: string): boolean {
  if (!below(path, folder)) return false;
  const parts = path.slice(folder.length).split('/');
  return parts.some((part) => rebuiltFolder.test(part)) && !parts.some((part) => leaves.test(part));
}

/** Whether a path names one thing in a folder for temporary files, and not such a folder itself. */
function isTemporary(path: string): boolean {
  return temporary.test(path) && !/[*?[]/.test(path) && !/^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)$/.test(path);
}

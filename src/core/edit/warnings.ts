import type { NoteView, WarningView } from '../../protocol/views';

/** Where a file is, with links followed and without. Paths use `/`. */
export interface Place {
  /** As the agent names it, made absolute. */
  readonly path: string;
  /** With all links followed. */
  readonly realPath: string;
  readonly outsideProject: boolean;
}

/** Files and folders by whose contents something is run or steered. A name ending in `*` stands for all that begin with it, and `a/b` for b in a. */
export interface SteeringRule {
  readonly names: readonly string[];
  /** What it is and what follows, as the end of a sentence: "Git's own folder; its hooks run on commits". */
  readonly what: string;
}

const common: readonly SteeringRule[] = [
  { names: ['.git'], what: "Git's own folder; hooks and settings in it run commands" },
  { names: ['.husky', '.githooks'], what: 'a folder of Git hooks; they run on commits' },
  {
    names: ['.vscode', '*.code-workspace'],
    what: 'settings of this editor; tasks and settings in it can run commands',
  },
  { names: ['.countersign'], what: 'the files by which agents ask here' },
  { names: ['.envrc'], what: 'it runs when a shell enters the folder' },
  { names: ['.ssh'], what: 'keys and settings of SSH' },
  {
    names: [
      ...['.profile', '.login', '.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases'],
      ...['.zshrc', '.zshenv', '.zprofile', '.zlogin', '.zlogout', '.kshrc', '.cshrc', '.tcshrc', 'config.fish'],
    ],
    what: 'a shell start-up file; it runs in every new terminal',
  },
  { names: ['.gitconfig'], what: 'settings of Git; they can run commands' },
];

/** What makes a file one to look at twice; the most telling comes first. `agents` adds the files that steer agents. */
export function warningsOf(place: Place, agents: readonly SteeringRule[]): readonly WarningView[] {
  const warnings: WarningView[] = [];
  if (place.outsideProject) {
    warnings.push({
      kind: 'outsideProject',
      title: 'Outside the project',
      text: `${place.realPath} is outside the project.`,
    });
  }
  const rule = [...common, ...agents].find(({ names }) => matches(place.path, names) || matches(place.realPath, names));
  if (rule) warnings.push({ kind: 'steering', title: steeringTitle(rule), text: `${capital(rule.what)}.` });
  if (place.realPath !== place.path) {
    warnings.push({ kind: 'link', title: 'Link', text: `A link leads to ${place.realPath}.` });
  }
  return warnings;
}

/** The warnings of all files of an edit as facts about the request, each kind once. */
export function warningNotes(
  files: readonly { readonly path: string; readonly warnings: readonly WarningView[] }[],
): readonly NoteView[] {
  const notes: NoteView[] = [];
  const of = (kind: WarningView['kind']): readonly { readonly path: string; readonly text: string }[] =>
    files.flatMap(({ path, warnings }) =>
      warnings.filter((one) => one.kind === kind).map(({ text }) => ({ path, text })),
    );
  const outside = of('outsideProject');
  if (outside.length > 0) {
    notes.push({ kind: 'warn', title: 'Outside the project:', text: sentenceList(outside.map(({ path }) => path)) });
  }
  for (const text of new Set(of('steering').map((one) => one.text))) {
    const paths = of('steering').filter((one) => one.text === text);
    notes.push({ kind: 'warn', title: `${sentenceList(paths.map(({ path }) => path))}:`, text });
  }
  const linked = files.filter(({ warnings }) => warnings.some((one) => one.kind === 'link') && leadsOut(warnings));
  for (const { path, text } of of('link')) {
    if (linked.some((one) => one.path === path)) notes.push({ kind: 'warn', title: `${path} is a link.`, text });
  }
  return notes;
}

function leadsOut(warnings: readonly WarningView[]): boolean {
  return warnings.some((one) => one.kind === 'outsideProject');
}

/** So many names stand in a note; of the rest the number. */
const namesInNote = 3;

function sentenceList(names: readonly string[]): string {
  const more = names.length - namesInNote;
  return more <= 1 ? names.join(', ') : `${names.slice(0, namesInNote).join(', ')} and ${more} more`;
}

function matches(path: string, names: readonly string[]): boolean {
  // Case does not count: on many disks `.GIT` is `.git`.
  const lower = path.toLowerCase();
  const segments = lower.split('/');
  return names.some((name) => {
    const wanted = name.toLowerCase();
    if (wanted.startsWith('*')) return segments.at(-1)?.endsWith(wanted.slice(1)) ?? false;
    if (wanted.endsWith('*')) return segments.some((one) => one.startsWith(wanted.slice(0, -1)));
    return `/${lower}/`.includes(`/${wanted}/`);
  });
}

function steeringTitle({ what }: SteeringRule): string {
  return capital(what.split(';')[0] ?? what);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

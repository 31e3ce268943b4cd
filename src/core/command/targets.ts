import type { TouchVerb } from '../../protocol/command';
import type { CommandPlace } from './analysis';
import { hasOption, readArguments, wordFrom } from './callOptions';
import { wordSet } from './callUse';
import type { Call, CommandWord } from './calls';
import { launchedBy } from './launchers';
import type { Reading } from './reading';
import { gitTargets } from './targetGit';
import { fileOfUrl, hostOfLooseUrl, hostOfRemote, hostOfUrl } from './targetHosts';
import { TargetList } from './targetList';
import { wordsOfBraces } from './targetPattern';
import { targetPrograms, urlPrograms } from './targetPrograms';
import type { Operands, TargetProgram } from './targetRules';

/** A piece of a path as a command names it. */
export type PatternPiece =
  | { readonly type: 'text'; readonly text: string }
  /** As the shell expands it: `*`, `?`, `[a-z]`. */
  | { readonly type: 'glob'; readonly text: string };

/** What a command names to touch, before anybody has looked. */
export interface Target {
  /** The 1-based place of its step. */
  readonly step: number;
  readonly verb: TouchVerb;
  /** Where the command names it. */
  readonly from: number;
  readonly to: number;
  /** As the command names it, or what says it best: "all changes" for `git reset --hard`. */
  readonly what: string;
  readonly about:
    | {
        readonly type: 'path';
        /** `~` is resolved. Relative to `cwd`. */
        readonly pattern: readonly PatternPiece[];
        /** With all that is in it, if it is a folder. */
        readonly recursive: boolean;
        /** No `--` stands before it: a name that begins with a dash is read as an option. */
        readonly dashes?: true;
        /** What is put into it, if it is a folder: then not all of it is touched. */
        readonly into?: Into;
        /** The command makes git forget, or replace, what was staged. */
        readonly forgets?: true;
        /** It is a worktree, of which git forgets the last commit too. */
        readonly unlinks?: true;
      }
    /** What git would throw away, or put away. */
    | GitAbout
    /** As the URL has it. */
    | { readonly type: 'host'; readonly host: string }
    /** It cannot be known before; the reason in a sentence: "Not expanded: OUT is not set here." */
    | { readonly type: 'unknown'; readonly reason: string };
  /** The folder in which the step would run, absolute; null if that cannot be known. */
  readonly cwd: string | null;
}

/** What a command puts into a folder. */
export interface Into {
  /** Paths and globs, relative to `cwd`; null if they cannot be known. */
  readonly sources: readonly (readonly PatternPiece[])[] | null;
  /** What is in them is put in itself, under the same names: `cp -T`. */
  readonly flat: boolean;
  /** Folders are put in with all that is in them, and what is there already is kept: `cp -r`. */
  readonly merges: boolean;
  /** A link that is there already is replaced itself: `mv` does that, `cp` writes to what it points to. */
  readonly replacesLinks: boolean;
  /** The sources need not be there: `ln -s`. */
  readonly namesOnly: boolean;
}

/**
 * What git would throw away: untracked files (`clean`), tracked ones (`rm`), changes of files, ignored files in the way of a commit
 * (`switch`). Below the paths; none: below `cwd`, or all.
 */
export interface GitAbout {
  readonly type: 'git';
  readonly discards: 'untracked' | 'tracked' | 'changes' | 'inTheWay';
  /** As git matches them. */
  readonly paths: readonly string[];
  /** More of them, which the shell matches before. */
  readonly globs?: readonly (readonly PatternPiece[])[];
  /** Folders too, and ignored files: besides the others, or alone. */
  readonly folders: boolean;
  readonly ignored: 'no' | 'too' | 'only';
  /** Other repositories too. */
  readonly nested?: true;
  /** Patterns of what is ignored besides. */
  readonly excludes?: readonly string[];
  /** The commit whose files are put in their place, and into the index; absent: those of the index are. */
  readonly from?: string;
  /** Of that commit, only what differs from this one is put there. */
  readonly since?: string;
  /** Of that commit, only what is not in the history yet: what differs from the last common commit, or nothing if it is older. */
  readonly joins?: 'merge' | 'rebase';
  /** The first path may be that commit instead. */
  readonly leading?: true;
  /** Files go that this commit does not have. */
  readonly removes?: true;
  /** What is staged stays so. */
  readonly keepsIndex?: true;
  /** A call of git before it may change what git knows, such as `git add`. */
  readonly afterOthers?: true;
  /** One of them leaves files behind that git knows no more. */
  readonly afterForgetting?: true;
  /** What a server has is fetched before. */
  readonly afterFetch?: true;
  /** They can be had back by `git stash pop`. */
  readonly stashed?: true;
}

const redirectVerbs: Readonly<Record<string, TouchVerb>> = {
  '>': 'overwrites',
  '>|': 'overwrites',
  '&>': 'overwrites',
  '>&': 'overwrites',
  '<>': 'overwrites',
  '>>': 'appends',
  '&>>': 'appends',
};

/** What a command names to touch, in the order of the text. */
export function targetsIn(reading: Reading, place: CommandPlace): readonly Target[] {
  const list = new TargetList(reading, place);
  reading.calls.forEach((call, index) => {
    // What runs on another machine touches nothing here.
    if (!reading.elsewhere.has(index)) addCall(list, call);
  });
  return list.all().sort((left, right) => left.from - right.from);
}

function addCall(list: TargetList, call: Call): void {
  for (const { operator, target } of call.redirects) {
    const verb = redirectVerbs[operator];
    const duplicates = operator === '>&' && target?.value != null && /^(?:\d+-?|-)$/.test(target.value);
    const host = target && /^\/dev\/(?:tcp|udp)\/([^/]+)\//.exec(target.value ?? '')?.[1];
    if (host !== undefined) list.host(call, target ?? call, host);
    else if (verb && target && !duplicates) list.path(call, verb, target, { isOperand: false });
  }
  const { program } = call;
  if (program === null || list.reading.defined.get(program)?.kind === 'function') return;
  if (program === 'git') gitTargets(list, call);
  if (program === 'find' && call.args.some((word) => word.value === '-delete')) {
    list.unknown(call, 'deletes', call, 'Not looked up: find chooses the files.');
  }
  if (urlPrograms.has(program) && program !== 'git') {
    for (const word of call.args) addHost(list, call, word, hostOfUrl(word));
  }
  const launched = launchedBy(call)?.use;
  const used = launched ? { ...call, program: launched.program, args: launched.args } : call;
  const rules = Object.hasOwn(targetPrograms, used.program ?? '') ? targetPrograms[used.program ?? ''] : undefined;
  if (rules) addProgram(list, used, rules);
}

function addHost(list: TargetList, call: Call, word: CommandWord, host: string | undefined): void {
  if (host !== undefined) list.host(call, word, host);
}

/** `tar xzf a` as `tar -xzf a`. */
function withDash(args: readonly CommandWord[]): readonly CommandWord[] {
  const [first, ...rest] = args;
  if (!first?.value || !/^[A-Za-z]+$/.test(first.value)) return args;
  const value = `-${first.value}`;
  return [{ ...first, value, pieces: [{ type: 'text', text: value, quoted: false }] }, ...rest];
}

function addProgram(list: TargetList, call: Call, program: TargetProgram): void {
  const valued = new Set((program.values ?? '').split(' '));
  for (const { pathOptions } of program.rules ?? [])
    for (const option of wordSet(pathOptions ?? '')) valued.add(option);
  const args = program.bareCluster ? withDash(call.args) : call.args;
  const { operands: written, options, values } = readArguments(args, valued);
  const operands = written.flatMap(wordsOfBraces);
  /** Whether one of these options is given. */
  const has = (words = ''): boolean => hasOption(options, [...wordSet(words)]);
  const isHere = (word: CommandWord): boolean => program.hosts !== 'remote' || hostOfRemote(word) === undefined;

  if (program.hosts === 'first') {
    const [first] = operands;
    if (first) addHost(list, call, first, hostOfRemote(first) ?? hostOfLooseUrl(first));
  } else if (program.hosts === 'url' || program.hosts === 'remote') {
    for (const word of operands) {
      const host = program.hosts === 'url' ? hostOfLooseUrl(word) : hostOfRemote(word);
      addHost(list, call, word, host);
      if (program.hosts === 'url' && host === undefined && word.value === null) {
        list.unknown(call, 'contacts', word, list.reasonFor(word));
      }
    }
  }
  for (const [name, verb] of Object.entries(program.named ?? {})) {
    for (const word of call.args) {
      const [first] = word.pieces;
      if (first?.type === 'text' && first.text.startsWith(`${name}=`)) {
        list.path(call, verb, wordFrom(word, name.length + 1));
      }
    }
  }
  const before = wordSet(program.before ?? '');
  call.args.forEach(({ value }, index) => {
    const word = call.args[index + 1];
    if (value && before.has(value) && word) list.path(call, 'overwrites', word);
  });
  const folder = values.find(({ option }) => isAmong(option, program.outputFolder))?.word;
  /** What is written to a file that a word names, itself or as the end of a URL. */
  const writes = (word: CommandWord, name: string | null | undefined): void => {
    if (name === undefined) return;
    if (name === null || folder?.value === null || program.patterns?.test(name)) {
      list.unknown(call, 'overwrites', word, list.reasonFor(folder?.value === null ? folder : word));
    } else list.literal(call, 'overwrites', word, folder ? `${folder.value ?? ''}/${name}` : name);
  };
  const { namedByUrl } = program;
  if (namedByUrl && ('with' in namedByUrl ? has(namedByUrl.with) : !has(namedByUrl.without))) {
    for (const word of operands) writes(word, fileOfUrl(word));
    list.added(call, 'overwrites');
  }
  const { chooses } = program;
  const isChosen = chooses && (!chooses.onlyWith || has(chooses.onlyWith)) && !has(chooses.unless);
  if (isChosen && (operands.length === 0 || !chooses.ifAlone)) {
    const place = values.find(({ option }) => isAmong(option, chooses.folder))?.word;
    list.unknown(call, chooses.verb, place ?? call, chooses.reason);
  }
  const firstIsFile =
    has(program.firstIsFileWith) ||
    (program.firstOption !== undefined && options.some((option) => program.firstOption?.test(option)));
  const intoFolder = values.some(({ option }) => isAmong(option, program.folderOptions));
  for (const rule of program.rules ?? []) {
    if ((rule.onlyWith && !has(rule.onlyWith)) || has(rule.unless)) continue;
    const recursive = rule.recursive === true || has(rule.recursive);
    const into = rule.into && {
      sources: has('--parents -L -H --dereference')
        ? null
        : list.patternsOf(call, wordsOf(operands, 'allButLast', false, intoFolder || operands.length === 1)),
      flat: has('-T --no-target-directory') || has(rule.into.flatWith),
      merges: has(rule.into.merges),
      replacesLinks: rule.into.replacesLinks === true,
      namesOnly: rule.into.namesOnly === true,
    };
    const about = { recursive, ...(into ? { into } : {}) };
    if (has(rule.movedBy)) {
      list.unknown(call, rule.verb, call, 'Not looked up: it works in another folder.');
      continue;
    }
    for (const { option, word } of values) {
      if (!isAmong(option, rule.pathOptions)) continue;
      const isElsewhere = rule.inOutputFolder && (folder || program.patterns?.test(word.value ?? ''));
      if (isElsewhere) writes(word, word.value);
      else list.path(call, rule.verb, word, about);
    }
    for (const word of wordsOf(operands, rule.operands, firstIsFile, intoFolder)) {
      if (isHere(word)) list.path(call, rule.verb, word, about);
    }
    const [only] = operands;
    if (only && operands.length === 1 && !intoFolder && rule.operands === 'last') {
      const isSeveral = only.value === null ? !isOneWord(only) : only.pieces.some(({ type }) => type === 'glob');
      if (isSeveral) list.unknown(call, rule.verb, only, list.reasonFor(only));
      else if (into?.namesOnly) list.here(call, rule.verb, only, into);
    }
    if (rule.operands || intoFolder) list.added(call, rule.verb);
  }
}

function isAmong(option: string, words = ''): boolean {
  return wordSet(words).has(option);
}

/** Whether an unknown word is one word whatever it holds. */
function isOneWord({ pieces }: CommandWord): boolean {
  return pieces.every((piece) =>
    piece.type === 'variable' || piece.type === 'substitution' ? piece.quoted : piece.type !== 'other',
  );
}

/** The operands that a rule is about. */
function wordsOf(
  operands: readonly CommandWord[],
  which: Operands | undefined,
  firstIsFile: boolean,
  intoFolder: boolean,
): readonly CommandWord[] {
  switch (which) {
    case 'all':
      return operands;
    case 'allButFirst':
      return firstIsFile ? operands : operands.slice(1);
    case 'allButLast':
      return intoFolder ? operands : operands.slice(0, -1);
    case 'last':
      return intoFolder || operands.length < 2 ? [] : operands.slice(-1);
    case undefined:
      return [];
  }
}

import type { MarkView } from '../../protocol/command';
import type { CommandPlace } from './analysis';
import type { Call, CommandWord } from './calls';
import { knownText, optionWords, useOf, type CallUse } from './callUse';
import { CallFlows, givesRights, interprets } from './flowMarks';
import type { HarmlessKind } from './harmless';
import { finderOf, findsRebuilt, takesFound } from './findTests';
import { launchedBy, launchedShort, type Launched } from './launchers';
import { lookalikeWords } from './lookalikeMarks';
import { mildDelete, pathHits, pathWords, searchedPaths, searchesTemporary, writesNothing } from './pathMarks';
import { isInProject, strayRepository, strayWords } from './strayWords';
import { markOf, sortedMarks, type OwnWords, type Range } from './markView';
import { codeMarks, statementMarks } from './inlineMarks';
import { asksForHelp, isFedName, ownPart, readsJson, runsNothing, startsByScript } from './scriptMarks';
import { foreignTextMarks } from './foreign';
import type { Reading } from './reading';
import { redirectMarks } from './redirectMarks';
import { harmlessFor, isKnown, projectRuleFor, ruleFor, type RuleHit } from './ruleMatch';
import type { RuleId } from './rules';
import { namedTests } from './rulesFiles';
import { asksThisMachine } from './localNetwork';
import { assignmentRule, wordHits } from './secretMarks';
import { isOwnProgram, isPath, isSocket } from './wordKinds';
import { isWrapper } from './wrappers';

/** What the rules found in a command. */
export interface Marked {
  readonly marks: readonly MarkView[];
  /** What the calls without marks do. */
  readonly kinds: ReadonlySet<HarmlessKind>;
}

/** A fork bomb: a function that starts itself through a pipe. */
const bomb = /([^\s(){}|&;]{1,32})\s{0,8}\(\)\s{0,8}\{[^{}]{0,80}?\1\s{0,8}\|\s{0,8}\1[^{}]{0,80}\}\s{0,8};?\s{0,8}\1/g;

/** The calls' marks as they are collected. */
class Marker {
  readonly marks: MarkView[] = [];
  readonly kinds = new Set<HarmlessKind>();
  readonly #reading: Reading;
  readonly #place: CommandPlace;
  readonly #flows: CallFlows;
  readonly #movesAbout: boolean;
  /** Calls whose text was looked into because a file that they print into is run. */
  readonly #seen = new Set<Call>();

  constructor(reading: Reading, place: CommandPlace) {
    this.#reading = reading;
    this.#place = place;
    this.#flows = new CallFlows(reading.calls);
    this.#movesAbout = reading.calls.some(({ program }) => /^(?:cd|pushd|popd)$/.test(program ?? ''));
  }

  add(rule: RuleId, range: Range, words?: OwnWords): void {
    this.marks.push(markOf(rule, range, words));
  }

  all(): void {
    const covered = new Map<number, ReturnType<CallFlows['hit']>>();
    for (const at of this.#reading.calls.keys()) {
      const hit = this.#flows.hit(at);
      if (!hit) continue;
      for (const index of hit.covers) covered.set(index, hit);
      this.add(hit.rule, hit);
      const source = this.#reading.calls[this.#reading.calls[at]?.reads ?? -1];
      if (hit.rule === 'code.piped' && source) this.#insideCode(source);
    }
    for (const [at, call] of this.#reading.calls.entries()) this.#call(at, call, covered.has(at));
    for (const { from, to } of this.#reading.notRead) this.add('code.dynamic', { from, to });
  }

  #call(at: number, call: Call, covered: boolean): void {
    for (const redirect of call.redirects) this.marks.push(...redirectMarks(redirect, call, this.#place));
    for (const { from, to, name, value } of call.assignments) {
      const rule = assignmentRule(name, value);
      if (rule !== null) this.add(rule, { from, to });
    }
    for (const word of lookalikeWords(call, this.#reading.text)) this.add('text.lookalike', word);
    if (call.name === null) return;
    const own = useOf(call);
    if (!own) {
      if (covered) return;
      const by = call.by === undefined ? undefined : this.#reading.calls[call.by];
      // Text of a shell that is not known whole is told on the shell.
      if (!(by && call.place === 'text' && this.#flows.dynamic(call.by ?? -1))) this.add('code.unknownName', call.name);
      return;
    }
    const launched = launchedBy(call);
    for (const [word, rule] of wordHits(own, call, launched?.use.program)) this.add(rule, word);
    if (!covered) this.#use(at, call, own, launched);
  }

  #use(at: number, call: Call, own: CallUse, launched: Launched | null): void {
    if (/^(?:powershell|pwsh|cmd)$/i.test(own.program))
      this.marks.push(...call.args.flatMap((word) => foreignTextMarks(this.#reading.text, word)));
    // One that has the name of a known program often starts that: `git() { command git "$@"; }`.
    if (this.#reading.defined.has(own.program) && !isKnown(own.program)) return;
    if (launched && isKnown(launched.use.program) && harmlessFor(own) === null) {
      if (launched.always) this.#launched(launched.use, launched.rule);
      const use = launched.always ? { ...launched.use, named: launched.use.named.slice(-1) } : launched.use;
      const told = this.#tables(at, call, use);
      // A package or module of the name of a program that reads is another one.
      const other = use.program !== 'json.tool' && ruleFor(use) === null && harmlessFor(use) === 'reads';
      if ((!told || other) && !launched.always) this.#launched(launched.use, launched.rule);
      return;
    }
    if (this.#tables(at, call, own, launched !== null)) return;
    const short = launchedShort(call);
    if (short && (ruleFor(short) !== null || harmlessFor(short) === 'checks')) {
      this.#tables(at, call, short);
      return;
    }
    if (launched) this.#launched(launched.use, launched.rule);
    else if (own.program.startsWith('mkfs') || this.#flows.children(at).length > 0) return;
    else this.#unknown(call, own);
  }

  #launched(use: CallUse, rule: RuleId): void {
    const [from, to] = [use.named[0]?.from, use.named.at(-1)?.to];
    if (from !== undefined && to !== undefined) this.add(rule, { from, to });
  }

  /** What the tables say of a use; whether they say anything. */
  #tables(at: number, call: Call, use: CallUse, launches = false): boolean {
    for (const [word, rule] of pathHits(use, call, this.#place)) {
      if (!this.#reading.elsewhere.has(at) || rule === 'path.system')
        this.add(rule, word, pathWords(rule, word, call.cwd, this.#place));
    }
    if (this.#flows.dynamic(at)) {
      this.add('code.dynamic', this.#before(call, at));
      return true;
    }
    if (interprets(use.program)) return this.#interpreter(at, call, use);
    const hit = asksForHelp(use) ? null : ruleFor(ownPart(use, this.#reading.calls[this.#flows.children(at)[0] ?? -1]));
    if (hit) {
      this.#hit(at, call, use, hit);
      return true;
    }
    const kind = harmlessFor(use);
    if (kind !== null && call.name && use.program === call.program && isOwnProgram(call)) {
      this.#runsFile(call.name, call.name);
      return true;
    }
    if (kind !== null) {
      const by = this.#reading.calls[call.by ?? -1];
      const starts = startsByScript(use, call, by);
      const repository =
        use.program === 'git' &&
        !this.#reading.elsewhere.has(at) &&
        strayRepository(use, call, this.#place, this.#movesAbout);
      if (isWrapper(use.program) && this.#flows.children(at).length === 0 && isFedName(by))
        this.add('code.unknownName', use.named[0] ?? call);
      else if (use.program === 'env' && this.#flows.children(at).length === 0)
        this.add('secret.environment', use.named[0] ?? call);
      else if (starts) this.add('code.inline', starts);
      else if (repository) this.add('path.outside', repository);
      else if (kind !== 'checks' || !this.#checksElsewhere(at, call, use)) this.kinds.add(kind);
      return true;
    }
    const project = launches ? null : projectRuleFor(use);
    for (const range of project?.ranges ?? []) if (project) this.add(project.line.rule, range);
    return project !== null;
  }

  /** Whether tests, linters or builds are those of something else than the project; marked if so. */
  #checksElsewhere(at: number, call: Call, use: CallUse): boolean {
    if (this.#reading.elsewhere.has(at)) return false;
    // What a sourced file does to the folder is not known either, but that is asked about already.
    const strays = call.cwd === null ? this.#movesAbout : !isInProject(call.cwd, this.#place);
    const words = strayWords(use, call, this.#place);
    if (strays) this.#launched(use, 'code.script');
    for (const word of words) this.add('path.outside', word);
    return strays || words.length > 0;
  }

  #hit(at: number, call: Call, use: CallUse, { line, ranges }: RuleHit): void {
    const { rule } = line;
    if (rule === 'network.contact' && asksThisMachine(use)) {
      this.kinds.add('reads');
      return;
    }
    // What eval is given is marked by itself, if it could be read.
    if (rule === 'code.eval' && this.#flows.children(at).length > 0) return;
    if (rule === 'privilege.root' && givesRights(use.program)) {
      this.add(rule, this.#before(call, at));
      return;
    }
    if (rule.startsWith('write.') && writesNothing(use, call, this.#place)) {
      this.kinds.add('works');
      return;
    }
    const searched = rule.startsWith('delete.') ? this.#finder(call) : null;
    const said =
      this.#milder(rule, use, call) ??
      (rule === 'delete.files' || (searched === 'delete.rebuilt' && takesFound(use)) ? searched : null) ??
      rule;
    const file = rule === 'code.script' ? use.args.find((word) => this.#flows.written(knownText(word))) : undefined;
    for (const range of ranges) this.add(file ? (this.#flows.written(knownText(file)) ?? said) : said, range);
    const mounts = rule === 'container.run' && optionWords(use.args, '-v --volume --mount', false).length > 0;
    if (rule === 'code.inline' || mounts) this.#insideCode(call);
    if (rule === 'database.client') this.marks.push(...statementMarks(this.#reading.text, this.#reading.calls, call));
  }

  /** The worst in code that is not read. */
  #insideCode(call: Call): void {
    this.marks.push(...codeMarks(this.#reading.text, this.#reading.calls, call));
  }

  /** What a rule that deletes becomes if it takes nothing that anybody made. */
  #milder(rule: RuleId, use: CallUse, call: Call): RuleId | null {
    if (rule === 'delete.foundAll') return searchesTemporary(use, call, this.#place) ? 'delete.temporary' : null;
    return rule === 'delete.recursive' || rule === 'delete.forced' ? mildDelete(use, call, this.#place) : null;
  }

  /** The find that a deleting call works for: it starts it, or its list is read by the xargs that does. Its places are marked. */
  #finder(call: Call): RuleId | null {
    const finder = finderOf(this.#reading.calls, this.#flows, call);
    const use = finder && useOf(finder);
    if (!use) return null;
    for (const [word, rule] of searchedPaths(use, finder, this.#place)) this.add(rule, word);
    if (isInProject(finder.cwd, this.#place) && findsRebuilt(use)) return 'delete.rebuilt';
    if (optionWords(finder.args, namedTests, false).length > 0) return null;
    return searchesTemporary(use, finder, this.#place) ? 'delete.temporary' : 'delete.foundAll';
  }

  /** The words of a wrapper before what it starts. */
  #before(call: Call, at: number): Range {
    const child = this.#reading.calls[this.#flows.children(at)[0] ?? -1];
    const name = call.name ?? call;
    const before = child ? call.args.filter((word) => word.to <= child.from) : [];
    return { from: name.from, to: before.at(-1)?.to ?? name.to };
  }

  /** A shell or another interpreter: code in its arguments or its input, or a file. */
  #interpreter(at: number, call: Call, use: CallUse): boolean {
    const name = use.named[0] ?? call;
    if (this.#flows.children(at).length > 0) return true;
    const onlyReads = readsJson(use);
    const hit = onlyReads ? null : ruleFor(use);
    if (hit) {
      this.#hit(at, call, use, hit);
      return true;
    }
    if (harmlessFor(use) !== null || runsNothing(use) || onlyReads) {
      if (!this.#checksElsewhere(at, call, use)) this.kinds.add('checks');
      return true;
    }
    const script = use.args.find((word) => !knownText(word).startsWith('-') || word.value === null);
    if (script) this.#runsFile(script, { from: name.from, to: script.to });
    else if (call.redirects.some(({ operator }) => operator.startsWith('<'))) {
      const files = call.redirects.map(({ target }) => target && this.#flows.written(knownText(target)));
      this.add(files.find((rule) => rule !== undefined) ?? 'code.inline', name);
      this.#insideCode(call);
    } else if (this.#reading.elsewhere.has(at)) this.kinds.add('works');
    // It reads what it is to run from somewhere; a socket is marked by itself.
    else if (!call.redirects.some(({ target }) => target && isSocket(target))) {
      this.add('code.inline', name);
      this.#insideCode(call);
    }
    return true;
  }

  #unknown(call: Call, use: CallUse): void {
    const name = use.named[0] ?? call;
    if (isKnown(use.program)) {
      const word = use.args.find((arg) => !knownText(arg).startsWith('-'));
      this.add('code.unknownUse', { from: name.from, to: word?.to ?? name.to });
    } else if (call.name && (isPath(call.name) || this.#flows.written(use.program))) this.#runsFile(call.name, name);
    else this.add('code.unknown', name);
  }

  /** Marks what runs a file. One that this command itself downloads or decodes is more than a script of the project, and what it prints into one is seen. */
  #runsFile(word: CommandWord, range: Range): void {
    const file = knownText(word);
    this.add(this.#flows.written(file) ?? 'code.script', range);
    const source = this.#flows.source(file);
    if (!source || this.#seen.has(source)) return;
    this.#seen.add(source);
    this.#insideCode(source);
  }
}

/** Marks what the rules know in a command that was read. Pure, never throws. */
export function marksOf(reading: Reading, place: CommandPlace): Marked {
  const marker = new Marker(reading, place);
  marker.all();
  const bombs = [...reading.text.matchAll(bomb)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  for (const range of bombs) marker.add('process.bomb', range);
  return { marks: sortedMarks(marker.marks), kinds: marker.kinds };
}

import type { TouchVerb } from '../../protocol/command';
import type { CommandPlace } from './analysis';
import type { Call, CommandWord } from './calls';
import type { Reading } from './reading';
import { countNames } from './shellScope';
import { patternsOf, type WordPatterns } from './targetPattern';
import type { GitAbout, Into, PatternPiece, Target } from './targets';

/** Devices that keep nothing: whatever is written to them, they stay. */
const sinks = /^\/dev\/(?:null|stdout|stderr|stdin|tty|zero|full|u?random|fd\/\d+)$/;

/** Where a target stands: in a call, or in a word of it. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** What is said of a path beside the path itself. */
export interface PathOptions {
  readonly recursive?: boolean;
  readonly into?: Into;
  readonly unlinks?: true;
  /** False for what the shell takes for itself. */
  readonly isOperand?: boolean;
}

const otherNames = 'Not expanded: the command changes how names are matched.';

/** What a command names to touch, as it is gathered call by call. */
export class TargetList {
  readonly #targets: Target[] = [];
  readonly reading: Reading;
  readonly #home: string;
  readonly #names: ReadonlyMap<string, number>;
  readonly #matchesOtherwise: boolean;
  readonly #ends = new Map<Call, number>();
  /** The commands of git that were seen. */
  readonly gitBefore = new Set<string>();
  #gitChanged = false;

  constructor(reading: Reading, place: CommandPlace) {
    this.reading = reading;
    this.#home = place.home;
    this.#names = countNames(reading.text);
    this.#matchesOtherwise =
      this.#names.has('GLOBIGNORE') || reading.calls.some(({ program }) => program === 'shopt' || program === 'setopt');
  }

  /** All that was gathered. */
  all(): Target[] {
    if (!this.#gitChanged) return this.#targets;
    return this.#targets.map((target) =>
      target.about.type === 'path' ? { ...target, about: { ...target.about, forgets: true } } : target,
    );
  }

  /** Adds what a word names as a path. */
  path(
    call: Call,
    verb: TouchVerb,
    word: CommandWord,
    { recursive = false, into, unlinks, isOperand = true }: PathOptions = {},
    cwd: string | null = call.cwd,
  ): void {
    if (word.value === '' || word.value === '-') return;
    const isOnlyOpened = !into?.replacesLinks && /^(?:overwrites|appends|copies|creates)$/.test(verb);
    if (isOnlyOpened && sinks.test(word.value ?? '')) return;
    const adder = this.#adderOf(call);
    if (
      adder !== undefined &&
      word.pieces.some((piece) => piece.type !== 'variable' && 'text' in piece && piece.text.includes('{}'))
    ) {
      this.unknown(call, verb, word, `Not known before it runs: ${adder} puts in the names.`);
      return;
    }
    const found = this.#patterns(word);
    if ('reason' in found) {
      this.unknown(call, verb, word, found.reason);
      return;
    }
    const dashes = isOperand && word.from < this.#endOfOptions(call);
    const more = { ...(dashes ? { dashes } : {}), ...(into ? { into } : {}), ...(unlinks ? { unlinks } : {}) };
    for (const pattern of found.patterns) {
      const written = this.#textOf(word);
      const isOne = found.patterns.length === 1 && !written.includes('{');
      const what = isOne ? written : pattern.map((piece) => piece.text).join('');
      this.#add(call, verb, word, what, { type: 'path', pattern, recursive, ...more }, cwd);
    }
  }

  /** What words stand for as paths; null if that cannot be known, or if `xargs` and the like add more. */
  patternsOf(call: Call, words: readonly CommandWord[]): readonly (readonly PatternPiece[])[] | null {
    if (this.#adderOf(call) !== undefined) return null;
    const all: (readonly PatternPiece[])[] = [];
    for (const word of words) {
      const found = this.#patterns(word);
      if ('reason' in found) return null;
      all.push(...found.patterns);
    }
    return all;
  }

  /** Whether the text sets variables by which git works on other files than those of its folder. */
  setsGit(): boolean {
    return ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE'].some((name) => this.#names.has(name));
  }

  /** Whether a call of git before may have changed what git knows. @param changes whether this one does */
  isAfterGit(changes: boolean): boolean {
    const isAfter = this.#gitChanged;
    this.#gitChanged ||= changes;
    return isAfter;
  }

  /** The folder in which a call runs, into which something is put. */
  here(call: Call, verb: TouchVerb, range: Range, into: Into): void {
    const about = { type: 'path', pattern: [{ type: 'text', text: '.' }], recursive: false, into } as const;
    this.#add(call, verb, range, this.#textOf(range), about, call.cwd);
  }

  /** Names that `xargs` and the like add behind the call's own words. @returns whether they do */
  added(call: Call, verb: TouchVerb): boolean {
    const adder = this.#adderOf(call);
    if (adder !== 'xargs' && adder !== 'parallel') return false;
    if (call.args.some((word) => word.value?.includes('{}'))) return false;
    this.unknown(call, verb, call, `Not known before it runs: ${adder} adds names from its input.`);
    return true;
  }

  /** Adds something that cannot be known before. */
  unknown(call: Call, verb: TouchVerb, range: Range, reason: string, what = this.#textOf(range)): void {
    this.#add(call, verb, range, what, { type: 'unknown', reason }, call.cwd);
  }

  /** Adds what git throws away, or puts away. */
  git(call: Call, verb: TouchVerb, range: Range, what: string | null, about: GitAbout, cwd: string | null): void {
    this.#add(call, verb, range, what ?? this.#textOf(range), about, cwd);
  }

  host(call: Call, word: Range, host: string): void {
    this.#add(call, 'contacts', word, host, { type: 'host', host }, call.cwd);
  }

  /** A path that stands for itself, such as the file that a URL is saved in. */
  literal(call: Call, verb: TouchVerb, range: Range, text: string): void {
    this.#add(call, verb, range, text, { type: 'path', pattern: [{ type: 'text', text }], recursive: false }, call.cwd);
  }

  /** A word's literal value, or why there is none. */
  reasonFor(word: CommandWord): string {
    const found = this.#patterns(word);
    return 'reason' in found ? found.reason : 'Not expanded: it stands for several names.';
  }

  /** Where the `--` of a call stands; infinite if it has none. Kept, since a call may have 100,000 words. */
  #endOfOptions(call: Call): number {
    const known = this.#ends.get(call);
    if (known !== undefined) return known;
    const end = call.args.find(({ value }) => value === '--')?.from ?? Number.POSITIVE_INFINITY;
    this.#ends.set(call, end);
    return end;
  }

  #patterns(word: CommandWord): WordPatterns {
    if (this.#matchesOtherwise && word.pieces.some(({ type }) => type === 'glob')) return { reason: otherNames };
    return patternsOf(word, this.#home, (name) => this.#names.has(name));
  }

  #add(call: Call, verb: TouchVerb, range: Range, what: string, about: Target['about'], cwd: string | null): void {
    this.#targets.push({ step: call.step + 1, verb, from: range.from, to: range.to, what, about, cwd });
  }

  #textOf(range: Range): string {
    return this.reading.text.slice(range.from, range.to);
  }

  /** The program that puts names into the call's words: `find -exec`, `xargs`, `parallel`. */
  #adderOf(call: Call): string | undefined {
    for (let by = call.by; by !== undefined; by = this.reading.calls[by]?.by) {
      const program = this.reading.calls[by]?.program;
      if (program === 'find' || program === 'fd' || program === 'xargs' || program === 'parallel') return program;
    }
    return undefined;
  }
}

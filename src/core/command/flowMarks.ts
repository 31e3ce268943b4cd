import type { Call, CommandWord } from './calls';
import { knownText, optionWords } from './callUse';
import type { Range } from './markView';
import type { RuleId } from './rules';

/*
 * What depends on more than one call: an interpreter that reads what another call fetched or decoded. Tables of roles, and the few ways in which
 * text gets from one call into another: a pipe, a substitution, a string.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const fetchers = words('curl wget http https xh aria2c lynx w3m fetch ftp nc ncat netcat scp');
const shells = words('sh bash zsh dash ksh mksh ash fish rbash csh tcsh eval source .');
const interpreters = words('python python2 python3 node nodejs perl ruby php lua deno bun osascript');
const privileges = words('sudo doas su pkexec gosu runuser run0');
const connectors = words('nc ncat netcat telnet socat');

/** Programs that turn text into other text, with the option that makes them do so. */
const decoders: Readonly<Record<string, string | null>> = {
  base64: '-d -D --decode',
  base32: '-d --decode',
  xxd: '-r',
  openssl: '-d',
  uudecode: null,
  rev: null,
};

/** A mark of a flow. `covers`: calls whose own marks it makes needless. */
export interface FlowHit extends Range {
  readonly rule: RuleId;
  readonly covers: readonly number[];
}

function isDecoder(call: Call): boolean {
  if (call.program === null || !Object.hasOwn(decoders, call.program)) return false;
  const option = decoders[call.program];
  return option === null || option === undefined || optionWords(call.args, option, true).length > 0;
}

function plainName(file: string): string {
  return file.replace(/^(?:\.\/)+/, '');
}

/** Files that what a call prints is written to. */
function redirectedTo(call: Call | undefined): readonly string[] {
  return (call?.redirects ?? []).flatMap(({ operator, target }) =>
    target && operator.includes('>') ? [knownText(target)] : [],
  );
}

/** Files that a fetching call writes: by an option, or by a redirection of what it prints. */
function fetchedFiles(call: Call): readonly string[] {
  if (call.program === null || !fetchers.has(call.program)) return [];
  const named = call.args.filter(
    (word, at) => at > 0 && /^(?:-[a-zA-Z]*[oO]|--output(?:-document)?)$/.test(knownText(call.args[at - 1] ?? word)),
  );
  const last =
    optionWords(call.args, '-O --remote-name', false).length > 0 || call.program === 'wget' ? call.args.slice(-1) : [];
  return [
    ...named.map(knownText),
    ...last.map((word) => knownText(word).replace(/^.*\//, '')),
    ...redirectedTo(call),
  ].filter((file) => file !== '' && file !== '-' && !file.startsWith('/dev/'));
}

/** The calls of a command, with what is asked of them again and again. */
export class CallFlows {
  readonly #calls: readonly Call[];
  readonly #children = new Map<number, number[]>();
  readonly #printed = new Map<string, number>();
  /** Files that calls of this command have written, and what it is to run one. */
  readonly #written = new Map<string, 'fetch.run' | 'code.decoded'>();

  constructor(calls: readonly Call[]) {
    this.#calls = calls;
    for (const [at, call] of calls.entries()) {
      const { by } = call;
      for (const file of fetchedFiles(call)) this.#written.set(plainName(file), 'fetch.run');
      this.#noteWritten(at, call);
      // What `env curl x > file` prints is redirected on the wrapper.
      for (
        let outer = by;
        outer !== undefined && call.program && fetchers.has(call.program);
        outer = calls[outer]?.by
      ) {
        for (const file of redirectedTo(calls[outer])) this.#written.set(plainName(file), 'fetch.run');
      }
      if (by === undefined) continue;
      const known = this.#children.get(by);
      if (known) known.push(at);
      else this.#children.set(by, [at]);
    }
  }

  /** The call that prints into a file: what is run with it can be seen. */
  source(file: string): Call | undefined {
    return this.#calls[this.#printed.get(plainName(file)) ?? -1];
  }

  /** Notes what the end of a pipe writes into files, and copies of such files. */
  #noteWritten(at: number, call: Call): void {
    const operands = call.args.map(knownText).filter((text) => !text.startsWith('-'));
    if (/^(?:cp|mv|install|ln)$/.test(call.program ?? '')) {
      const target = operands.at(-1) ?? '';
      for (const file of operands.slice(0, -1)) {
        const known = this.written(file);
        if (!known) continue;
        this.#written.set(plainName(target), known);
        this.#written.set(plainName(`${target.replace(/\/$/, '')}/${file.replace(/^.*\//, '')}`), known);
      }
      return;
    }
    const files = [...redirectedTo(call), ...(call.program === 'tee' ? operands : [])].filter(
      (file) => file !== '' && !file.startsWith('/dev/'),
    );
    if (files.length === 0) return;
    const prints = /^(?:cat|echo|printf|tee)$/.test(call.program ?? '');
    for (const file of files) if (prints) this.#printed.set(plainName(file), at);
    const fetches = this.#some(this.#before(at), ({ program }) => program !== null && fetchers.has(program));
    const decodes = isDecoder(call) || this.#some(this.#before(at), isDecoder);
    if (!fetches && !decodes) return;
    for (const file of files) this.#written.set(plainName(file), fetches ? 'fetch.run' : 'code.decoded');
  }

  /** What it is to run this file, if this command itself has fetched or decoded it. */
  written(file: string): 'fetch.run' | 'code.decoded' | undefined {
    return this.#written.get(plainName(file));
  }

  children(at: number): readonly number[] {
    return this.#children.get(at) ?? [];
  }

  /** A call, what it starts, and the calls in its substitutions, which follow it in the list. */
  *#within(at: number): Generator<number> {
    const outer = this.#calls[at];
    if (!outer) return;
    yield at;
    for (let next = at + 1; next < this.#calls.length; next++) {
      const call = this.#calls[next];
      if (!call || call.from < outer.from || call.from >= outer.to) break;
      yield next;
    }
  }

  /** The calls before this one in its pipe, up to 64, the nearest first. */
  *#before(at: number): Generator<number> {
    let from = this.#calls[at]?.reads;
    for (let steps = 0; from !== undefined && steps < 64; steps++) {
      yield from;
      from = this.#calls[from]?.reads;
    }
  }

  #some(indexes: Iterable<number>, test: (call: Call) => boolean): boolean {
    for (const at of indexes) {
      for (const inner of this.#within(at)) {
        const call = this.#calls[inner];
        if (call && test(call)) return true;
      }
    }
    return false;
  }

  /** The outermost privilege around a call, if nothing else stands between; else the call itself. */
  #privileged(at: number): { readonly root: number; readonly covers: readonly number[] } {
    let root = at;
    const covers: number[] = [];
    for (let by = this.#calls[at]?.by; by !== undefined; by = this.#calls[by]?.by) {
      const program = this.#calls[by]?.program;
      if (program && privileges.has(program)) {
        root = by;
        covers.push(by);
      }
    }
    return { root, covers };
  }

  /** Whether a substitution in a word of a call fetches something. */
  #fetchesIn(at: number, word: CommandWord): boolean {
    if (!word.pieces.some((piece) => piece.type === 'substitution')) return false;
    for (const index of this.#within(at)) {
      const found = this.#calls[index];
      if (found?.program && fetchers.has(found.program) && found.from >= word.from && found.from < word.to) return true;
    }
    return false;
  }

  /** From the name to the last option that follows at once. */
  #head(call: Call): Range {
    let to = call.name?.to ?? call.from;
    for (const word of call.args) {
      if (!/^-./.test(knownText(word))) break;
      to = word.to;
    }
    return { from: call.name?.from ?? call.from, to };
  }

  #run(at: number, call: Call, found: 'fetch' | 'decode' | 'pipe', to: number): FlowHit {
    const { root, covers } = this.#privileged(at);
    const from = this.#calls[root]?.name?.from ?? call.from;
    if (found === 'fetch')
      return { rule: root === at ? 'fetch.run' : 'fetch.runRoot', from, to, covers: [at, ...covers] };
    const own = call.name?.from ?? call.from;
    return { rule: found === 'decode' ? 'code.decoded' : 'code.piped', from: own, to, covers: [at] };
  }

  /** What a call does with what others give it; null if nothing that needs a mark. */
  hit(at: number): FlowHit | null {
    const call = this.#calls[at];
    if (!call?.name) return null;
    if (call.program === null) {
      const { name } = call;
      // What a shell is given as text is told on the shell.
      if (call.place === 'text' && call.by !== undefined) return null;
      const fetches = this.#fetchesIn(at, name);
      return fetches ? { rule: 'fetch.run', from: name.from, to: name.to, covers: [at] } : null;
    }
    const shell = shells.has(call.program);
    if (connectors.has(call.program)) {
      const fed = this.#some(this.#before(at), ({ program }) => program !== null && shells.has(program));
      return fed ? { rule: 'network.shell', ...this.#head(call), covers: [at] } : null;
    }
    if (!shell && !interpreters.has(call.program)) return null;
    for (const [index, word] of call.args.entries()) {
      const code = shell || /^(?:-[a-z]*[cep]|--eval|--print)$/i.test(knownText(call.args[index - 1] ?? word));
      if (code && this.#fetchesIn(at, word)) return this.#run(at, call, 'fetch', word.to);
    }
    if (!this.#readsCode(call)) return null;
    const { to } = this.#head(call);
    if (this.#some(this.#before(at), ({ program }) => program !== null && fetchers.has(program)))
      return this.#run(at, call, 'fetch', to);
    if (this.#some(this.#before(at), isDecoder)) return this.#run(at, call, 'decode', to);
    const files = [...this.#before(at)].flatMap((index) => this.#calls[index]?.args.map(knownText) ?? []);
    const known = files.map((file) => this.written(file)).find((rule) => rule !== undefined);
    if (known) return this.#run(at, call, known === 'fetch.run' ? 'fetch' : 'decode', to);
    return call.reads === undefined || this.children(at).length > 0 ? null : this.#run(at, call, 'pipe', to);
  }

  /** Whether an interpreter takes its code from its input: it is given neither code nor a file. */
  #readsCode(call: Call): boolean {
    const first = call.args.find((word) => !/^[-+]./.test(knownText(word)) || word.value === null);
    const text = first === undefined ? null : knownText(first);
    if (optionWords(call.args, '-c -e -p -m --eval --print -E --test', false).length > 0) return false;
    if (optionWords(call.args, '-s', false).length > 0) return true;
    return text === null || text === '-' || text === '/dev/stdin';
  }

  /** Whether a shell is given text that cannot be known. */
  dynamic(at: number): boolean {
    const call = this.#calls[at];
    if (!call?.program || !shells.has(call.program)) return false;
    const started = this.children(at);
    if (started.length === 0) {
      const text = call.program === 'eval' || optionWords(call.args, '-c', false).length > 0;
      return text && call.args.some((word) => word.value === null);
    }
    return started.some((index) => {
      const inner = this.#calls[index];
      return inner?.place === 'text' && inner.program === null && inner.name !== null && inner.name.value === null;
    });
  }
}

/** Whether a program runs text or files of its own language. */
export function interprets(program: string): boolean {
  return (shells.has(program) && program !== 'eval') || interpreters.has(program);
}

/** Whether a program gives other rights to what it starts. */
export function givesRights(program: string): boolean {
  return privileges.has(program);
}

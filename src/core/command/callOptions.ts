import type { CommandWord } from './calls';

/** The value of an option, with the word that it stands in. */
export interface OptionValue {
  readonly option: string;
  /** Null if it is attached (`--output=x`, `-ox`) to text that is not literal. */
  readonly word: CommandWord;
}

/** The arguments of a call, told apart. */
export interface CallArguments {
  readonly operands: readonly CommandWord[];
  /** As written: `-rf`, `--force`, without attached values. */
  readonly options: readonly string[];
  readonly values: readonly OptionValue[];
}

/** The part of a word behind its first `skip` characters, which are plain text. */
export function wordFrom(word: CommandWord, skip: number): CommandWord {
  const [first, ...rest] = word.pieces;
  if (first?.type !== 'text') return word;
  const text = first.text.slice(skip);
  return {
    from: Math.min(word.from + skip, word.to),
    to: word.to,
    pieces: text === '' ? rest : [{ ...first, text }, ...rest],
    value: word.value?.slice(skip) ?? null,
  };
}

/** Tells options, their values and operands apart. `valued`: the options that take the next word, short and long. */
export function readArguments(args: readonly CommandWord[], valued: ReadonlySet<string>): CallArguments {
  const operands: CommandWord[] = [];
  const options: string[] = [];
  const values: OptionValue[] = [];
  let ended = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (!word) break;
    const [first] = word.pieces;
    const text = word.value ?? (first?.type === 'text' ? first.text : '');
    if (ended || text.length < 2 || !text.startsWith('-')) {
      operands.push(word);
      continue;
    }
    if (text === '--') {
      ended = true;
      continue;
    }
    const next = args[at + 1];
    if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      const option = equals < 0 ? text : text.slice(0, equals);
      options.push(option);
      if (equals >= 0) values.push({ option, word: wordFrom(word, equals + 1) });
      else if (valued.has(option) && next) {
        values.push({ option, word: next });
        at++;
      }
      continue;
    }
    // A cluster: the first letter that takes a value takes the rest of the word, or the next word.
    let taken = text.length;
    for (let letter = 1; letter < text.length; letter++) {
      const option = `-${text.charAt(letter)}`;
      if (!valued.has(option)) continue;
      taken = letter + 1;
      if (taken < text.length || word.value === null) values.push({ option, word: wordFrom(word, taken) });
      else if (next) {
        values.push({ option, word: next });
        at++;
      }
      break;
    }
    options.push(text.slice(0, taken));
  }
  return { operands, options, values };
}

/** Whether one of `wanted` is among the options; single letters also in clusters, and `-i.bak` counts as `-i`. */
export function hasOption(options: readonly string[], wanted: readonly string[]): boolean {
  return options.some((option) =>
    wanted.some((name) =>
      name.startsWith('--') || option.startsWith('--')
        ? option === name
        : name.length === 2 && option.includes(name.charAt(1)),
    ),
  );
}

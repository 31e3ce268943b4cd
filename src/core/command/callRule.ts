import type { RuleId } from './rules';

/**
 * A line of the tables of what programs do. All that is given must hold. Lists are words with blanks between; alternatives of subcommands have `|`
 * between, `*` in them stands for any word, a `*` at the end for any rest. Of the lines of a program only the first that holds marks it.
 */
export interface CallRule {
  readonly rule: RuleId;
  readonly programs: string;
  readonly sub?: string;
  /** At least so many words that are no options stand behind the subcommand. */
  readonly words?: number;
  /** One of these options is there. Single letters are found in clusters too, long ones also when shortened. */
  readonly some?: string;
  /** One of these too. */
  readonly and?: string;
  /** And one of these, which is not marked. */
  readonly having?: string;
  /** None of these options is there. */
  readonly none?: string;
  /** No argument is like this; looked at behind `--` too. */
  readonly unless?: RegExp;
  /** An argument that this fits. Those that it fits are marked. */
  readonly operand?: RegExp;
  /** Whether a nameless marked part is enough: `options` leaves the program's name unmarked. */
  readonly mark?: 'options';
}

/** Reads `programs sub` lines: a short form for lines without other conditions. */
export function lines(rule: RuleId, table: Readonly<Record<string, string>>): readonly CallRule[] {
  return Object.entries(table).map(([programs, sub]) => (sub === '' ? { rule, programs } : { rule, programs, sub }));
}

/** `programs: sub`, or programs alone, as the parts of a line. */
function usesOf(rule: RuleId, uses: string): CallRule {
  const [programs = '', sub] = uses.split(': ');
  return sub === undefined ? { rule, programs } : { rule, programs, sub };
}

/** The short form for `programs: sub` lines that hold with one of some options. */
export function optionLines(rule: RuleId, table: Readonly<Record<string, string>>): readonly CallRule[] {
  return Object.entries(table).map(([uses, some]) => ({ ...usesOf(rule, uses), some }));
}

/** The short form for `programs: sub` lines that hold with an argument that looks like something. */
export function operandLines(rule: RuleId, table: Readonly<Record<string, RegExp>>): readonly CallRule[] {
  return Object.entries(table).map(([uses, operand]) => ({ ...usesOf(rule, uses), operand }));
}

import type { MarkView } from '../../protocol/command';
import type { Call } from './calls';
import { markOf, marksWithin, type Range } from './markView';
import { rawMarks } from './rawMarks';
import type { RuleId } from './rules';
import { wipes } from './rulesSystem';

/*
 * Code in the arguments or the input of a call. It is not read, but the worst in it is found, as in a text that could not be read.
 */

/** What deletes folders or data in languages that are run inline. Sources: the libraries' references. Repetitions are bounded. */
const codePatterns: readonly (readonly [RuleId, RegExp])[] = [
  [
    'code.deletes',
    /\b(?:rmtree|remove_tree|rimraf(?:Sync)?|emptyDir(?:Sync)?|removeSync|RemoveAll|remove_dir_all)\s{0,8}\(|\bremove_tree\b|\bFileUtils\.(?:rm_rf?|remove_(?:dir|entry(?:_secure)?))\b|\b(?:rm|rmdir|remove)(?:Sync)?\s{0,8}\([^;\n]{0,200}?\brecursive\b|["']rm["']\s{0,8},\s{0,8}\[?\s{0,8}["']-[A-Za-z]{0,8}[rR]|\bempty\s{1,8}(?:the\s{1,8})?trash\b/g,
  ],
  [
    'database.destroy',
    /\bdrop\s{1,8}(?:database|table|schema)\b|\btruncate\s{1,8}table\b|\bdelete\s{1,8}from\s{1,8}[\w."]{1,80}\s{0,8}(?:["'`;)]|where\b)|\bdropDatabase\b|\bdeleteMany\s{0,8}\(|\bflush(?:all|db)\b|\.objects\.all\(\)\.delete\(|\b(?:delete|destroy)_all\b|(?:::|->)truncate\(|\bdb:(?:drop|reset|wipe)\b/gi,
  ],
];

const statementPatterns: typeof codePatterns = [['database.destroy', new RegExp(wipes.source, 'gi')]];

/** Where the text stands that a call gets as its input: here-documents and here-strings, of its wrappers too, and what is printed into its pipe. */
export function inputRanges(calls: readonly Call[], call: Call): readonly Range[] {
  const found: Range[] = [];
  const own = (from: Call) => {
    for (const { operator, body, target } of from.redirects) {
      if (body) found.push(body);
      else if (operator === '<<<' && target) found.push(target);
    }
  };
  let outer: Call | undefined = call;
  for (let depth = 0; outer && depth < 16; depth++) {
    own(outer);
    const source: Call | undefined = calls[outer.reads ?? -1];
    // `env echo x` prints it as well.
    const printed = source && [source.program, ...source.args.slice(0, 8).map(({ value }) => value)].some(prints);
    if (source && printed) {
      found.push(source);
      own(source);
    }
    outer = calls[outer.by ?? -1];
  }
  return found;
}

function prints(word: string | null): boolean {
  return word === 'echo' || word === 'printf' || word === 'cat';
}

function patternMarks(text: string, patterns: typeof codePatterns): readonly MarkView[] {
  return patterns.flatMap(([rule, pattern]) =>
    [...text.matchAll(pattern)].map((match) =>
      markOf(rule, { from: match.index, to: match.index + match[0].trimEnd().length }),
    ),
  );
}

/** The worst in code that a call runs: in its words and in its input. */
export function codeMarks(text: string, calls: readonly Call[], call: Call): readonly MarkView[] {
  return [call, ...inputRanges(calls, call)].flatMap((range) =>
    marksWithin(text, range, (part) => [...rawMarks(part, []), ...patternMarks(part, codePatterns)]),
  );
}

/** What wipes data in the statements that a database's client gets as its input. */
export function statementMarks(text: string, calls: readonly Call[], call: Call): readonly MarkView[] {
  return inputRanges(calls, call).flatMap((range) =>
    marksWithin(text, range, (part) => patternMarks(part, statementPatterns)),
  );
}

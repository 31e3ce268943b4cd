import type { CallBook, CallContext } from './callBook';
import type { CommandWord } from './calls';

/** Builtins that set the variables that their arguments name. */
const setting: ReadonlySet<string> = new Set(
  'read unset mapfile readarray getopts let printf declare typeset local wait'.split(' '),
);

/** What a builtin changes in the shell that runs it: the folder, variables, aliases. */
export function applyBuiltin(
  book: CallBook,
  program: string,
  args: readonly CommandWord[],
  context: CallContext,
  range: { readonly from: number; readonly to: number },
): void {
  const { scope } = context;
  switch (program) {
    case 'cd':
    case 'pushd': {
      const [target] = args.filter(({ value }) => value === null || value === '-' || !/^[-+]/.test(value));
      if (target === undefined) scope.cwd = program === 'cd' ? book.home : null;
      else if (target.value === '-' || target.pieces.some((piece) => piece.type === 'glob')) scope.cwd = null;
      else scope.cwd = book.folder(scope.cwd, target.value);
      return;
    }
    case 'popd':
      scope.cwd = null;
      return;
    case 'source':
    case '.':
      scope.forget();
      return;
    case 'alias':
      for (const { value } of args) {
        const name = value === null ? undefined : /^([^=]+)=/.exec(value)?.[1];
        if (name !== undefined) book.defined.set(name, { kind: 'alias', from: range.from, to: range.to });
      }
      return;
    default:
      if (!setting.has(program)) return;
      for (const { value } of args) {
        const name = value === null ? undefined : /^[A-Za-z_]\w*/.exec(value)?.[0];
        if (name !== undefined) scope.set(name, null);
      }
  }
}

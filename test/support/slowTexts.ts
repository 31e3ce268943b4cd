/** Pieces of shell text that, repeated, have been or could be read in a time that grows faster than their length. */
export const slowUnits: readonly string[] = [
  ..."( { $( ` ${ $(( [ < ~ ' \\ $ @( {a, a; a| && : <<a> >a>".split(' '),
  ...[
    '${((((',
    '"$(',
    '"${a:-',
    '<<a ',
    'cat <<a\n',
    'a ',
    'a&&',
    'a=1 ',
    'a=1;(b=2);',
    'if a; then ',
    'while ',
    'case a in a) ',
  ],
  ...[
    'a() ',
    'a() { ',
    '! ',
    'sudo ',
    'eval ',
    'env a=1 ',
    'cd x;',
    'export a=$b;',
    'sh -c "',
    '$(")"',
    '# x\n',
    '\r\n',
    'cat <<a\n$(cat <<b\n',
  ],
  ...['echo `a \\`b ', 'find -exec ', ':(){ :|:& };:', 'echo hello world | grep -v x && rm "$a"\n', '\0', 'é\u3000'],
];

/** A text of so many UTF-16 units, made of a piece again and again. */
export function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

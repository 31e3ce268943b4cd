/*
 * Sequences that a terminal obeys instead of showing them (ECMA-48, and xterm's control sequences). They are recognised as wholes, so that
 * no readable rest of one stands in the text; all that is in them stands in the label.
 */

/**
 * One sequence, for the `u` flag. Only printable ASCII inside, and not much of it: what is longer or has anything else in it is no
 * whole, and is shown by its characters.
 */
export const terminalSequence =
  '(?:\\u001B\\[|\\u009B)[0-?]{0,64}[ -/]{0,4}[@-~]' +
  '|(?:\\u001B\\]|\\u009D)[ -~]{0,400}?(?:\\u0007|\\u001B\\\\|\\u009C)' +
  '|(?:\\u001B[PX^_]|[\\u0090\\u0098\\u009E\\u009F])[ -~]{0,400}?(?:\\u001B\\\\|\\u009C)' +
  '|\\u001B(?:[()*+][0-9A-Z]|#[3-8]|[78=>cDEHMNOZ])';

const short: Readonly<Record<string, string>> = {
  '\u0007': ' BEL',
  '\u001B': 'ESC',
  '\u0090': 'DCS ',
  '\u0098': 'SOS ',
  '\u009B': 'CSI ',
  '\u009C': ' ST',
  '\u009D': 'OSC ',
  '\u009E': 'PM ',
  '\u009F': 'APC ',
};

/** A whole sequence as it is drawn: everything in it, and what it does in words. */
export function describeSequence(sequence: string): { readonly label: string; readonly name: string } {
  const label = sequence.replace(/[\u0007\u001B\u0090-\u009F]/g, (control) => short[control] ?? '').trim();
  const what = effectOf(sequence);
  return { label, name: what === undefined ? 'terminal control sequence' : `terminal sequence: ${what}` };
}

/** What a terminal does with it, as far as it is well known. */
function effectOf(sequence: string): string | undefined {
  const [, parameters, final = ''] = /^(?:\u001B\[|\u009B)([^]*)([^])$/.exec(sequence) ?? [];
  if (parameters !== undefined) return controlEffect(parameters, final);
  const [, number, rest = ''] = /^(?:\u001B\]|\u009D)(\d+);?([ -~]*?)(?:\u0007|\u001B\\|\u009C)$/.exec(sequence) ?? [];
  if (number !== undefined) return commandEffect(Number(number), rest);
  return sequence === '\u001Bc' ? 'resets the terminal' : moves[sequence.slice(1)];
}

const moves: Readonly<Record<string, string>> = {
  '7': 'saves the place of the cursor',
  '8': 'moves the cursor back to where it was saved',
  D: 'moves the cursor down',
  E: 'moves the cursor to the next line',
  M: 'moves the cursor up',
};

const finals: Readonly<Record<string, string>> = {
  '@': 'inserts blanks',
  A: 'moves the cursor up',
  B: 'moves the cursor down',
  C: 'moves the cursor right',
  D: 'moves the cursor left',
  E: 'moves the cursor to a line below',
  F: 'moves the cursor to a line above',
  G: 'moves the cursor to a column',
  H: 'moves the cursor',
  L: 'inserts lines',
  M: 'deletes lines',
  P: 'deletes characters',
  S: 'scrolls',
  T: 'scrolls',
  X: 'erases characters',
  c: 'makes the terminal send an answer, as if it were typed',
  d: 'moves the cursor to a line',
  f: 'moves the cursor',
  n: 'makes the terminal send an answer, as if it were typed',
  r: 'sets the lines that scroll',
  s: 'saves the place of the cursor',
  t: 'changes the window',
  u: 'moves the cursor back to where it was saved',
};

function controlEffect(parameters: string, final: string): string | undefined {
  const all = parameters.split(';');
  switch (final) {
    case 'J':
      return all.some((one) => one === '2' || one === '3') ? 'clears the screen' : 'clears a part of the screen';
    case 'K':
      return all[0] === '2'
        ? 'clears the line'
        : all[0] === '1'
          ? 'clears the line before it'
          : 'clears the rest of the line';
    case 'm':
      return all.includes('8') ? 'hides the text after it' : 'sets colours or style';
    case 'h':
    case 'l':
      if (parameters === '?25') return final === 'l' ? 'hides the cursor' : 'shows the cursor';
      return parameters === '?1049' ? 'changes to another screen' : 'changes a mode of the terminal';
    default:
      return finals[final];
  }
}

function commandEffect(number: number, rest: string): string | undefined {
  switch (number) {
    case 0:
    case 1:
    case 2:
      return 'sets the title';
    case 8: {
      const target = rest.slice(rest.indexOf(';') + 1);
      return target === '' ? 'ends a hyperlink' : `hyperlink to ${target}`;
    }
    case 9:
    case 777:
      return 'shows a notification';
    case 52:
      return 'writes to the clipboard';
    case 633:
    case 133:
      return 'tells the editor of commands';
    default:
      return undefined;
  }
}

import type { Redirection, Word } from 'unbash';
import type { CommandWord } from './calls';
import { inWhole, type TextOrigin } from './commandSource';
import { shellText, type ShellText } from './shellWord';

/** A word with the node that it was read from, if it has one. */
export interface Argument {
  readonly word: CommandWord;
  readonly node?: Word;
}

/** The text that a redirection gives to a call as its input: a here-document or a here-string. */
export function inputOf(redirect: Redirection, origin: TextOrigin): ShellText[] {
  if (redirect.type === 'HereDoc') {
    const { body } = redirect;
    const shift = redirect.operator === '<<' ? origin.shift : null;
    return [
      {
        text: redirect.operator === '<<' ? body.text : body.text.replace(/^\t+/gm, ''),
        origin: { ...inWhole(origin, body.pos, body.end), shift: shift === null ? null : shift + body.pos },
        expanded: redirect.delimiter?.quoted !== true,
      },
    ];
  }
  if (redirect.type !== 'HereString' || redirect.target === undefined) return [];
  const text = shellText(redirect.target, origin);
  return text === null ? [] : [text];
}

/** Words that a shell joins with blanks and reads; offsets map if they stand so in the text. */
export function textOf(parts: readonly Argument[], origin: TextOrigin): ShellText | null {
  const texts: ShellText[] = [];
  for (const { node } of parts) {
    const text = node ? shellText(node, origin) : null;
    if (text === null) return null;
    texts.push(text);
  }
  const first = texts[0];
  const last = parts.at(-1);
  const head = parts[0];
  if (!first || !last || !head || texts.length === 1) return first ?? null;
  const plain = parts.every(
    ({ word, node }, at) =>
      node?.parts === undefined &&
      node?.text === node?.value &&
      (at === 0 || word.from === (parts[at - 1]?.word.to ?? 0) + 1),
  );
  return {
    text: texts.map(({ text }) => text).join(' '),
    origin: { from: head.word.from, to: last.word.to, shift: plain ? first.origin.shift : null },
    expanded: texts.some(({ expanded }) => expanded),
  };
}

/*
 * Between a text as it is approved and the same text as a document of VS Code, which has its own mind about three characters: it takes
 * the byte order mark away, breaks lines at a lone CR, and lets the person choose the line endings.
 */

const byteOrderMark = '\uFEFF';
/** Stands for a lone CR, so that lines are numbered as everywhere else. */
const visibleCr = '\u240D';

/**
 * The bytes of a document.
 *
 * @param marked whether the bytes must say that they are UTF-8, because the user's settings would have them read as something else
 */
export function toDocument(text: string, marked: boolean): Uint8Array {
  const shown = text.replace(/\r(?!\n)/g, visibleCr);
  return Buffer.from(marked && !shown.startsWith(byteOrderMark) ? byteOrderMark + shown : shown, 'utf8');
}

/**
 * The text that the bytes of a saved document mean.
 *
 * @param start the text that the document was opened with
 */
export function fromDocument(bytes: Uint8Array, start: string): string {
  const saved = Buffer.from(bytes).toString('utf8');
  const bare = saved.startsWith(byteOrderMark) ? saved.slice(1) : saved;
  const ended = start.includes('\r\n') ? bare : bare.replaceAll('\r\n', '\n');
  const text = /\r(?!\n)/.test(start) ? ended.replaceAll(visibleCr, '\r') : ended;
  return start.startsWith(byteOrderMark) ? byteOrderMark + text : text;
}

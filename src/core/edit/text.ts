/* What the files of an edit are made of. Everything is computed on text with LF endings; what the bytes were is kept beside. */

/** The byte order mark as it stands in a decoded text. */
export const byteOrderMark = '\uFEFF';

/** What the window read of a file. Text is decoded, a byte order mark left in, line endings as they are. */
export type FileState =
  | {
      readonly type: 'text';
      readonly text: string;
      /** In words, if it is not UTF-8: "UTF-16 LE". */
      readonly encoding?: string;
      /** Some bytes stand for no character; each shows as U+FFFD. */
      readonly damaged?: true;
    }
  | { readonly type: 'absent' }
  /** Not shown, and why in our words: "it is binary, 2.1 MB". */
  | { readonly type: 'unreadable'; readonly reason: string };

export type Endings = 'LF' | 'CRLF' | 'mixed line endings' | 'none';

/** Which line endings a text has. A lone CR is a character like any other. */
export function endingsOf(text: string): Endings {
  let [all, crlf] = [0, 0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    all++;
    if (text.charCodeAt(at - 1) === 13) crlf++;
  }
  if (all === 0) return 'none';
  if (crlf === 0) return 'LF';
  return crlf === all ? 'CRLF' : 'mixed line endings';
}

/** The text with LF endings. */
export function toLf(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/** The lines of a text with LF endings, without them. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/* Text that is shown line by line: blank lines by the hundred are counted, so that they push nothing out of sight. */

/** One row of a text that is shown line by line. */
export type TextRow =
  | { readonly type: 'line'; readonly number: number; readonly text: string }
  /** Lines with nothing but spaces and tabs, counted instead of shown. */
  | { readonly type: 'blank'; readonly from: number; readonly count: number };

export interface TextRows {
  readonly rows: readonly TextRow[];
  /** How many lines there are, blank ones included. A newline at the very end begins no line. */
  readonly lines: number;
  /** How many of them end in CR LF. A CR anywhere else stays in its line, to be drawn. */
  readonly crlf: number;
}

/** Whether a line has nothing to see. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** Splits a text into lines; `threshold` blank lines or more in a row become one counted row. */
export function textRows(text: string, threshold = 3): TextRows {
  const rows: TextRow[] = [];
  let crlf = 0;
  let number = 0;
  let blanks: { readonly number: number; readonly text: string }[] = [];
  const flush = (): void => {
    const first = blanks[0];
    if (!first) return;
    if (blanks.length >= threshold) rows.push({ type: 'blank', from: first.number, count: blanks.length });
    else for (const line of blanks) rows.push({ type: 'line', ...line });
    blanks = [];
  };
  for (let from = 0; from < text.length || number === 0;) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const hasCr = newline > from && text.charCodeAt(newline - 1) === 13;
    if (hasCr) crlf += 1;
    const line = text.slice(from, hasCr ? end - 1 : end);
    number += 1;
    if (isBlank(line)) {
      blanks.push({ number, text: line });
    } else {
      flush();
      rows.push({ type: 'line', number, text: line });
    }
    from = newline < 0 ? text.length : newline + 1;
  }
  flush();
  return { rows, lines: number, crlf };
}

/** White space as Rust's `char::is_whitespace` has it: JavaScript's own trim takes a byte order mark too, and leaves U+0085. */
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Takes white space away at the end of a line, as Codex does (Rust's `trim_end`); linear, unlike a regular expression. */
export function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && isSpace(line.charCodeAt(end - 1))) end--;
  return line.slice(0, end);
}

/** Takes white space away on both sides of a line, as Codex does (Rust's `trim`). */
export function trimBoth(line: string): string {
  let start = 0;
  while (start < line.length && isSpace(line.charCodeAt(start))) start++;
  return trimEnd(line.slice(start));
}

/** Takes away the carriage return that a line of a CRLF text still ends with. */
export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

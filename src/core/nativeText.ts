import { segmentsString, visibleSegments, type TextKind } from './visibleText';

/** Only so much of a text is looked at for each character that may be shown: a command can be a megabyte. */
const lookedAt = 20;

/**
 * Makes untrusted text safe for VS Code's own surfaces (status bar, notifications, quick picks, trees, titles, tooltips), on one line.
 * `$(name)` would become an icon there and `[x](command:...)` in a notification a live link: a space takes their life. What has no
 * ink, moves other text around or passes for another character is named in brackets, as in the page: `⟨RLO⟩`. All else stays as it is:
 * these surfaces are plain text, in which HTML and Markdown mean nothing.
 *
 * @param text anything
 * @param limit at most this many characters; a cut is marked by an ellipsis
 * @param kind of the text: names and paths are `exact`
 */
export function nativeText(text: string, limit = 120, kind: TextKind = 'code'): string {
  const beginning = text.slice(0, limit * lookedAt);
  const plain = segmentsString(visibleSegments(beginning, kind))
    .replace(/\t+/g, ' ')
    .replace(/ *\n[\n ]*/g, ' ⏎ ')
    .replace(/ +/g, ' ')
    .replace(/^[ ⏎]+|[ ⏎]+$/g, '')
    .replace(/\$(?=\()/g, '$ ')
    .replace(/\](?=\()/g, '] ');
  const characters = Array.from(plain);
  const isWhole = characters.length <= limit && beginning.length === text.length;
  return isWhole ? plain : `${characters.slice(0, limit - 1).join('')}…`;
}

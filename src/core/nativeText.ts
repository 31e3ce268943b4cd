/**
 * Makes untrusted text safe for VS Code's own surfaces (status bar, notifications, quick picks, tooltips). `$(name)` would
 * become an icon there and `[x](command:...)` in a notification a live link; control and direction characters could
 * rewrite what stands around them. Every such character is replaced by a visible mark or a space.
 *
 * @param text anything
 * @param limit at most this many characters; a cut is marked by an ellipsis
 */
export function nativeText(text: string, limit = 120): string {
  const plain = text
    .replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/gu, ' ')
    .replace(
      /[\u00AD\u061C\u115F\u1160\u200B-\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/gu,
      '\u25A1',
    )
    .replace(/\$\(/g, '$ (')
    .replace(/\]\(/g, '] (')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= limit ? plain : `${characters.slice(0, limit - 1).join('')}\u2026`;
}

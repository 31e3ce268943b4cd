/* What a text is written in, as far as a person reads it better for that. */

/** Longer texts are shown as they came. */
const longest = 200_000;

const signs: readonly RegExp[] = [
  /^#{1,6} \S.*\n(?:\s*\n|$)/m,
  /^(?:[-*+]|\d{1,3}[.)]) \S.*(?:\n+(?: +.*\n+)*)(?:[-*+]|\d{1,3}[.)]) \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
  /^\|.*\|\n\|[ :|-]+\|$/m,
  /\*\*\S[^*\n]{0,200}\*\*/,
  /(?<!`)`[^`\n]{1,200}`(?!`)/,
  /^> \S/m,
];

/** Names under which agents and servers send text for people. */
const forPeople = /^(?:body|comment|description|details|instructions|markdown|md|message|notes?|plan|prompt|summary)$/i;

/**
 * Whether a text of several lines is likely Markdown: it has two of its signs, or one under a name that says so. Both readings are a click
 * away, so a wrong guess costs little.
 */
export function isMarkdown(text: string, name: string): boolean {
  if (text.length > longest || !text.trim().includes('\n')) return false;
  const wanted = forPeople.test(name) ? 1 : 2;
  let found = 0;
  for (const sign of signs) if (sign.test(text) && ++found === wanted) return true;
  return false;
}

import type { MarkView } from '../../protocol/command';
import { markOf } from './markView';
import type { RuleId } from './rules';

/** The worst that a text can hold, found without reading it as a command: broken quotes must not hide it. Repetitions are bounded. */
const patterns: readonly (readonly [RuleId, RegExp])[] = [
  [
    'text.delete',
    /\brm\s{1,8}(?:-[\w-]{1,40}\s{1,8}){0,4}(?:-[A-Za-z]{0,8}[rR][A-Za-z]{0,8}|--recursive)(?:\s{1,8}-[\w-]{1,40}){0,4}(?=\s|$)/g,
  ],
  [
    'text.disk',
    /\bmkfs(?:\.\w{1,16})?\s|\bdd\s[^\n|;&]{0,200}?\bof=\/dev\/(?!null|std)\w{1,20}|>\s{0,8}\/dev\/(?:sd|nvme|hd|vd|disk)\w{0,16}/g,
  ],
  ['text.fetch', /\b(?:curl|wget)\s[^|\n]{0,500}\|\s{0,8}(?:(?:sudo|doas)\s[^|\n]{0,40}?)?(?:ba|z|da|k)?sh\b/g],
  ['git.force', /\bgit\s{1,8}push\s[^\n;&|]{0,200}?(?:--force\b|-f\b)/g],
  ['git.discard', /\bgit\s{1,8}(?:reset\s{1,8}--hard|clean\s{1,8}-[a-z]{0,4}f)/g],
];

/** Marks for a text that could not be read whole. Those that lie in a mark of the same kind are left out. */
export function rawMarks(text: string, known: readonly MarkView[]): readonly MarkView[] {
  const dangers = known.filter((mark) => mark.risk === 'dangerous');
  return patterns.flatMap(([rule, pattern]) => {
    // Both come in the order of the text, so one pass over the known ones is enough.
    let at = 0;
    const found: MarkView[] = [];
    for (const match of text.matchAll(pattern)) {
      const from = match.index;
      const to = from + match[0].trimEnd().length;
      while (at < dangers.length && (dangers[at]?.to ?? 0) <= from) at++;
      if ((dangers[at]?.from ?? text.length) >= to) found.push(markOf(rule, { from, to }));
    }
    return found;
  });
}

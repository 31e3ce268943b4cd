import type { PlanThread } from '../../protocol/plan';
import { reviewerNotes } from './feedback';
import { sectionsOf } from './outline';

/**
 * A thread of plans as one Markdown document: each revision with what was said to it and what became of it. Plans stand in fences
 * longer than any in them, so that nothing in a plan can end its place.
 */
export function exportThread(thread: PlanThread): string {
  const title = thread.title === '' ? `Plans of ${thread.agent}` : oneLine(thread.title);
  const parts = thread.revisions.map((revision, index) => {
    const { markdown, comments, remark, outcome, at } = revision;
    const fence = '`'.repeat(Math.max(3, ...[...markdown.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    const notes = reviewerNotes(sectionsOf(markdown), { comments, remark }).replace(
      /^## Reviewer notes/,
      '### Comments',
    );
    return [
      `## Revision ${index + 1}, ${new Date(at).toISOString()}${outcome === '' ? '' : `: ${outcome}`}`,
      `${fence}markdown\n${markdown}${markdown.endsWith('\n') ? '' : '\n'}${fence}`,
      ...(notes === '' ? [] : [notes.trimEnd()]),
    ].join('\n\n');
  });
  return [`# ${title}`, ...parts].join('\n\n') + '\n';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

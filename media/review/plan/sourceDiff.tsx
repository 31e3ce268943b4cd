import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { structuredPatch } from 'diff';
import type { HunkView, LineView } from '../../../src/protocol/page';
import { CodeRows } from '../codeRows';
import { Hunk } from '../editSubject';

/** Texts that differ more than can be told in this time are shown whole. */
const timeout = 400;

/** Two texts line by line, or the new one whole. */
export function SourceDiff({ before, after }: { before: string; after: string }): JSX.Element {
  const hunks = useMemo(() => hunksOf(before, after), [before, after]);
  if (hunks === null) {
    return (
      <>
        <p class="blk quiet">Too much has changed for a comparison by lines. This is the whole new text.</p>
        <CodeRows text={after} />
      </>
    );
  }
  if (hunks.length === 0) return <p class="blk quiet">No line has changed.</p>;
  return (
    <div class="source-diff">
      {hunks.map((hunk) => (
        <Hunk hunk={hunk} headed />
      ))}
    </div>
  );
}

function hunksOf(before: string, after: string): readonly HunkView[] | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 2, timeout });
  if (!patch) return null;
  return patch.hunks.map(({ oldStart, newStart, lines }) => {
    let [old, now] = [oldStart, newStart];
    const views: LineView[] = [];
    for (const line of lines) {
      const text = line.slice(1);
      if (line.startsWith('+')) views.push({ type: 'add', text, new: now++ });
      else if (line.startsWith('-')) views.push({ type: 'remove', text, old: old++ });
      else if (line.startsWith('\\')) views[views.length - 1] = { ...views.at(-1)!, noNewline: true };
      else views.push({ type: 'context', text, old: old++, new: now++ });
    }
    return { oldStart, newStart, lines: views };
  });
}

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Hunk } from '../edit/hunk';
import { useChanges } from './lazyChanges';

/** Two texts line by line. */
export function SourceDiff({ before, after }: { before: string; after: string }): JSX.Element {
  const changes = useChanges();
  const hunks = useMemo(() => changes && changes.hunksOf(before, after), [changes, before, after]);
  if (!hunks) return <p class="blk quiet">Comparing…</p>;
  if (hunks.length === 0) return <p class="blk quiet">No line has changed.</p>;
  return (
    <div class="source-diff">
      {hunks.map((hunk) => (
        <Hunk hunk={hunk} />
      ))}
    </div>
  );
}

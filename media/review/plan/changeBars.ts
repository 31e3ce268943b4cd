import { useEffect, useState } from 'preact/hooks';
import type { PlanReviewView } from '../../../src/protocol/views';
import { blockTexts } from '../markdown';
import type { PlanDocument } from './document';
import type { Comparing } from './comparing';
import { loadChanges } from './lazyChanges';

/** The plan is on the screen before it is compared. */
const waitMs = 250;

const none: ReadonlyMap<number, 'added' | 'changed'> = new Map();

/** Which blocks are new or changed since the revision before. It comes late: nobody has to wait for it. */
export function useChangeBars(
  document: PlanDocument,
  review: PlanReviewView | undefined,
  wanted: boolean,
): ReadonlyMap<number, 'added' | 'changed'> {
  const [known, setKnown] = useState<{ readonly key: unknown; readonly changes: typeof none } | null>(null);
  const earlier = review?.earlier.at(-1);
  const done = known?.key === document;
  useEffect(() => {
    if (!wanted || earlier === undefined || done) return;
    let left = false;
    const timer = setTimeout(() => {
      const before = blockTexts(earlier);
      void loadChanges().then((compare) =>
        setTimeout(() => left || setKnown({ key: document, changes: changedBlocks(document, before, compare) })),
      );
    }, waitMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [document, earlier, wanted, done]);
  return done && known ? known.changes : none;
}

/** The text of each block. */
export function textsOf(document: PlanDocument): readonly string[] {
  return document.blocks.map(({ startLine, endLine }) => document.lines.slice(startLine - 1, endLine).join('\n'));
}

function changedBlocks(
  document: PlanDocument,
  before: readonly string[],
  { allPairs }: Comparing,
): ReadonlyMap<number, 'added' | 'changed'> {
  const after = textsOf(document);
  const changes = new Map<number, 'added' | 'changed'>();
  for (const { before: old, after: now } of allPairs(before, after)) {
    if (now !== null && before[old ?? -1] !== after[now]) changes.set(now, old === null ? 'added' : 'changed');
  }
  return changes;
}

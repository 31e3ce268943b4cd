import { useEffect, useState } from 'preact/hooks';

type Changes = typeof import('../../../src/core/plan/changes');

let loaded: Changes | null = null;

/** Loads what compares texts: a chunk of its own, since most plans are looked at without it. */
export async function loadChanges(): Promise<Changes> {
  return (loaded ??= await import('../../../src/core/plan/changes'));
}

/** What compares texts, once it is there. */
export function useChanges(): Changes | null {
  const [changes, setChanges] = useState(loaded);
  useEffect(() => {
    if (!changes) void loadChanges().then(setChanges);
  }, []);
  return changes;
}

import { useEffect, useState } from 'preact/hooks';
import type { Comparing } from './comparing';

let loaded: Comparing | null = null;

/** Loads what compares texts: a chunk of its own, since most plans are looked at without it. */
export async function loadChanges(): Promise<Comparing> {
  return (loaded ??= (await import('./comparing')).comparing);
}

/** What compares texts, once it is there. */
export function useChanges(): Comparing | null {
  const [changes, setChanges] = useState(loaded);
  useEffect(() => {
    if (!changes) void loadChanges().then(setChanges);
  }, []);
  return changes;
}

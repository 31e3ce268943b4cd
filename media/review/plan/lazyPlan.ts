import { useLayoutEffect, useState } from 'preact/hooks';
import type { Drawing } from '../chunked';
import type { PlanParts } from './planParts';

let loaded: PlanParts | null = null;

export function planPartsNow(): PlanParts | null {
  return loaded;
}

/** Loads what shows plans. It is asked for as soon as the page runs, so that the first plan finds it there. */
export async function loadPlanParts(): Promise<PlanParts> {
  return (loaded ??= (await import('./planParts')).planParts);
}

/** What shows plans, once it is there; `broken` if it cannot be had. Until then the shown plan counts as being drawn. */
export function usePlanParts(
  wanted: boolean,
  drawing: Drawing | null,
  failed: (error: unknown) => void,
): PlanParts | 'broken' | null {
  const [parts, setParts] = useState<PlanParts | 'broken' | null>(loaded);
  useLayoutEffect(() => {
    if (!wanted || parts) return;
    const work = drawing?.begin();
    void loadPlanParts()
      .then(setParts, (error: unknown) => {
        failed(error);
        setParts('broken');
      })
      .finally(() => work && drawing?.end(work));
  }, [wanted, parts]);
  return parts;
}

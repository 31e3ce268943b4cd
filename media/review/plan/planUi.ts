import { useEffect, useState } from 'preact/hooks';

export type PlanViewName = 'rendered' | 'changes' | 'source';

/** How a plan is being looked at. It begins anew with each request. */
export interface PlanUi {
  readonly view: PlanViewName;
  /** The revision that changes are shown against; null: the one before. */
  readonly since: number | null;
  /** Null: open where there is room. */
  readonly outline: boolean | null;
  /** Headings whose sections are folded, by the index of their block. */
  readonly folded: ReadonlySet<number>;
  readonly find: boolean;
  /** The message as it will be sent, or the plan as an approval will send it. */
  readonly drawer: 'deny' | 'approve' | null;
  readonly menu: boolean;
}

export const initialUi: PlanUi = {
  view: 'rendered',
  since: null,
  outline: null,
  folded: new Set(),
  find: false,
  drawer: null,
  menu: false,
};

/** Whether the outline is open: where there is room unless it was closed, else only if it was opened. */
export function outlineOpen(ui: PlanUi): boolean {
  return ui.outline ?? wide.matches;
}

const wide = matchMedia('(min-width: 700px)');

/** Draws again when the page becomes wide or narrow. */
export function useWidth(): void {
  const [, again] = useState(wide.matches);
  useEffect(() => {
    const changed = (): void => again(wide.matches);
    wide.addEventListener('change', changed);
    return () => wide.removeEventListener('change', changed);
  }, []);
}

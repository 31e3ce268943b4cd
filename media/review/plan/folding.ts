import type { BlockView } from './desk';
import { slotOf, type PlanDocument } from './document';

/** For each block: its change, and whether a folded section takes it out of view. */
export function foldViews(
  document: PlanDocument,
  changes: ReadonlyMap<number, 'added' | 'changed'>,
  folded: ReadonlySet<number>,
): ReadonlyMap<string, BlockView> {
  const views = new Map<string, BlockView>();
  let hiding: { readonly index: number; readonly level: number } | null = null;
  const folds = new Map<number, number>();
  const hidden = new Set<number>();
  for (const block of document.blocks) {
    const level = block.heading?.level;
    if (hiding && level !== undefined && level <= hiding.level) hiding = null;
    if (hiding) {
      hidden.add(block.index);
      folds.set(hiding.index, (folds.get(hiding.index) ?? 0) + 1);
    } else if (level !== undefined && folded.has(block.index)) {
      hiding = { index: block.index, level };
    }
  }
  for (const block of document.blocks) {
    const change = changes.get(block.index) ?? null;
    const view = { change, hidden: hidden.has(block.index), folds: folds.get(block.index) ?? 0 };
    if (change !== null || view.hidden || view.folds > 0) views.set(slotOf(block), view);
  }
  return views;
}

import { createContext } from 'preact';
import { Board } from '../comments/board';

export interface BlockView {
  readonly change: 'added' | 'changed' | null;
  /** It is out of view because its section is folded. */
  readonly hidden: boolean;
  /** So many blocks under this heading are folded away. */
  readonly folds: number;
}

/** How the blocks of a plan stand. One for each plan that is drawn. */
export class Blocks {
  readonly views = new Board<BlockView>(
    (a, b) => a.change === b.change && a.hidden === b.hidden && a.folds === b.folds,
  );

  constructor(readonly unfold: (index: number) => void) {}
}

export const BlocksContext = createContext<Blocks | null>(null);

import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * Values by name, each watched by those who draw it. A plan has thousands of blocks that are drawn once; what changes at one of
 * them reaches that one alone.
 */
export class Board<V> {
  private values: ReadonlyMap<string, V> = new Map();
  private readonly watchers = new Map<string, Set<() => void>>();

  constructor(private readonly same: (a: V, b: V) => boolean = Object.is) {}

  get(name: string): V | undefined {
    return this.values.get(name);
  }

  /** Replaces all values and tells those whose value is another one. */
  set(values: ReadonlyMap<string, V>): void {
    const before = this.values;
    this.values = values;
    for (const name of new Set([...before.keys(), ...values.keys()])) {
      const [old, now] = [before.get(name), values.get(name)];
      if (old !== undefined && now !== undefined ? !this.same(old, now) : old !== now) this.tell(name);
    }
  }

  watch(name: string, told: () => void): () => void {
    const all = this.watchers.get(name) ?? new Set();
    this.watchers.set(name, all.add(told));
    return () => void all.delete(told);
  }

  private tell(name: string): void {
    for (const told of this.watchers.get(name) ?? []) told();
  }
}

/** A value on a board, drawn again when it changes. */
export function useBoard<V>(board: Board<V>, name: string): V | undefined {
  const [, again] = useState({});
  const value = board.get(name);
  useLayoutEffect(() => {
    // It may have changed between drawing and watching.
    if (board.get(name) !== value) again({});
    return board.watch(name, () => again({}));
  }, [board, name]);
  return value;
}

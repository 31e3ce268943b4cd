import type { Painting } from './painting';

let loaded: Painting | null = null;

/** What compares words and finds colours, if it is there. */
export function painting(): Painting | null {
  return loaded;
}

/** Loads it: a chunk of its own, since a change can be read without. */
export async function loadPainting(): Promise<Painting> {
  return (loaded ??= (await import('./painting')).painting);
}

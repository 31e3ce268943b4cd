/** So many files are looked at together. */
export const atOnce = 64;

/**
 * Looks at things of the disk, some at a time, in their order.
 *
 * @param isOver asked before each time: then the rest is not looked at
 * @returns what was found, and how many were looked at
 */
export async function lookAtEach<Thing, Found>(
  all: readonly Thing[],
  isOver: () => boolean,
  look: (one: Thing) => Promise<Found | undefined>,
): Promise<{ readonly found: readonly Found[]; readonly looked: number }> {
  const found: Found[] = [];
  let looked = 0;
  while (looked < all.length && !isOver()) {
    const batch = await Promise.all(all.slice(looked, looked + atOnce).map(look));
    found.push(...batch.filter((one) => one !== undefined));
    looked += batch.length;
  }
  return { found, looked };
}

/** Stretches of two lists in order: the same in both, or what stood there and what stands there now. */
export type Stretch =
  | { readonly type: 'same'; readonly before: number; readonly after: number; readonly count: number }
  | {
      readonly type: 'changed';
      readonly before: number;
      readonly removed: number;
      readonly after: number;
      readonly added: number;
    };

/** Lists whose product is larger are not compared element by element; all of it is then taken as changed. */
const largestGap = 40_000;

/**
 * Compares two lists of texts, in time that grows with their length and not with how much they differ: elements that stand once in
 * each are paired first, and only the small gaps between them are compared one by one.
 */
export function compareLists(before: readonly string[], after: readonly string[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const same = (from: number, to: number, count: number): void => {
    const last = stretches.at(-1);
    if (last?.type === 'same') stretches[stretches.length - 1] = { ...last, count: last.count + count };
    else stretches.push({ type: 'same', before: from, after: to, count });
  };
  let [from, to] = [0, 0];
  const gap = (endFrom: number, endTo: number): void => {
    stretches.push(...compareGap(before, after, from, endFrom, to, endTo));
  };
  for (const [left, right] of [...anchors(before, after), [before.length, after.length] as const]) {
    while (from < left && to < right && before[from] === after[to]) {
      same(from, to, 1);
      from += 1;
      to += 1;
    }
    let tail = 0;
    while (left - tail > from && right - tail > to && before[left - tail - 1] === after[right - tail - 1]) tail += 1;
    if (from < left - tail || to < right - tail) gap(left - tail, right - tail);
    if (tail > 0) same(left - tail, right - tail, tail);
    if (left < before.length || right < after.length) same(left, right, 1);
    from = left + 1;
    to = right + 1;
  }
  return stretches;
}

/** Pairs of elements that stand exactly once in each list, in the longest order that both share. */
function anchors(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const places = new Map<string, number>();
  for (const [index, text] of before.entries()) places.set(text, places.has(text) ? -1 : index);
  const seen = new Map<string, number>();
  for (const text of after) seen.set(text, (seen.get(text) ?? 0) + 1);
  const pairs: (readonly [number, number])[] = [];
  for (const [index, text] of after.entries()) {
    const place = places.get(text) ?? -1;
    if (place >= 0 && seen.get(text) === 1) pairs.push([place, index]);
  }
  return longestRising(pairs);
}

function longestRising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ends: number[] = [];
  const earlier: number[] = [];
  pairs.forEach(([place], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![0] < place) low = middle + 1;
      else high = middle;
    }
    earlier.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = index;
  });
  const chain: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = earlier[at]!) chain.push(pairs[at]!);
  return chain.reverse();
}

/** The stretches between two pairs: their longest common part if that can be found quickly, else all of it has changed. */
function compareGap(
  before: readonly string[],
  after: readonly string[],
  from: number,
  endFrom: number,
  to: number,
  endTo: number,
): readonly Stretch[] {
  const [removed, added] = [endFrom - from, endTo - to];
  if (removed === 0 || added === 0 || removed * added > largestGap) {
    return [{ type: 'changed', before: from, removed, after: to, added }];
  }
  // How long the common part of what is left of both is, from each place on.
  const width = added + 1;
  const longest = new Uint32Array((removed + 1) * width);
  const at = (left: number, right: number): number => longest[left * width + right]!;
  for (let left = removed - 1; left >= 0; left -= 1) {
    for (let right = added - 1; right >= 0; right -= 1) {
      const same = before[from + left] === after[to + right];
      longest[left * width + right] = same
        ? at(left + 1, right + 1) + 1
        : Math.max(at(left + 1, right), at(left, right + 1));
    }
  }
  const stretches: Stretch[] = [];
  let [left, right] = [0, 0];
  while (left < removed || right < added) {
    const [startLeft, startRight] = [left, right];
    while (left < removed && right < added && before[from + left] === after[to + right]) {
      left += 1;
      right += 1;
    }
    if (left > startLeft) {
      stretches.push({ type: 'same', before: from + startLeft, after: to + startRight, count: left - startLeft });
      continue;
    }
    while (
      (left < removed || right < added) &&
      !(left < removed && right < added && before[from + left] === after[to + right])
    ) {
      if (right === added || (left < removed && at(left + 1, right) >= at(left, right + 1))) left += 1;
      else right += 1;
    }
    const gone = { before: from + startLeft, removed: left - startLeft };
    stretches.push({ type: 'changed', ...gone, after: to + startRight, added: right - startRight });
  }
  return stretches;
}

/** One element of a changed stretch: changed, gone or new, as indexes into the two lists. */
export interface Pair {
  readonly before: number | null;
  readonly after: number | null;
}

/** Pairs are looked for so far ahead, and in stretches of this size at most, so that a rewritten plan takes no longer than others. */
const lookAhead = 8;
const largestStretch = 250_000;

/** Less than this part of the words in common, and two texts are not two versions of one. */
const leastAlike = 0.35;

/** Pairs the elements of a changed stretch that are versions of each other, in order. */
export function pairUp(
  before: readonly string[],
  after: readonly string[],
  { before: from, removed, after: to, added }: Extract<Stretch, { type: 'changed' }>,
): readonly Pair[] {
  const pairs: Pair[] = [];
  let next = from;
  const compared = removed * added <= largestStretch;
  for (let right = to; right < to + added; right += 1) {
    let match = -1;
    const end = compared ? Math.min(next + lookAhead, from + removed) : next;
    for (let left = next; match < 0 && left < end; left += 1) {
      if (alike(before[left]!, after[right]!) >= leastAlike) match = left;
    }
    if (match >= 0) {
      while (next < match) pairs.push({ before: next++, after: null });
      next += 1;
    }
    pairs.push({ before: match >= 0 ? match : null, after: right });
  }
  while (next < from + removed) pairs.push({ before: next++, after: null });
  return pairs;
}

/** How much of the words two texts share, from 0 to 1. */
function alike(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  if (left.length === 0 || right.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count > 0) common += 1;
    counts.set(word, count - 1);
  }
  return (2 * common) / (left.length + right.length);
}

function wordsOf(text: string): readonly string[] {
  return text.slice(0, 4000).match(/[\p{L}\p{N}]+|[#|`]+/gu) ?? [];
}

/** All of two lists in pairs: the same, changed, gone or new. */
export function allPairs(before: readonly string[], after: readonly string[]): readonly Pair[] {
  return compareLists(before, after).flatMap((stretch): readonly Pair[] =>
    stretch.type === 'changed'
      ? pairUp(before, after, stretch)
      : Array.from({ length: stretch.count }, (_, i) => ({ before: stretch.before + i, after: stretch.after + i })),
  );
}

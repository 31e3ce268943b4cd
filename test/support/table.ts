import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/**
 * Compares what is found with what is expected for every case of a table. All cases are tried, and the failure shows those that differ, by
 * their names. One test for a table: hundreds of tests would take longer than what they test.
 */
export function checkTable<Case>(
  cases: readonly Case[],
  nameOf: (entry: Case) => string,
  found: (entry: Case) => unknown,
  expected: (entry: Case) => unknown,
): void {
  const actual: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const entry of cases) {
    const [left, right] = [found(entry), expected(entry)];
    if (isDeepStrictEqual(left, right)) continue;
    actual[nameOf(entry)] = left;
    wanted[nameOf(entry)] = right;
  }
  assert.deepEqual(actual, wanted);
}

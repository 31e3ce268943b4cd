import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareLists, pairUp } from '../../src/core/plan/changes';

test('what stands in both is the same, the rest has changed', () => {
  assert.deepEqual(compareLists(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e']), [
    { type: 'same', before: 0, after: 0, count: 1 },
    { type: 'changed', before: 1, removed: 1, after: 1, added: 1 },
    { type: 'same', before: 2, after: 2, count: 2 },
    { type: 'changed', before: 4, removed: 0, after: 4, added: 1 },
  ]);
  assert.deepEqual(compareLists([], []), []);
});

test('property: the stretches cover both lists in order, and what is called the same is', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 14 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      let [from, to] = [0, 0];
      for (const stretch of compareLists(before, after)) {
        assert.deepEqual([stretch.before, stretch.after], [from, to]);
        if (stretch.type === 'same') {
          assert.ok(stretch.count > 0);
          for (let i = 0; i < stretch.count; i += 1) assert.equal(before[from + i], after[to + i]);
        } else assert.ok(stretch.removed + stretch.added > 0);
        from += stretch.type === 'same' ? stretch.count : stretch.removed;
        to += stretch.type === 'same' ? stretch.count : stretch.added;
        if (stretch.type === 'changed') {
          const pairs = pairUp(before, after, stretch);
          assert.equal(pairs.filter((pair) => pair.before !== null).length, stretch.removed);
          assert.equal(pairs.filter((pair) => pair.after !== null).length, stretch.added);
        }
      }
      assert.deepEqual([from, to], [before.length, after.length]);
    }),
    { numRuns: 3000 },
  );
});

test('versions of one text are paired, others are not', () => {
  const before = ['Tokens live in process memory.', 'A second cache is needed for it.'];
  const after = ['Nothing alike stands here, really.', 'Tokens live in the Redis we have.'];
  assert.deepEqual(pairUp(before, after, { type: 'changed', before: 0, removed: 2, after: 0, added: 2 }), [
    { before: null, after: 0 },
    { before: 0, after: 1 },
    { before: 1, after: null },
  ]);
});

test('two long lists without anything in common are one change, of which nothing is paired', () => {
  const list = (word: string): string[] => Array.from({ length: 50_000 }, (_, i) => `${word} ${i % 9000}`);
  const [before, after] = [list('old'), list('new')];
  const all = { type: 'changed', before: 0, removed: 50_000, after: 0, added: 50_000 } as const;
  assert.deepEqual(compareLists(before, after), [all]);
  const pairs = pairUp(before, after, all);
  assert.equal(pairs.length, 100_000);
  assert.ok(pairs.every((pair) => pair.before === null || pair.after === null));
});

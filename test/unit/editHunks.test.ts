import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatch, structuredPatch } from 'diff';
import fc from 'fast-check';
import { applyEdits } from '../../src/core/edit/apply';
import { hunksOf, withHunks } from '../../src/core/edit/hunks';
import { replacementFor } from '../../src/core/edit/result';

/** Lines that make diffs hard: equal ones, ones that look like a patch's own, lone carriage returns. */
const line = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  ' ',
  '-',
  '+',
  '\\',
  '\\ No newline at end of file',
  'x\r',
  '@@ -1 +1 @@',
);
const content = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.boolean())
  .map(([all, end]) => all.join('\n') + (end && all.length > 0 ? '\n' : ''))
  .map((text) => text.replaceAll('\r\n', '\n'));
const pair = fc.oneof(
  fc.tuple(content, content),
  // The same text with a few lines changed, so that there are several hunks.
  fc
    .tuple(fc.array(line, { minLength: 40, maxLength: 60 }), fc.array(fc.nat(59), { maxLength: 5 }))
    .map(([all, at]) => {
      const before = all.map((one, index) => `${index} ${one}`);
      const after = before.flatMap((one, index) => (at.includes(index) ? [`new ${one}`, 'more'] : [one]));
      return [before.join('\n'), after.join('\n')].map((text) => text.replaceAll('\r\n', '\n')) as [string, string];
    }),
);

test('all hunks give the new text to the byte, none the old one', () => {
  fc.assert(
    fc.property(pair, ([before, after]) => {
      const hunks = hunksOf(before, after);
      assert.equal(withHunks(before, hunks), after);
      assert.equal(withHunks(before, []), before);
    }),
    { numRuns: 1000 },
  );
});

test('some hunks give what a patch of just these makes', () => {
  fc.assert(
    fc.property(pair, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), ([before, after], wanted) => {
      const taken = hunksOf(before, after).filter((_, index) => wanted[index]);
      const patch = structuredPatch('', '', before, after, '', '', { context: 3 });
      const some = { ...patch, hunks: patch.hunks.filter((_, index) => wanted[index]) };
      const independent = applyPatch(before, some, { autoConvertLineEndings: false });
      assert.equal(withHunks(before, taken), independent);
    }),
    { numRuns: 1000 },
  );
});

test('a replacement made for a part applies, once, and gives just that part', () => {
  fc.assert(
    fc.property(pair, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), ([before, after], wanted) => {
      const result = withHunks(
        before,
        hunksOf(before, after).filter((_, index) => wanted[index]),
      );
      const made = replacementFor(before, result, '1 a');
      if (!made) {
        assert.equal(result, before);
        return;
      }
      const applied = applyEdits([{ type: 'replace', path: '', ...made, all: false, takesLineBreak: true }], before);
      assert.deepEqual(applied, { type: 'text', text: result });
    }),
    { numRuns: 500 },
  );
});

test("a part stays inside the agent's own old text where it can", () => {
  const before = 'keep\none\ntwo\nthree\nkeep\n';
  assert.deepEqual(replacementFor(before, before.replace('two', '2'), 'one\ntwo\nthree'), {
    oldText: 'one\ntwo\nthree',
    newText: 'one\n2\nthree',
  });
  // What lies outside takes whole lines.
  assert.deepEqual(replacementFor('a\nb\n', 'a\nB\n', 'zzz'), { oldText: 'b\n', newText: 'B\n' });
  // A line that occurs twice takes its neighbour along; a deletion keeps one.
  assert.deepEqual(replacementFor('x\nx\ny\n', 'x\nx2\ny\n', ''), { oldText: 'x\nx\n', newText: 'x\nx2\n' });
});

test('a replacement in 100,000 equal lines is found without trying for ever', () => {
  const before = 'same\n'.repeat(100_000);
  const made = replacementFor(before, `${before}more\n`, '');
  assert.ok(made);
  assert.equal(made.newText.endsWith('same\nmore\n'), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reanchor } from '../../src/core/plan/anchor';
import { planLines, textAt } from '../../src/core/plan/comment';
import type { ReviewComment } from '../../src/protocol/comment';

const on = (markdown: string, startLine: number, endLine = startLine): ReviewComment => ({
  id: 'a',
  kind: 'comment',
  body: 'hm',
  anchor: { startLine, endLine, quote: textAt(planLines(markdown), { startLine, endLine }) ?? '' },
});

test('text that moved is found, changed text is named, removed text is gone', () => {
  const before = '# Plan\n\none\n\ntwo\n\nthree\n';
  const moved = reanchor([on(before, 5)], before, `# Plan\n\nintro\n\none\n\ntwo\n\nthree\n`)[0];
  assert.deepEqual([moved?.state, moved?.anchor?.startLine], ['unchanged', 7]);
  const changed = reanchor([on(before, 5)], before, before.replace('two', 'two, and more'))[0];
  assert.deepEqual([changed?.state, changed?.anchor?.quote], ['textChanged', 'two, and more']);
  assert.equal(reanchor([on(before, 5)], before, '# Plan\n\none\n\nthree\n')[0]?.state, 'gone');
});

test('a comment on the whole plan is unchanged by nature', () => {
  assert.deepEqual(reanchor([{ id: 'a', kind: 'comment', body: 'x' }], 'a', 'b')[0]?.state, 'unchanged');
});

test('columns are kept with an unchanged line', () => {
  const before = 'x\nsome long line\n';
  const comment: ReviewComment = {
    id: 'a',
    kind: 'replace',
    body: 'y',
    anchor: { startLine: 2, endLine: 2, startColumn: 5, endColumn: 9, quote: 'long' },
  };
  assert.deepEqual(reanchor([comment], before, `new\n${before}`)[0]?.anchor, {
    startLine: 3,
    endLine: 3,
    startColumn: 5,
    endColumn: 9,
    quote: 'long',
  });
});

const line = fc.constantFrom('a', 'b', 'c', '', '# h', '- a', '- b');
const text = fc.array(line, { minLength: 1, maxLength: 15 });

test('any edit elsewhere keeps the anchor or reports it gone, and never moves it to other text', () => {
  fc.assert(
    fc.property(text, text, text, text, (above, own, below, other) => {
      // The marked lines are unlike all others, so that there is one right answer.
      const marked = own.map((one, index) => `mark ${index} ${one}`);
      const before = [...above, ...marked, ...below].join('\n');
      const after = [...other, ...marked, ...below].join('\n');
      const comment = on(before, above.length + 1, above.length + marked.length);
      const found = reanchor([comment], before, after)[0]!;
      if (found.state === 'gone') return;
      assert.equal(found.state, 'unchanged');
      assert.equal(textAt(planLines(after), found.anchor!), comment.anchor!.quote);
    }),
  );
});

test('for any two plans, what is called unchanged has the same text', () => {
  fc.assert(
    fc.property(text, text, fc.nat(14), fc.nat(3), (before, after, start, extra) => {
      const startLine = Math.min(start, before.length - 1) + 1;
      const endLine = Math.min(startLine + extra, before.length);
      const comment = on(before.join('\n'), startLine, endLine);
      const found = reanchor([comment], before.join('\n'), after.join('\n'))[0]!;
      if (found.anchor) assert.equal(textAt(after, found.anchor), found.anchor.quote);
      if (found.state === 'unchanged') assert.equal(found.anchor?.quote, comment.anchor?.quote);
    }),
    { numRuns: 1000 },
  );
});

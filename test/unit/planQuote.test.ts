import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planLines, textAt } from '../../src/core/plan/comment';
import { anchorOf, findQuote } from '../../src/core/plan/quote';

const lines = planLines(
  [
    '# Plan',
    '',
    '- compares `exp` with `Date.now()`, twice',
    '- a lock, a lock',
    '> quoted **bold words**',
    '> go on',
  ].join('\n'),
);

test('text that stands once gets columns', () => {
  const anchor = anchorOf(lines, 3, 3, 'compares');
  assert.deepEqual(anchor, { startLine: 3, endLine: 3, startColumn: 2, endColumn: 10, quote: 'compares' });
});

test('text that stands twice, nowhere, or is empty gets the whole lines', () => {
  const whole = { startLine: 4, endLine: 4, quote: '- a lock, a lock' };
  for (const selected of ['a lock', 'elsewhere', '', '  \n']) assert.deepEqual(anchorOf(lines, 4, 4, selected), whole);
});

test('rendered text is found through its markup, and pairs stay whole', () => {
  assert.equal(anchorOf(lines, 3, 3, 'exp with Date.now()').quote, '`exp` with `Date.now()`');
  assert.equal(anchorOf(lines, 3, 3, 'compares exp').quote, 'compares `exp`');
  const anchor = anchorOf(lines, 5, 6, 'bold words\ngo');
  assert.deepEqual([anchor.startLine, anchor.endLine, anchor.quote], [5, 6, '**bold words**\n> go']);
});

test('a quote is found where it is drawn', () => {
  const rendered = 'compares exp with Date.now(), twice';
  const span = findQuote(rendered, '`exp` with `Date.now()`');
  assert.equal(span && rendered.slice(span.from, span.to), 'exp with Date.now()');
  assert.equal(findQuote(rendered, '``'), null);
});

test('property: an anchor always quotes what stands at its place', () => {
  const text = fc.stringMatching(/^[ab`*_ \n>|]{0,40}$/);
  fc.assert(
    fc.property(text, text, (source, selected) => {
      const all = planLines(source);
      const anchor = anchorOf(all, 1, all.length, selected);
      assert.equal(textAt(all, anchor), anchor.quote);
    }),
    { numRuns: 2000 },
  );
});

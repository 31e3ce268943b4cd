import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { compileFeedback, reviewerNotes } from '../../src/core/plan/feedback';
import { inPlanOrder } from '../../src/core/plan/comment';
import type { CommentKind, ReviewComment } from '../../src/protocol/comment';
import { sectionOf, sectionsOf } from '../../src/core/plan/outline';

const plan = `# Move token refresh out of the request path

## Approach

### Refresh loop

A loop refreshes tokens every 30 s.

## Rollout

- Watch the miss rate for a day; then delete the old path

## Risks

- The loop compares \`exp\` with \`Date.now()\`
`;
const sections = sectionsOf(plan);

test('sections are found with their lines, and a line knows the headings above it', () => {
  assert.deepEqual(
    sections.map(({ line, level, title }) => [line, level, title]),
    [
      [1, 1, 'Move token refresh out of the request path'],
      [3, 2, 'Approach'],
      [5, 3, 'Refresh loop'],
      [9, 2, 'Rollout'],
      [13, 2, 'Risks'],
    ],
  );
  assert.deepEqual(sectionOf(sections, 7), ['Approach', 'Refresh loop']);
  assert.deepEqual(sectionOf(sections, 11), ['Rollout']);
  assert.deepEqual(sectionOf(sections, 2), ['Move token refresh out of the request path']);
  assert.deepEqual(sectionsOf('```\n# not one\n```\n'), []);
});

const comments: readonly ReviewComment[] = [
  {
    id: 'c',
    kind: 'comment',
    body: 'What if the clock is off by a minute?',
    madeOn: 1,
    anchor: { startLine: 15, endLine: 15, startColumn: 11, endColumn: 41, quote: 'compares `exp` with `Date.now()`' },
  },
  {
    id: 'b',
    kind: 'replace',
    body: 'then keep the old path behind a flag for one release',
    anchor: { startLine: 11, endLine: 11, startColumn: 33, endColumn: 57, quote: 'then delete the old path' },
  },
  {
    id: 'a',
    kind: 'question',
    body: 'What does the first request after a cold start get?',
    anchor: { startLine: 7, endLine: 7, startColumn: 7, endColumn: 34, quote: 'refreshes tokens every 30 s' },
  },
];

test('golden: changes in plan order, questions apart, the remark last', () => {
  const message = compileFeedback(sections, {
    comments,
    remark: 'Keep the public API as it is.\n',
  });
  assert.equal(
    message,
    `Plan not approved. Revise it as asked below and present it again. Keep everything else as it is.

## Changes asked for

2. Replace in "Rollout", line 11:

   > then delete the old path

   with:

   > then keep the old path behind a flag for one release

3. Comment on "Risks", line 15 (also made on revision 1, still open):

   > compares \`exp\` with \`Date.now()\`

   What if the clock is off by a minute?

## Questions (answer them; no change asked for)

1. On "Approach > Refresh loop", line 7:

   > refreshes tokens every 30 s

   What does the first request after a cold start get?

## General

Keep the public API as it is.`,
  );
});

test('a remark alone goes out as it was typed; questions alone ask for answers only', () => {
  assert.equal(compileFeedback(sections, { comments: [], remark: ' as typed \n' }), ' as typed \n');
  const asked = compileFeedback(sections, { comments: [comments[2]!], remark: '' });
  assert.match(asked, /^Plan not approved yet\. Answer the questions below/);
  assert.doesNotMatch(asked, /Changes asked for|General/);
});

test('reviewer notes hold every comment and the remark, or are empty', () => {
  assert.equal(reviewerNotes(sections, { comments: [], remark: ' ' }), '');
  const notes = reviewerNotes(sections, { comments: [comments[0]!], remark: 'Thanks.' });
  assert.match(notes, /^## Reviewer notes\n\n1\. Comment on "Risks", line 15 \(also made/);
  assert.match(notes, /\n\nThanks\.\n$/);
});

// The message is Markdown, and a model reads it as such: whatever a body holds, it must come out whole and end nothing.
const parser = new MarkdownIt('commonmark');
const line = fc.oneof(
  fc.constantFrom(
    '',
    '```',
    '````js',
    '~~~',
    '# heading',
    '- item',
    '1. one',
    '> quote',
    '    code',
    '<!--',
    '<div>',
    '---',
    '\t',
    '[a]: b',
    '|a|b|',
    '\\',
    '</script>',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n\0]/g, ' ')),
);
const body = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
const kind: fc.Arbitrary<CommentKind> = fc.constantFrom('comment', 'question');

test('round trip: each body comes out whole from its own list item, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, body), { minLength: 1, maxLength: 12 }), (given) => {
      const made = given.map(([one, text], index): ReviewComment => ({
        id: String(index),
        kind: one,
        body: text,
        anchor: { startLine: index + 1, endLine: index + 1, quote: '```' },
      }));
      const message = compileFeedback([], { comments: made, remark: '' });
      const lines = message.split('\n');
      const items = new Map<number, string>();
      for (const token of parser.parse(message, {})) {
        if (token.type !== 'list_item_open' || token.level !== 1 || !token.map) continue;
        const number = Number(token.info);
        const indent = `${number}. `.length;
        const text = lines.slice(token.map[0], token.map[1]).map((one) => one.slice(indent));
        items.set(number, text.join('\n'));
      }
      inPlanOrder(made).forEach((comment, index) => {
        const expected = comment.body.trimEnd();
        assert.ok(items.get(index + 1)?.includes(expected), `item ${index + 1} of:\n${message}`);
      });
      assert.equal(items.size, made.length);
    }),
    { numRuns: 1500 },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planLines, textAt } from '../../src/core/plan/comment';
import type { ReviewComment } from '../../src/protocol/comment';
import { applySuggestions } from '../../src/core/plan/suggestions';

const plan = '# Plan\n\n1. One\n2. Two\n\nLast words\n';
const on = (
  kind: ReviewComment['kind'],
  startLine: number,
  endLine: number,
  body = '',
  columns?: readonly [number, number],
): ReviewComment => {
  const place = { startLine, endLine, ...(columns ? { startColumn: columns[0], endColumn: columns[1] } : {}) };
  return {
    id: `${kind}-${startLine}-${endLine}`,
    kind,
    body,
    anchor: { ...place, quote: textAt(planLines(plan), place) ?? '' },
  };
};
const apply = (...comments: readonly ReviewComment[]): string => applySuggestions(plan, comments).markdown;

test('replace, delete and insert do what they say', () => {
  assert.equal(apply(on('replace', 3, 3, '1. First')), plan.replace('1. One', '1. First'));
  assert.equal(apply(on('replace', 6, 6, 'sentence', [5, 10])), plan.replace('Last words', 'Last sentence'));
  assert.equal(apply(on('delete', 4, 4)), plan.replace('2. Two\n', ''));
  assert.equal(apply(on('delete', 6, 6, '', [4, 10])), plan.replace('Last words', 'Last'));
  assert.equal(apply(on('insert', 4, 4, '3. Three')), plan.replace('2. Two\n', '2. Two\n3. Three\n'));
  assert.equal(apply(on('insert', 6, 6, 'More words')), `${plan}\nMore words\n`);
  assert.equal(apply(on('insert', 1, 1, 'Intro')), plan.replace('# Plan\n', '# Plan\n\nIntro\n'));
});

test('what changes nothing, overlaps, or stands on other text is left', () => {
  const first = on('replace', 3, 4, 'x');
  const second = on('replace', 4, 4, 'y');
  const stale: ReviewComment = {
    id: 's',
    kind: 'delete',
    body: '',
    anchor: { startLine: 1, endLine: 1, quote: 'other' },
  };
  const plain = on('comment', 6, 6, 'hm');
  const result = applySuggestions(plan, [second, stale, plain, first]);
  assert.deepEqual(
    result.applied.map((one) => one.id),
    [first.id],
  );
  assert.deepEqual(new Set(result.left.map((one) => one.id)), new Set(['s', second.id, plain.id]));
});

test('CRLF stays CRLF, a missing last newline does no harm', () => {
  const crlf = 'a\r\nb\r\n';
  const comment: ReviewComment = {
    id: '1',
    kind: 'insert',
    body: 'x\ny',
    anchor: { startLine: 1, endLine: 1, quote: 'a' },
  };
  assert.equal(applySuggestions(crlf, [comment]).markdown, 'a\r\n\r\nx\r\ny\r\n\r\nb\r\n');
  const cut = applySuggestions('a', [comment]).markdown;
  assert.equal(cut, 'a\n\nx\ny\n');
});

test('suggestions that do not overlap commute', () => {
  const source = fc.array(fc.constantFrom('# h', '', '- a', '- b', 'text one', '```', '1. x'), {
    minLength: 1,
    maxLength: 20,
  });
  const picks = fc.array(
    fc.record({
      line: fc.nat(19),
      kind: fc.constantFrom('replace', 'insert', 'delete'),
      body: fc.constantFrom('X', '- new', 'two\nlines', ''),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(source, picks, fc.boolean(), fc.nat(), (lines, chosen, newline, turn) => {
      const markdown = lines.join('\n') + (newline ? '\n' : '');
      const used = new Set<number>();
      const comments = chosen.flatMap(({ line, kind, body }, index): ReviewComment[] => {
        if (line >= lines.length || used.has(line)) return [];
        used.add(line);
        return [
          {
            id: String(index),
            kind: kind as 'insert',
            body,
            anchor: { startLine: line + 1, endLine: line + 1, quote: lines[line]! },
          },
        ];
      });
      const turned =
        comments.length === 0
          ? []
          : [...comments.slice(turn % comments.length), ...comments.slice(0, turn % comments.length)];
      const once = applySuggestions(markdown, comments);
      assert.equal(applySuggestions(markdown, turned).markdown, once.markdown);
      assert.equal(once.applied.length, comments.length);
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalOf } from '../../src/core/plan/approval';
import type { ReviewComment } from '../../src/protocol/comment';

const markdown = '# Plan\n\n- one\n- two\n';
const replace: ReviewComment = {
  id: 'a',
  kind: 'replace',
  body: '- 2',
  anchor: { startLine: 4, endLine: 4, quote: '- two' },
};
const question: ReviewComment = { id: 'b', kind: 'question', body: 'Why?' };

test('nothing said: the plan as it is', () => {
  const approval = approvalOf({ markdown, edited: undefined, comments: [], remark: ' \n' });
  assert.equal(approval.changed, false);
  assert.equal(approval.text(), markdown);
});

test('suggestions are applied, the rest stands in notes after a blank line', () => {
  const approval = approvalOf({ markdown, edited: undefined, comments: [question, replace], remark: 'Soon.' });
  assert.deepEqual([approval.applied, approval.notes], [[replace], [question]]);
  assert.equal(
    approval.text(),
    '# Plan\n\n- one\n- 2\n\n## Reviewer notes\n\n1. On the whole plan:\n\n   Why?\n\nSoon.\n',
  );
});

test('notes take the line endings of the plan, and a plan without an end of line gets one', () => {
  const crlf = approvalOf({ markdown: 'a\r\nb', edited: undefined, comments: [question], remark: '' }).text();
  assert.ok(crlf.startsWith('a\r\nb\r\n\r\n## Reviewer notes\r\n'));
  assert.equal(crlf.replaceAll('\r\n', '').includes('\n'), false);
});

test('in an edited plan a suggestion follows its lines, and becomes a note where they are gone', () => {
  const moved = approvalOf({ markdown, edited: `Note first.\n\n${markdown}`, comments: [replace], remark: '' });
  assert.equal(moved.text(), 'Note first.\n\n# Plan\n\n- one\n- 2\n');
  const gone = approvalOf({ markdown, edited: '# Plan\n\n- one\n- zwei\n', comments: [replace], remark: '' });
  assert.deepEqual([gone.applied, gone.notes], [[], [replace]]);
  assert.ok(gone.text().startsWith('# Plan\n\n- one\n- zwei\n\n## Reviewer notes\n'));
});

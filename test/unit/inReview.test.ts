import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyInReview } from '../../src/core/inReview';
import type { ReviewComment } from '../../src/protocol/comment';
import type { RequestView } from '../../src/protocol/views';
import { editRequest } from '../page/editReviews';
import { planRequest } from '../page/planRequests';
import { question, request } from '../page/requests';

const comments: readonly ReviewComment[] = [{ id: 'c', kind: 'comment', body: 'Why?' }];
const draft = 'Keep the flag';
const cannot = { possible: false, reason: 'It cannot take an edited plan.' } as const;
const noFeedback = { ...request().abilities, feedback: false };

test('an approval that takes along what was written, a denial that sends comments, and answers are for the review only', () => {
  const table: readonly (readonly [what: string, view: RequestView, inReview: readonly ('approve' | 'deny')[]])[] = [
    ['a plan', planRequest(), []],
    ['a plan with comments', planRequest({ comments }), ['approve', 'deny']],
    ['a plan with a remark', planRequest({}, { draft }), ['approve']],
    ['a plan that was edited', planRequest({ edited: '# Other' }), ['approve']],
    ['a plan that takes nothing', planRequest({ edits: cannot, comments, edited: '#' }, { draft }), ['deny']],
    ['an agent that takes no feedback', planRequest({ comments, edits: cannot }, { abilities: noFeedback }), []],
    ['an edit', editRequest({ approvalMessage: true, left: ['s1'] }), []],
    ['an edit with comments', editRequest({ comments }), ['deny']],
    ['an edit whose comments go along', editRequest({ comments, approvalMessage: true }), ['approve', 'deny']],
    ['an edit whose remark goes along', editRequest({ approvalMessage: true }, { draft }), ['approve']],
    ['a command with feedback', request({ draft }), []],
    ['a question', request({ subject: question }), ['approve']],
  ];
  for (const [what, view, inReview] of table) {
    const found = (['approve', 'deny', 'handBack'] as const).filter((type) => whyInReview(view, type) !== undefined);
    assert.deepEqual(found, inReview, what);
  }
});

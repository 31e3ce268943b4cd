import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFeedback } from '../../src/core/plan/feedback';
import { sectionsOf } from '../../src/core/plan/outline';
import type { ReviewComment } from '../../src/protocol/comment';
import type { RequestView } from '../../src/protocol/views';
import type { ReviewPage } from '../support/reviewHarness';
import { atRest } from './checks';
import { planRequest } from './planRequests';
import { planText } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

function plan(markdown: string, comments: readonly ReviewComment[] = [], more: object = {}): RequestView {
  return planRequest({ comments, ...more }, { subject: { type: 'plan', markdown, options: [] } });
}

async function denied(): Promise<string> {
  await review.button('Deny with feedback').click();
  const message = await review.waitFor((one) => one.type === 'decide');
  return message.type === 'decide' && message.decision.type === 'deny' ? message.decision.feedback : '';
}

const nasty = [
  '<img src=x onerror=alert(1)><script>alert(1)</script>',
  '[a](javascript:alert(1)) `$(rm -rf ~)` \u202egnp.exe \u200b',
  '```\nunclosed',
].join('\n');

test('comments of 100 kB and with anything in them come out whole', async () => {
  const long: ReviewComment = { id: 'long', kind: 'comment', body: `${nasty}\n${'word '.repeat(20_000)}end` };
  await review.show(plan(planText, [long]));
  const feedback = await denied();
  assert.equal(feedback, compileFeedback(sectionsOf(planText), { comments: [long], remark: '' }));
  assert.equal(await review.main.locator('img, script').count(), 0);
  assert.equal((await review.main.locator('.thread .inv').count()) > 0, true);
});

test('200 comments stand at their text in order, and none lies on another', async () => {
  const lines = planText.split('\n');
  const able = lines.flatMap((quote, index) => (quote.trim() === '' ? [] : [{ startLine: index + 1, quote }]));
  const comments = Array.from({ length: 200 }, (_, i): ReviewComment => {
    const { startLine, quote } = able[i % able.length]!;
    return { id: `c${i}`, kind: 'comment', body: `Remark ${i}`, anchor: { startLine, endLine: startLine, quote } };
  });
  await review.show(plan(planText, comments));
  const boxes = await atRest(review, () =>
    review.page.evaluate(() =>
      [...document.querySelectorAll('.thread')].map((thread) => {
        const { top, bottom } = thread.getBoundingClientRect();
        return { top, bottom, number: Number(thread.querySelector('.pin')?.textContent) };
      }),
    ),
  );
  assert.equal(boxes.length, 200);
  assert.equal(new Set(boxes.map((box) => box.number)).size, 200);
  for (const [index, box] of boxes.entries()) if (index > 0) assert.ok(box.top >= boxes[index - 1]!.bottom, `${index}`);
  // The last one can be scrolled to.
  const below = await atRest(review, () =>
    review.page.evaluate(() => {
      const main = document.querySelector('main')!;
      main.scrollTo(0, 1e7);
      const last = [...document.querySelectorAll('.thread')].at(-1)!.getBoundingClientRect();
      return last.bottom - main.getBoundingClientRect().bottom;
    }),
  );
  assert.ok(below <= 0, `${below}`);
});

for (const [name, markdown] of Object.entries({
  'no text': '',
  'an unclosed fence': '# Plan\n\n````md\n```ts\nconst a = 1;\n```\n\n- not an item\n',
  HTML: `${nasty}\n\n<details><summary>x</summary>\n\nhidden?\n\n</details>\n`,
  'a table of 200 columns': `|${' a |'.repeat(200)}\n|${' - |'.repeat(200)}\n|${' b |'.repeat(200)}\n`,
  'lone CR, CRLF and NUL': 'one\rtwo\r\n\r\n- three \u0000\r\n- four\n\nfive',
  '20,000 list items': '- an item\n'.repeat(20_000),
  '5,000 headings': Array.from({ length: 5000 }, (_, i) => `## Heading ${i}\n`).join('\n'),
  'one line of 2 MB': 'word '.repeat(400_000),
})) {
  test(`${name}: it opens, can be commented, and nothing leaves the page sideways`, async () => {
    await review.show(plan(markdown, [], { revision: 2, revisions: 2, earlier: [planText] }));
    assert.equal(await review.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.equal(
      await review.page.evaluate(
        () => document.querySelector('main')!.scrollWidth <= document.querySelector('main')!.clientWidth,
      ),
      true,
    );
    if (markdown === '') return;
    await review.page.keyboard.press('j');
    await review.page.keyboard.press('c');
    await review.page.keyboard.type('Noted');
    await review.page.keyboard.press('Control+Enter');
    const message = await review.waitFor((one) => one.type === 'comments' && one.comments.length === 1);
    const [comment] = message.type === 'comments' ? message.comments : [];
    const { startLine = 0, endLine = 0, quote } = comment?.anchor ?? {};
    const lines = markdown.split('\n').map((line) => line.replace(/\r$/, ''));
    assert.equal(lines.slice(startLine - 1, endLine).join('\n'), quote);
    await review.page.getByRole('button', { name: /^Changes/ }).click();
    await review.main.getByText('Changes since').waitFor();
  });
}

test('a megabyte rewritten: it is read at once, compared when asked', async () => {
  const rewritten = (word: string): string =>
    Array.from(
      { length: 9000 },
      (_, i) => `Paragraph ${i} is ${word} ${i} with ${'some words '.repeat(8)}in it.\n`,
    ).join('\n');
  await review.show(plan(rewritten('new'), [], { revision: 2, revisions: 2, earlier: [rewritten('old')] }));
  await review.page.getByRole('button', { name: /^Changes/ }).click();
  await review.main.locator('.is-changes .blk').nth(1).waitFor();
  for (const [tag, word] of [
    ['del', 'old'],
    ['ins', 'new'],
  ] as const)
    await review.main
      .locator(`.is-changes ${tag}`, { hasText: `Paragraph 0 is ${word} 0 with` })
      .waitFor({ state: 'attached' });
});

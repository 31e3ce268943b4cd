import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';
import { bigEdit } from './editSubjects';
import { request } from './requests';

let harness: ReviewHarness;
let review: ReviewPage;
before(async () => {
  harness = await ReviewHarness.start();
  review = await harness.open();
  await review.takeTime();
  await review.show(request());
});
after(() => harness.stop());

test('all of a long text is in the document, and is not drawn again while one types', async () => {
  await review.show(request({ id: 'long', subject: bigEdit(5000) }));
  assert.equal(await review.page.locator('.dl').count(), 5000);
  await review.page.evaluate(() => {
    const log: string[] = [];
    Object.assign(globalThis, { changes: log });
    const main = document.querySelector('main');
    if (main)
      new MutationObserver((all) => log.push(...all.map((one) => one.type))).observe(main, {
        subtree: true,
        childList: true,
        characterData: true,
      });
  });
  await review.remark.fill('typing');
  await review.stopTime();
  await review.pass(2000);
  assert.deepEqual(await review.page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes), []);
});

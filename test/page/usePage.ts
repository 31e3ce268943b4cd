import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';

/**
 * A page for each test of a file, with nothing on it yet; what goes wrong on it fails the test.
 *
 * @param take is given the page before each test
 * @param mayFail what the page itself tells as failed is what some of the tests are about
 */
export function usePage(take: (review: ReviewPage) => void, { mayFail = false } = {}): void {
  let harness: ReviewHarness;
  let review: ReviewPage;
  before(async () => void (harness = await ReviewHarness.start()));
  after(() => harness.stop());
  beforeEach(async () => {
    review = await harness.open();
    take(review);
  });
  afterEach(async () => {
    assert.deepEqual(review.problems, []);
    if (!mayFail) assert.deepEqual(await review.messages('failed'), []);
    await review.close();
  });
}

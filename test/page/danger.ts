import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Locator } from 'playwright-core';
import type { RequestView } from '../../src/protocol/views';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';
import { commandView, request } from './requests';

/** A page with a dangerous command, on which time passes only as a test says. */
export class DangerPage {
  constructor(private readonly opened: () => ReviewPage) {}

  get review(): ReviewPage {
    return this.opened();
  }

  /** Shows a dangerous command that can be approved, and stops the time. */
  async show(change: Partial<RequestView> = {}): Promise<void> {
    const subject = commandView('rm -rf -- "$OUT"/*');
    await this.review.show(request({ risk: 'dangerous', subject, ...change }));
    await this.review.page.locator('.decide [data-decide=approve]:not([aria-disabled])').waitFor();
    await this.review.stopTime();
  }

  pass(milliseconds: number): Promise<void> {
    return this.review.pass(milliseconds);
  }

  approve(): Locator {
    return this.review.page.locator('.decide [data-decide=approve]');
  }

  words(button = this.approve()): Promise<string> {
    return button.evaluate((element: HTMLElement) => element.innerText.trim());
  }

  async pointerDown(on: Locator = this.approve()): Promise<void> {
    await on.hover();
    await this.review.page.mouse.down();
  }

  /** What was decided so far: `r1 h1 approve`, and what the approval adds. */
  async decisions(): Promise<readonly string[]> {
    return (await this.review.messages('decide')).map(({ id, hash, decision }) => {
      const adds = decision.type === 'approve' && decision.addition !== undefined ? ` ${decision.addition}` : '';
      return `${id} ${hash} ${decision.type}${adds}`;
    });
  }
}

/** A page for each test of a file, with nothing on it yet; what goes wrong on it fails the test. */
export function useDanger(): DangerPage {
  let harness: ReviewHarness;
  let review: ReviewPage;
  before(async () => {
    harness = await ReviewHarness.start();
    review = await harness.open();
    await review.takeTime();
    await review.close();
  });
  after(() => harness.stop());
  beforeEach(async () => void (review = await harness.open()));
  afterEach(async () => {
    assert.deepEqual(review.problems, []);
    await review.close();
  });
  return new DangerPage(() => review);
}

import type { PlanReviewView, SubjectView } from '../../src/protocol/views';
import { review as planReview } from '../page/planRequests';
import { bigEdit, planText, request } from '../page/requests';
import { ReviewHarness } from '../support/reviewHarness';
import type { ReviewPage } from '../support/reviewHarness';
import type { Figures } from './figures';
import { median, percentile } from './timing';

/** What the page does with a request, from the message in the page to the first frame with it, in a real Chromium. */
export async function page(figures: Figures, runs: number): Promise<void> {
  const harness = await ReviewHarness.start();
  try {
    const review = await harness.open();
    const plan = (bytes: number): SubjectView => ({
      type: 'plan',
      markdown: planText.repeat(Math.ceil(bytes / planText.length)),
      options: [],
    });
    figures.add('requestToPainted', percentile(await paints(review, () => plan(2000), runs * 2), 95), 'ms', 150);
    figures.add('planOf1MBToPainted', median(await paints(review, () => plan(1e6), 5)), 'ms', 1000);
    const rewritten = (word: string): string =>
      Array.from({ length: 9000 }, (_, i) => `Step ${i} is ${word} ${i}, ${'with some words '.repeat(5)}in it.\n`).join(
        '\n',
      );
    const second: SubjectView = { type: 'plan', markdown: rewritten('new'), options: [] };
    const view = planReview({ revision: 2, revisions: 2, earlier: [rewritten('old')] });
    figures.add('rewrittenPlanOf1MBToPainted', median(await paints(review, () => second, 3, view)), 'ms', 1500);
    figures.add('diffOf50000LinesToPainted', median(await paints(review, () => bigEdit(50_000), 5)), 'ms', 1000);
  } finally {
    await harness.stop();
  }
}

let serial = 0;

async function paints(
  review: ReviewPage,
  subject: () => SubjectView,
  runs: number,
  plan?: PlanReviewView,
): Promise<readonly number[]> {
  await paint(review, subject(), plan);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await paint(review, subject(), plan));
  return times;
}

async function paint(review: ReviewPage, subject: SubjectView, plan?: PlanReviewView): Promise<number> {
  const id = `bench-${serial++}`;
  // The message is there before the clock starts: what its way costs is the host's business.
  await review.page.evaluate(
    (told) => void Object.assign(globalThis, { told }),
    request({ id, subject, ...(plan ? { review: plan } : {}) }),
  );
  const took = await review.page.evaluate(async () => {
    const { told } = globalThis as unknown as { told: unknown };
    const start = performance.now();
    window.dispatchEvent(new MessageEvent('message', { data: { type: 'request', request: told } }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - start;
  });
  await review.waitFor((message) => message.type === 'shown' && message.id === id);
  return took;
}

import type { PlanReviewView, SubjectView } from '../../src/protocol/views';
import { bigEdit } from '../page/editSubjects';
import { review as planReview } from '../page/planRequests';
import { planText, request } from '../page/requests';
import { ReviewHarness } from '../support/reviewHarness';
import type { ReviewPage } from '../support/reviewHarness';
import type { Figures } from './figures';
import { addGrowth } from './growthFigures';
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
    const { subject: second, view } = rewrittenPlan(9000);
    figures.add('rewrittenPlanOf1MBToPainted', median(await paints(review, () => second, 3, view)), 'ms', 1500);
    addGrowth(figures, 'rewrittenPlanCompared', await comparisons(review, 1125), await comparisons(review, 9000));
    figures.add('diffOf50000LinesToPainted', median(await paints(review, () => bigEdit(50_000), 5)), 'ms', 1000);
  } finally {
    await harness.stop();
  }
}

let serial = 0;

/** The second revision of a plan of so many paragraphs, in which each has changed. */
function rewrittenPlan(paragraphs: number): { readonly subject: SubjectView; readonly view: PlanReviewView } {
  const text = (word: string): string =>
    Array.from(
      { length: paragraphs },
      (_, i) => `Step ${i} is ${word} ${i}, ${'with some words '.repeat(5)}in it.\n`,
    ).join('\n');
  return {
    subject: { type: 'plan', markdown: text('new'), options: [] },
    view: planReview({ revision: 2, revisions: 2, earlier: [text('old')] }),
  };
}

/** Milliseconds from the button to the changes since the revision before, a few times. */
async function comparisons(review: ReviewPage, paragraphs: number): Promise<readonly number[]> {
  const { subject, view } = rewrittenPlan(paragraphs);
  const times: number[] = [];
  for (let run = 0; run < 4; run++) {
    await paint(review, subject, view);
    const button = review.page.getByRole('button', { name: /^Changes/ });
    times.push(
      await button.evaluate(async (element: HTMLElement) => {
        const start = performance.now();
        element.click();
        while (document.querySelectorAll('.is-changes .blk').length < 2) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return performance.now() - start;
      }),
    );
  }
  return times;
}

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

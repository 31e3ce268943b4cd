import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RequestView } from '../../src/protocol/views';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';
import { flaws } from './checks';
import { again, planRequest, question, replacement, secondRevision } from './planRequests';
import { ended, planText } from './requests';

let harness: ReviewHarness;
before(async () => void (harness = await ReviewHarness.start()));
after(() => harness.stop());

interface Look {
  readonly request: RequestView;
  readonly act?: (review: ReviewPage) => Promise<void>;
}

const draft = 'Keep the public API as it is.';
const second = (id: string): RequestView => planRequest(secondRevision, { id, draft });
const press = (name: string) => (review: ReviewPage) => review.page.getByRole('button', { name }).first().click();

/** Everything that a plan under review can look like. */
const looks: Readonly<Record<string, Look>> = {
  first: { request: planRequest({}, { id: 'first' }) },
  threads: { request: second('threads') },
  end: {
    request: second('end'),
    act: (review) => review.page.evaluate(() => document.querySelector('main')?.scrollTo(0, 1e6)),
  },
  composer: {
    request: second('composer'),
    act: async (review) => {
      await review.main.getByText('Tokens move from process').evaluate((text) => {
        const [place, node] = [text.closest<HTMLElement>('[data-at]'), text.firstChild];
        place?.setAttribute('tabindex', '-1');
        place?.focus();
        if (node) getSelection()?.setBaseAndExtent(node, 72, node, 117);
      });
      await review.page.keyboard.press('c');
      await review.page.keyboard.type('Which key, and what happens to entries when it rotates?');
    },
  },
  preview: { request: second('preview'), act: press('Preview message') },
  approve: {
    request: second('approve'),
    act: async (review) => {
      await press('Preview message')(review);
      await press('On approve')(review);
      await review.page.locator('.drawer .dl').first().waitFor();
      await press('More ways to approve')(review);
    },
  },
  changes: {
    request: second('changes'),
    act: async (review) => {
      await review.button('Changes').or(review.button('Changes since 1')).first().click();
      await review.main.locator('.changed').first().waitFor();
      await review.page.evaluate(() => document.querySelector('.is-changes .changed')?.scrollIntoView());
    },
  },
  sourceChanges: {
    request: second('sourceChanges'),
    act: async (review) => {
      await review.button('Changes').or(review.button('Changes since 1')).first().click();
      await press('Show as source')(review);
      await review.main.locator('.dl').first().waitFor();
    },
  },
  source: { request: second('source'), act: press('Source') },
  find: {
    request: second('find'),
    act: async (review) => {
      await review.page.keyboard.press('Control+f');
      const box = review.page.getByRole('textbox', { name: 'Find in plan' });
      await box.fill('redis');
      await review.page.locator('.find').getByText('1 of 4').waitFor();
      await box.press('Enter');
      await review.page.locator('.find').getByText('2 of 4').waitFor();
    },
  },
  edited: {
    request: planRequest(
      { ...secondRevision, edited: planText.replace('Behind a flag', 'Behind two flags'), comments: [question] },
      { id: 'edited' },
    ),
  },
  noEdits: {
    request: planRequest(
      {
        comments: [question, replacement, again],
        edits: { possible: false, reason: 'Kimi cannot take an edited plan: deny sends your remarks.' },
      },
      { id: 'noEdits', abilities: { ...planRequest().abilities, additions: [] } },
    ),
  },
  failed: {
    request: planRequest(secondRevision, { id: 'failed', draft, status: ended('denied', { delivery: 'failed' }) }),
  },
};

const sizes = [
  { width: 1200, height: 900, axe: 'all' },
  { width: 700, height: 800, axe: 'none' },
  { width: 400, height: 800, axe: 'none' },
  { width: 400, height: 300, axe: 'one' },
] as const;

/** Waits for what is drawn only after a plan has been shown. */
async function complete({ main, page }: ReviewPage, { review }: RequestView): Promise<void> {
  await page.locator('.tools').getByText('min read').waitFor({ state: 'attached' });
  if (review?.type === 'plan' && review.earlier.length > 0)
    await main.locator('.blk').getByText('Changed: ').first().waitFor({ state: 'attached' });
}

for (const [name, { request, act }] of Object.entries(looks)) {
  test(`${name}: a plan at every size in every theme: buttons whole, nothing for axe`, async () => {
    const review = await harness.open();
    for (const { axe, ...size } of sizes) {
      if (size.height === 300 && /hanges|source|find/.test(name)) continue;
      await review.page.setViewportSize(size);
      await review.queue({ position: 1, total: 4, waiting: 4 });
      const shown = { ...request, id: `${request.id}-${size.width}-${size.height}` };
      await review.show(shown);
      await review.tell({
        type: 'paths',
        id: shown.id,
        files: [{ path: 'src/auth/middleware.ts' }, { path: 'src/auth/store.ts' }],
      });
      await complete(review, shown);
      await act?.(review);
      await review.rest();
      const cut = (found: string): boolean => act === undefined || found !== 'no room for the text';
      assert.deepEqual(await flaws(review, { axe, cut, name: `plan-${name}-${size.width}x${size.height}` }), []);
    }
    assert.deepEqual(review.problems, []);
    assert.deepEqual(await review.messages('failed'), []);
    await review.close();
  });
}

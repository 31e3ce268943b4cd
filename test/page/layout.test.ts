import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RequestView } from '../../src/protocol/views';
import { ReviewHarness, themes, type ReviewPage, type Theme } from '../support/reviewHarness';
import { outside, violations } from './checks';
import * as fixtures from './requests';
import { ended, request } from './requests';

let harness: ReviewHarness;
before(async () => void (harness = await ReviewHarness.start()));
after(() => harness.stop());

const noApprove = { possible: false, reason: 'This edit would not apply, so there is nothing to approve.' } as const;
const notes: RequestView['notes'] = [
  {
    kind: 'error',
    title: 'This edit would not apply.',
    text: 'src/auth/store.ts: The text it replaces is not in the file. The agent would get an error.',
  },
  { kind: 'warn', title: 'Outside the project:', text: '/home/mira/.zshrc' },
  { kind: 'info', title: 'The file has unsaved changes in an editor.', text: 'The agent reads the file on disk.' },
];

/** Everything that the page can look like. */
const looks: Readonly<Record<string, Partial<RequestView> | null>> = {
  plan: { subject: fixtures.plan },
  ways: { subject: fixtures.planWithWays },
  edit: { subject: fixtures.edit, notes: notes.slice(1, 2) },
  broken: { subject: fixtures.brokenEdit, notes, abilities: { ...request().abilities, approve: noApprove } },
  command: { subject: fixtures.command, draft: 'Run the tests only.\nPush later.' },
  longCommand: {
    subject: fixtures.longCommand,
    session: { title: 'Clean up the release pipeline and everything around it', subagent: 'release-helper' },
  },
  tool: { subject: fixtures.tool, abilities: { ...request().abilities, feedback: false } },
  question: { subject: fixtures.question },
  watching: { status: { type: 'watching', reason: 'Claude Code shows its own prompt and ignores answers from here.' } },
  answering: { status: { type: 'answering', decision: 'approve' } },
  sent: { status: ended('approved', { delivery: 'sent' }) },
  delivered: { status: ended('denied', { delivery: 'confirmed' }), draft: 'Keep the API.' },
  failed: { status: ended('denied', { delivery: 'failed' }), draft: 'Keep the API.' },
  overtaken: { status: ended('denied', { delivery: 'overtaken' }), draft: 'Keep the API.' },
  elsewhere: { status: ended('answeredElsewhere', { detail: 'It was allowed there.' }) },
  withdrawn: { status: ended('withdrawn') },
  expired: { status: ended('expired'), draft: 'Keep the API.' },
  handedBack: { status: ended('handedBack') },
  empty: null,
};

const sizes = [
  { width: 1200, height: 900 },
  { width: 700, height: 800 },
  { width: 400, height: 800 },
  { width: 400, height: 300 },
] as const;

async function eachLook(theme: Theme, see: (review: ReviewPage, name: string) => Promise<void>): Promise<void> {
  const review = await harness.open({ theme });
  for (const [name, look] of Object.entries(looks)) {
    await review.queue(look ? { position: 2, total: 4, waiting: 3 } : { position: 0, total: 0, waiting: 0 });
    await review.show(look && request({ id: name, ...look }));
    await see(review, name);
  }
  assert.deepEqual(review.problems, []);
  await review.close();
}

for (const theme of themes) {
  test(`${theme}: pictures, nothing outside the page, buttons whole at every size`, async () => {
    await eachLook(theme, async (review, name) => {
      for (const size of sizes) {
        await review.page.setViewportSize(size);
        await review.rest(30);
        await review.picture(`${name}-${size.width}x${size.height}-${theme}`);
        assert.deepEqual(await outside(review), [], `${name} ${size.width}x${size.height}`);
      }
    });
  });

  test(`${theme}: nothing for axe to find`, async () => {
    await eachLook(theme, async (review, name) => {
      for (const size of [sizes[0], sizes[3]]) {
        await review.page.setViewportSize(size);
        await review.rest(30);
        assert.deepEqual(await violations(review), [], `${name} ${size.width}x${size.height}`);
      }
    });
  });
}

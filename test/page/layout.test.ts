import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RequestView } from '../../src/protocol/views';
import { ReviewHarness } from '../support/reviewHarness';
import { flaws } from './checks';
import { brokenEdit, edit } from './editSubjects';
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
  edit: { subject: edit, notes: notes.slice(1, 2) },
  broken: { subject: brokenEdit, notes, abilities: { ...request().abilities, approve: noApprove } },
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
  { width: 1200, height: 900, axe: 'all' },
  { width: 700, height: 800, axe: 'none' },
  { width: 400, height: 800, axe: 'none' },
  { width: 400, height: 300, axe: 'one' },
] as const;

for (const [name, look] of Object.entries(looks)) {
  test(`${name}: nothing outside the page, buttons whole, nothing for axe to find, at every size in every theme`, async () => {
    const review = await harness.open();
    await review.queue(look ? { position: 2, total: 4, waiting: 3 } : { position: 0, total: 0, waiting: 0 });
    await review.show(look && request({ id: name, ...look }));
    for (const { axe, ...size } of sizes) {
      await review.page.setViewportSize(size);
      await review.rest();
      assert.deepEqual(await flaws(review, { axe, name: `${name}-${size.width}x${size.height}` }), []);
    }
    assert.deepEqual(review.problems, []);
    await review.close();
  });
}

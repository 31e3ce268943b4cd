import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFeedback } from '../../src/core/plan/feedback';
import { sectionsOf } from '../../src/core/plan/outline';
import type { ReviewPage } from '../support/reviewHarness';
import { planRequest, question, replacement } from './planRequests';
import { planText } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await review.page.keyboard.press(key);
};

async function decided(): Promise<unknown> {
  const message = await review.waitFor((one) => one.type === 'decide');
  return message.type === 'decide' ? message.decision : undefined;
}

test('the preview is what is sent, as edited; it is made anew when a comment changes, and can be taken back', async () => {
  await review.show(planRequest({ comments: [question] }));
  await press('m');
  const message = review.page.getByRole('textbox', { name: 'Message to the agent' });
  const compiled = compileFeedback(sectionsOf(planText), { comments: [question], remark: '' });
  assert.equal(await message.inputValue(), compiled);
  await message.fill(`${compiled}\n\nBe brief.`);
  await review.button('Reset text').waitFor();
  assert.match(await review.read(review.page.locator('.bar-say')), /sends the message as you edited it/);
  await review.remark.fill('And soon.');
  await review.page.getByText('The message was made anew.').waitFor();
  assert.match(await message.inputValue(), /And soon\.$/);
  await review.button('Use my text').click();
  assert.equal(await message.inputValue(), `${compiled}\n\nBe brief.`);
  await review.button('Copy').click();
  await review.button('Deny with feedback').click();
  assert.deepEqual(await decided(), { type: 'deny', feedback: `${compiled}\n\nBe brief.` });
  assert.equal((await review.messages('copy'))[0]?.text, `${compiled}\n\nBe brief.`);
});

test('approve with remarks applies suggestions and adds the rest as notes; the drawer shows it before', async () => {
  await review.show(planRequest({ comments: [question, replacement] }));
  assert.match(
    await review.read(review.page.locator('.bar-say')),
    /Deny sends all 2\. Approve applies 1 change and adds 1 note\./,
  );
  await review.page.getByRole('button', { name: 'Preview message' }).click();
  await review.button('On approve').click();
  await review.page.locator('.drawer .dl').first().waitFor();
  const diff = (await review.page.locator('.drawer .msg').textContent()) ?? '';
  assert.match(diff, /then keep the old path behind a flag/);
  assert.match(diff, /## Reviewer notes/);
  await review.button('Approve with remarks').click();
  const decision = (await decided()) as { type: string; plan: string; addition?: string };
  assert.equal(decision.type, 'approve');
  assert.equal(decision.addition, undefined);
  assert.ok(decision.plan.includes('then keep the old path behind a flag for one release'));
  assert.ok(!decision.plan.includes('then delete the old path'));
  assert.ok(decision.plan.endsWith(`${question.body}\n`));
  assert.ok(decision.plan.includes('not needed.\n\n## Reviewer notes\n'));
});

test('where an edited plan is not taken, approve says so and sends none', async () => {
  const reason = 'Kimi cannot take an edited plan: deny sends your remarks.';
  await review.show(
    planRequest(
      { comments: [replacement], edits: { possible: false, reason } },
      { abilities: { ...planRequest().abilities, additions: [] } },
    ),
  );
  assert.match(await review.read(review.page.locator('.bar-say')), /Approve would not send them/);
  await review.button('Approve').click();
  assert.deepEqual(await decided(), { type: 'approve' });
});

test('an edit from an editor tab is what is sent; it can be discarded', async () => {
  const edited = planText.replace('Behind a flag', 'Behind two flags');
  await review.show(planRequest({ edited }));
  await review.page.getByText('You edited this plan.').waitFor();
  await review.button('Discard edit').click();
  await review.waitFor((message) => message.type === 'discardEdit' && message.id === 'r1');
  await review.button('Approve with remarks').click();
  assert.deepEqual(await decided(), { type: 'approve', plan: edited });
});

test('a mode is chosen by a decision button of its own, under the same rules', async () => {
  await review.takeTime();
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'request', request: planRequest() });
  await review.waitFor((message) => message.type === 'shown');
  await review.stopTime();
  await review.button('More ways to approve').click();
  const item = review.page.getByRole('menuitem', { name: /accept edits/ });
  await item.click();
  assert.deepEqual(await review.messages('decide'), [], 'not while it settles');
  await review.pass(60_000);
  await review.settled();
  // Events of scripts do not count, nor does a press that began elsewhere, nor a key that is held.
  await item.evaluate((element: HTMLElement) => element.click());
  await review.button('More ways to approve').hover();
  await review.page.mouse.down();
  await item.hover();
  await review.page.mouse.up();
  await review.button('More ways to approve').focus();
  await review.page.keyboard.press('Escape');
  await review.button('More ways to approve').focus();
  await review.page.keyboard.down('Enter');
  await review.page.keyboard.down('Enter');
  await review.page.keyboard.up('Enter');
  assert.deepEqual(await review.messages('decide'), []);
  await press('ArrowDown', 'ArrowDown', 'Enter');
  assert.deepEqual(await decided(), { type: 'approve', addition: 'acceptEdits' });
});

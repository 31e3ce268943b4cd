import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewPage } from '../support/reviewHarness';
import { ended, request } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

async function drafts(): Promise<readonly string[]> {
  return (await review.messages('draft')).map((message) => `${message.id}: ${message.text}`);
}

test('typing is saved once it rests', async () => {
  await review.takeTime();
  await review.show(request());
  await review.stopTime();
  await review.remark.focus();
  await review.page.keyboard.type('Keep');
  await review.pass(140);
  await review.page.keyboard.type(' it');
  await review.pass(140);
  assert.deepEqual(await drafts(), []);
  await review.pass(10);
  assert.deepEqual(await drafts(), ['r1: Keep it']);
});

test('what was typed before is there again, and never in another request', async () => {
  await review.show(request({ id: 'a', draft: 'from before' }));
  assert.equal(await review.remark.inputValue(), 'from before');
  await review.remark.fill('for a');
  await review.show(request({ id: 'b' }));
  assert.equal(await review.remark.inputValue(), '');
  assert.deepEqual((await drafts()).at(-1), 'a: for a');
  await review.remark.fill('for b');
  // The extension may not have had the draft yet when it tells of the request again.
  await review.show(request({ id: 'a', hash: 'h2', draft: 'from before' }));
  assert.equal(await review.remark.inputValue(), 'for a');
  assert.ok(!(await drafts()).some((draft) => draft === 'a: for b' || draft === 'b: for a'));
  await review.show(request({ id: 'b', hash: 'h2' }));
  assert.equal(await review.remark.inputValue(), 'for b');
});

test('keys typed on while another request comes go nowhere', async () => {
  await review.takeTime();
  await review.show(request({ id: 'a' }));
  await review.remark.focus();
  await review.page.keyboard.type('half a sen');
  await review.show(request({ id: 'b' }));
  await review.page.keyboard.type('tence');
  await review.stopTime();
  await review.pass(1000);
  assert.equal(await review.remark.inputValue(), '');
  assert.equal((await drafts()).at(-1), 'a: half a sen');
});

test('the draft is saved before a decision, a move, on leaving the box and when the page is hidden', async () => {
  const last = async (): Promise<string | undefined> => (await drafts()).at(-1);
  await review.takeTime();
  await review.show(request({ id: 'a' }));
  // So that none is saved because typing rests.
  await review.stopTime();
  await review.remark.fill('one');
  await review.page.keyboard.press('Alt+ArrowDown');
  await review.waitFor((message) => message.type === 'go');
  assert.equal(await last(), 'a: one');
  await review.remark.fill('two');
  await review.page.keyboard.press('Escape');
  assert.equal(await last(), 'a: two');
  assert.equal(await review.remark.inputValue(), 'two');
  await review.remark.fill('three');
  await review.button('Deny with feedback').click();
  await review.waitFor((message) => message.type === 'decide');
  assert.equal(await last(), 'a: three');
});

test('the label follows the text, and no button moves for it', async () => {
  await review.show(request());
  const place = (): Promise<unknown> => review.page.locator('[data-decide=deny]').boundingBox();
  const at = await place();
  assert.equal(await review.button('Deny').count(), 1);
  await review.remark.fill('No');
  assert.equal(await review.button('Deny with feedback').count(), 1);
  assert.deepEqual(await place(), at);
  await review.remark.fill(' \n ');
  assert.equal(await review.button('Deny').count(), 1);
});

test('an agent that takes no feedback gets none, and the page says so', async () => {
  await review.show(request({ draft: 'from before', abilities: { ...request().abilities, feedback: false } }));
  assert.equal(await review.remark.isDisabled(), true);
  assert.match((await review.remark.getAttribute('placeholder')) ?? '', /Claude Code/);
  await review.button('Deny').click();
  await review.waitFor((message) => message.type === 'decide');
  assert.deepEqual((await review.messages('decide'))[0]?.decision, { type: 'deny', feedback: '' });
});

test('text that was not sent can be copied, and what was sent cannot', async () => {
  await review.show(request({ id: 'a' }));
  await review.remark.fill('Keep it');
  await review.tell({ type: 'status', id: 'a', status: ended('denied', { delivery: 'failed' }) });
  await review.page.getByText('NOT delivered.').waitFor();
  await review.button('Copy text').click();
  assert.deepEqual(await review.waitFor((message) => message.type === 'copy'), { type: 'copy', text: 'Keep it' });
  await review.tell({ type: 'status', id: 'a', status: ended('denied', { delivery: 'confirmed' }) });
  await review.page.getByText('Denied, delivered').waitFor();
  assert.equal(await review.button('Copy text').count(), 0);
  await review.show(request({ id: 'b', draft: 'And this', status: ended('approved', { delivery: 'sent' }) }));
  assert.equal(await review.button('Copy text').count(), 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileEditFeedback } from '../../src/core/edit/feedback';
import type { ReviewComment } from '../../src/protocol/comment';
import type { ReviewPage } from '../support/reviewHarness';
import { flaws } from './checks';
import { editRequest, files, remember, storeFile } from './editReviews';
import { command, ended, request, tool } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await review.page.keyboard.press(key);
};
const says = (): Promise<string> => review.read(review.page.locator('.bar-say'));
const abilities = { ...request().abilities, additions: remember };
const comments: readonly ReviewComment[] = [
  { id: 'w', kind: 'comment', body: 'Smaller steps.' },
  {
    id: 'l',
    kind: 'comment',
    body: 'Why must the check go?',
    file: storeFile.absolutePath,
    side: 'old',
    anchor: {
      startLine: 43,
      endLine: 43,
      quote: '    if (token && token.exp < Date.now()) return refreshInline(token);',
    },
  },
  {
    id: 'r',
    kind: 'replace',
    body: '    if (token === undefined) return undefined;',
    file: storeFile.absolutePath,
    anchor: { startLine: 43, endLine: 43, quote: '    if (token === null) return undefined;' },
  },
];

async function decided(): Promise<unknown> {
  const message = await review.waitFor((one) => one.type === 'decide');
  return message.type === 'decide' ? message.decision : undefined;
}

test('a deny sends what the preview shows, left hunks with it', async () => {
  await review.show(editRequest({ comments, left: ['s2'] }));
  await review.remark.fill('Keep the API.');
  assert.match(await says(), /^Deny sends all 3 and your remark and says to leave 1 hunk alone\./);
  await review.remark.press('Escape');
  await press('m');
  const preview = review.page.getByRole('textbox', { name: 'Message to the agent' });
  const message = compileEditFeedback(files, { comments, left: ['s2'], remark: 'Keep the API.' });
  assert.equal(await preview.inputValue(), message);
  await review.button('Deny with feedback').click();
  assert.deepEqual(await decided(), { type: 'deny', feedback: message });
});

test('the message can be written anew; another mark makes it anew, and it is kept', async () => {
  await review.show(editRequest({ comments }));
  await review.button('Preview message').click();
  const preview = review.page.getByRole('textbox', { name: 'Message to the agent' });
  await preview.fill('In short: no.');
  assert.match(await says(), /^Deny sends the message as you edited it\./);
  await review.page.getByRole('checkbox', { name: 'Take hunk 2' }).click();
  assert.match(await preview.inputValue(), /## Leave as it is on disk/);
  await review.button('Use my text').click();
  await review.button('Deny with feedback').click();
  assert.deepEqual(await decided(), { type: 'deny', feedback: 'In short: no.' });
});

test('an approval carries the hunks that are left out; the button says so and stays in its place', async () => {
  await review.show(editRequest({ left: ['gone'] }));
  const button = review.page.locator('[data-decide=approve]');
  const box = await button.boundingBox();
  assert.match(await says(), /Approve lets Claude Code write these 2 files\.$/);
  await review.page.getByRole('checkbox', { name: 'Take hunk 2' }).click();
  await review.button('Approve 2 of 3 hunks').waitFor();
  assert.deepEqual(await button.boundingBox(), box);
  assert.match(await says(), /Hunk 2 stays as on disk\. Claude Code does not tell its model that a part was taken\.$/);
  await review.button('Approve 2 of 3 hunks').click();
  assert.deepEqual(await decided(), { type: 'approve', left: ['s2'] });
});

test('whole, an edit is approved as it is; comments are not sent with it, and it says so', async () => {
  await review.show(editRequest({ comments, left: ['gone'] }));
  assert.match(await says(), /Approve lets Claude Code write these 2 files, without your 3 comments\.$/);
  await review.button('Approve').click();
  assert.deepEqual(await decided(), { type: 'approve' });
  await review.tell({ type: 'status', id: 'e1', status: ended('approved', { delivery: 'sent' }) });
  await review.page.getByText('Your comments were not sent.').waitFor();
});

test('what the person edited is named, and whether the model learns of it', async () => {
  const subject = { type: 'edit', files: [{ ...storeFile, edited: true }], fields: [] } as const;
  await review.show(editRequest({}, { subject }));
  assert.match(await says(), /Your edits are in it\. Claude Code does not tell its model/);
});

test('with nothing taken there is nothing to approve, neither by button, key nor menu', async () => {
  await review.show(editRequest({ left: ['s1', 's2', 'z1'] }, { abilities }));
  const approve = review.page.locator('[data-decide=approve]').first();
  assert.equal(await approve.getAttribute('aria-disabled'), 'true');
  assert.match(await says(), /Nothing is taken: that is a deny\./);
  await approve.click({ force: true });
  await press('Escape', 'Control+Shift+Enter');
  await review.button('More ways to approve').click();
  await review.page.getByRole('menuitem').first().click({ force: true });
  assert.deepEqual(await review.messages('decide'), []);
  await press('Escape', 'Control+Shift+Backspace');
  const feedback = compileEditFeedback(files, { comments: [], left: ['s1', 's2', 'z1'], remark: '' });
  assert.deepEqual(await decided(), { type: 'deny', feedback });
});

test('where no part can be taken, marks that are there do not count', async () => {
  const edits = { possible: false, reason: 'Kimi cannot take a changed edit.' } as const;
  await review.show(editRequest({ left: ['s2'], edits, told: '' }));
  assert.doesNotMatch(await says(), /Hunk|hunk/);
  await review.button('Approve').click();
  assert.deepEqual(await decided(), { type: 'approve' });
});

test('what an approval adds is chosen in the menu, by keyboard, for every subject; nothing is chosen beforehand', async () => {
  for (const [id, subject] of Object.entries({ command, tool })) {
    await review.show(request({ id, subject, abilities }));
    await review.button('More ways to approve').focus();
    await press('Enter', 'ArrowUp', 'ArrowDown', 'ArrowDown');
    const item = review.page.getByRole('menuitem', { name: 'Approve: and accept all edits' });
    assert.equal(await item.evaluate((one) => one === document.activeElement), true);
    assert.match(await review.read(item), /Stored in \.claude\/settings\.local\.json/);
    await press('Escape');
    assert.equal(await review.page.getByRole('menu').count(), 0);
    assert.equal(await review.button('More ways to approve').evaluate((one) => one === document.activeElement), true);
    await press('Enter', 'ArrowDown', 'Enter');
    await review.waitFor((one) => one.type === 'decide' && one.id === id);
    const { decision } = (await review.messages('decide')).at(-1)!;
    assert.deepEqual(decision, { type: 'approve', addition: 'rule-1' });
  }
  await review.show(editRequest({ left: ['z1'] }, { abilities }));
  await review.button('More ways to approve').click();
  await review.page.getByRole('menuitem', { name: /^Approve 2 of 3 hunks: and accept/ }).click();
  await review.waitFor((one) => one.type === 'decide' && one.id === 'e1');
  const { decision } = (await review.messages('decide')).at(-1)!;
  assert.deepEqual(decision, { type: 'approve', left: ['z1'], addition: 'rule-2' });
});

test('an item of the menu takes no press that began before the edit settled', async () => {
  await review.takeTime();
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'request', request: editRequest({}, { abilities }) });
  await review.waitFor((message) => message.type === 'shown');
  await review.stopTime();
  await review.button('More ways to approve').click();
  const item = review.page.getByRole('menuitem').first();
  await item.hover();
  await review.page.mouse.down();
  await review.pass(60_000);
  await review.settled();
  await review.page.mouse.up();
  await item.evaluate((element: HTMLElement) => element.click());
  assert.deepEqual(await review.messages('decide'), []);
  await item.click();
  assert.deepEqual(await decided(), { type: 'approve', addition: 'rule-1' });
});

test('only what the agent asks or the disk can change what is read; the own hand is no news', async () => {
  const first = editRequest();
  await review.show(first);
  await review.show({ ...first, hash: 'h2' });
  assert.equal(await review.page.getByText('The request changed while it was open.').count(), 0);
  await review.show({ ...first, hash: 'h3', basis: 'b2' });
  await review.page.getByText('The request changed while it was open.').waitFor();
});

test('nothing is cut off and axe finds nothing: comments, box, menu, preview, in every theme and width', async () => {
  for (const width of [400, 1200]) {
    await review.load({ width, height: 800 });
    await review.show(editRequest({ comments, left: ['s2'] }, { abilities }));
    await press('j', 'j', 'c');
    const check = async (what: string): Promise<void> =>
      assert.deepEqual(await flaws(review, { axe: width === 1200 ? 'all' : 'one', name: `edit-${what}-${width}` }), []);
    await check('box');
    await press('Escape');
    await review.button('More ways to approve').click();
    const menu = await review.page.getByRole('menu').boundingBox();
    assert.ok(menu && menu.x >= 0 && menu.x + menu.width <= width && menu.y >= 0, `menu at ${width}`);
    await check('menu');
    await press('Escape', 'm');
    await check('preview');
  }
});

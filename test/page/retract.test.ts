import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewPage } from '../support/reviewHarness';
import { outside, violations } from './checks';
import { ended, request } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const approve = 'Control+Shift+Enter';
const careful = { risk: 'careful', retractMs: 2000 } as const;

async function said(): Promise<readonly string[]> {
  const decided = (await review.messages('decide')).map((one) => one.decision.type);
  return [...decided, ...(await told('undo')), ...(await told('sendNow'))];
}

async function told(type: 'undo' | 'sendNow'): Promise<readonly string[]> {
  return (await review.messages(type)).map((one) => `${type} ${one.id}`);
}

/** The extension has taken the approval, and holds it back for so long. */
async function holdBack(milliseconds = 60_000): Promise<void> {
  await review.tell({ type: 'status', id: 'r1', status: { type: 'heldBack', until: Date.now() + milliseconds } });
  await review.button('Undo').waitFor();
}

async function held(): Promise<void> {
  await review.show(request(careful));
  await review.button('Approve').click();
  await holdBack();
}

test('before it, the sentence says how long an approval can be taken back, and only where it can', async () => {
  const sentence = review.page.locator('#bar-say');
  await review.show(request(careful));
  assert.match((await sentence.textContent()) ?? '', /Goes out 2 s after you approve\. Undo until then\./);
  await review.show(request({ id: 'r2' }));
  assert.doesNotMatch((await sentence.textContent()) ?? '', /Undo/);
});

test('the seconds count down', async () => {
  await review.takeTime();
  await review.show(request(careful));
  await review.stopTime();
  const now = await review.page.evaluate(() => Date.now());
  await review.tell({ type: 'status', id: 'r1', status: { type: 'heldBack', until: now + 2000 } });
  await review.page.getByText('Sending in 2 s', { exact: true }).waitFor();
  await review.pass(1500);
  await review.page.getByText('Sending in 1 s', { exact: true }).waitFor();
});

test('Undo is the filled one, lies where Approve was, and the bar keeps its height', async () => {
  for (const size of [
    { width: 1200, height: 900 },
    { width: 760, height: 800 },
    { width: 400, height: 800 },
    { width: 400, height: 300 },
  ]) {
    await review.page.setViewportSize(size);
    await review.show(null);
    await review.show(request(careful));
    const bar = review.page.locator('.bar');
    const first = await bar.boundingBox();
    const was = await review.button('Approve').boundingBox();
    await holdBack();
    const is = await review.button('Undo').boundingBox();
    assert.ok(was && is && first, 'all are there');
    const name = `${size.width}x${size.height}`;
    assert.equal((await bar.boundingBox())?.height, first.height, name);
    const [x, y] = [was.x + was.width / 2, was.y + was.height / 2];
    assert.ok(is.x <= x && x <= is.x + is.width && is.y <= y && y <= is.y + is.height, name);
    assert.equal(await review.page.locator('.bar .primary').getAttribute('data-decide'), 'undo');
    assert.deepEqual(await outside(review), [], name);
  }
});

test('what is under review stays where it is while an approval is held back', async () => {
  await review.page.setViewportSize({ width: 400, height: 800 });
  await review.show(request({ ...careful, project: 'a-project-whose-name-needs-a-line-of-its-own' }));
  const first = await review.main.boundingBox();
  await holdBack();
  assert.deepEqual(await review.main.boundingBox(), first);
});

test('a second click in the same place takes it back, without waiting, and never sends it', async () => {
  await review.queue({ settleMs: 0 });
  await review.show(request(careful));
  await review.queue({ settleMs: 60_000 });
  await review.button('Approve').click();
  await holdBack();
  await review.page.mouse.down();
  await review.page.mouse.up();
  assert.deepEqual(await said(), ['approve', 'undo r1']);
});

test('a click that began on Approve is no click on Undo', async () => {
  await review.show(request(careful));
  await review.button('Approve').hover();
  await review.page.mouse.down();
  await holdBack();
  await review.page.mouse.up();
  assert.deepEqual(await said(), []);
});

test('Escape takes it back', async () => {
  await held();
  await review.page.keyboard.press('Escape');
  await review.page.keyboard.press('Escape');
  assert.deepEqual(await said(), ['approve', 'undo r1']);
});

test('Escape does nothing else: not on an open request, and not once it has ended', async () => {
  await review.show(request(careful));
  await review.page.keyboard.press('Escape');
  await review.show(request({ ...careful, status: ended('approved') }));
  await review.page.keyboard.press('Escape');
  assert.deepEqual(await said(), []);
});

test('Send now takes a click or the chord, each begun after the settle time', async () => {
  await review.show(request(careful));
  await review.queue({ settleMs: 60_000 });
  await holdBack();
  await review.button('Send now').click();
  await review.page.keyboard.press(approve);
  assert.deepEqual(await said(), []);
  for (const way of ['click', 'chord'] as const) {
    await review.queue({ settleMs: 0 });
    await review.show(request(careful));
    await holdBack();
    await review.settled();
    if (way === 'click') await review.button('Send now').click();
    else await review.page.keyboard.press(approve);
  }
  assert.deepEqual(await said(), ['sendNow r1', 'sendNow r1']);
});

test('the chord that approved has to come up before it sends', async () => {
  const { keyboard } = review.page;
  await review.show(request(careful));
  for (const key of ['Control', 'Shift', 'Enter']) await keyboard.down(key);
  await holdBack();
  await review.settled();
  await keyboard.down('Enter');
  assert.deepEqual(await said(), ['approve']);
  await keyboard.up('Enter');
  await keyboard.down('Enter');
  assert.deepEqual(await said(), ['approve', 'sendNow r1']);
});

test('while it is held back nothing can be decided anew', async () => {
  await held();
  await review.page.keyboard.press('Control+Shift+Backspace');
  assert.equal(await review.button('Deny').count(), 0);
  assert.deepEqual(await said(), ['approve']);
});

test('taken back, it is open again, and settles again', async () => {
  await held();
  await review.button('Undo').click();
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'status', id: 'r1', status: { type: 'open' } });
  await review.button('Approve').click();
  await review.page.keyboard.press(approve);
  assert.deepEqual(await said(), ['approve', 'undo r1']);
  assert.equal(await review.page.locator('.bar.settling').count(), 1);
});

test('an undo that came too late is told', async () => {
  await held();
  await review.button('Undo').click();
  await review.tell({ type: 'refused', id: 'r1', reason: 'It has been sent already.' });
  await review.page.getByText('It has been sent already.').waitFor();
});

test('nothing for axe to find while it is held back, and it is announced once', async () => {
  await held();
  assert.deepEqual(await violations(review), []);
  const status = review.page.locator('.bar-held [role=status]');
  assert.match((await status.textContent()) ?? '', /Escape takes it back/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { useDanger } from './danger';
import { commandView, request } from './requests';

/*
 * The way for those who cannot hold a button: assistive technology activates it, with nothing that goes down and comes up. An access key
 * is activated by the browser in the same way, so it stands in.
 */

const on = useDanger();
const careful = { risk: 'careful', retractMs: 2000 } as const;

/** Activates a button by a click of the browser's own, and gives what else came with it. */
async function activate(button: Locator): Promise<readonly string[]> {
  const { page } = on.review;
  await button.evaluate((element: HTMLElement) => {
    element.accessKey = 'k';
    const came: string[] = [];
    const types = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'keydown', 'keyup'];
    for (const type of types)
      addEventListener(type, (event) => void came.push(`${type} ${event.target === element}`), true);
    Object.assign(window, { came });
  });
  const session = await page.context().newCDPSession(page);
  const key = { key: 'k', code: 'KeyK', windowsVirtualKeyCode: 75, unmodifiedText: 'k', modifiers: 1 };
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown' });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
  await session.detach();
  return page.evaluate(() => (window as unknown as { readonly came: readonly string[] }).came);
}

test('a careful request takes one activation', async () => {
  await on.review.show(request(careful));
  const came = await activate(on.approve());
  assert.ok(!came.some((one) => /^(pointer|mouse)/.test(one)), `only the click: ${came.join(', ')}`);
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

test('before the settle time is over it does nothing', async () => {
  await on.review.queue({ settleMs: 60_000 });
  for (const risk of ['careful', 'dangerous'] as const) {
    await on.review.tell({ type: 'request', request: request({ id: risk, risk, subject: commandView('rm -rf x') }) });
    await on.review.waitFor((message) => message.type === 'shown' && message.id === risk);
    await activate(on.approve());
    assert.doesNotMatch(await on.words(), /Confirm/);
  }
  assert.deepEqual(await on.decisions(), []);
});

test('a dangerous one takes two, told in words, and not in one breath', async () => {
  await on.show();
  await activate(on.approve());
  assert.equal(await on.words(), 'Confirm approval');
  const said = on.review.page.locator('.bar > [role=status]');
  assert.equal(await said.textContent(), 'Press again within 5 s to confirm the approval.');
  await on.pass(499);
  await activate(on.approve());
  assert.deepEqual(await on.decisions(), []);
  await on.pass(500);
  await activate(on.approve());
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

test('a dangerous one whose end was not seen takes none', async () => {
  const lines = Array.from({ length: 300 }, (_, line) => `rm -rf cache/${line}`).join('\n');
  await on.review.show(request({ risk: 'dangerous', subject: commandView(lines) }));
  await on.review.stopTime();
  for (let i = 0; i < 3; i += 1) {
    await activate(on.approve());
    await on.pass(1000);
  }
  assert.deepEqual(await on.decisions(), []);
});

test('held back, it is undone at once, and sent at once after the settle time', async () => {
  const { review } = on;
  await review.show(request(careful));
  await review.queue({ settleMs: 60_000 });
  const held = { type: 'status', id: 'r1', status: { type: 'heldBack', until: Date.now() + 60_000 } } as const;
  await review.tell(held);
  await activate(review.button('Send now'));
  assert.deepEqual(await review.messages('sendNow'), []);
  await activate(review.button('Undo'));
  await review.waitFor((message) => message.type === 'undo');
  await review.queue({ settleMs: 0 });
  await review.show(request(careful));
  await review.tell(held);
  await review.page.locator('.bar.held-back:not(.settling)').waitFor();
  await activate(review.button('Send now'));
  await review.waitFor((message) => message.type === 'sendNow');
});

test('a press that comes as mouse events alone is one, too', async () => {
  const { page } = on.review;
  await page.addInitScript(() => {
    if (!location.search.includes('mouse-alone')) return;
    for (const type of ['pointerdown', 'pointerup', 'pointermove', 'pointerout'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), true);
  });
  await page.goto(`${page.url()}&mouse-alone`);
  await on.review.queue();
  await on.show();
  await on.approve().click();
  assert.equal(await on.words(), 'Confirm approval');
  await on.pass(600);
  await on.approve().click();
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDanger } from './danger';
import { request } from './requests';

const on = useDanger();
const chord = ['Control', 'Shift', 'Enter'] as const;

test('held for a second by the pointer, it approves once, with what was shown', async () => {
  await on.show();
  assert.equal(await on.words(), 'Hold to approve');
  await on.pointerDown();
  await on.pass(999);
  assert.equal(await on.words(), 'Keep holding');
  assert.deepEqual(await on.decisions(), []);
  await on.pass(1);
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
  await on.pass(3000);
  await on.review.page.mouse.up();
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

test('let go early, it does nothing', async () => {
  await on.show();
  await on.pointerDown();
  await on.pass(900);
  await on.review.page.mouse.up();
  assert.equal(await on.words(), 'Hold to approve');
  await on.pass(5000);
  assert.deepEqual(await on.decisions(), []);
});

test('whatever comes between ends the holding', async () => {
  const { page } = on.review;
  const disturbances: Readonly<Record<string, () => Promise<unknown>>> = {
    leaving: () => page.mouse.move(5, 5),
    'leaving for the other button': () => page.locator('.decide [data-decide=deny]').hover(),
    'a key': () => page.keyboard.press('a'),
    Escape: () => page.keyboard.press('Escape'),
    wheel: () => page.mouse.wheel(0, 10),
    'losing the keyboard': () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    'being hidden': () => on.review.tell({ type: 'visible', visible: false }),
    'another text': () => on.review.tell({ type: 'request', request: request({ risk: 'dangerous', hash: 'h2' }) }),
    'another request': () => on.review.tell({ type: 'request', request: request({ risk: 'dangerous', id: 'r2' }) }),
    'an end': () =>
      on.review.tell({ type: 'status', id: 'r1', status: { type: 'ended', outcome: 'withdrawn', at: Date.now() } }),
  };
  for (const [name, disturb] of Object.entries(disturbances)) {
    await on.review.tell({ type: 'visible', visible: true });
    await on.review.resumeTime();
    await on.review.show(null);
    await on.show();
    await on.pointerDown();
    await on.pass(500);
    assert.equal(await on.words(), 'Keep holding', name);
    await disturb();
    await on.review.rest();
    if (name.startsWith('leaving')) await on.approve().hover();
    await on.pass(2000);
    await page.mouse.up();
    await on.pass(2000);
    assert.deepEqual(await on.decisions(), [], name);
  }
});

test('held by a key on the button it approves; repeats are no new presses', async () => {
  const { keyboard } = on.review.page;
  for (const key of ['Enter', 'Space']) {
    await on.review.resumeTime();
    await on.show({ id: key });
    await on.approve().focus();
    await keyboard.down(key);
    await on.pass(600);
    for (let i = 0; i < 10; i += 1) await keyboard.down(key);
    await on.pass(399);
    assert.ok(!(await on.decisions()).includes(`${key} h1 approve`));
    await on.pass(1);
    assert.equal((await on.decisions()).filter((one) => one === `${key} h1 approve`).length, 1);
    // Still held when the next one comes.
    await on.review.resumeTime();
    await on.show({ id: `${key} next` });
    await on.approve().focus();
    await keyboard.down(key);
    await on.pass(3000);
    await keyboard.up(key);
    await on.pass(3000);
    assert.ok(!(await on.decisions()).includes(`${key} next h1 approve`));
  }
});

test('the chord approves when it is held, and not when any of its keys comes up', async () => {
  const { keyboard } = on.review.page;
  const down = async (): Promise<void> => {
    for (const key of chord) await keyboard.down(key);
  };
  const up = async (): Promise<void> => {
    for (const key of chord) await keyboard.up(key);
  };
  await on.show();
  for (const key of chord) {
    await down();
    await on.pass(700);
    await keyboard.down('Enter');
    await keyboard.up(key);
    await on.pass(1000);
    await up();
    await on.pass(6000);
  }
  assert.deepEqual(await on.decisions(), []);
  await down();
  await on.pass(1000);
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

test('Deny is the filled one from the first to the last, and takes one press', async () => {
  await on.show();
  const filled = async (): Promise<readonly (string | null)[]> =>
    on.review.page.locator('.decide .primary').evaluateAll((all) => all.map((one) => one.getAttribute('data-decide')));
  assert.deepEqual(await filled(), ['deny']);
  await on.review.remark.fill('Keep the cache');
  assert.deepEqual(await filled(), ['deny']);
  await on.approve().click();
  assert.deepEqual(await filled(), ['deny']);
  await on.review.button('Deny with feedback').click();
  assert.deepEqual(await on.decisions(), ['r1 h1 deny']);
});

test('a press that began before the settle time was over holds nothing', async () => {
  await on.review.queue({ settleMs: 60_000 });
  await on.review.tell({ type: 'request', request: request({ risk: 'dangerous' }) });
  await on.review.waitFor((message) => message.type === 'shown');
  await on.review.page.locator('.decide [data-decide=approve]:not([aria-disabled])').waitFor();
  await on.review.stopTime();
  await on.pointerDown();
  await on.review.page.keyboard.down('Control');
  await on.review.page.keyboard.down('Shift');
  await on.review.page.keyboard.down('Enter');
  await on.pass(61_000);
  await on.review.page.keyboard.down('Enter');
  await on.pass(2000);
  await on.review.page.mouse.up();
  await on.review.page.keyboard.up('Enter');
  assert.deepEqual(await on.decisions(), []);
});

test('with reduced motion the words tell the time', async () => {
  await on.review.page.emulateMedia({ reducedMotion: 'reduce' });
  await on.show();
  await on.pointerDown();
  await on.pass(10);
  assert.equal(await on.words(), 'Keep holding\n1 s');
  assert.equal(await on.review.page.locator('.hold-fill').isVisible(), false);
  await on.review.page.mouse.up();
  await on.review.page.emulateMedia({ reducedMotion: 'no-preference' });
});

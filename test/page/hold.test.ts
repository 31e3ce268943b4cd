import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { RequestView } from '../../src/protocol/views';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';
import { commandView, request } from './requests';

let harness: ReviewHarness;
let review: ReviewPage;
before(async () => {
  harness = await ReviewHarness.start();
  review = await harness.open();
  await review.page.clock.install();
  await review.close();
});
after(() => harness.stop());
beforeEach(async () => void (review = await harness.open()));
afterEach(async () => {
  assert.deepEqual(review.problems, []);
  await review.page.clock.resume();
  await review.close();
});

const chord = ['Control', 'Shift', 'Enter'] as const;
const additions = [
  { id: 'always', label: 'Always allow rm here', detail: 'A rule is written.' },
  { id: 'session', label: 'Allow rm in this session', detail: 'Until it ends.' },
];

async function decisions(): Promise<readonly string[]> {
  await review.rest();
  return review.messages('decide').map(({ id, hash, decision }) => {
    const adds = decision.type === 'approve' && decision.addition !== undefined ? ` ${decision.addition}` : '';
    return `${id} ${hash} ${decision.type}${adds}`;
  });
}

function approve(): Locator {
  return review.page.locator('.decide [data-decide=approve]');
}

function words(button = approve()): Promise<string> {
  return button.evaluate((element: HTMLElement) => element.innerText.trim());
}

/** From now on, time passes only by `pass`. */
async function stopTime(): Promise<void> {
  await review.page.clock.pauseAt(await review.page.evaluate(() => Date.now() + 5000));
}

function pass(milliseconds: number): Promise<void> {
  return review.page.clock.runFor(milliseconds);
}

/** Shows a dangerous command that can be approved, and stops the time. */
async function danger(change: Partial<RequestView> = {}): Promise<void> {
  const subject = commandView('rm -rf -- "$OUT"/*');
  await review.show(request({ risk: 'dangerous', subject, ...change }));
  await review.page.locator('.decide [data-decide=approve]:not([aria-disabled])').waitFor();
  await stopTime();
}

async function pointerDown(on: Locator = approve()): Promise<void> {
  await on.hover();
  await review.page.mouse.down();
}

test('held for a second by the pointer, it approves once, with what was shown', async () => {
  await danger();
  assert.equal(await words(), 'Hold to approve');
  await pointerDown();
  await pass(999);
  assert.equal(await words(), 'Keep holding');
  assert.deepEqual(await decisions(), []);
  await pass(1);
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
  await pass(3000);
  await review.page.mouse.up();
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('let go early, it does nothing', async () => {
  await danger();
  await pointerDown();
  await pass(900);
  await review.page.mouse.up();
  assert.equal(await words(), 'Hold to approve');
  await pass(5000);
  assert.deepEqual(await decisions(), []);
});

test('whatever comes between ends the holding', async () => {
  const { page } = review;
  const disturbances: Readonly<Record<string, () => Promise<unknown>>> = {
    leaving: () => page.mouse.move(5, 5),
    'leaving for the other button': () => page.locator('.decide [data-decide=deny]').hover(),
    'a key': () => page.keyboard.press('a'),
    Escape: () => page.keyboard.press('Escape'),
    wheel: () => page.mouse.wheel(0, 10),
    'losing the keyboard': () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    'being hidden': () => review.tell({ type: 'visible', visible: false }),
    'another text': () => review.tell({ type: 'request', request: request({ risk: 'dangerous', hash: 'h2' }) }),
    'another request': () => review.tell({ type: 'request', request: request({ risk: 'dangerous', id: 'r2' }) }),
    'an end': () =>
      review.tell({ type: 'status', id: 'r1', status: { type: 'ended', outcome: 'withdrawn', at: Date.now() } }),
  };
  for (const [name, disturb] of Object.entries(disturbances)) {
    await review.tell({ type: 'visible', visible: true });
    await page.clock.resume();
    await review.show(null);
    await danger();
    await pointerDown();
    await pass(500);
    assert.equal(await words(), 'Keep holding', name);
    await disturb();
    await review.rest();
    if (name.startsWith('leaving')) await approve().hover();
    await pass(2000);
    await page.mouse.up();
    await pass(2000);
    assert.deepEqual(await decisions(), [], name);
  }
});

test('held by a key on the button it approves; repeats are no new presses', async () => {
  const { keyboard } = review.page;
  for (const key of ['Enter', 'Space']) {
    await review.page.clock.resume();
    await danger({ id: key });
    await approve().focus();
    await keyboard.down(key);
    await pass(600);
    for (let i = 0; i < 10; i += 1) await keyboard.down(key);
    await pass(399);
    assert.ok(!(await decisions()).includes(`${key} h1 approve`));
    await pass(1);
    assert.equal((await decisions()).filter((one) => one === `${key} h1 approve`).length, 1);
    // Still held when the next one comes.
    await review.page.clock.resume();
    await danger({ id: `${key} next` });
    await approve().focus();
    await keyboard.down(key);
    await pass(3000);
    await keyboard.up(key);
    await pass(3000);
    assert.ok(!(await decisions()).includes(`${key} next h1 approve`));
  }
});

test('the chord approves when it is held, and not when any of its keys comes up', async () => {
  const { keyboard } = review.page;
  const down = async (): Promise<void> => {
    for (const key of chord) await keyboard.down(key);
  };
  const up = async (): Promise<void> => {
    for (const key of chord) await keyboard.up(key);
  };
  await danger();
  for (const key of chord) {
    await down();
    await pass(700);
    await keyboard.down('Enter');
    await keyboard.up(key);
    await pass(1000);
    await up();
    await pass(6000);
  }
  assert.deepEqual(await decisions(), []);
  await down();
  await pass(1000);
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('with Cmd, whose release of other keys is not told, holding is not enough', async () => {
  const { keyboard } = review.page;
  await danger();
  for (const key of ['Meta', 'Shift', 'Enter']) await keyboard.down(key);
  await pass(3000);
  assert.deepEqual(await decisions(), []);
  assert.equal(await words(), 'Confirm approval');
  await keyboard.up('Enter');
  await keyboard.down('Enter');
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('pressed shortly it asks to be pressed again; a double click is not that', async () => {
  await danger();
  await approve().dblclick();
  assert.equal(await words(), 'Confirm approval');
  assert.deepEqual(await decisions(), []);
  await pass(499);
  await approve().click();
  await approve().click();
  assert.deepEqual(await decisions(), [], 'a burst is one press');
  await pass(500);
  await approve().click();
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('the second press counts only once the settle time has passed again', async () => {
  await review.queue({ settleMs: 1200 });
  await danger();
  await approve().click();
  await pass(1100);
  await approve().click();
  assert.deepEqual(await decisions(), []);
  await pass(1200);
  await approve().click();
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('not pressed again for 5 s, or after Escape, it is to be held again', async () => {
  await danger();
  await approve().click();
  await pass(4999);
  assert.equal(await words(), 'Confirm approval');
  await pass(1);
  assert.equal(await words(), 'Hold to approve');
  await approve().click();
  await review.page.keyboard.press('Escape');
  assert.equal(await words(), 'Hold to approve');
  await pass(1000);
  await approve().click();
  assert.deepEqual(await decisions(), []);
});

test('what was to be pressed again is not for another text or request', async () => {
  for (const change of [{ hash: 'h2' }, { id: 'r2' }]) {
    await review.page.clock.resume();
    await danger();
    await approve().click();
    await review.page.clock.resume();
    await danger(change);
    assert.equal(await words(), 'Hold to approve');
    await pass(1000);
    await approve().click();
    assert.deepEqual(await decisions(), []);
  }
});

test('short presses of keys do the same, on the button and by the chord', async () => {
  const { keyboard } = review.page;
  await danger({ id: 'key' });
  await approve().focus();
  await keyboard.press('Enter');
  assert.equal(await words(), 'Confirm approval');
  await pass(600);
  await keyboard.press('Space');
  assert.deepEqual(await decisions(), ['key h1 approve']);
  await review.page.clock.resume();
  await danger({ id: 'chord' });
  await keyboard.press(chord.join('+'));
  await keyboard.press(chord.join('+'));
  assert.equal(await words(), 'Confirm approval');
  assert.equal((await decisions()).length, 1);
  await pass(600);
  await keyboard.press(chord.join('+'));
  assert.equal((await decisions()).at(-1), 'chord h1 approve');
});

test('what an approval adds asks for the same, and no identical calls are offered', async () => {
  const { abilities } = request();
  const identical = [{ id: 'r9', session: 'Other', receivedAt: Date.now() }];
  await danger({ abilities: { ...abilities, additions }, identical });
  const items = review.page.getByRole('menuitem');
  await review.button('More ways to approve').click();
  assert.equal(await items.count(), 2);
  await items.first().click();
  assert.match(await words(items.first()), /^Confirm approval: Always allow rm here/);
  assert.equal(await words(), 'Hold to approve');
  await pass(600);
  // Asked about one, another was not confirmed.
  await items.last().click();
  assert.deepEqual(await decisions(), []);
  await pointerDown(items.last());
  await review.page.mouse.up();
  await pass(6000);
  await pointerDown(items.last());
  await pass(1000);
  assert.deepEqual(await decisions(), ['r1 h1 approve session']);
});

test('Deny is the filled one from the first to the last, and takes one press', async () => {
  await danger();
  const filled = async (): Promise<readonly (string | null)[]> =>
    review.page.locator('.decide .primary').evaluateAll((all) => all.map((one) => one.getAttribute('data-decide')));
  assert.deepEqual(await filled(), ['deny']);
  await review.remark.fill('Keep the cache');
  assert.deepEqual(await filled(), ['deny']);
  await approve().click();
  assert.deepEqual(await filled(), ['deny']);
  await review.button('Deny with feedback').click();
  assert.deepEqual(await decisions(), ['r1 h1 deny']);
});

test('a press that began before the settle time was over holds nothing', async () => {
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'request', request: request({ risk: 'dangerous' }) });
  await review.waitFor((message) => message.type === 'shown');
  await review.page.locator('.decide [data-decide=approve]:not([aria-disabled])').waitFor();
  await stopTime();
  await pointerDown();
  await review.page.keyboard.down('Control');
  await review.page.keyboard.down('Shift');
  await review.page.keyboard.down('Enter');
  await pass(61_000);
  await review.page.keyboard.down('Enter');
  await pass(2000);
  await review.page.mouse.up();
  await review.page.keyboard.up('Enter');
  assert.deepEqual(await decisions(), []);
});

test('with reduced motion the words tell the time', async () => {
  await review.page.emulateMedia({ reducedMotion: 'reduce' });
  await danger();
  await pointerDown();
  await pass(10);
  assert.equal(await words(), 'Keep holding\n1 s');
  assert.equal(await review.page.locator('.hold-fill').isVisible(), false);
  await review.page.mouse.up();
  await review.page.emulateMedia({ reducedMotion: 'no-preference' });
});

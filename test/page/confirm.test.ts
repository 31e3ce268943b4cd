import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDanger } from './danger';
import { request } from './requests';

const on = useDanger();
const chord = ['Control', 'Shift', 'Enter'] as const;
const additions = [
  { id: 'always', label: 'Always allow rm here', detail: 'A rule is written.' },
  { id: 'session', label: 'Allow rm in this session', detail: 'Until it ends.' },
];

test('with Cmd, whose release of other keys is not told, holding is not enough', async () => {
  const { keyboard } = on.review.page;
  await on.show();
  for (const key of ['Meta', 'Shift', 'Enter']) await keyboard.down(key);
  await on.pass(3000);
  assert.deepEqual(await on.decisions(), []);
  assert.equal(await on.words(), 'Confirm approval');
  await keyboard.up('Enter');
  await keyboard.down('Enter');
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

test('pressed shortly it asks to be pressed again; a double click is not that', async () => {
  await on.show();
  await on.approve().dblclick();
  assert.equal(await on.words(), 'Confirm approval');
  assert.deepEqual(await on.decisions(), []);
  await on.pass(499);
  await on.approve().click();
  await on.approve().click();
  assert.deepEqual(await on.decisions(), [], 'a burst is one press');
  await on.pass(500);
  await on.approve().click();
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

test('the second press counts only once the settle time has passed again', async () => {
  await on.review.queue({ settleMs: 1200 });
  await on.show();
  await on.approve().click();
  await on.pass(1100);
  await on.approve().click();
  assert.deepEqual(await on.decisions(), []);
  await on.pass(1200);
  await on.approve().click();
  assert.deepEqual(await on.decisions(), ['r1 h1 approve']);
});

test('not pressed again for 5 s, or after Escape, it is to be held again', async () => {
  await on.show();
  await on.approve().click();
  await on.pass(4999);
  assert.equal(await on.words(), 'Confirm approval');
  await on.pass(1);
  assert.equal(await on.words(), 'Hold to approve');
  await on.approve().click();
  await on.review.page.keyboard.press('Escape');
  assert.equal(await on.words(), 'Hold to approve');
  await on.pass(1000);
  await on.approve().click();
  assert.deepEqual(await on.decisions(), []);
});

test('what was to be pressed again is not for another text or request', async () => {
  for (const change of [{ hash: 'h2' }, { id: 'r2' }]) {
    await on.review.resumeTime();
    await on.show();
    await on.approve().click();
    await on.review.resumeTime();
    await on.show(change);
    assert.equal(await on.words(), 'Hold to approve');
    await on.pass(1000);
    await on.approve().click();
    assert.deepEqual(await on.decisions(), []);
  }
});

test('short presses of keys do the same, on the button and by the chord', async () => {
  const { keyboard } = on.review.page;
  await on.show({ id: 'key' });
  await on.approve().focus();
  await keyboard.press('Enter');
  assert.equal(await on.words(), 'Confirm approval');
  await on.pass(600);
  await keyboard.press('Space');
  assert.deepEqual(await on.decisions(), ['key h1 approve']);
  await on.review.resumeTime();
  await on.show({ id: 'chord' });
  await keyboard.press(chord.join('+'));
  await keyboard.press(chord.join('+'));
  assert.equal(await on.words(), 'Confirm approval');
  assert.equal((await on.decisions()).length, 1);
  await on.pass(600);
  await keyboard.press(chord.join('+'));
  assert.equal((await on.decisions()).at(-1), 'chord h1 approve');
});

test('what an approval adds asks for the same, and no identical calls are offered', async () => {
  const { abilities } = request();
  const identical = [{ id: 'r9', session: 'Other', receivedAt: Date.now() }];
  await on.show({ abilities: { ...abilities, additions }, identical });
  const items = on.review.page.getByRole('menuitem');
  await on.review.button('More ways to approve').click();
  assert.equal(await items.count(), 2);
  await items.first().click();
  assert.match(await on.words(items.first()), /^Confirm approval: Always allow rm here/);
  assert.equal(await on.words(), 'Hold to approve');
  await on.pass(600);
  // Asked about one, another was not confirmed.
  await items.last().click();
  assert.deepEqual(await on.decisions(), []);
  await on.pointerDown(items.last());
  await on.review.page.mouse.up();
  await on.pass(6000);
  await on.pointerDown(items.last());
  await on.pass(1000);
  assert.deepEqual(await on.decisions(), ['r1 h1 approve session']);
});

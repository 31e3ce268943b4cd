import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewPage } from '../support/reviewHarness';
import { ended, request } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const approve = 'Control+Shift+Enter';
const deny = 'Control+Shift+Backspace';
async function press(keys: string): Promise<void> {
  await review.page.keyboard.press(keys);
}

/** What was decided, after everything under way has arrived. */
async function decisions(): Promise<readonly string[]> {
  return (await review.messages('decide')).map((message) => `${message.id} ${message.hash} ${message.decision.type}`);
}

test('Enter and Space on a focused button decide when the key comes up, once', async () => {
  const { keyboard } = review.page;
  for (const key of ['Enter', 'Space']) {
    const count = (await decisions()).length;
    await review.show(request({ id: key }));
    await review.button('Approve').focus();
    await keyboard.down(key);
    await keyboard.down(key);
    await keyboard.down(key);
    assert.equal((await decisions()).length, count);
    await keyboard.up(key);
    assert.equal((await decisions()).at(-1), `${key} h1 approve`);
    assert.equal((await decisions()).length, count + 1);
  }
});

test('a key that went down on one text does not decide about the next', async () => {
  const { keyboard } = review.page;
  await review.show(request());
  await review.button('Approve').focus();
  await keyboard.down('Enter');
  await review.show(request({ hash: 'h2' }));
  await review.button('Approve').focus();
  await keyboard.up('Enter');
  assert.deepEqual(await decisions(), []);
  await press('Enter');
  assert.deepEqual(await decisions(), ['r1 h2 approve']);
});

test('keys with modifiers on a focused button do not click it', async () => {
  await review.show(request());
  await review.button('Approve').focus();
  for (const keys of ['Shift+Enter', 'Control+Enter', 'Alt+Enter', 'Shift+Space', 'Control+Space']) await press(keys);
  assert.deepEqual(await decisions(), []);
});

test('a click that began before the text changed does not decide', async () => {
  await review.show(request());
  await review.button('Approve').hover();
  await review.page.mouse.down();
  await review.show(request({ hash: 'h2' }));
  await review.page.mouse.up();
  assert.deepEqual(await decisions(), []);
  await review.page.mouse.down();
  await review.page.mouse.up();
  assert.deepEqual(await decisions(), ['r1 h2 approve']);
});

test('a click that began before another request came does not decide', async () => {
  await review.show(request());
  await review.button('Approve').hover();
  await review.page.mouse.down();
  await review.show(request({ id: 'r2' }));
  await review.page.mouse.up();
  assert.deepEqual(await decisions(), []);
});

test('a click that began elsewhere, or with another button, does not decide', async () => {
  await review.show(request());
  await review.button('Deny').hover();
  await review.page.mouse.down();
  await review.button('Approve').hover();
  await review.page.mouse.up();
  await review.button('Approve').click({ button: 'right' });
  await review.button('Approve').click({ button: 'middle' });
  assert.deepEqual(await decisions(), []);
});

test('a double click, or two ways at once, decides once', async () => {
  await review.show(request());
  await review.button('Approve').dblclick();
  await press(deny);
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('the second click of a double click does not reach the buttons of the outcome', async () => {
  await review.queue({ total: 2, waiting: 2 });
  await review.show(request({ status: ended('approved', { delivery: 'sent' }) }));
  const next = review.page.locator('.outcome').getByRole('button', { name: 'Next request' });
  await next.dispatchEvent('click', { detail: 2 });
  assert.equal((await review.messages('go')).length, 0);
  await next.click();
  await review.waitFor((message) => message.type === 'go');
});

test('events that a script makes do not decide', async () => {
  await review.show(request());
  await review.page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-decide=approve]');
    button?.click();
    button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true }));
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    const keys = { bubbles: true, key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true };
    button?.dispatchEvent(new KeyboardEvent('keydown', keys));
    button?.dispatchEvent(new KeyboardEvent('keyup', keys));
  });
  assert.deepEqual(await decisions(), []);
});

test('where approve is not possible, no way approves, and the reason is read out', async () => {
  const reason = 'This edit would not apply, so there is nothing to approve.';
  await review.show(request({ abilities: { ...request().abilities, approve: { possible: false, reason } } }));
  await press(approve);
  const button = review.button('Approve');
  await button.click({ force: true });
  await button.focus();
  await press('Enter');
  assert.deepEqual(await decisions(), []);
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  assert.match(
    (await review.page.locator(`#${await button.getAttribute('aria-describedby')}`).textContent()) ?? '',
    /nothing to approve/,
  );
  assert.match((await review.button('Deny').getAttribute('class')) ?? '', /primary/);
});

test('by keyboard alone: read, write, deny', async () => {
  await review.queue({ total: 3, waiting: 3, position: 2 });
  await review.show(request());
  const seen: string[] = [];
  await review.button('Previous request').focus();
  for (let i = 0; i < 9; i += 1) {
    seen.push(
      await review.page.evaluate(() => {
        const element = document.activeElement;
        return (
          element?.getAttribute('aria-label') ?? element?.getAttribute('data-decide') ?? element?.textContent ?? ''
        );
      }),
    );
    await press('Tab');
  }
  const order = [
    'Previous request',
    'Next request',
    'Request',
    'Name invisible characters',
    'Steps',
    'Feedback to the agent',
    'Answer in terminal',
    'deny',
    'approve',
  ];
  assert.deepEqual(seen, order);
  await review.remark.focus();
  await review.page.keyboard.type('Not this way');
  await press('Control+Enter');
  assert.equal(await review.page.evaluate(() => document.activeElement?.tagName), 'MAIN');
  await press(deny);
  assert.deepEqual((await review.messages('decide'))[0]?.decision, { type: 'deny', feedback: 'Not this way' });
});

test('a request that comes takes the focus off buttons and boxes, and leaves it elsewhere', async () => {
  await review.queue({ total: 3, waiting: 3 });
  const focused = (): Promise<string> =>
    review.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await review.show(request());
  await review.button('Approve').focus();
  await review.show(request({ id: 'r2' }));
  assert.equal(await focused(), 'Request');
  await review.remark.focus();
  await review.show(request({ id: 'r3' }));
  assert.equal(await focused(), 'Request');
  await review.button('Next request').focus();
  await review.show(request({ id: 'r4' }));
  assert.equal(await focused(), 'Next request');
});

test('a change of the text moves neither scroll position nor the box one writes in', async () => {
  const lines = Array.from({ length: 200 }, (_, i) => `echo ${i}`).join('\n');
  const long = { ...request().subject, command: lines } as ReturnType<typeof request>['subject'];
  await review.show(request({ subject: long }));
  await review.main.evaluate((element) => element.scrollTo(0, 900));
  await review.remark.focus();
  await review.show(request({ subject: { ...long }, hash: 'h2' }));
  assert.equal(await review.main.evaluate((element) => element.scrollTop), 900);
  assert.equal(await review.page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');
  await review.show(request({ subject: long, id: 'r2' }));
  assert.equal(await review.main.evaluate((element) => element.scrollTop), 0);
});

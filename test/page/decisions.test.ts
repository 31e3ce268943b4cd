import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewPage } from '../support/reviewHarness';
import { request } from './requests';
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

test('a chord approves, with the id and hash of what is shown', async () => {
  await review.show(request({ id: 'a', hash: 'x' }));
  await press(approve);
  assert.deepEqual(await decisions(), ['a x approve']);
});

test('Cmd does what Ctrl does', async () => {
  await review.show(request());
  await press('Meta+Shift+Enter');
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('a chord denies', async () => {
  await review.show(request());
  await press(deny);
  assert.deepEqual(await decisions(), ['r1 h1 deny']);
});

test('each button decides by a click', async () => {
  for (const [name, type] of [
    ['Approve', 'approve'],
    ['Deny', 'deny'],
    ['Answer in terminal', 'handBack'],
  ] as const) {
    await review.show(request({ id: type }));
    await review.button(name).click();
    assert.equal((await decisions()).at(-1), `${type} h1 ${type}`);
  }
});

test('nothing decides before the settle time is over: chords, clicks, keys on a button', async () => {
  await review.takeTime();
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'request', request: request() });
  await review.waitFor((message) => message.type === 'shown');
  await review.stopTime();
  await review.pass(40_000);
  await press(approve);
  await press(deny);
  await review.button('Approve').click();
  await review.button('Approve').focus();
  await press('Enter');
  await press('Space');
  assert.deepEqual(await decisions(), []);
  await review.pass(20_000);
  await review.settled();
  await review.button('Approve').click();
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('the settle time starts again with another request and with another text', async () => {
  await review.takeTime();
  await review.show(request());
  await review.queue({ settleMs: 60_000 });
  for (const change of [{ hash: 'h2', basis: 'b2' }, { id: 'r2' }]) {
    await review.tell({ type: 'request', request: request(change) });
    await review.waitFor(
      (message) => message.type === 'shown' && (message.id === change.id || message.hash === change.hash),
    );
    await review.stopTime();
    await press(approve);
    assert.deepEqual(await decisions(), []);
    if (change.hash) await review.page.getByText('The request changed while it was open.').waitFor();
    await review.pass(60_000);
    await review.settled();
    await review.resumeTime();
  }
  await press(approve);
  assert.deepEqual(await decisions(), ['r2 h1 approve']);
});

test('the settle time starts again when the panel comes back into view', async () => {
  await review.takeTime();
  await review.show(request());
  await review.tell({ type: 'visible', visible: false });
  await press(approve);
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'visible', visible: true });
  await review.rest();
  await review.stopTime();
  await press(approve);
  assert.deepEqual(await decisions(), []);
  await review.pass(60_000);
  await review.settled();
  await press(approve);
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('a panel that was in view all along may say so at any time', async () => {
  await review.show(request());
  await review.queue({ settleMs: 60_000 });
  await review.button('Approve').hover();
  await review.page.mouse.down();
  await review.tell({ type: 'visible', visible: true });
  await review.rest();
  await review.page.mouse.up();
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('the same request told again does not start the settle time again', async () => {
  await review.show(request());
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'request', request: request() });
  await press(approve);
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
});

test('a held chord decides once, also when the next request comes to the front', async () => {
  await review.show(request());
  const { keyboard } = review.page;
  await keyboard.down('Control');
  await keyboard.down('Shift');
  await keyboard.down('Enter');
  await keyboard.down('Enter');
  await review.show(request({ id: 'r2' }));
  await keyboard.down('Enter');
  await keyboard.down('Enter');
  assert.deepEqual(await decisions(), ['r1 h1 approve']);
  await keyboard.up('Enter');
  await keyboard.down('Enter');
  assert.deepEqual(await decisions(), ['r1 h1 approve', 'r2 h1 approve']);
});

test('in the feedback box the approve chord means nothing and the deny chord sends the text', async () => {
  await review.show(request());
  await review.remark.fill('Keep the API');
  await press(approve);
  assert.deepEqual(await decisions(), []);
  await press(deny);
  const [sent] = await review.messages('decide');
  assert.deepEqual(sent?.decision, { type: 'deny', feedback: 'Keep the API' });
});

test('while an input method composes, no key decides', async () => {
  await review.show(request());
  await review.remark.focus();
  const session = await review.page.context().newCDPSession(review.page);
  await session.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  await press(deny);
  assert.deepEqual(await decisions(), []);
  await session.send('Input.insertText', { text: '加' });
  await press(deny);
  assert.deepEqual(await decisions(), ['r1 h1 deny']);
});

test('no letter, digit, Enter or Space decides by itself', async () => {
  await review.show(request());
  for (const key of [...'abcdefghijklmnopqrstuvwxyz1234567890', 'Enter', 'Space', 'Escape', 'Backspace', 'Delete'])
    await press(key);
  for (const key of ['Control+Enter', 'Control+Backspace', 'Shift+Enter', 'Control+Alt+Shift+Enter', 'Alt+Enter'])
    await press(key);
  assert.deepEqual(await decisions(), []);
});

test('a refusal is told and the buttons work again', async () => {
  await review.show(request());
  await press(approve);
  await review.tell({ type: 'refused', id: 'r1', reason: 'It had been answered already.' });
  await review.page.getByText('It had been answered already.').waitFor();
  await review.settled();
  await press(deny);
  assert.deepEqual(await decisions(), ['r1 h1 approve', 'r1 h1 deny']);
});

test('Alt and the arrows go to other requests, from the box too', async () => {
  await review.queue({ total: 3, waiting: 3, position: 2 });
  await review.show(request());
  await press('Alt+ArrowDown');
  await review.remark.focus();
  await press('Alt+ArrowUp');
  assert.deepEqual(
    (await review.messages('go')).map((message) => message.to),
    ['next', 'previous'],
  );
});

test('who still types when a request comes does not decide about it: the settle time starts again', async () => {
  const { keyboard } = review.page;
  await review.takeTime();
  await review.show(request());
  await review.queue({ settleMs: 60_000 });
  await review.remark.focus();
  await keyboard.type('Keep');
  await review.tell({ type: 'request', request: request({ id: 'r2' }) });
  await review.waitFor((message) => message.type === 'shown' && message.id === 'r2');
  await review.stopTime();
  // The box has lost the keyboard; the hand has not noticed.
  await keyboard.type(' the API');
  await review.pass(59_000);
  await press(approve);
  await press(deny);
  await review.button('Approve').click();
  await keyboard.type('n');
  assert.deepEqual(await decisions(), []);
  await review.remark.fill('x');
  await review.pass(59_000);
  await press(deny);
  await review.button('Approve').click();
  assert.deepEqual(await decisions(), []);
  await review.pass(1000);
  await review.button('Approve').click();
  assert.deepEqual(await decisions(), ['r2 h1 approve']);
});

test('typing in an open request makes nobody wait', async () => {
  await review.show(request());
  await review.queue({ settleMs: 60_000 });
  await review.remark.focus();
  await review.page.keyboard.type('Keep');
  await press(deny);
  assert.deepEqual(await decisions(), ['r1 h1 deny']);
});

test('identical calls are named and approved together, as many as were named', async () => {
  const minutes = (count: number): number => Date.now() - count * 60_000;
  const identical = [
    { id: 'i1', session: 'Clean \u202eup', receivedAt: minutes(2) },
    { id: 'i2', session: '', receivedAt: minutes(3) },
    { id: 'i3', session: 'Release', receivedAt: minutes(4) },
  ];
  await review.show(request({ identical }));
  await review.button('More ways to approve').click();
  const item = review.page.getByRole('menuitem');
  assert.match((await item.textContent()) ?? '', /^Approve these 4 identical calls.*Speed up sign-in.*this one/);
  for (const named of ['RLO', 'Untitled session, 3 min ago', 'Release, 4 min ago'])
    assert.ok((await item.textContent())?.includes(named), named);
  // One has ended meanwhile, another has come: neither is approved.
  const later = [...identical.slice(0, 2), { id: 'i4', session: 'New', receivedAt: minutes(0) }];
  await review.tell({ type: 'request', request: request({ identical: later }) });
  assert.ok(!(await item.textContent())?.includes('New'));
  await item.click();
  assert.deepEqual((await review.messages('decide'))[0]?.decision, { type: 'approve', identical: ['i1', 'i2'] });
});

test('a page that is loaded anew has decided nothing, and nothing that began before counts', async () => {
  const { keyboard, mouse } = review.page;
  await review.show(request());
  await review.button('Approve').hover();
  await mouse.down();
  await keyboard.down('Control');
  await keyboard.down('Shift');
  await review.load({ keep: true });
  await review.show(request({ id: 'r2' }));
  await mouse.up();
  await keyboard.up('Shift');
  await keyboard.up('Control');
  assert.deepEqual(await decisions(), []);
});

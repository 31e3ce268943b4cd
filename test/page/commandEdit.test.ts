import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { ReviewPage } from '../support/reviewHarness';
import { careful, commandRequest, dangerous, editedRequest } from './commandRequests';
import { ended } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const edited = 'npm install ws@8.18.0 --save-exact';

function box(): Locator {
  return review.page.getByRole('textbox', { name: 'Command', exact: true });
}

async function said(): Promise<readonly (string | undefined)[]> {
  return (await review.messages('editCommand')).map((message) => message.command);
}

function approve(): Locator {
  return review.page.locator('[data-decide=approve]');
}

async function openBox(): Promise<void> {
  await review.page.keyboard.press('e');
  await box().waitFor();
}

test('E opens a box with the command, and what is typed is told once it rests', async () => {
  await review.takeTime();
  await review.show(commandRequest(careful));
  await openBox();
  assert.equal(await box().inputValue(), careful.command);
  assert.equal(await review.page.locator('.command-rows').count(), 0);
  assert.match(await review.read(), /Claude Code is not told that you changed it/);
  await review.stopTime();
  await box().fill('npm ci');
  await box().press('End');
  await review.page.keyboard.type(' -d');
  await review.pass(290);
  assert.deepEqual(await said(), ['npm ci']);
  await review.pass(10);
  assert.deepEqual(await said(), ['npm ci', 'npm ci -d']);
  assert.equal((await review.messages('editCommand'))[0]?.id, 'r1');
});

test('the first change is told at once, and all of it when the keyboard goes elsewhere', async () => {
  const { page } = review;
  await review.takeTime();
  await review.show(commandRequest(careful));
  await openBox();
  await review.stopTime();
  await box().press('End');
  await page.keyboard.type('1');
  assert.deepEqual(await said(), [`${careful.command}1`]);
  await page.keyboard.type('23');
  assert.deepEqual(await said(), [`${careful.command}1`]);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.deepEqual(await said(), [`${careful.command}1`, `${careful.command}123`]);
});

test('what is typed wins over what is told meanwhile, and the caret stays', async () => {
  await review.show(commandRequest(careful));
  await openBox();
  await box().fill(edited);
  await box().evaluate((one: HTMLTextAreaElement) => one.setSelectionRange(4, 4));
  await review.page.keyboard.type('--no-audit ');
  await review.show(editedRequest(edited, careful));
  assert.equal(await box().inputValue(), 'npm --no-audit install ws@8.18.0 --save-exact');
  await review.page.keyboard.type('X');
  assert.equal(await box().inputValue(), 'npm --no-audit Xinstall ws@8.18.0 --save-exact');
  assert.equal(await box().evaluate((one) => document.activeElement === one), true);
});

test('Ctrl+Enter and Esc leave the box, and letters and chords in it decide nothing', async () => {
  for (const key of ['Control+Enter', 'Escape']) {
    const id = `left by ${key}`;
    await review.show(commandRequest(careful, { id }));
    await openBox();
    await box().fill(edited);
    await review.page.keyboard.type('yd');
    await review.page.keyboard.press('Control+Shift+Enter');
    await review.page.keyboard.press(key);
    await box().waitFor({ state: 'detached' });
    assert.equal((await said()).at(-1), `${edited}yd`, 'told at once');
    await review.page.getByText('Reading your command…').waitFor();
    await review.show(editedRequest(`${edited}yd`, careful, { id }));
    assert.match(await review.read(), /ws@8\.18\.0 --save-exactyd/);
    assert.equal(await review.button('Edit…').evaluate((one) => document.activeElement === one), true);
  }
  assert.equal((await review.messages('decide')).length, 0);
});

test('nothing is approved between what was typed and what was read of it', async () => {
  await review.show(commandRequest(careful));
  await openBox();
  await box().fill(edited);
  assert.equal(await approve().getAttribute('aria-disabled'), 'true');
  assert.match(await review.read(review.page.locator('.bar-say')), /Your edit of the command is being read\./);
  await approve().click({ force: true });
  await review.page.keyboard.press('Escape');
  await review.page.keyboard.press('Control+Shift+Enter');
  assert.equal((await review.messages('decide')).length, 0);
  await review.show(editedRequest(edited, careful));
  await review.page.keyboard.press('Control+Shift+Enter');
  const decided = await review.waitFor((message) => message.type === 'decide');
  assert.deepEqual(decided, { type: 'decide', id: 'r1', hash: `of ${edited}`, decision: { type: 'approve' } });
});

test('an edited command says so, beside the agent’s own text, and can be given up', async () => {
  await review.show(editedRequest(edited, careful));
  const edit = review.page.getByRole('region', { name: 'Your edit' });
  await edit.locator('ins').waitFor();
  assert.match(await review.read(edit), /You edited this command/);
  assert.deepEqual(await review.readAll(edit.locator('ins')), ['.18.0']);
  assert.equal(await review.page.locator('.banner').count(), 0, 'what the person did is no news to them');
  const sentence = await review.read(review.page.locator('.bar-say'));
  assert.match(sentence, /Approve lets Claude Code run your text once\. Claude Code is not told that you changed it/);
  await review.button('Use the agent’s').click();
  await review.waitFor((message) => message.type === 'editCommand' && message.command === undefined);
  await review.show(commandRequest(careful));
  assert.equal(await edit.count(), 0);
});

test('an empty command cannot be approved', async () => {
  await review.show(editedRequest('', careful));
  assert.equal(await approve().getAttribute('aria-disabled'), 'true');
  assert.match(await review.read(review.page.locator('.bar-say')), /Your edit of the command is empty\./);
  await review.page.keyboard.press('Control+Shift+Enter');
  await openBox();
  assert.match(await review.read(), /It is empty, so there is nothing to approve\./);
  assert.equal((await review.messages('decide')).length, 0);
});

test('what is typed belongs to its request, and is told before another one comes', async () => {
  await review.show(commandRequest(careful, { id: 'a' }));
  await openBox();
  await box().fill(edited);
  await review.show(commandRequest(dangerous, { id: 'b' }));
  assert.equal(await box().count(), 0);
  assert.deepEqual(await review.messages('editCommand'), [{ type: 'editCommand', id: 'a', command: edited }]);
  assert.equal(await approve().getAttribute('aria-disabled'), null);
  await review.show(editedRequest(edited, careful, { id: 'a' }));
  assert.equal(await approve().getAttribute('aria-disabled'), null);
});

test('a box that does not show all characters says so', async () => {
  await review.show(commandRequest(dangerous));
  await openBox();
  await review.page.getByText('It has characters that this box does not show.').waitFor();
  await box().fill('plain');
  assert.equal(await review.page.getByText('It has characters that this box does not show.').count(), 0);
});

test('where the agent takes no edited command, the button stays and the reason is said', async () => {
  const reason = 'Codex cannot take an edited command: approve it as it is, or deny and say what to change.';
  const abilities = {
    ...commandRequest(careful).abilities,
    editedCommand: { edits: { possible: false, reason }, told: '' },
  } as const;
  await review.show(commandRequest(careful, { abilities }));
  assert.ok((await review.read()).includes(reason));
  const button = review.button('Edit…');
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  await button.click({ force: true });
  await review.page.keyboard.press('e');
  assert.equal(await box().count(), 0);
});

test('once it is decided nothing can be edited', async () => {
  await review.show(editedRequest(edited, careful));
  await openBox();
  await review.tell({ type: 'status', id: 'r1', status: ended('approved', { delivery: 'sent' }) });
  await box().waitFor({ state: 'detached' });
  assert.equal(await review.button('Edit…').count(), 0);
  assert.equal(await review.button('Use the agent’s').count(), 0);
  await review.page.keyboard.press('e');
  assert.equal(await box().count(), 0);
});

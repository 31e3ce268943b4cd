import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { QuestionAnswer } from '../../src/protocol/question';
import type { ReviewPage } from '../support/reviewHarness';
import { until } from '../support/until';
import { answer, asked, metric, paths, tokens } from './questionRequests';
import { ended, request } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const approve = 'Control+Shift+Enter';
const radio = (name: string): Locator => review.page.getByRole('radio', { name, exact: true });
const box = (name: string): Locator => review.page.getByRole('checkbox', { name, exact: true });
const text = (name: string, at = 0): Locator => review.page.getByRole('textbox', { name, exact: true }).nth(at);
const says = (): Promise<string> => review.read(review.page.locator('.bar-say'));
const press = (keys: string): Promise<void> => review.page.keyboard.press(keys);

/** What was sent, or undefined if nothing was once everything under way has arrived. */
async function decided(): Promise<unknown> {
  return (await review.messages('decide')).at(-1)?.decision;
}

/** Waits until this is what was saved last. */
async function saved(wanted: readonly QuestionAnswer[]): Promise<void> {
  const whole = JSON.stringify(wanted);
  await until(whole, async () => JSON.stringify((await review.messages('answers')).at(-1)?.answers) === whole);
}

test('nothing is chosen beforehand, and nothing is sent until each part is answered', async () => {
  await review.show(asked([tokens, paths, metric]));
  assert.equal(await review.page.locator('input:checked').count(), 0);
  assert.equal(await review.page.getByText('Not answered').count(), 3);
  assert.match(await review.read(review.page.locator('.bar')), /0 of 3\s*answered/);
  assert.match(await says(), /3 parts are open\. An empty answer is never sent\./);
  const send = review.button('Send answers');
  assert.equal(await send.getAttribute('aria-disabled'), 'true');
  await radio('Process memory').click();
  await box('Provider is down').check();
  await text('Your answer').fill('   ');
  assert.match(await says(), /1 part is open\./);
  await send.click({ force: true });
  await press('Escape');
  await press(approve);
  assert.equal(await decided(), undefined);
  await text('Your answer').fill('miss_total');
  assert.match(await says(), /Send answers lets Claude Code go on with your answers\./);
  await send.click();
  assert.deepEqual(await decided(), {
    type: 'approve',
    answers: [answer([1]), answer([1]), answer([], 'miss_total')],
  });
});

test('by keys alone: digits choose in the question that has the focus, the chord sends', async () => {
  await review.show(asked([tokens, paths]));
  await press('3');
  assert.equal(await radio('Postgres table').isChecked(), true);
  await press('2');
  assert.equal(await radio('Process memory').isChecked(), true);
  await box('Two instances at once').focus();
  await press('1');
  await press('3');
  await press('9');
  assert.deepEqual(await Promise.all(paths.options.map(({ label }) => box(label).isChecked())), [true, false, true]);
  await press('3');
  assert.equal(await box('Two instances at once').isChecked(), false);
  assert.match(await review.read(review.page.locator('.ask').nth(1)), /1 chosen/);
  assert.equal(await decided(), undefined);
  await press(approve);
  assert.deepEqual(await decided(), { type: 'approve', answers: [answer([1]), answer([0])] });
});

test('digits and letters in boxes are text, and decide nothing', async () => {
  await review.show(asked([paths]));
  await press('4');
  await review.page.keyboard.type('12 y');
  assert.equal(await text('Other answer').inputValue(), '12 y');
  assert.equal(await review.page.locator('input:checked').count(), 0);
  await press(approve);
  assert.equal(await decided(), undefined);
  await press('Escape');
  await press(approve);
  assert.deepEqual(await decided(), { type: 'approve', answers: [answer([], '12 y')] });
});

test('a digit that was meant for the request before chooses nothing', async () => {
  await review.queue({ settleMs: 60_000 });
  await review.tell({ type: 'request', request: asked([tokens]) });
  await review.page.locator('.bar.settling').waitFor();
  await press('1');
  assert.equal(await review.page.locator('input:checked').count(), 0);
});

test('keys mean what is drawn, before a frame has been told to the page: no digit answers the next request', async () => {
  await review.takeTime();
  await review.show(asked([tokens]));
  await review.stopTime();
  await press('2');
  await review.tell({ type: 'request', request: asked([tokens, paths], { id: 'r2' }) });
  await press('1');
  assert.equal(await review.page.locator('input:checked').count(), 0);
  await review.resumeTime();
  await review.settled();
  await review.stopTime();
  await press('1');
  assert.equal(await radio('Existing Redis').isChecked(), true);
});

test('own words take the place of a choice, and a choice that of own words, which are kept', async () => {
  await review.show(asked([tokens]));
  await radio('Existing Redis').click();
  await text('Other answer').fill('A file');
  assert.deepEqual(await Promise.all(['Existing Redis', 'Other'].map((name) => radio(name).isChecked())), [
    false,
    true,
  ]);
  await saved([answer([], 'A file')]);
  await radio('Postgres table').click();
  assert.equal(await text('Other answer').inputValue(), 'A file');
  await review.page.getByText('Not sent while an option is chosen.').waitFor();
  await saved([answer([2], 'A file')]);
  await press('Escape');
  await press('4');
  assert.equal(await radio('Other').isChecked(), true);
  // Its box has the keyboard now.
  await review.page.keyboard.type(' or two');
  await press('Escape');
  await press('2');
  await radio('Other').click();
  await review.button('Send answers').click();
  assert.deepEqual(await decided(), { type: 'approve', answers: [answer([], 'A file or two')] });
});

test('Other without words is no answer, and an answer can be cleared', async () => {
  await review.show(asked([tokens]));
  await radio('Other').click();
  assert.equal(await review.button('Send answers').getAttribute('aria-disabled'), 'true');
  await radio('Postgres table').click();
  assert.equal(await review.button('Send answers').getAttribute('aria-disabled'), null);
  await review.button('Clear answer').click();
  assert.equal(await review.page.locator('input:checked').count(), 0);
  assert.equal(await review.button('Send answers').getAttribute('aria-disabled'), 'true');
  await saved([answer([])]);
  await text('Other answer').fill('mine');
  await review.button('Clear answer').click();
  assert.deepEqual(
    [await text('Other answer').inputValue(), await review.page.locator('input:checked').count()],
    ['', 0],
  );
});

test('own words beside choices, and a note, go along', async () => {
  await review.show(asked([paths]));
  await box('Miss in the store').check();
  await text('Other answer').fill('and restarts');
  await review.page.getByText('Note to the agent on this answer').click();
  await text('Note on answer 1').fill('Use the fake clock.');
  await review.button('Send answers').click();
  assert.deepEqual(await decided(), {
    type: 'approve',
    answers: [answer([0], 'and restarts', 'Use the fake clock.')],
  });
  await saved([answer([0], 'and restarts', 'Use the fake clock.')]);
});

test('answers are saved as they are given, and are there again', async () => {
  await review.show(asked([tokens, paths], { answers: [answer([0]), answer([1], 'more', 'a note')] }));
  assert.equal(await radio('Existing Redis').isChecked(), true);
  assert.equal(await box('Provider is down').isChecked(), true);
  assert.equal(await text('Other answer', 1).inputValue(), 'more');
  assert.equal(await text('Note on answer 2').inputValue(), 'a note');
  await text('Other answer', 1).fill('less');
  await saved([answer([0]), answer([1], 'less', 'a note')]);
  // What is told of the request again may be older than what was typed here.
  await review.show(asked([tokens, paths], { hash: 'h2', answers: [answer([0]), answer([1], 'more')] }));
  assert.equal(await text('Other answer', 1).inputValue(), 'less');
  // Another request has its own.
  await review.show(asked([tokens, paths], { id: 'r2' }));
  assert.equal(await review.page.locator('input:checked').count(), 0);
});

test('answers that do not fit the questions are not taken for any', async () => {
  await review.show(asked([tokens, paths], { answers: [answer([7]), answer([2, 0, 2]), answer([0])] }));
  assert.deepEqual(await review.page.locator('input:checked').count(), 2);
  assert.match(await says(), /1 part is open\./);
});

test('a deny sends the remark and no answers; handing back sends nothing', async () => {
  await review.show(asked([tokens]));
  await radio('Existing Redis').click();
  await review.remark.fill('Ask me later.');
  await review.button('Deny with feedback').click();
  assert.deepEqual(await decided(), { type: 'deny', feedback: 'Ask me later.' });
  await review.show(asked([tokens], { id: 'r2' }));
  await review.page.locator('[data-decide=handBack]').click();
  assert.deepEqual(await decided(), { type: 'handBack' });
});

test('what cannot be answered here says why, takes no answer, and can be denied', async () => {
  const reason = 'Two options have the same label.';
  const twins = { ...tokens, options: [{ label: 'Same' }, { label: 'Same' }] };
  const abilities = { ...request().abilities, approve: { possible: false, reason } } as const;
  await review.show(asked([twins], { abilities }));
  await press('1');
  assert.equal(await review.page.locator('input:enabled').count(), 0);
  assert.equal(await review.page.locator('input:checked').count(), 0);
  assert.ok((await says()).includes(reason));
  await press(approve);
  assert.equal(await decided(), undefined);
  await review.button('Deny').click();
  assert.deepEqual(await decided(), { type: 'deny', feedback: '' });
  const fields = [{ name: 'questions', text: 'What?' }];
  await review.show(request({ id: 'r2', subject: { type: 'question', questions: [], fields }, abilities }));
  assert.match(await review.read(), /There is no question in it\.[^]*questions[^]*What\?/);
});

test('answers that did not arrive can be copied, and are not taken for sent', async () => {
  const answers = [answer([0], '', 'soon')];
  await review.show(asked([tokens], { answers, status: ended('approved', { delivery: 'failed' }) }));
  await review.page.getByText('NOT delivered.').waitFor();
  assert.equal(await review.page.locator('input:enabled').count(), 0);
  assert.equal(await radio('Existing Redis').isChecked(), true);
  await review.button('Copy text').click();
  const copied = await review.waitFor((message) => message.type === 'copy');
  assert.deepEqual(copied, { type: 'copy', text: 'Where should tokens live?\n- Existing Redis\nNote: soon' });
  await review.show(asked([tokens], { id: 'r2', answers, status: ended('approved', { delivery: 'confirmed' }) }));
  await review.page.getByText('Answered, delivered').waitFor();
  assert.equal(await review.button('Copy text').count(), 0);
});

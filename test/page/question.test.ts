import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Question, QuestionAnswer } from '../../src/protocol/question';
import type { RequestView } from '../../src/protocol/views';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';
import { flaws, outside } from './checks';
import { ended, request } from './requests';

let harness: ReviewHarness;
let review: ReviewPage;
before(async () => void (harness = await ReviewHarness.start()));
after(() => harness.stop());
beforeEach(async () => void (review = await harness.open()));
afterEach(async () => {
  assert.deepEqual(review.problems, []);
  assert.deepEqual(review.messages('failed'), []);
  await review.close();
});

const approve = 'Control+Shift+Enter';
const tokens: Question = {
  text: 'Where should tokens live?',
  header: 'Storage',
  options: [
    {
      label: 'Existing Redis',
      description: 'Shared by all instances.',
      preview: 'token:{session}  →  entry\n# **hit**',
    },
    { label: 'Process memory', description: 'No new dependency.', preview: 'a Map' },
    { label: 'Postgres table' },
  ],
  choose: 'one',
  freeText: true,
  notes: true,
};
const paths: Question = {
  text: 'Which paths should be covered by tests?',
  options: [{ label: 'Miss in the store' }, { label: 'Provider is down' }, { label: 'Two instances at once' }],
  choose: 'any',
  freeText: true,
  notes: true,
};
const metric: Question = {
  text: 'What should the metric be called?',
  options: [],
  choose: 'one',
  freeText: true,
  notes: false,
};

function asked(questions: readonly Question[], change: Partial<RequestView> = {}): RequestView {
  return request({ subject: { type: 'question', questions, fields: [] }, ...change });
}

const answer = (chosen: number[], text = '', note = ''): QuestionAnswer => ({ chosen, text, note });
const radio = (name: string): Locator => review.page.getByRole('radio', { name, exact: true });
const box = (name: string): Locator => review.page.getByRole('checkbox', { name, exact: true });
const text = (name: string, at = 0): Locator => review.page.getByRole('textbox', { name, exact: true }).nth(at);
const says = (): Promise<string> => review.page.locator('.bar-say').innerText();
const press = (keys: string): Promise<void> => review.page.keyboard.press(keys);

/** What was sent, or undefined if nothing was once everything under way has arrived. */
async function decided(): Promise<unknown> {
  await review.rest();
  return review.messages('decide').at(-1)?.decision;
}

/** Waits until this is what was saved last. */
async function saved(wanted: readonly QuestionAnswer[]): Promise<void> {
  const last = (): string => JSON.stringify(review.messages('answers').at(-1)?.answers);
  for (let turn = 0; turn < 300 && last() !== JSON.stringify(wanted); turn += 1) await review.rest(10);
  assert.equal(last(), JSON.stringify(wanted));
}

test('nothing is chosen beforehand, and nothing is sent until each part is answered', async () => {
  await review.show(asked([tokens, paths, metric]));
  assert.equal(await review.page.locator('input:checked').count(), 0);
  assert.equal(await review.page.getByText('Not answered').count(), 3);
  assert.match(await review.page.locator('.bar').innerText(), /0 of 3\s*answered/);
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
  assert.match(await review.page.locator('.ask').nth(1).innerText(), /1 chosen/);
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

test('a preview is read before anything is chosen, and follows the choice', async () => {
  await review.show(asked([tokens]));
  const preview = review.page.locator('.preview');
  assert.match(await preview.innerText(), /Preview: Existing Redis[^]*# \*\*hit\*\*/);
  await review.button('Preview of Process memory').click();
  assert.match(await preview.innerText(), /Preview: Process memory[^]*a Map/);
  assert.equal(await review.page.locator('input:checked').count(), 0);
  await radio('Existing Redis').click();
  assert.match(await preview.innerText(), /Preview: Existing Redis/);
  const places = async (): Promise<readonly number[]> => {
    const [options, shown] = await Promise.all([review.page.locator('.opts').boundingBox(), preview.boundingBox()]);
    return [shown!.x - options!.x - options!.width, shown!.y - options!.y - options!.height];
  };
  assert.ok((await places())[0]! > 0, 'beside');
  await review.page.setViewportSize({ width: 400, height: 800 });
  assert.ok((await places())[1]! > 0, 'beneath');
});

test('answering moves nothing: the next option is where it was', async () => {
  for (const width of [1200, 400]) {
    await review.page.setViewportSize({ width, height: 900 });
    await review.show(asked([paths, tokens], { id: `w${width}` }));
    const places = (): Promise<readonly number[]> =>
      review.page.locator('.opt').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const first = await places();
    for (const { label } of paths.options) await box(label).check();
    await radio('Process memory').click();
    await radio('Postgres table').click();
    await review.page.locator('main').evaluate((main) => main.scrollTo(0, 0));
    assert.deepEqual(await places(), first);
  }
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
  assert.match(await review.main.innerText(), /There is no question in it\.[^]*questions[^]*What\?/);
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

const evil = '<img src=x onerror=alert(1)><b>**bold**</b> [x](command:y) $(zap) \u001b[31m\u202e\u200b\nsecond line';

test('hostile words stay words, everywhere', async () => {
  const hostile: Question = {
    ...tokens,
    text: evil,
    header: evil,
    options: [
      { label: evil, description: evil, preview: evil },
      { label: `${evil}2`, description: evil, preview: evil },
    ],
  };
  await review.show(asked([hostile, { ...hostile, choose: 'any' }], { answers: [answer([0]), answer([1])] }));
  const shown = await review.main.innerText();
  for (const words of ['<img src=x onerror=alert(1)>', '**bold**', '[x](command:y)', '$(zap)', 'ESC', 'RLO', 'ZWSP'])
    assert.ok(shown.includes(words), words);
  assert.equal(await review.page.locator('main img, main a').count(), 0);
  const whole = await review.page.evaluate(() => document.documentElement.outerHTML);
  assert.doesNotMatch(whole, /[\u202e\u200b\u001b]/, 'an invisible character reached the document');
});

test('200 options with huge previews, and labels without end, are whole and quick to answer', async () => {
  const options = Array.from({ length: 200 }, (_, index) => ({
    label: index === 150 ? 'x'.repeat(20_000) : `Option ${index + 1}`,
    preview: `${index}\n${'|  box  |\n'.repeat(index % 50 === 49 ? 10_000 : 100)}`,
  }));
  await review.show(asked([{ ...tokens, options }]));
  assert.equal(await review.page.locator('.opt').count(), 201);
  await review.button('Preview of Option 200').click();
  assert.match(await review.page.locator('.preview').innerText(), /^Preview: Option 200\s+199\n/);
  await radio('Option 200').click();
  assert.deepEqual(await outside(review), []);
  await review.page.setViewportSize({ width: 400, height: 300 });
  assert.deepEqual(await outside(review), []);
  await review.button('Send answers').click();
  assert.deepEqual(await decided(), { type: 'approve', answers: [answer([199])] });
});

const hostilePaths = { ...paths, text: evil, options: [{ label: evil, description: 'x'.repeat(300) }] };
const looks: Readonly<Record<string, RequestView>> = {
  open: asked([tokens, paths, metric]),
  half: asked([tokens, paths, metric], {
    answers: [answer([0], 'mine'), answer([0, 1], 'more', 'Use the fake clock.'), answer([])],
  }),
  hostile: asked([hostilePaths]),
  sent: asked([tokens, paths], {
    answers: [answer([0]), answer([1])],
    status: ended('approved', { delivery: 'sent' }),
  }),
};

for (const [look, view] of Object.entries(looks)) {
  test(`${look}: nothing cut, nothing for axe to find, at every size in every theme`, async () => {
    await review.show(view);
    for (const { axe, ...size } of [
      { width: 1200, height: 900, axe: 'all' },
      { width: 400, height: 800, axe: 'none' },
      { width: 400, height: 300, axe: 'one' },
    ] as const) {
      await review.page.setViewportSize(size);
      await review.rest(30);
      assert.deepEqual(await flaws(review, { axe, name: `question-${look}-${size.width}x${size.height}` }), []);
    }
  });
}

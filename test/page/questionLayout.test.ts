import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Question } from '../../src/protocol/question';
import type { RequestView } from '../../src/protocol/views';
import type { ReviewPage } from '../support/reviewHarness';
import { flaws, outside } from './checks';
import { answer, asked, metric, paths, tokens } from './questionRequests';
import { ended } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const radio = (name: string): Locator => review.page.getByRole('radio', { name, exact: true });
const box = (name: string): Locator => review.page.getByRole('checkbox', { name, exact: true });

test('a preview is read before anything is chosen, and follows the choice', async () => {
  await review.show(asked([tokens]));
  const preview = review.page.locator('.preview');
  assert.match(await review.read(preview), /Preview: Existing Redis[^]*# \*\*hit\*\*/);
  await review.button('Preview of Process memory').click();
  assert.match(await review.read(preview), /Preview: Process memory[^]*a Map/);
  assert.equal(await review.page.locator('input:checked').count(), 0);
  await radio('Existing Redis').click();
  assert.match(await review.read(preview), /Preview: Existing Redis/);
  const places = async (): Promise<readonly number[]> => {
    const [options, shown] = await Promise.all([review.page.locator('.opts').boundingBox(), preview.boundingBox()]);
    return [shown!.x - options!.x - options!.width, shown!.y - options!.y - options!.height];
  };
  assert.ok((await places())[0]! > 0, 'beside');
  await review.page.setViewportSize({ width: 400, height: 800 });
  assert.ok((await places())[1]! > 0, 'beneath');
});

test('the preview of what was chosen earlier is the one that is shown', async () => {
  await review.show(asked([tokens], { answers: [answer([1])] }));
  assert.match(await review.read(review.page.locator('.preview')), /Preview: Process memory/);
});

test('a preview that stands beneath the options is brought into view by its button', async () => {
  await review.page.setViewportSize({ width: 400, height: 400 });
  await review.show(asked([tokens]));
  const inView = (): Promise<boolean> =>
    review.page.locator('.preview').evaluate((preview) => {
      const end = preview.closest('main')!.getBoundingClientRect().bottom;
      return preview.getBoundingClientRect().bottom <= end + 1;
    });
  assert.equal(await inView(), false);
  await review.button('Preview of Process memory').click();
  await review.rest();
  assert.equal(await inView(), true);
});

test('where colours are forced, a chosen radio button looks different', async () => {
  await review.page.emulateMedia({ forcedColors: 'active' });
  await review.show(asked([tokens]));
  const before = await radio('Postgres table').screenshot();
  await radio('Postgres table').check();
  const after = await radio('Postgres table').screenshot();
  await review.page.emulateMedia({ forcedColors: 'none' });
  assert.ok(!before.equals(after));
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
  const shown = await review.read();
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
  assert.match(await review.read(review.page.locator('.preview')), /^Preview: Option 200\s+199\n/);
  await radio('Option 200').click();
  assert.deepEqual(await outside(review), []);
  await review.page.setViewportSize({ width: 400, height: 300 });
  assert.deepEqual(await outside(review), []);
  await review.button('Send answers').click();
  await review.waitFor((message) => message.type === 'decide');
  assert.deepEqual((await review.messages('decide'))[0]?.decision, { type: 'approve', answers: [answer([199])] });
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
      await review.rest();
      assert.deepEqual(await flaws(review, { axe, name: `question-${look}-${size.width}x${size.height}` }), []);
    }
  });
}

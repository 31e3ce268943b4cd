import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { ReviewComment } from '../../src/protocol/comment';
import type { ReviewPage } from '../support/reviewHarness';
import { editRequest, files, storeFile, zshrcFile } from './editReviews';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const store = storeFile.absolutePath;
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await review.page.keyboard.press(key);
};
const type = (text: string): Promise<void> => review.page.keyboard.type(text);
const row = (text: string): Locator => review.main.locator('.dl', { hasText: text });
const box = (): Locator => review.main.locator('.composer textarea');

/** The comments as the page has told them last. */
async function told(count: number): Promise<readonly ReviewComment[]> {
  await review.waitFor((one) => one.type === 'comments' && one.comments.length === count);
  return (await review.messages('comments')).at(-1)?.comments ?? [];
}

/** What a comment is about, in short. */
function about({ kind, body, file, side, anchor }: ReviewComment): readonly unknown[] {
  const lines = anchor && `${anchor.startLine}-${anchor.endLine}`;
  return [kind, body, file?.slice(file.lastIndexOf('/') + 1), side, lines, anchor?.quote];
}

/** Presses the mouse on one line's numbers and lets it go on another's. */
async function drag(from: Locator, to: Locator): Promise<void> {
  await from.hover({ position: { x: 30, y: 8 } });
  await review.page.mouse.down();
  await to.hover({ position: { x: 30, y: 8 } });
  await review.page.mouse.up();
}

test('by mouse: a line by its plus, a range by its numbers, removed lines, a selection, a file, the whole', async () => {
  await review.show(editRequest());
  await row('return token;').hover();
  await review.button('Comment on line 44').click();
  await type('One line.');
  await press('Control+Enter');

  await drag(row('async get(id'), row('token === null'));
  await type('As proposed.');
  await press('Control+Enter');

  await drag(row('this.memory.get(id)'), row('refreshInline(token)'));
  await type('On disk.');
  await press('Control+Enter');

  await row('async set(id').click({ position: { x: 30, y: 8 } });
  await row('ttl: 86400').click({ position: { x: 30, y: 8 }, modifiers: ['Shift'] });
  await type('With Shift.');
  await press('Control+Enter');

  await row('redis.internal').locator('code').selectText();
  await review.button('Comment on line 12').click();
  await type('Selected.');
  await press('Control+Enter');

  await review.button('Comment on .zshrc').click();
  await type('The file.');
  await press('Control+Enter');
  await review.button('Comment on the whole edit').click();
  await type('All of it.');
  await press('Control+Enter');
  assert.deepEqual((await told(7)).map(about), [
    ['comment', 'One line.', 'store.ts', undefined, '44-44', '    return token;'],
    ['comment', 'As proposed.', 'store.ts', undefined, '41-43', textOf(storeFile, 'new', 41, 43)],
    ['comment', 'On disk.', 'store.ts', 'old', '42-43', textOf(storeFile, 'old', 42, 43)],
    ['comment', 'With Shift.', 'store.ts', undefined, '63-64', textOf(storeFile, 'new', 63, 64)],
    ['comment', 'Selected.', '.zshrc', undefined, '12-12', 'export REDIS_URL=redis://redis.internal:6379'],
    ['comment', 'The file.', '.zshrc', undefined, undefined, undefined],
    ['comment', 'All of it.', undefined, undefined, undefined, undefined],
  ]);
  const threads = await review.readAll(review.main.locator('.thread'));
  assert.deepEqual(
    threads.map((one) => one.split('\n').at(-1)),
    ['All of it.', 'On disk.', 'As proposed.', 'One line.', 'With Shift.', 'The file.', 'Selected.'],
  );
  assert.match(await review.read(row('refreshInline').locator('xpath=following-sibling::*[1]')), /On disk\./);
});

function textOf(file: typeof storeFile, side: 'old' | 'new', from: number, to: number): string {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  return lines
    .filter((line) => (line[side] ?? 0) >= from && (line[side] ?? 0) <= to)
    .map((line) => line.text)
    .join('\n');
}

test('by keyboard alone: lines, a range, the side on disk, each kind, a file', async () => {
  await review.show(editRequest());
  await press('j', 'j');
  assert.equal(await row('this.memory.get(id)').evaluate((one) => one === document.activeElement), true);
  await press('q');
  await type('Why?');
  await press('Control+Enter', 'j', 'j', 'r');
  assert.equal(await box().inputValue(), '    const token = await this.redis.get(key(id));');
  await press('Control+a');
  await type('    const token = await this.get(id);');
  await press('Control+Enter', 'j', 'i');
  await type('    log(token);');
  await press('Control+Enter', 'Shift+j', 'Shift+j', 'd', 'Control+Enter');
  // In the head of the file, it is the file that is meant.
  await review.button('Comment on .zshrc').focus();
  await press('c');
  await type('Why my shell?');
  await press('Control+Enter');
  assert.deepEqual((await told(5)).map(about), [
    ['question', 'Why?', 'store.ts', 'old', '42-42', '    const token = this.memory.get(id);'],
    [
      'replace',
      '    const token = await this.get(id);',
      'store.ts',
      undefined,
      '42-42',
      textOf(storeFile, 'new', 42, 42),
    ],
    ['insert', '    log(token);', 'store.ts', undefined, '43-43', '    if (token === null) return undefined;'],
    ['delete', '', 'store.ts', undefined, '43-45', textOf(storeFile, 'new', 43, 45)],
    ['comment', 'Why my shell?', '.zshrc', undefined, undefined, undefined],
  ]);
});

test('a box that was ticked takes no letters: they mean what they mean elsewhere', async () => {
  await review.show(editRequest());
  for (const name of ['Take hunk 2', 'Viewed .zshrc, in the list']) {
    await review.page.getByRole('checkbox', { name }).click();
    await press('j');
    assert.equal(await review.page.evaluate(() => document.activeElement?.matches('.dl')), true, name);
  }
  // The box that it opens has the keyboard.
  await review.page.getByRole('checkbox', { name: 'Take hunk 2' }).click();
  await press('c');
  await type('All of it?');
  await press('Control+Enter');
  assert.deepEqual((await told(1)).map(about), [
    ['comment', 'All of it?', 'store.ts', undefined, undefined, undefined],
  ]);
});

test('side by side, both sides take comments, and they stand across both', async () => {
  await review.tell({ type: 'preferences', preferences: { layout: 'split', whitespace: false } });
  await review.show(editRequest());
  await row('this.memory.get(id)').hover();
  await review.button('Comment on line 42 on disk').click();
  await type('Old.');
  await press('Control+Enter');
  await row('this.redis.get(key').hover();
  await review.button('Comment on line 42').click();
  await type('New.');
  await press('Control+Enter');
  assert.deepEqual((await told(2)).map(about), [
    ['comment', 'Old.', 'store.ts', 'old', '42-42', textOf(storeFile, 'old', 42, 42)],
    ['comment', 'New.', 'store.ts', undefined, '42-42', textOf(storeFile, 'new', 42, 42)],
  ]);
  const [hunk, thread] = [
    review.main.locator('.hunk').first(),
    review.main.locator('.inline-thread', { hasText: 'Old.' }),
  ];
  assert.equal((await thread.boundingBox())?.x, (await hunk.boundingBox())?.x);
});

const suggestion: ReviewComment = {
  id: 's',
  kind: 'replace',
  body: '    if (token === undefined) return undefined;',
  file: store,
  anchor: { startLine: 43, endLine: 43, quote: '    if (token === null) return undefined;' },
};

test('a suggestion is applied by its button and by A; what it was made of does not come back', async () => {
  await review.show(editRequest());
  await press('j', 'j', 'j', 'j', 'j', 'r', 'Control+a');
  await type(suggestion.body);
  await press('Control+Enter');
  const [made] = await told(1);
  await press('a');
  const applied = await review.waitFor((one) => one.type === 'applySuggestion');
  assert.deepEqual(applied, { type: 'applySuggestion', id: 'e1', comment: made?.id });
  await review.tell({ type: 'review', id: 'e1', review: editRequest().review! });
  await review.main.locator('.thread').waitFor({ state: 'detached' });
  assert.equal((await review.messages('comments')).length, 1, 'it is not told again');

  await review.show(editRequest({ comments: [suggestion] }, { id: 'e2' }));
  await review.button('Apply to this edit').click();
  await review.waitFor((one) => one.type === 'applySuggestion' && one.id === 'e2' && one.comment === 's');
});

test('where a part cannot be taken, applying says why and does nothing; on disk there is nothing to apply', async () => {
  const reason = 'Kimi cannot take a changed edit.';
  const old: ReviewComment = { ...suggestion, id: 'o', side: 'old', body: 'x' };
  await review.show(editRequest({ comments: [suggestion, old], edits: { possible: false, reason }, told: '' }));
  const apply = review.button('Apply to this edit');
  assert.equal(await apply.count(), 1);
  assert.equal(await apply.getAttribute('aria-disabled'), 'true');
  assert.ok((await review.read(review.main.locator('.thread', { has: apply }))).includes(reason));
  await apply.click({ force: true });
  await apply.focus();
  await press('a');
  assert.deepEqual(await review.messages('applySuggestion'), []);
});

test('a comment is changed, taken away and brought back', async () => {
  await review.show(editRequest({ comments: [suggestion] }));
  await review.button('Edit comment 1').click();
  await press('End');
  await type(' // a miss');
  await press('Control+Enter');
  assert.equal((await told(1))[0]?.body, `${suggestion.body} // a miss`);
  await review.button('Remove comment 1').click();
  assert.deepEqual(await told(0), []);
  await review.button('Undo').click();
  await review.main.locator('.thread').waitFor();
  assert.deepEqual((await review.messages('comments')).at(-1)?.comments.map(about), [
    about({ ...suggestion, body: `${suggestion.body} // a miss` }),
  ]);
});

test('what is being written outlives another drawing and another state of the edit', async () => {
  const request = editRequest();
  await review.show(request);
  await press('j', 'j', 'c');
  await type('Half a th');
  await review.show({ ...request, hash: 'h2', subject: { type: 'edit', files: [...files].toReversed(), fields: [] } });
  assert.equal(await box().inputValue(), 'Half a th');
  assert.equal(await box().evaluate((one) => one === document.activeElement), true);
  await type('ought');
  await press('Escape');
  assert.match(await review.read(review.main.locator('.stub')), /Not added: Half a thought/);
  await review.button('Go on').click();
  await press('Control+Enter');
  assert.equal((await told(1))[0]?.body, 'Half a thought');
});

test('a comment on a line that is not drawn stands at its file', async () => {
  const far: ReviewComment = { ...suggestion, kind: 'comment', anchor: { startLine: 90, endLine: 90, quote: 'x' } };
  const lost: ReviewComment = { id: 'l', kind: 'comment', body: 'Gone.', file: '/elsewhere' };
  await review.show(editRequest({ comments: [far, lost] }));
  assert.match(await review.read(review.main.locator('.of-file').first()), /line 90/);
  assert.match(await review.read(review.main.locator('.commented > .whole')), /Gone\./);
});

test('decided, nothing can be commented any more', async () => {
  const request = editRequest({ comments: [suggestion] });
  await review.show(request);
  await review.tell({ type: 'status', id: 'e1', status: { type: 'answering', decision: 'deny' } });
  await review.button('Edit comment 1').waitFor({ state: 'detached' });
  await row('return token;').hover();
  await press('j', 'c', 'a');
  assert.equal(await review.main.locator('.plus, .composer').count(), 0);
  assert.deepEqual(await review.messages('applySuggestion'), []);
  assert.equal(await review.button(`Comment on ${zshrcFile.path.slice(2)}`).count(), 0);
});

test('the count of comments goes from one to the next, into files that are folded away too', async () => {
  const whole: ReviewComment = { id: 'w', kind: 'comment', body: 'All.' };
  await review.show(editRequest({ comments: [suggestion, whole], viewed: [store] }));
  const here = (): Promise<string | undefined> =>
    review.page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-comment]')?.dataset.comment);
  for (const id of ['w', 's', 'w']) {
    await review.button('2 comments').dispatchEvent('click');
    await review.rest();
    assert.equal(await here(), id);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewPage } from '../support/reviewHarness';
import { editRequest, fileOf, hunkOf, storeFile, zshrcFile } from './editReviews';
import { ended } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const noParts = { possible: false, reason: 'This agent cannot take a part of an edit.' } as const;
const store = storeFile.absolutePath;

function hunk(number: number) {
  return review.page.locator(`[data-hunk="${number}"]`);
}

function take(number: number) {
  return review.page.getByRole('checkbox', { name: `Take hunk ${number}`, exact: true });
}

function last<T>(all: readonly T[]): T | undefined {
  return all.at(-1);
}

test('hunks are numbered over all files; what is left out looks so, is posted at once, and needs no tint to be seen', async () => {
  await review.show(editRequest());
  assert.match(await review.read(), /Take hunk 1[\s\S]*Take hunk 2[\s\S]*Take hunk 3/);
  await take(2).click();
  await hunk(2).getByText('Left out. These lines stay as they are on disk').waitFor();
  assert.deepEqual(last(await review.messages('marks')), { type: 'marks', id: 'e1', left: ['s2'], viewed: [] });
  const code = hunk(2).locator('.dl.add code');
  assert.match(await code.evaluate((element) => getComputedStyle(element).textDecorationLine), /line-through/);
  assert.equal(await code.evaluate((element) => getComputedStyle(element).opacity), '1');
  await take(2).click();
  assert.deepEqual(last(await review.messages('marks'))?.left, []);
  assert.equal(await hunk(2).getByText('Left out.').count(), 0);
});

test('marks are the page’s own once touched, and stay over a changed request where their hunk is still there', async () => {
  await review.show(editRequest({ left: ['z1'] }));
  assert.equal(await take(3).isChecked(), false);
  await take(1).click();
  // An echo that is older than the click.
  await review.tell({ type: 'review', id: 'e1', review: editRequest({ left: ['z1'] }).review! });
  await review.rest();
  assert.equal(await take(1).isChecked(), false);
  const changed = fileOf('src/auth/store.ts', [hunkOf('new', 5, 5, '-a\n+b'), storeFile.hunks[0]!]);
  const { review: view } = editRequest();
  await review.show({ ...editRequest(), hash: 'h2', basis: 'b2', subject: subjectOf(changed), review: view! });
  assert.equal(await take(1).isChecked(), true);
  assert.equal(await take(2).isChecked(), false);
});

function subjectOf(...files: readonly (typeof storeFile)[]) {
  return { type: 'edit', files, fields: [] } as const;
}

test('a viewed file folds away; one that changes has to be looked at again, and this is told', async () => {
  await review.show(editRequest());
  await review.page.getByRole('checkbox', { name: 'Viewed store.ts', exact: true }).click();
  assert.deepEqual(last(await review.messages('marks'))?.viewed, [store]);
  await review.main.getByText('6 lines, viewed').waitFor();
  assert.equal(await hunk(1).isVisible(), false);
  assert.match(await review.read(review.page.getByRole('navigation', { name: 'Files' })), /2 files · 1 viewed/);
  await review.page.getByRole('checkbox', { name: 'Viewed .zshrc, in the list' }).click();
  assert.deepEqual(last(await review.messages('marks'))?.viewed, [store, zshrcFile.absolutePath]);
  const changed = fileOf('src/auth/store.ts', [hunkOf('new', 5, 5, '-a\n+b')]);
  await review.show({ ...editRequest(), hash: 'h2', basis: 'b2', subject: subjectOf(changed, zshrcFile) });
  assert.deepEqual(last(await review.messages('marks'))?.viewed, [zshrcFile.absolutePath]);
  assert.equal(await hunk(1).isVisible(), true);
  assert.equal(await hunk(2).isVisible(), false);
});

test('files that were viewed before are folded from the start, and can be unfolded', async () => {
  await review.show(editRequest({ viewed: [store] }));
  assert.equal(await hunk(1).count(), 0);
  const fold = review.page.getByRole('button', { name: 'Lines of store.ts' });
  assert.equal(await fold.getAttribute('aria-expanded'), 'false');
  await fold.click();
  await hunk(1).getByText('this.redis').first().waitFor();
  assert.deepEqual(await review.messages('marks'), []);
});

test('where nothing can be changed the controls stay, with the reason', async () => {
  await review.show(editRequest({ edits: noParts }));
  assert.equal(await take(1).getAttribute('aria-disabled'), 'true');
  assert.equal(await take(1).getAttribute('aria-description'), noParts.reason);
  await take(1).click({ force: true });
  await review.main.focus();
  await review.page.keyboard.press('x');
  assert.equal(await take(1).isChecked(), true);
  const edit = review.page.getByRole('button', { name: 'Edit store.ts...' });
  assert.equal(await edit.getAttribute('aria-disabled'), 'true');
  assert.equal(await edit.getAttribute('title'), noParts.reason);
  assert.equal(await edit.evaluate((element) => getComputedStyle(element).borderTopStyle), 'dashed');
  await edit.click({ force: true });
  assert.deepEqual([await review.messages('marks'), await review.messages('openDiff')], [[], []]);
});

test('once it is decided nothing can be left out any more', async () => {
  await review.show(editRequest());
  await review.tell({ type: 'status', id: 'e1', status: ended('approved', { delivery: 'sent' }) });
  await review.page.locator('.outcome').waitFor();
  await take(1).click({ force: true });
  assert.deepEqual(await review.messages('marks'), []);
});

test('the diff editor opens for one file or all, to read or to edit; an edit can be thrown away', async () => {
  const edited = { ...storeFile, edited: true, unsaved: true };
  await review.show({ ...editRequest(), subject: subjectOf(edited, zshrcFile) });
  await review.button('Open in diff editor').click();
  await review.page.getByRole('button', { name: 'Open .zshrc in diff editor' }).click();
  await review.page.getByRole('button', { name: 'Edit store.ts...' }).click();
  assert.deepEqual(await review.messages('openDiff'), [
    { type: 'openDiff', id: 'e1', edit: false },
    { type: 'openDiff', id: 'e1', edit: false, file: zshrcFile.absolutePath },
    { type: 'openDiff', id: 'e1', edit: true, file: store },
  ]);
  assert.match(await review.read(), /Unsaved changes in editor[\s\S]*Edited by you/);
  await review.page.getByRole('button', { name: 'Discard your edit of store.ts' }).click();
  assert.deepEqual(await review.messages('discardEdit'), [{ type: 'discardEdit', id: 'e1', file: store }]);
  await review.show({ ...editRequest(), id: 'e2', subject: subjectOf(storeFile) });
  await review.button('Open in diff editor').click();
  assert.deepEqual(last(await review.messages('openDiff')), { type: 'openDiff', id: 'e2', edit: false, file: store });
});

test('keys: hunks, files, take, view, whitespace; none of them from a box, none of them decides', async () => {
  await review.show(editRequest());
  const here = review.page.locator('.tools');
  await review.main.focus();
  await review.page.keyboard.press('n');
  await here.getByText('hunk 2 of 3').waitFor();
  await review.page.keyboard.press('x');
  assert.equal(await take(2).isChecked(), false);
  await review.page.keyboard.press('p');
  await here.getByText('hunk 1 of 3').waitFor();
  await review.page.keyboard.press(']');
  await here.getByText('hunk 3 of 3').waitFor();
  assert.equal((await review.read(review.page.locator('.file-row[data-current]'))).includes('zshrc'), true);
  await review.page.keyboard.press('[');
  await review.page.keyboard.press('v');
  assert.deepEqual(last(await review.messages('marks')), { type: 'marks', id: 'e1', left: ['s2'], viewed: [store] });
  await review.page.keyboard.press('w');
  assert.deepEqual(await review.messages('prefer'), [
    { type: 'prefer', preferences: { layout: 'unified', whitespace: true } },
  ]);
  const counted = [(await review.messages('marks')).length, (await review.messages('prefer')).length];
  await review.remark.focus();
  await review.page.keyboard.type('nxvw[]p');
  await review.main.focus();
  for (const press of ['Control+x', 'Alt+v', 'Shift+X']) await review.page.keyboard.press(press);
  await review.rest();
  assert.deepEqual([(await review.messages('marks')).length, (await review.messages('prefer')).length], counted);
  assert.deepEqual(await review.messages('decide'), []);
});

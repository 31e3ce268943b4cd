import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileView } from '../../src/protocol/views';
import type { ReviewPage } from '../support/reviewHarness';
import { editRequest, fileOf, hunkOf, storeFile } from './editReviews';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const store = storeFile.absolutePath;

function showFiles(...files: readonly FileView[]): Promise<void> {
  return review.show({ ...editRequest(), subject: { type: 'edit', files, fields: [] } });
}

test('side by side: rows pair up, the way is remembered, and a narrow page shows them one beneath the other', async () => {
  await review.show(editRequest());
  await review.page.getByRole('radio', { name: 'Side by side' }).click();
  assert.deepEqual(await review.messages('prefer'), [
    { type: 'prefer', preferences: { layout: 'split', whitespace: false } },
  ]);
  const row = (side: string, line: number) =>
    review.main.locator(`.split > .dl[data-side=${side}][data-${side}="${line}"]`).first();
  const [old, now] = [await row('old', 42).boundingBox(), await row('new', 42).boundingBox()];
  assert.ok(old && now && old.y === now.y && old.height === now.height && old.x + old.width <= now.x + 1);
  await row('new', 42).locator('ins').first().waitFor();
  assert.deepEqual(await review.readAll(row('new', 42).locator('ins')), ['await ', 'redis', 'key(', ')']);
  assert.deepEqual(await review.readAll(row('old', 42).locator('del')), ['memory']);
  await review.page.setViewportSize({ width: 690, height: 800 });
  await review.main.locator('.chunk:not(.split)').first().waitFor();
  assert.equal(await review.main.locator('.split').count(), 0);
  await review.page.setViewportSize({ width: 1200, height: 800 });
  await review.main.locator('.split').first().waitFor();
  // As the extension tells it to another page.
  await review.tell({ type: 'preferences', preferences: { layout: 'unified', whitespace: true } });
  await review.main.locator('.sp').first().waitFor();
  assert.equal(await review.main.locator('.split').count(), 0);
});

test('side by side: a side with fewer lines has nothing beside them', async () => {
  await showFiles(fileOf('a.ts', [hunkOf('a', 3, 3, ' one\n-two\n+2\n+3\n+4\n five')]));
  await review.tell({ type: 'preferences', preferences: { layout: 'split', whitespace: false } });
  await review.main.locator('.split').first().waitFor();
  assert.equal(await review.main.locator('.dl.none').count(), 2);
  const cells = await review.main.locator('.split > .dl').evaluateAll((all) => all.map((cell) => cell.textContent));
  assert.deepEqual(cells, ['one', 'one', 'two', '2', '', '3', '', '4', 'five', 'five']);
});

test('in the radio group the arrows choose', async () => {
  await review.show(editRequest());
  await review.page.getByRole('radio', { name: 'Unified' }).focus();
  await review.page.keyboard.press('ArrowRight');
  assert.equal(await review.page.getByRole('radio', { name: 'Side by side' }).getAttribute('aria-checked'), 'true');
  assert.deepEqual((await review.messages('prefer')).at(-1)?.preferences.layout, 'split');
});

test('in the radio group letters mean what they mean elsewhere, and none decides', async () => {
  await review.show(editRequest());
  const radio = review.page.getByRole('radio', { name: 'Unified' });
  await radio.press('w');
  assert.equal((await review.waitFor((one) => one.type === 'prefer')).type, 'prefer');
  assert.equal((await review.messages('prefer')).at(-1)?.preferences.whitespace, true);
  await radio.press('n');
  await radio.press('x');
  assert.equal((await review.messages('marks')).at(-1)?.left.length, 1);
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789') {
    await review.page.keyboard.press('Escape');
    await radio.press(key);
  }
  assert.deepEqual(await review.messages('decide'), []);
});

test('lines between hunks: twenty at a time on each side, all by a second button or Shift, the rest at once when it is little', async () => {
  await review.show(editRequest());
  const gap = (name: string) => review.main.getByRole('button', { name, exact: true });
  await gap('17 unchanged lines').click();
  await gap('40 unchanged lines').click();
  assert.deepEqual(
    (await review.messages('findContext')).map(({ file, from, to }) => [file, from, to]),
    [
      [store, 46, 62],
      [store, 1, 40],
    ],
  );
  const lines = Array.from({ length: 17 }, (_, i) => `line ${i + 46}`);
  await review.tell({ type: 'context', id: 'other', file: store, from: 46, lines });
  await review.rest();
  assert.equal(await gap('17 unchanged lines').count(), 1);
  await review.tell({ type: 'context', id: 'e1', file: store, from: 46, lines });
  const row = review.main.locator('.dl[data-old="50"]');
  await row.getByText('line 50').waitFor();
  assert.equal(await row.getAttribute('data-new'), '50');
  assert.equal(await row.getAttribute('data-side'), 'new');
  assert.equal(await gap('17 unchanged lines').count(), 0);
});

test('a long gap opens from both its ends, the end of a file from the hunk on; numbers follow from what was added above', async () => {
  const file = fileOf('long.ts', [hunkOf('a', 1, 1, '-a\n+b\n+c'), hunkOf('b', 202, 203, '-d\n+e')], { oldLines: 400 });
  await showFiles(file);
  const asked = async () => (await review.messages('findContext')).map(({ from, to }) => [from, to]);
  const more = (name: string) => review.main.getByRole('button', { name, exact: true });
  await more('200 unchanged lines').click();
  await more('198 unchanged lines').click();
  assert.deepEqual(await asked(), [
    [2, 21],
    [182, 201],
    [203, 222],
  ]);
  const id = 'e1';
  const lines = Array.from({ length: 20 }, (_, i) => `${i}`);
  for (const from of [2, 182]) await review.tell({ type: 'context', id, file: file.absolutePath, from, lines });
  await more('160 unchanged lines').click({ modifiers: ['Shift'] });
  assert.deepEqual((await asked()).at(-1), [22, 181]);
  await review.main.getByRole('button', { name: 'Show all 198 unchanged lines' }).click();
  assert.deepEqual((await asked()).at(-1), [203, 400]);
  assert.equal(await review.main.locator('.dl[data-old="182"]').getAttribute('data-new'), '183');
  // Another state of the same files keeps them; other files do not.
  await review.show({ ...editRequest(), hash: 'h2', subject: { type: 'edit', files: [file], fields: [] } });
  assert.equal(await more('160 unchanged lines').count(), 1);
  await review.show({
    ...editRequest(),
    hash: 'h3',
    basis: 'b3',
    subject: { type: 'edit', files: [file], fields: [] },
  });
  assert.equal(await more('200 unchanged lines').count(), 1);
});

test('whitespace is drawn over the text, which stays what it is', async () => {
  const text = '\tif (a) {  ';
  await showFiles(fileOf('a.ts', [hunkOf('a', 1, 1, `-x\n+${text}`)]));
  await review.page.getByRole('button', { name: 'Show whitespace' }).click();
  const code = review.main.locator('.dl.add code');
  await code.locator('.tab').waitFor();
  assert.equal(await code.textContent(), text);
  assert.deepEqual(await code.locator('.sp').allTextContents(), [' ', ' ', '  ']);
  assert.deepEqual(await code.locator('.trail').allTextContents(), ['  ']);
});

test('code has its colours after it has been read out plainly, and each can be read on its tint', async () => {
  await review.show(editRequest());
  await review.main.locator('.dl:not(.add, .rem) .hl-k').first().waitFor();
  const keyword = await review.read(review.main.locator('.dl.add .hl-k').first());
  assert.match(keyword, /const|if|return/);
  assert.match(await review.main.ariaSnapshot(), /removed: .*added: /s);
});

test('what would not apply: the text, and what comes nearest to it on disk', async () => {
  const nearest: NonNullable<FileView['nearest']> = {
    startLine: 88,
    endLine: 89,
    words: 2,
    lines: [
      { type: 'remove', text: 'const token = this.memory.get(id);', old: 88 },
      { type: 'add', text: 'const token = this.cache.get(id);' },
      { type: 'context', text: 'return token;', old: 89 },
    ],
  };
  await showFiles(
    fileOf('a.ts', [], { status: 'wouldNotApply', problem: 'The text it replaces is not there.', nearest }),
  );
  const text = await review.read();
  assert.match(
    text,
    /What the agent wants to replace\s+not found in the file\s+const token = this\.cache\.get\(id\);\s+return token;/,
  );
  assert.match(text, /Nearest text on disk\s+lines 88–89, 2 words differ\s+const token = this\.memory/);
  await review.main.locator('.nearest del').first().waitFor();
  assert.deepEqual(await review.readAll(review.main.locator('.nearest del')), ['cache']);
  assert.deepEqual(await review.readAll(review.main.locator('.nearest ins')), ['memory']);
  assert.equal(await review.main.locator('.nearest .dl').last().getAttribute('data-new'), '89');
  assert.equal(await review.page.getByRole('button', { name: /Open .* diff editor/ }).count(), 0);
});

test('files that are new and empty, deleted, moved, cells, or have no lines that change', async () => {
  const plain = { added: 0, removed: 0, oldLines: 0 };
  await showFiles(
    fileOf('empty.txt', [], { ...plain, status: 'new' }),
    fileOf('gone.ts', [hunkOf('g', 1, 0, '-a')], { status: 'deleted', oldLines: 1 }),
    fileOf('from.ts', [], { ...plain, movedTo: 'lib/to.ts' }),
    fileOf('book.ipynb', [hunkOf('b', 1, 1, '-a\n+b')], { cell: 'cell 3 of 12, code', oldLines: 1 }),
    fileOf('same.txt', [], { ...plain, status: 'unchanged' }),
  );
  const text = await review.read();
  for (const words of [
    'The new file is empty.',
    'Deleted',
    'lib/to.ts',
    'Moved. No line changes.',
    'cell 3 of 12, code',
    'the file already has this text',
  ])
    assert.ok(text.includes(words), `${words} not in ${text}`);
  const list = await review.read(review.page.getByRole('navigation', { name: 'Files' }));
  assert.match(list, /New:[\s\S]*Deleted:[\s\S]*Moved:[\s\S]*Changed:[\s\S]*Unchanged:/);
});

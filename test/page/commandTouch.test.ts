import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewPage } from '../support/reviewHarness';
import { commandRequest, dangerous, touch } from './commandRequests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

test('what it would touch: a row for each thing, with whether it can come back', async () => {
  await review.show(commandRequest(dangerous));
  const card = review.page.getByRole('region', { name: 'What it would touch' });
  assert.equal(await card.count(), 0);
  await review.tell({ type: 'touch', id: 'other', touch });
  await review.tell({ type: 'touch', id: 'r1', touch: null });
  await card.getByText('Looking at the disk…').waitFor();
  await review.tell({ type: 'touch', id: 'r1', touch });
  await card.getByText(/read from disk \d+ (s|min) ago; nothing was run/).waitFor();
  const rows = await review.readAll(card.getByRole('row'));
  assert.deepEqual(
    rows.map((row) => row.replaceAll(/\s+/g, ' ').trim()),
    [
      'Step What How much Can it come back?',
      '2 deletes ../cache index.db, tokens.json, 210 more 212 files, 48 MB No. Ignored by git.',
      '2 deletes "$OUT"/* Not expanded: OUT is not set here. unknown Unknown.',
      '3 contacts get.xn--exmple-4nf.dev 1 host Nothing to bring back.',
      '5 overwrites /etc/atlas/install.log 1 file, 14 kB No. Outside the project.',
    ],
  );
  await card.getByRole('button', { name: 'Read again' }).click();
  assert.deepEqual(await review.waitFor((one) => one.type === 'lookAgain'), { type: 'lookAgain', id: 'r1' });
  assert.equal((await review.messages('lookAgain')).length, 1);
});

test('what several steps do to the same thing is told once, and what is counted is named', async () => {
  await review.show(commandRequest(dangerous));
  const log = { verb: 'appends', what: 'log', names: [], count: 1, back: 'nothing', why: 'It is new' } as const;
  const made = { ...log, step: 9, verb: 'creates', what: 'out' } as const;
  const rows = [
    ...[2, 3, 3, 5, 8].map((step) => ({ ...log, step })),
    { ...log, step: 4, what: 'other' },
    { ...made, counts: 'both' as const },
    { ...made, step: 10, counts: 'folder' as const },
    { ...made, step: 11, count: 1200, counts: 'both' as const },
  ];
  await review.tell({ type: 'touch', id: 'r1', touch: { ...touch, rows } });
  await review.page.getByRole('table').waitFor();
  const told = await review.readAll(review.page.getByRole('table').getByRole('row'));
  assert.deepEqual(
    told.slice(1).map((row) => row.replaceAll(/\s+/g, ' ').trim().replace(' Nothing to bring back. It is new.', '')),
    [
      '2, 3 and 2 more appends to log 1 file',
      '4 appends to other 1 file',
      '9 creates out 1 file or folder',
      '10 creates out 1 folder',
      '11 creates out 1,200 files and folders',
    ],
  );
});

test('nothing to touch is no table, and where it runs is said all the same', async () => {
  await review.show(commandRequest(dangerous));
  const evil = 'a\u202eb\nc';
  await review.tell({
    type: 'touch',
    id: 'r1',
    touch: { readAt: Date.now(), rows: [], cwd: '/srv/real', cwdWarning: 'It is not in the project.' },
  });
  const risk = review.page.getByRole('region', { name: 'Risk' });
  await risk.getByText('It is not in the project.').waitFor();
  assert.match(await review.read(risk), /Runs in \/srv\/real: It is not in the project\./);
  assert.match(await review.read(), /Runs in \/home\/mira\/atlas-api, which is \/srv\/real/);
  assert.equal(await review.page.getByRole('table').count(), 0);
  const row = {
    ...touch.rows[0]!,
    what: evil,
    names: [evil],
    why: evil,
    note: evil,
    atLeast: true as const,
    bytes: 999_600,
  };
  await review.tell({ type: 'touch', id: 'r1', touch: { ...touch, rows: [row] } });
  await review.page.getByRole('table').waitFor();
  const text = await review.read(review.page.getByRole('table'));
  assert.match(text, /at least 212 files, 1 MB/);
  assert.doesNotMatch(text, /\u202e/);
  assert.equal((text.match(/RLO/g) ?? []).length, 4);
  await review.show(commandRequest(dangerous, { id: 'r2' }));
  assert.equal(await review.page.getByRole('table').count(), 0, 'it was about another request');
});

test('long names have half of the table, however long a number is', async () => {
  await review.show(commandRequest(dangerous));
  const many = {
    ...touch.rows[0]!,
    what: 'a-long-name/'.repeat(20),
    count: 1_000_000,
    counts: 'both',
    atLeast: true,
  } as const;
  await review.tell({ type: 'touch', id: 'r1', touch: { ...touch, rows: [...touch.rows, many] } });
  const widths = await review.page
    .locator('.touch, .touch th:nth-child(2)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  assert.ok(widths[1]! >= widths[0]! * 0.45, widths.join());
});

test('a path that needs several lines has its icon beside the first', async () => {
  await review.page.setViewportSize({ width: 400, height: 800 });
  await review.show(commandRequest({ ...dangerous, cwd: '/srv/one-long-folder'.repeat(8) }));
  const boxes = await review.page
    .locator('.facts > span:first-child, .facts > span:first-child > .codicon')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const [fact, icon] = boxes;
  assert.ok(fact!.height > 50, 'it wraps');
  assert.ok(icon!.bottom < fact!.top + 24, `${icon!.bottom - fact!.top}`);
});

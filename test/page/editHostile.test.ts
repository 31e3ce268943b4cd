import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LineView } from '../../src/protocol/views';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';
import { flaws } from './checks';
import { editRequest, editReview, fileOf, files, hunkOf } from './editReviews';
import { bigEdit, brokenEdit, edit } from './editSubjects';
import { request } from './requests';

let harness: ReviewHarness;
before(async () => void (harness = await ReviewHarness.start()));
after(() => harness.stop());

async function opened(use: (review: ReviewPage) => Promise<void>): Promise<void> {
  const review = await harness.open();
  await use(review);
  assert.deepEqual(review.problems, []);
  assert.deepEqual(await review.messages('failed'), []);
  await review.close();
}

test('hostile names are shown whole, and are only text', () =>
  opened(async (review) => {
    const name = 'src/<img src=x onerror=alert(1)>\nsafe.ts\u202egnp.js';
    const file = fileOf(name, [hunkOf('h', 1, 1, '-a\n+b')], {
      absolutePath: `/p/${name}`,
      movedTo: 'b\n.ts',
      cell: '\u202ecell',
      warnings: [{ kind: 'steering', title: 'Steers \u202e', text: '<b>x</b>' }],
    });
    await review.show({ ...editRequest(), subject: { type: 'edit', files: [file, ...files], fields: [] } });
    assert.equal(await review.page.locator('img').count(), 0);
    const html = await review.page.content();
    assert.doesNotMatch(html, /\u202e/);
    assert.deepEqual(await review.readAll(review.main.locator('.file-head h2').first().locator('.inv')), [
      'LF',
      'RLO',
      'LF',
    ]);
    const row = review.page.locator('.file-row').first();
    assert.deepEqual((await review.readAll(row.locator('.inv'))).slice(0, 2), ['LF', 'RLO']);
    assert.match((await row.getByRole('button').getAttribute('title')) ?? '', /⟨LF⟩safe\.ts⟨RLO⟩gnp\.js/);
    // It works for files with such names, too.
    await row.getByRole('checkbox').click();
    assert.deepEqual((await review.messages('marks')).at(-1)?.viewed, [file.absolutePath]);
  }));

test(
  'of 50,000 changed lines a screenful comes first, in either layout; then all are there',
  { timeout: 180_000 },
  () =>
    opened(async (review) => {
      for (const [layout, lines] of [
        ['unified', 50_000],
        ['split', 20_000],
      ] as const) {
        await review.tell({ type: 'preferences', preferences: { layout, whitespace: false } });
        const shown = request({ id: layout, subject: bigEdit(lines), review: editReview() });
        const rows = await review.page.evaluate((told) => {
          window.dispatchEvent(new MessageEvent('message', { data: { type: 'request', request: told } }));
          return document.querySelectorAll('.dl').length;
        }, shown);
        assert.ok(rows >= 100 && rows < 2000, `${rows}`);
        await review.waitFor((message) => message.type === 'shown' && message.id === layout, 80_000);
        assert.equal(await review.page.locator('.dl').count(), lines);
      }
    }),
);

test('a line of 2 MB, and 2,000 files, hold nothing up', { timeout: 180_000 }, () =>
  opened(async (review) => {
    const lines: LineView[] = [
      { type: 'remove', text: `a${'b'.repeat(2_000_000)}`, old: 1 },
      { type: 'add', text: `${'c d\t'.repeat(500_000)}e`, new: 1 },
    ];
    const long = fileOf('long.js', [{ id: 'l', oldStart: 1, newStart: 1, lines }], { oldLines: 1 });
    await review.show({ ...editRequest(), id: 'long', subject: { type: 'edit', files: [long], fields: [] } });
    assert.equal((await review.main.locator('.dl.rem code').allTextContents()).join('').length, 2_000_001);
    await review.main.focus();
    await review.page.keyboard.press('w');
    await review.waitFor((message) => message.type === 'prefer');
    const many = Array.from({ length: 2000 }, (_, i) => fileOf(`f${i}.ts`, [hunkOf(`h${i}`, 1, 1, '-a\n+b')]));
    const shown = { ...editRequest(), id: 'many', subject: { type: 'edit', files: many, fields: [] } } as const;
    await review.tell({ type: 'request', request: shown });
    await review.waitFor((message) => message.type === 'shown' && message.id === 'many', 90_000);
    assert.equal(await review.page.locator('.file').count(), 2000);
    await review.main.focus();
    await review.page.keyboard.press('n');
    await review.page.getByText('hunk 2 of 2,000').waitFor();
  }),
);

const noEdits = { possible: false, reason: 'This agent cannot take a part of an edit.' } as const;
const looks = {
  marked: {
    subject: edit,
    review: editReview({ left: ['s2'], viewed: ['/home/mira/atlas-api/src/auth/refreshLoop.ts'] }),
  },
  whole: { subject: edit, review: editReview({ edits: noEdits }) },
  broken: { subject: brokenEdit, review: editReview() },
};
const sizes = [
  { width: 1200, height: 900, axe: 'all' },
  { width: 700, height: 800, axe: 'none' },
  { width: 400, height: 800, axe: 'none' },
  { width: 400, height: 300, axe: 'one' },
] as const;

for (const [name, look] of Object.entries(looks)) {
  test(`${name}: an edit at every size in every theme: buttons whole, nothing for axe`, async () => {
    const review = await harness.open();
    for (const layout of ['unified', 'split'] as const) {
      if (layout === 'split' && name !== 'marked') continue;
      for (const { axe, ...size } of sizes) {
        if (layout === 'split' && size.width < 700) continue;
        await review.page.setViewportSize(size);
        await review.tell({ type: 'preferences', preferences: { layout, whitespace: layout === 'split' } });
        const where = `edit-${name}-${layout}-${size.width}x${size.height}`;
        await review.show(request({ id: where, ...look }));
        await review.main.locator('.hl-k').first().waitFor();
        await review.rest();
        assert.deepEqual(await flaws(review, { axe, name: where }), []);
      }
    }
    assert.deepEqual(review.problems, []);
    await review.close();
  });
}

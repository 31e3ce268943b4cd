import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFeedback } from '../../src/core/plan/feedback';
import { sectionsOf } from '../../src/core/plan/outline';
import type { ReviewComment } from '../../src/protocol/comment';
import type { ReviewPage } from '../support/reviewHarness';
import { planRequest, question, replacement, again, secondRevision, anchorLine, anchorOn } from './planRequests';
import { ended, planText } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await review.page.keyboard.press(key);
};
const type = (text: string): Promise<void> => review.page.keyboard.type(text);
const threads = (): Promise<string[]> => review.readAll(review.main.locator('.thread'));

/** The comments as the page has told them last. */
async function told(count: number): Promise<readonly ReviewComment[]> {
  const message = await review.waitFor((one) => one.type === 'comments' && one.comments.length === count);
  assert.equal(message.type, 'comments');
  return (await review.messages('comments')).at(-1)?.comments ?? [];
}

/** Brings the keyboard to the place of the plan with this text, by keys alone. */
async function goTo(text: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    await press('j');
    const here = await review.page.evaluate(() => document.activeElement?.textContent ?? '');
    if (here.includes(text)) return;
  }
  throw new Error(`never came to: ${text}`);
}

async function select(text: string): Promise<void> {
  await review.page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('main article')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      return;
    }
    throw new Error('not there');
  }, text);
}

async function decided(): Promise<unknown> {
  const message = await review.waitFor((one) => one.type === 'decide');
  return message.type === 'decide' ? message.decision : undefined;
}

test('a plan is reviewed by keyboard alone: comment, replace, question, remark, send', async () => {
  await review.show(planRequest());
  await goTo('Tokens move from process memory');
  await press('c');
  await type('Which key, and what when it rotates?');
  await press('Control+Enter');
  await goTo('A lock in Redis');
  await press('r');
  const box = review.page.getByRole('textbox', { name: 'Replace on line' });
  assert.equal(await box.inputValue(), anchorLine('- Two instances').quote);
  await press('Control+a');
  await type('- One instance refreshes.');
  await press('Control+Enter');
  await press('k');
  await press('q');
  await type('Whose clock?');
  await press('Control+Enter');
  const comments = await told(3);
  assert.deepEqual(
    comments.map(({ kind, body, anchor }) => [kind, body, anchor?.startLine]),
    [
      ['comment', 'Which key, and what when it rotates?', 15],
      ['replace', '- One instance refreshes.', 44],
      ['question', 'Whose clock?', 43],
    ],
  );
  await review.remark.focus();
  await type('Keep the API.');
  await press('Control+Shift+Backspace');
  assert.deepEqual(await decided(), {
    type: 'deny',
    feedback: compileFeedback(sectionsOf(planText), { comments, remark: 'Keep the API.' }),
  });
});

test('letters typed into a box do nothing else, and none of them ever decides', async () => {
  await review.show(planRequest());
  await review.remark.focus();
  await type('jkcridqgom');
  assert.equal(await review.remark.inputValue(), 'jkcridqgom');
  await press('Escape');
  for (const letter of 'jkcridqgom') {
    await press(letter);
    await press('Escape');
  }
  assert.deepEqual(await review.messages('decide'), []);
});

test('the box to find words in has the keyboard at once', async () => {
  await review.takeTime();
  await review.show(planRequest());
  await review.stopTime();
  await press('Control+f');
  await type('redis');
  assert.equal(await review.page.getByRole('textbox', { name: 'Find in plan' }).inputValue(), 'redis');
  assert.equal(await review.main.locator('.composer').count(), 0);
});

test('a selection becomes a comment on its words; the plus of a block one on its lines', async () => {
  await review.show(planRequest());
  await select('five minutes before they expire');
  await review.page.getByRole('button', { name: 'Comment on the selection' }).click();
  await type('Why five?');
  await review.button('Add comment').click();
  const [first] = await told(1);
  assert.deepEqual(first?.anchor, anchorOn('five minutes before they expire'));
  await review.rest();
  assert.equal(await review.page.evaluate(() => CSS.highlights.get('cs-mark')?.size), 1);
  await review.main.getByText('Watch the miss rate').hover();
  await review.page.getByRole('button', { name: 'Comment on line 36' }).click();
  await type('A week.');
  await press('Control+Enter');
  const [, second] = await told(2);
  assert.deepEqual(second?.anchor, anchorLine('   - [ ] Watch'));
  // Words with markup in them are found in the source.
  await review.page.evaluate(() => {
    const item = [...document.querySelectorAll('li')].find((one) => one.textContent?.includes('so a wrong clock'));
    const codes = item?.querySelectorAll('code');
    if (codes) getSelection()?.setBaseAndExtent(codes[0]!.firstChild!, 0, codes[1]!.firstChild!, 10);
  });
  await press('c');
  await type('Both in UTC?');
  await press('Control+Enter');
  assert.equal((await told(3))[2]?.anchor?.quote, '`exp` with `Date.now()`');
});

test('comments are edited, removed, and brought back', async () => {
  await review.show(planRequest({ comments: [question, replacement] }));
  assert.equal((await threads()).length, 2);
  await review.page.getByRole('button', { name: 'Edit comment 1' }).click();
  await review.page.getByRole('radio', { name: 'Comment' }).click();
  await review.page.getByRole('textbox', { name: 'Comment on line 11' }).fill('Say what the first request gets.');
  await review.button('Save comment').click();
  const edited = await told(2);
  assert.deepEqual(edited[0], { ...question, kind: 'comment', body: 'Say what the first request gets.' });
  await review.page.getByRole('button', { name: 'Remove comment 2' }).click();
  assert.deepEqual(await told(1), [edited[0]]);
  assert.equal((await threads()).length, 1);
  // The keyboard is at the way back.
  await review.page.locator('[data-undo]:focus').waitFor();
  await press('Enter');
  await review.page.getByRole('button', { name: 'Remove comment 2' }).waitFor();
  assert.deepEqual((await review.messages('comments')).at(-1)?.comments, [edited[0], replacement]);
});

test('what is not finished survives Escape, another request, and a new document; it is not sent', async () => {
  await review.show(planRequest());
  await goTo('Tokens move');
  await press('c');
  await type('half a thou');
  await press('Escape');
  await review.main.getByText('Not added: half a thou').waitFor();
  assert.match(await review.read(review.page.locator('.bar-say')), /1 unfinished comment is not sent/);
  await press('c');
  assert.equal(await review.page.locator('.composer textarea').inputValue(), 'half a thou');
  await type('ght');
  await review.show(planRequest({}, { id: 'other' }));
  assert.equal(await review.page.locator('.composer').count(), 0);
  await review.load({ keep: true });
  await review.show(planRequest());
  assert.equal(await review.page.locator('.composer textarea').inputValue(), 'half a thought');
  await review.page.keyboard.press('Control+Enter');
  assert.equal((await told(1))[0]?.body, 'half a thought');
});

test('the ledger says what became of earlier comments, and one key sends one again', async () => {
  await review.show(planRequest({ ...secondRevision, comments: [question] }));
  const text = await review.read(review.main.locator('.ledger'));
  for (const words of ['Your comments on revision 1', 'Text changed', 'Unchanged', 'Text gone', 'not sent']) {
    assert.ok(text.includes(words), words);
  }
  await press('g');
  const comments = await told(2);
  const entry = secondRevision.ledger?.entries[1];
  assert.deepEqual({ ...comments[1], id: '' }, { ...entry?.comment, id: '', madeOn: 1 });
  assert.notEqual(comments[1]?.id, entry?.comment.id);
  await review.page.getByRole('button', { name: 'Again, as 2' }).waitFor();
  await press('g');
  await told(3);
  await review.page.getByRole('button', { name: 'comment 4 of revision 1' }).click();
  const gone = (await told(4))[3];
  assert.equal(gone?.anchor, undefined);
  assert.equal(gone?.madeOn, 1);
});

test('a review from the extension is taken over, without losing the box or what was not told yet', async () => {
  await review.takeTime();
  await review.show(planRequest({ comments: [question] }));
  await goTo('Tokens move');
  await press('c');
  await type('mine');
  const { comments, ...rest } = planRequest().review!;
  assert.deepEqual(comments, []);
  await review.tell({
    type: 'review',
    id: 'r1',
    review: { ...rest, comments: [{ ...question, body: 'native' }, replacement] },
  });
  await review.main.locator('.thread', { hasText: 'native' }).waitFor();
  assert.equal(await review.page.locator('.composer textarea').inputValue(), 'mine');
  await review.stopTime();
  await press('Control+Enter');
  // What comes while ours is under way does not know it yet.
  await review.tell({ type: 'review', id: 'r1', review: { ...rest, comments: [again] } });
  await review.main.locator('.thread', { hasText: 'mine' }).waitFor();
  const message = await review.waitFor(
    (one) => one.type === 'comments' && one.comments.some(({ id }) => id === again.id),
  );
  assert.ok(message.type === 'comments' && message.comments.some(({ body }) => body === 'mine'));
  await review.pass(1500);
  await review.tell({ type: 'review', id: 'r1', review: { ...rest, comments: [] } });
  await review.main.locator('.thread').first().waitFor({ state: 'detached' });
});

test('after the end comments stay and can be copied as they would have been sent', async () => {
  await review.show(planRequest({ comments: [question] }));
  await review.tell({ type: 'status', id: 'r1', status: ended('denied', { delivery: 'failed' }) });
  await review.page.getByText('NOT delivered.').waitFor();
  await review.button('Copy text').click();
  const compiled = compileFeedback(sectionsOf(planText), { comments: [question], remark: '' });
  assert.deepEqual(await review.waitFor((message) => message.type === 'copy'), { type: 'copy', text: compiled });
  assert.equal((await threads()).length, 1);
  assert.equal(await review.page.getByRole('button', { name: 'Edit comment 1' }).count(), 0);
  await review.tell({ type: 'status', id: 'r1', status: ended('withdrawn') });
  await review.page.getByText('with the next plan of this session').waitFor();
});

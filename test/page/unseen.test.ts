import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { RequestView } from '../../src/protocol/views';
import type { ReviewPage } from '../support/reviewHarness';
import { until } from '../support/until';
import { flaws } from './checks';
import { commandView, request, tool } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

const lines = 301;
const long = commandView(Array.from({ length: lines }, (_, i) => `rm -rf cache/${i + 1}`).join('\n'));
const short = commandView('rm -rf cache');

function dangerous(change: Partial<RequestView> = {}): RequestView {
  return request({ risk: 'dangerous', subject: long, ...change });
}

function sentence(): Promise<string> {
  return review.page.locator('#bar-say').evaluate((element: HTMLElement) => element.innerText.replace(/\s+/g, ' '));
}

const waiting = /Approve waits for the end: (\d+) of 301 lines seen\./;

function approve(): Locator {
  return review.page.locator('.decide [data-decide=approve]');
}

async function seen(): Promise<void> {
  await review.page.locator('.decide [data-decide=approve]:not([aria-disabled])').waitFor();
}

async function scrollTo(top: number): Promise<void> {
  await review.main.evaluate((main, to) => main.scrollTo(0, to), top);
  await review.rest();
}

/** Rows are laid out, and become higher, as they come near: the end is reached in a few steps. */
async function toEnd(): Promise<void> {
  await until('the end to be reached', async () => {
    await scrollTo(1_000_000);
    return review.main.evaluate((main) => main.scrollTop + main.clientHeight >= main.scrollHeight - 1);
  });
}

/** Tries every way to approve. */
async function tryAll(): Promise<void> {
  const { keyboard, mouse } = review.page;
  await review.stopTime();
  await approve().click({ force: true });
  await approve().hover({ force: true });
  await mouse.down();
  await review.pass(1200);
  await mouse.up();
  await approve().focus();
  await keyboard.press('Enter');
  for (const key of ['Control', 'Shift', 'Enter']) await keyboard.down(key);
  await review.pass(1200);
  for (const key of ['Enter', 'Shift', 'Control']) await keyboard.up(key);
  await review.resumeTime();
}

test('until its end was in view, a dangerous command cannot be approved in any way, and it says how far one is', async () => {
  await review.takeTime();
  await review.show(dangerous());
  await review.rest();
  const first = Number(waiting.exec(await sentence())?.[1]);
  assert.ok(first > 3 && first < 60, `${first}`);
  await tryAll();
  assert.equal(await approve().getAttribute('aria-disabled'), 'true');
  await scrollTo(2000);
  const second = Number(waiting.exec(await sentence())?.[1]);
  assert.ok(second > first && second < lines, `${second}`);
  await scrollTo(0);
  assert.equal(Number(waiting.exec(await sentence())?.[1]), second, 'the furthest line counts');
  assert.deepEqual(await review.messages('decide'), []);
  await toEnd();
  await seen();
  assert.match(await sentence(), /Hold for 1 s/);
});

test('a deny does not wait for the end', async () => {
  await review.show(dangerous());
  await review.button('Deny').click();
  await review.waitFor((message) => message.type === 'decide' && message.decision.type === 'deny');
});

test('what ends in view counts at once, and what is not dangerous waits for nothing', async () => {
  await review.show(dangerous({ subject: short }));
  await seen();
  await review.show(request({ id: 'r2', subject: long, risk: 'careful' }));
  assert.equal(await approve().getAttribute('aria-disabled'), null);
});

test('what was seen stays seen for that text, also after another request; another text is to be seen anew', async () => {
  await review.show(dangerous());
  await toEnd();
  await seen();
  await review.show(dangerous({ id: 'r2' }));
  await review.rest();
  assert.match(await sentence(), waiting);
  await review.show(dangerous());
  assert.equal(await approve().getAttribute('aria-disabled'), null);
  await scrollTo(0);
  await review.show(dangerous({ hash: 'h2' }));
  await review.rest();
  assert.match(await sentence(), waiting);
});

test('an end that comes in view while the panel is out of sight was not seen', async () => {
  await review.show(dangerous());
  await review.tell({ type: 'visible', visible: false });
  await toEnd();
  await review.rest();
  assert.equal(await approve().getAttribute('aria-disabled'), 'true');
  await review.tell({ type: 'visible', visible: true });
  await seen();
});

test('what is still being drawn has no end yet', async () => {
  const huge = commandView(Array.from({ length: 3000 }, (_, i) => `rm -rf cache/${i + 1}`).join('\n'));
  await review.show(dangerous({ subject: huge }));
  await review.rest();
  assert.match(await sentence(), /Approve waits for the end: \d+ of 3,000 lines seen\./);
  assert.equal(await approve().getAttribute('aria-disabled'), 'true');
});

test('a command that is being edited, or read anew, is not there to be seen', async () => {
  const editedCommand = { edits: { possible: true }, told: '' } as const;
  await review.show(dangerous({ abilities: { ...request().abilities, editedCommand } }));
  const box = review.page.getByRole('textbox', { name: 'Command', exact: true });
  const unseen = async (): Promise<void> => {
    await toEnd();
    await review.rest();
    assert.equal(await approve().getAttribute('aria-disabled'), 'true');
  };
  await review.page.keyboard.press('e');
  await box.waitFor();
  await unseen();
  await box.press('End');
  await review.page.keyboard.type(' ');
  await review.page.keyboard.press('Escape');
  await review.page.getByText('Reading your command…').waitFor();
  await unseen();
  await review.page.keyboard.press('e');
  await box.press('Backspace');
  await review.page.keyboard.press('Escape');
  await review.page.locator('.command-rows').waitFor();
  await scrollTo(0);
  assert.match(await sentence(), waiting);
  await toEnd();
  await seen();
});

test('where there is no room for a line, its end is not seen either', async () => {
  await review.show(null);
  const height = (pixels: string): Promise<void> =>
    review.main.evaluate((main, to) => {
      main.style.maxHeight = to;
    }, pixels);
  for (const subject of [long, short, { ...tool } as RequestView['subject']]) {
    await height('12px');
    await review.show(dangerous({ id: `in ${JSON.stringify(subject).length}`, subject }));
    await toEnd();
    assert.equal(await approve().getAttribute('aria-disabled'), 'true');
    await height('');
    await toEnd();
    await seen();
  }
});

test('another view of the same text that is put in its place has its own end', async () => {
  await review.show(dangerous());
  await review.main.evaluate((main) => {
    const end = main.querySelector('[data-end-of-command]');
    const other = document.createElement('div');
    other.dataset.endOfCommand = '';
    main.querySelector('.verdict')?.after(other);
    end?.remove();
  });
  await seen();
});

test('beneath a command whose end was skipped, it says which end is meant', async () => {
  await review.page.setViewportSize({ width: 400, height: 500 });
  const fields = Array.from({ length: 60 }, (_, i) => ({ name: `field${i}`, text: 'value' }));
  const subject = { ...commandView(`rm -rf ${'cache '.repeat(200)}`), fields };
  await review.show(dangerous({ subject }));
  await toEnd();
  assert.match(await sentence(), /Approve waits for the end of the command\.$/);
});

test('without an end of its own, the end of all that is shown counts; what has no lines is not counted', async () => {
  const fields = Array.from({ length: 60 }, (_, i) => ({ name: `field${i}`, text: 'value' }));
  await review.show(dangerous({ subject: { ...tool, fields } as RequestView['subject'] }));
  await review.rest();
  assert.match(await sentence(), /Approve waits for the end\.$/);
  await toEnd();
  await seen();
});

test('nothing cut off and nothing for axe to find, before and after, held and asked again', async () => {
  for (const { axe, ...size } of [
    { width: 1200, height: 900, axe: 'none' },
    { width: 400, height: 800, axe: 'all' },
    { width: 400, height: 300, axe: 'one' },
  ] as const) {
    await review.page.setViewportSize(size);
    await review.show(null);
    await review.show(dangerous({ id: `${size.width}x${size.height}` }));
    const check = async (state: string): Promise<void> =>
      assert.deepEqual(await flaws(review, { axe, name: `${state}-${size.width}x${size.height}` }), []);
    await review.rest();
    await check('unseen');
    await toEnd();
    await seen();
    await check('hold');
    await approve().click();
    await check('confirm');
  }
});

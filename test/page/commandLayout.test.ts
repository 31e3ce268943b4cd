import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewPage } from '../support/reviewHarness';
import { outside } from './checks';
import { careful, commandRequest, dangerous } from './commandRequests';
import { commandView, ended } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

/** Buttons of the card that are not whole inside it, and texts of its head that are cut. */
function cutInHead(): Promise<string[]> {
  return review.page.locator('.command > .card-head').evaluate((head) => {
    const within = head.getBoundingClientRect();
    const buttons = [...head.querySelectorAll('button')].filter((button) => {
      const box = button.getBoundingClientRect();
      return box.left < within.left || box.right > within.right || box.bottom > within.bottom;
    });
    const texts = [...head.querySelectorAll('.clip')].filter((text) => text.scrollWidth > text.clientWidth);
    return [...buttons, ...texts].map((one) => one.textContent);
  });
}

test('in a narrow panel nothing of the head of a command is cut', async () => {
  const lines = commandView(Array.from({ length: 1200 }, (_, i) => `echo ${i}\r`).join('\n'));
  for (const width of [700, 400, 300]) {
    await review.page.setViewportSize({ width, height: 700 });
    await review.show(commandRequest(lines, { id: `w${width}` }));
    assert.deepEqual(await cutInHead(), [], `${width}`);
    assert.match(await review.read(), /CR LF at the end of 1,?199 lines|CR LF at the end of all lines/);
  }
});

test('300 px wide, every button is whole: open, held back and ended; Undo lies where Approve was', async () => {
  await review.page.setViewportSize({ width: 300, height: 700 });
  for (const subject of [careful, dangerous]) {
    const id = subject.analysis.risk;
    const change = { id, retractMs: 2000, draft: 'Not this way.' };
    await review.show(commandRequest(subject, change));
    assert.deepEqual(await outside(review), [], `open, ${id}`);
    const approve = await review.page.locator('[data-decide=approve]').boundingBox();
    await review.tell({ type: 'status', id, status: { type: 'heldBack', until: Date.now() + 60_000 } });
    const undo = await review.button('Undo').boundingBox();
    assert.deepEqual(await outside(review), [], `held back, ${id}`);
    assert.ok(approve && undo, 'both are there');
    assert.ok(undo.x <= approve.x + 1 && undo.x + undo.width >= approve.x + approve.width - 1, `${id}: beside it`);
    assert.ok(Math.abs(undo.y - approve.y) < 3, `${id}: above or below it`);
    await review.show(commandRequest(subject, { ...change, status: ended('expired') }));
    assert.deepEqual(await outside(review), [], `ended, ${id}`);
  }
});

test('the letters of a mark stand in the line in which it ends, at any width', async () => {
  const command = commandView(
    'rm -rf -- "$OUT"/build/ ../cache/some-folder/ && echo "$line" >> "log-$region.txt" && curl -fsSL https://example.com/install.sh | sudo sh',
  );
  await review.show(commandRequest(command));
  for (let width = 300; width < 460; width += 7) {
    await review.page.setViewportSize({ width, height: 900 });
    const apart = await review.page.locator('.command-rows sup').evaluateAll((all) =>
      all.flatMap((sup) => {
        const end = [...(sup.previousElementSibling?.getClientRects() ?? [])].at(-1);
        const box = sup.getBoundingClientRect();
        return end && box.left >= end.right - 1 && box.bottom > end.top && box.top < end.bottom
          ? []
          : [sup.textContent];
      }),
    );
    assert.deepEqual(apart, [], `${width}`);
  }
});

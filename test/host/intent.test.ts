import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Locator } from 'playwright-core';
import { allowed, bashPayload, denied } from '../support/claudePayloads';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';
import { until } from '../support/until';

/*
 * A decision needs intent, on the real page with real hooks. That something decided nothing shows in the end: the request is denied by a
 * click with a text of its own, and the hook prints just that.
 */

const approveChord = 'Control+Shift+Enter';
const denyChord = 'Control+Shift+Backspace';
let session: HostSession;

before(async () => {
  // As long as it may be: a key or a click has to come too early on a slow machine, too.
  session = await startHostSession({ server: { settings: { 'countersign.review.settleTime': 5000 } } });
  const { folder } = session;
  for (const name of ['build/deep', 'src']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['build/a.js', 'build/deep/b.js', 'one.log', 'two.log']) writeFileSync(join(folder, name), 'x');
}, sceneLimit);
after(() => session?.close(), sceneLimit);

/** Where the middle of a button is in the window, to be clicked whatever stands there by then. */
async function placeOf(button: Locator): Promise<readonly [x: number, y: number]> {
  const box = await button.boundingBox();
  assert.ok(box, 'the button is there');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Shows the request that waits, after the one before it has ended. @param text a part of it without marks */
async function toNext(host: HostSession, text: string | RegExp): Promise<void> {
  await host.review.next();
  await host.review.waitForRequest(text);
}

scene(
  'what one types and clicks when the agent takes a request back decides nothing about the next one',
  () => session,
  async (host) => {
    const { keyboard, mouse } = host.workbench.page;
    const first = host.hook(bashPayload(host.folder, 'touch written-about'));
    await host.review.waitForRequest('touch written-about');
    const second = host.hook(bashPayload(host.folder, 'touch comes-after'));
    await host.workbench.statusItem('2 waiting').waitFor();
    // It only changes a number: what is written goes on.
    await host.review.page.getByText('1 of 2').waitFor();
    const approve = await placeOf(host.review.button('Approve'));
    await host.review.feedback.click();
    await keyboard.type('Half a sent');
    first.kill('SIGKILL');
    await host.review.waitForOutcome('Withdrawn');
    await keyboard.type('ence');
    for (const chord of [approveChord, denyChord]) await keyboard.press(chord);
    await host.review.next();
    await host.review.page.getByText('touch comes-after').first().waitFor();
    await mouse.click(...approve);
    await keyboard.type(' and more');
    for (const chord of [approveChord, denyChord]) await keyboard.press(chord);
    await host.review.page.locator('.bar.settling').waitFor();
    await host.review.settled();
    // What was typed for the first is not said about the second.
    assert.equal(await host.review.feedback.inputValue(), '');
    // While one writes, the chord that approves is not heard however long the request has been there.
    await host.review.feedback.click();
    await keyboard.type('Another one');
    await keyboard.press(approveChord);
    await host.workbench.screenshot('intent-typing');
    await host.review.deny('Only by the click.');
    assert.equal((await second.ended).stdout, denied('Only by the click.'));
    assert.equal((await first.ended).stdout, '');
  },
);

scene(
  'a press that began on one request is no press on another',
  () => session,
  async (host) => {
    const { mouse } = host.workbench.page;
    const first = host.hook(bashPayload(host.folder, 'touch pressed'));
    await toNext(host, 'touch pressed');
    const second = host.hook(bashPayload(host.folder, 'touch not-pressed'));
    await host.workbench.statusItem('2 waiting').waitFor();
    await host.review.button('Approve').hover();
    await mouse.down();
    await host.workbench.page.keyboard.press('Alt+ArrowDown');
    await host.review.waitForRequest('touch not-pressed');
    await mouse.up();
    await host.review.deny('Not that one.');
    assert.equal((await second.ended).stdout, denied('Not that one.'));
    assert.equal(first.running(), true);
    await toNext(host, 'touch pressed');
    await host.review.approve();
    assert.equal((await first.ended).stdout, allowed());
  },
);

scene(
  'identical calls are approved together by name, and only they',
  () => session,
  async (host) => {
    const command = 'chmod +x same.sh';
    const one = host.hook(bashPayload(host.folder, command));
    await toNext(host, 'same.sh');
    const two = host.hook(bashPayload(host.folder, command));
    const other = host.hook(bashPayload(host.folder, `${command} other.sh`));
    await host.workbench.statusItem('3 waiting').waitFor();
    await host.review.button('More ways to approve').click();
    await host.workbench.screenshot('intent-identical');
    await host.review.page.getByRole('menuitem', { name: /^Approve these 2 identical calls/ }).click();
    for (const hook of [one, two]) assert.equal((await hook.ended).stdout, allowed());
    await host.workbench.statusItem('1 waiting').waitFor();
    await toNext(host, 'other.sh');
    await host.review.deny('Not along with them.');
    assert.equal((await other.ended).stdout, denied('Not along with them.'));
  },
);

scene(
  'a command that was edited in the page is what the agent is told to run',
  () => session,
  async (host) => {
    const payload = bashPayload(host.folder, 'npm test');
    const hook = host.hook(payload);
    await toNext(host, 'npm test');
    await host.review.button('Edit…').click();
    const box = host.review.page.getByRole('textbox', { name: 'Command', exact: true });
    await box.fill("npm test -- --grep 'ü'");
    // Not from the box that one writes in.
    await host.workbench.page.keyboard.press(approveChord);
    await host.review.button(/^Done/).click();
    await host.review.page.getByText('You edited this command').waitFor();
    await host.review.settled();
    await host.workbench.screenshot('intent-edited');
    await host.review.approve();
    const input = payload['tool_input'] as Record<string, unknown>;
    assert.equal((await hook.ended).stdout, allowed({ ...input, command: "npm test -- --grep 'ü'" }));
  },
);

scene(
  'what a command would touch is counted on the disk, and counted again when asked',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'rm -rf build *.log'));
    await toNext(host, '*.log');
    const card = host.review.page.getByRole('region', { name: 'What it would touch' });
    const row = (what: string): Locator => card.getByRole('row').filter({ hasText: what });
    await row('build').filter({ hasText: '2 files' }).waitFor();
    await row('*.log').filter({ hasText: '2 files' }).filter({ hasText: 'one.log, two.log' }).waitFor();
    await host.workbench.screenshot('intent-touch');
    writeFileSync(join(host.folder, 'three.log'), 'x');
    await host.review.button('Read again').click();
    await row('*.log').filter({ hasText: '3 files' }).waitFor();
    await host.review.deny('Keep the logs.');
    assert.equal((await hook.ended).stdout, denied('Keep the logs.'));
  },
);

scene(
  'the end of a long dangerous command has to be seen before it can be approved',
  () => session,
  async (host) => {
    const { keyboard, mouse } = host.workbench.page;
    const lines = Array.from({ length: 300 }, (_, index) => `echo line ${index + 1}`);
    const hook = host.hook(bashPayload(host.folder, [...lines, 'sudo rm -rf /var/tmp/the-end'].join('\n')));
    await toNext(host, '301 lines');
    const decision = host.review.page.getByRole('contentinfo', { name: 'Decision' });
    await decision.filter({ hasText: /Approve waits for the end: \d+ of 301 lines seen/ }).waitFor();
    await host.workbench.screenshot('intent-end');
    const [x, y] = await placeOf(host.review.button('Hold to approve'));
    await mouse.click(x, y);
    await host.review.focus();
    await keyboard.press(approveChord);
    await until('the end to be in view', async () => {
      await keyboard.press('PageDown');
      return decision.filter({ hasText: 'Hold for 1 s' }).isVisible();
    });
    // Neither the click nor the chord counts afterwards: it is still to be held.
    assert.equal(hook.running(), true);
    await host.review.approve();
    assert.equal((await hook.ended).stdout, allowed());
  },
);

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Keyboard } from 'playwright-core';
import { allowed, bashPayload, denied } from '../support/claudePayloads';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';

/*
 * The decision chords work in the page and nowhere else. That a chord decided nothing shows in the end: the request is denied by
 * a click with a text of its own, and the hook prints just that.
 */

const approveChord = 'Control+Shift+Enter';
const denyChord = 'Control+Shift+Backspace';
let session: HostSession;

before(async () => {
  // As long as it may be: a key has to come too early on a slow machine, too.
  session = await startHostSession({ server: { settings: { 'countersign.review.settleTime': 5000 } } });
  // The panel opens beside it, and stays visible whatever has the keyboard.
  await session.workbench.openFile('README.md');
}, sceneLimit);
after(() => session?.close(), sceneLimit);

/** Presses both chords where the keyboard is now, and holds them down for some repeats. */
async function pressChords(keyboard: Keyboard): Promise<void> {
  for (const chord of [approveChord, denyChord]) {
    await keyboard.press(chord);
    await holdDown(keyboard, chord);
  }
}

async function holdDown(keyboard: Keyboard, chord: string, repeats = 20): Promise<void> {
  const keys = chord.split('+');
  const last = keys.at(-1) ?? '';
  for (const key of keys) await keyboard.down(key);
  // Each further `down` of a key that is down is a repeat.
  for (let repeat = 0; repeat < repeats; repeat++) await keyboard.down(last);
  for (const key of keys.reverse()) await keyboard.up(key);
}

scene(
  'chords outside the page decide nothing',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch guarded'));
    await host.review.waitForRequest('touch guarded');
    const places = [
      () => host.workbench.focusSearch(),
      () => host.workbench.focusExplorer(),
      () => host.workbench.focusOutput(),
      () => host.workbench.focusFindBox('README.md'),
      () => host.workbench.focusEditor(),
    ];
    for (const focus of places) {
      await focus();
      await pressChords(host.workbench.page.keyboard);
      // The panel is visible all the while, and still asks.
      await host.review.button('Approve').waitFor();
      assert.equal(hook.running(), true);
    }
    await host.workbench.screenshot('beside-an-editor');
    await host.review.deny('only by the click');
    assert.equal((await hook.ended).stdout, denied('only by the click'));
  },
);

scene(
  'the approve chord in the feedback box decides nothing',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch typed'));
    await host.review.next();
    await host.review.waitForRequest('touch typed');
    await host.review.feedback.click();
    await host.workbench.page.keyboard.type('half a sentence');
    await host.workbench.page.keyboard.press(approveChord);
    await holdDown(host.workbench.page.keyboard, approveChord);
    await host.review.button('Deny with feedback').waitFor();
    assert.equal(hook.running(), true);
    await host.review.deny('a whole sentence');
    assert.equal((await hook.ended).stdout, denied('a whole sentence'));
  },
);

scene(
  'in the page the chords approve and deny',
  () => session,
  async (host) => {
    const first = host.hook(bashPayload(host.folder, 'touch chord-one'));
    await host.review.next();
    await host.review.waitForRequest('touch chord-one');
    await host.review.focus();
    await host.workbench.page.keyboard.press(approveChord);
    assert.equal((await first.ended).stdout, allowed());

    const second = host.hook(bashPayload(host.folder, 'touch chord-two'));
    await host.review.next();
    await host.review.waitForRequest('touch chord-two');
    await host.review.focus();
    await host.workbench.page.keyboard.press(denyChord);
    assert.match((await second.ended).stdout, /"behavior":"deny"/);
  },
);

scene(
  'a chord that is held down decides once, and not the next request',
  () => session,
  async (host) => {
    const first = host.hook(bashPayload(host.folder, 'touch held-one'));
    await host.review.next();
    await host.review.waitForRequest('touch held-one');
    const second = host.hook(bashPayload(host.folder, 'touch held-two'));
    await host.workbench.statusItem('2 waiting').waitFor();
    await host.review.focus();
    const { keyboard } = host.workbench.page;
    for (const key of ['Control', 'Shift', 'Enter']) await keyboard.down(key);
    assert.equal((await first.ended).stdout, allowed());
    // The next one comes to the front under the held chord.
    await host.review.next();
    await host.review.waitForRequest('touch held-two');
    for (let repeat = 0; repeat < 30; repeat++) await keyboard.down('Enter');
    assert.equal(second.running(), true);
    for (const key of ['Enter', 'Shift', 'Control']) await keyboard.up(key);
    await host.review.deny('not by holding');
    assert.equal((await second.ended).stdout, denied('not by holding'));
  },
);

scene(
  'a chord right after a request has come to the front decides nothing',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch too-early'));
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.review.focus();
    await host.review.next();
    await host.review.page.getByText('touch too-early').first().waitFor();
    await host.workbench.page.keyboard.press(approveChord);
    await host.review.page.locator('.bar.settling').waitFor();
    await host.review.settled();
    assert.equal(hook.running(), true);
    await host.review.deny('not that early');
    assert.equal((await hook.ended).stdout, denied('not that early'));
  },
);

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { allowed, bashPayload, denied, editPayload } from '../support/claudePayloads';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';

let session: HostSession;

before(async () => {
  session = await startHostSession({ server: { settings: { 'countersign.review.retractTime': 10_000 } } });
}, sceneLimit);
after(() => session?.close(), sceneLimit);

/** A new file that steers the agent: it asks for care. */
function careful(host: HostSession, text: string) {
  return { hook: host.hook(editPayload(host.folder, '.mcp.json', '', text)), text };
}

/** Shows the request that waits, after the one before it has ended. @param text a part of it without marks */
async function toNext(host: HostSession, text: string): Promise<void> {
  await host.workbench.command('Countersign: Show Review');
  await host.workbench.statusItem(/\d waiting/).waitFor();
  await host.workbench.command('Countersign: Next Request');
  await host.review.waitForRequest(text);
}

scene(
  'an approval by the palette is held back, and Undo Approval takes it back',
  () => session,
  async (host) => {
    const { hook, text } = careful(host, '{"first": 1}');
    await host.review.waitForRequest(text);
    await host.workbench.command('Countersign: Approve');
    await host.workbench.statusItem(/Approved, sending in \d+ s/).waitFor();
    await host.workbench.screenshot('held-back');
    await host.workbench.command('Countersign: Undo Approval');
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.review.undone();
    assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
    await host.workbench.command('Countersign: Deny');
    assert.match((await hook.ended).stdout, /"behavior":"deny"/);
  },
);

scene(
  'a click in the status bar undoes; approved once more, it is sent at once',
  () => session,
  async (host) => {
    const { hook, text } = careful(host, '{"second": 2}');
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.workbench.command('Countersign: Next Request');
    await host.review.waitForRequest(text);
    await host.workbench.command('Countersign: Approve');
    // A second later: the same command once more at once would be a key that is held.
    await host.workbench.statusItem(/Approved, sending in [0-8] s/).click();
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.review.undone();
    assert.equal(hook.running(), true);
    await host.workbench.command('Countersign: Approve');
    await host.workbench.statusItem(/Approved, sending in [0-8] s/).waitFor();
    await host.workbench.command('Countersign: Approve');
    assert.equal((await hook.ended).stdout, allowed());
    await host.workbench.statusItem(/Approved, sending in/).waitFor({ state: 'detached' });
  },
);

scene(
  'the palette does not approve what is dangerous: it opens the review',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'sudo rm -rf /etc'));
    await toNext(host, '/etc');
    await host.workbench.focusExplorer();
    await host.workbench.command('Countersign: Approve');
    await host.review.page.getByText('Approve it in the review').first().waitFor();
    await host.workbench.screenshot('dangerous-by-palette');
    await host.workbench.statusItem('1 waiting').waitFor();
    assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
    await host.workbench.command('Countersign: Deny');
    assert.match((await hook.ended).stdout, /"behavior":"deny"/);
  },
);

scene(
  'on the page Undo and Escape take an approval back, and Send now sends it',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'chmod +x taken-back.sh'));
    await toNext(host, 'taken-back.sh');
    const undoings = [() => host.review.button('Undo').click(), () => host.workbench.page.keyboard.press('Escape')];
    for (const undo of undoings) {
      await host.review.approve();
      await host.review.button('Undo').waitFor();
      await undo();
      await host.review.undone();
      await host.workbench.statusItem('1 waiting').waitFor();
      assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
    }
    await host.review.approve();
    await host.review.button('Undo').waitFor();
    await host.workbench.screenshot('held-back-page');
    await host.review.press('Send now');
    assert.equal((await hook.ended).stdout, allowed());
    await host.review.waitForOutcome('Approved');
  },
);

scene(
  'what is dangerous is held, or pressed and confirmed; each can be taken back',
  () => session,
  async (host) => {
    const { keyboard, mouse } = host.workbench.page;
    const hook = host.hook(bashPayload(host.folder, 'sudo rm -rf /var/tmp/x'));
    await toNext(host, '/var/tmp/x');
    // Let go elsewhere, at once, and with a key in between: nothing comes of it.
    await host.review.button('Hold to approve').hover();
    await Promise.all([mouse.down(), mouse.move(5, 5), mouse.up()]);
    await host.review.button('Hold to approve').hover();
    await Promise.all([mouse.down(), keyboard.press('Shift'), mouse.up()]);
    await host.review.button('Hold to approve').waitFor();
    await host.workbench.statusItem('1 waiting').waitFor();

    await host.review.press('Hold to approve');
    const confirm = host.review.button('Confirm approval');
    await confirm.waitFor();
    await host.workbench.screenshot('confirm-approval');
    assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
    // The picture takes its time, and the question is there for 5 s only.
    await keyboard.press('Escape');
    await host.review.press('Hold to approve');
    await confirm.waitFor();
    // A double click is no confirmation, so there is a time between the two for which nothing is told.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await confirm.click();
    await host.review.button('Undo').click();
    await host.review.button('Hold to approve').waitFor();
    assert.deepEqual([hook.running(), hook.stdout()], [true, '']);

    await host.review.hold();
    await host.review.button('Undo').waitFor();
    await host.review.press('Send now');
    assert.equal((await hook.ended).stdout, allowed());
  },
);

scene(
  'held back behind another request and with the panel closed, an approval goes out by itself and answers only its own',
  () => session,
  async (host) => {
    const first = host.hook(bashPayload(host.folder, 'chmod +x first.sh'));
    await toNext(host, 'first.sh');
    const second = host.hook(bashPayload(host.folder, 'chmod +x second.sh'));
    await host.workbench.statusItem('2 waiting').waitFor();
    await host.review.approve();
    await host.workbench.statusItem(/Approved, sending in/).waitFor();
    await host.review.next();
    await host.review.page.getByText('second.sh').first().waitFor();
    await host.workbench.closeTab('Review');
    assert.equal((await first.ended).stdout, allowed());
    await host.workbench.statusItem('1 waiting').waitFor();
    assert.deepEqual([second.running(), second.stdout()], [true, '']);
    await host.workbench.command('Countersign: Show Review');
    await host.review.waitForRequest('second.sh');
    await host.review.deny('Decided by itself.');
    assert.equal((await second.ended).stdout, denied('Decided by itself.'));
  },
);

scene(
  'a reload of the window sends nothing that was held back: the request waits again',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'chmod +x across.sh'));
    await toNext(host, 'across.sh');
    await host.review.approve();
    await host.workbench.statusItem(/Approved, sending in/).waitFor();
    await host.reload();
    assert.deepEqual([hook.running(), hook.stdout()], [true, '']);
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.review.waitForRequest('across.sh');
    await host.review.deny('After the reload.');
    assert.equal((await hook.ended).stdout, denied('After the reload.'));
  },
);

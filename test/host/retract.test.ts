import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { allowed, bashPayload, editPayload } from '../support/claudePayloads';
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
    await host.workbench.statusItem(/Approved, sending in/).click();
    await host.workbench.statusItem('1 waiting').waitFor();
    assert.equal(hook.running(), true);
    await host.workbench.command('Countersign: Approve');
    await host.workbench.statusItem(/Approved, sending in/).waitFor();
    await host.workbench.command('Countersign: Approve');
    assert.equal((await hook.ended).stdout, allowed());
    await host.workbench.statusItem(/Approved, sending in/).waitFor({ state: 'detached' });
  },
);

scene(
  'the palette does not approve what is dangerous: it opens the review',
  () => session,
  async (host) => {
    const command = 'sudo rm -rf /etc';
    const hook = host.hook(bashPayload(host.folder, command));
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.workbench.command('Countersign: Next Request');
    await host.review.waitForRequest(command);
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

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { allowed, bashPayload, denied, editPayload, planPayload } from '../support/claudePayloads';
import { scene, sceneLimit, startHostSession, type HostSession } from '../support/hostSession';

let session: HostSession;

before(async () => {
  session = await startHostSession();
  mkdirSync(join(session.folder, 'src'));
  writeFileSync(join(session.folder, 'src/greet.js'), "export const greet = (name) => 'Hello ' + name;\n");
}, sceneLimit);
after(() => session?.close(), sceneLimit);

scene(
  'a request opens the panel without taking the focus, and Approve reaches the hook',
  () => session,
  async (host) => {
    await host.workbench.focusExplorer();
    const hook = host.hook(bashPayload(host.folder, 'touch approved-here'));
    await host.review.waitForRequest('touch approved-here');
    await host.workbench.tab('Review').waitFor();
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.workbench.focused('.explorer-folders-view');
    await host.workbench.screenshot('command');
    await host.review.approve();
    const end = await hook.ended;
    assert.equal(end.stdout, allowed());
    assert.equal(end.stderr, '');
    assert.equal(end.exitCode, 0);
    await host.review.waitForOutcome('Approved');
    await host.workbench.statusItem('1 waiting').waitFor({ state: 'detached' });
  },
);

scene(
  'Deny with feedback sends the text word for word',
  () => session,
  async (host) => {
    const hook = host.hook(editPayload(host.folder, 'src/greet.js', "'Hello ' + name", '`Hi ${name}`'));
    await host.review.next();
    await host.review.waitForRequest('greet.js');
    await host.workbench.screenshot('edit');
    const feedback = 'No template strings.\n\n  - keep `+`\n  - "quotes" and \\ and <b>ü</b> 👍';
    await host.review.deny(feedback);
    assert.equal((await hook.ended).stdout, denied(feedback));
    await host.review.waitForOutcome('Denied');
  },
);

scene(
  'an approved plan goes back with its input',
  () => session,
  async (host) => {
    const payload = planPayload(host.folder, '# Move the greeting\n\n1. Do it\n');
    const hook = host.hook(payload);
    await host.review.next();
    await host.review.waitForRequest('Move the greeting');
    await host.workbench.screenshot('plan');
    await host.review.approve();
    assert.equal((await hook.ended).stdout, allowed(payload['tool_input']));
  },
);

scene(
  'Answer in terminal ends the hook without a word',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch handed-back'));
    await host.review.next();
    await host.review.waitForRequest('touch handed-back');
    await host.review.answerInTerminal();
    const end = await hook.ended;
    assert.equal(end.stdout, '');
    assert.equal(end.exitCode, 0);
    await host.review.waitForOutcome('Handed back');
  },
);

scene(
  'the palette approves what the panel has shown',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch by-palette'));
    await host.review.next();
    await host.review.waitForRequest('touch by-palette');
    await host.workbench.command('Countersign: Approve');
    assert.equal((await hook.ended).stdout, allowed());
  },
);

scene(
  'the palette approves nothing that has not been shown: it shows it',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch not-seen-yet'));
    await host.workbench.statusItem('1 waiting').waitFor();
    // The panel still shows the request before, or, closed, nothing at all.
    await host.workbench.closeTab('Review');
    await host.workbench.command('Countersign: Approve');
    await host.review.waitForRequest('touch not-seen-yet');
    assert.equal(hook.running(), true);
    await host.workbench.command('Countersign: Approve');
    assert.equal((await hook.ended).stdout, allowed());
  },
);

scene(
  'the palette denies with feedback from an input box',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch denied-by-palette'));
    await host.review.next();
    await host.review.waitForRequest('touch denied-by-palette');
    await host.workbench.command('Countersign: Deny with Feedback...');
    await host.workbench.inputBox('Deny with feedback', 'Use mktemp.');
    assert.equal((await hook.ended).stdout, denied('Use mktemp.'));
  },
);

scene(
  'the palette walks through the requests, denies and hands back',
  () => session,
  async (host) => {
    const first = host.hook(bashPayload(host.folder, 'touch the-first'));
    await host.workbench.statusItem('1 waiting').waitFor();
    const second = host.hook(bashPayload(host.folder, 'touch the-second'));
    await host.workbench.statusItem('2 waiting').waitFor();
    await host.workbench.command('Countersign: Next Request');
    await host.review.waitForRequest('touch the-first');
    await host.workbench.command('Countersign: Next Request');
    await host.review.waitForRequest('touch the-second');
    await host.workbench.command('Countersign: Previous Request');
    await host.review.waitForRequest('touch the-first');
    await host.workbench.command('Countersign: Deny');
    assert.match((await first.ended).stdout, /"behavior":"deny"/);
    await host.workbench.command('Countersign: Next Request');
    await host.review.waitForRequest('touch the-second');
    await host.workbench.command('Countersign: Answer in Terminal');
    assert.equal((await second.ended).stdout, '');
  },
);

scene(
  'an agent that is killed takes its card with it',
  () => session,
  async (host) => {
    const hook = host.hook(bashPayload(host.folder, 'touch killed'));
    await host.review.next();
    await host.review.waitForRequest('touch killed');
    hook.kill('SIGKILL');
    await host.review.waitForOutcome('Withdrawn');
    await host.workbench.statusItem('1 waiting').waitFor({ state: 'detached' });
    await host.workbench.screenshot('withdrawn');
    assert.equal((await hook.ended).stdout, '');
  },
);

scene(
  'while paused everything is handed back at once',
  () => session,
  async (host) => {
    const waiting = host.hook(bashPayload(host.folder, 'touch before-the-pause'));
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.workbench.command('Countersign: Pause');
    assert.equal((await waiting.ended).stdout, '');
    await host.workbench.statusItem('Countersign paused').waitFor();
    const during = host.hook(bashPayload(host.folder, 'touch during-the-pause'));
    const end = await during.ended;
    assert.equal(end.stdout, '');
    assert.equal(end.exitCode, 0);
    await host.workbench.screenshot('paused');
    await host.workbench.command('Countersign: Resume');
    const afterwards = host.hook(bashPayload(host.folder, 'touch after-the-pause'));
    await host.workbench.statusItem('1 waiting').waitFor();
    await host.review.next();
    await host.review.waitForRequest('touch after-the-pause');
    await host.review.approve();
    assert.equal((await afterwards.ended).stdout, allowed());
  },
);

scene(
  'Show Log opens the log',
  () => session,
  async (host) => {
    await host.workbench.command('Countersign: Show Log');
    // Without the optional native module the channel stays empty, so its lines are not looked for.
    await host.workbench.focusOutput();
    await host.workbench.page.getByRole('combobox').filter({ hasText: 'Countersign' }).first().waitFor();
  },
);

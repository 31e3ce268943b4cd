import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { projectRoot } from '../../scripts/setup.mjs';
import { allowed, bashPayload, denied, editPayload, planPayload } from '../support/claudePayloads';
import { startHostSession, type HostSession } from '../support/hostSession';

const limit = { timeout: 180_000 };
let host: HostSession;

before(async () => {
  host = await startHostSession({ workbench: { shots: join(projectRoot, 'test/out/host') } });
  mkdirSync(join(host.folder, 'src'));
  writeFileSync(join(host.folder, 'src/greet.js'), "export const greet = (name) => 'Hello ' + name;\n");
}, limit);
after(() => host?.close(), limit);

test('a request opens the panel without taking the focus, and Approve reaches the hook', limit, async () => {
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
});

test('Deny with feedback sends the text word for word', limit, async () => {
  const hook = host.hook(editPayload(host.folder, 'src/greet.js', "'Hello ' + name", '`Hi ${name}`'));
  await host.review.next();
  await host.review.waitForRequest('greet.js');
  await host.workbench.screenshot('edit');
  const feedback = 'No template strings.\n\n  - keep `+`\n  - "quotes" and \\ and <b>ü</b> 👍';
  await host.review.deny(feedback);
  assert.equal((await hook.ended).stdout, denied(feedback));
  await host.review.waitForOutcome('Denied');
});

test('an approved plan goes back with its input', limit, async () => {
  const payload = planPayload(host.folder, '# Move the greeting\n\n1. Do it\n');
  const hook = host.hook(payload);
  await host.review.next();
  await host.review.waitForRequest('Move the greeting');
  await host.workbench.screenshot('plan');
  await host.review.approve();
  assert.equal((await hook.ended).stdout, allowed(payload['tool_input']));
});

test('Answer in terminal ends the hook without a word', limit, async () => {
  const hook = host.hook(bashPayload(host.folder, 'touch handed-back'));
  await host.review.next();
  await host.review.waitForRequest('touch handed-back');
  await host.review.answerInTerminal();
  const end = await hook.ended;
  assert.equal(end.stdout, '');
  assert.equal(end.exitCode, 0);
  await host.review.waitForOutcome('Handed back');
});

test('the palette approves what the panel has shown', limit, async () => {
  const hook = host.hook(bashPayload(host.folder, 'touch by-palette'));
  await host.review.next();
  await host.review.waitForRequest('touch by-palette');
  await host.workbench.command('Countersign: Approve');
  assert.equal((await hook.ended).stdout, allowed());
});

test('the palette approves nothing that has not been shown: it shows it', limit, async () => {
  const hook = host.hook(bashPayload(host.folder, 'touch not-seen-yet'));
  await host.workbench.statusItem('1 waiting').waitFor();
  // The panel still shows the request before, or, closed, nothing at all.
  await host.workbench.closeTab('Review');
  await host.workbench.command('Countersign: Approve');
  await host.review.waitForRequest('touch not-seen-yet');
  assert.equal(hook.running(), true);
  await host.workbench.command('Countersign: Approve');
  assert.equal((await hook.ended).stdout, allowed());
});

test('the palette denies with feedback from an input box', limit, async () => {
  const hook = host.hook(bashPayload(host.folder, 'touch denied-by-palette'));
  await host.review.next();
  await host.review.waitForRequest('touch denied-by-palette');
  await host.workbench.command('Countersign: Deny with Feedback...');
  await host.workbench.inputBox('Deny with feedback', 'Use mktemp.');
  assert.equal((await hook.ended).stdout, denied('Use mktemp.'));
});

test('the palette walks through the requests, denies and hands back', limit, async () => {
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
});

test('an agent that is killed takes its card with it', limit, async () => {
  const hook = host.hook(bashPayload(host.folder, 'touch killed'));
  await host.review.next();
  await host.review.waitForRequest('touch killed');
  hook.kill('SIGKILL');
  await host.review.waitForOutcome('Withdrawn');
  await host.workbench.statusItem('1 waiting').waitFor({ state: 'detached' });
  await host.workbench.screenshot('withdrawn');
  assert.equal((await hook.ended).stdout, '');
});

test('while paused everything is handed back at once', limit, async () => {
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
});

test('Show Log opens the log', limit, async () => {
  await host.workbench.command('Countersign: Show Log');
  // Without the optional native module the channel stays empty, so its lines are not looked for.
  await host.workbench.focusOutput();
  await host.workbench.page.getByRole('combobox').filter({ hasText: 'Countersign' }).first().waitFor();
});

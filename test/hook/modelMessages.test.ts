import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ModelMessages } from '../../src/window/modelMessages';
import { allowed, bashPayload, editPayload, ranPayload } from '../support/claudePayloads';
import { transcriptLines } from '../support/fixtures';
import { LiveWindow } from '../support/liveWindow';

let window: LiveWindow;

beforeEach(async () => {
  window = await LiveWindow.start();
  writeFileSync(join(window.folder, 'a.txt'), 'one\ntwo\n');
});
afterEach(() => window.stop());

type Payload = Readonly<Record<string, unknown>>;

const tells = { parameters: ['--tells-model'] };

test('a message with an approval is told to the model by the hook that runs after the call, once', async () => {
  const payload = editPayload(window.folder, 'a.txt', 'one', '1');
  const hook = window.claude(payload, tells);
  const entry = await window.request();
  const view = window.open.review.viewOf(entry.request.id);
  assert.ok(view?.review?.type === 'edit' && view.review.approvalMessage);
  await window.open.review.reviews.setEditedFile(entry.request.id, join(window.folder, 'a.txt'), 'uno\ntwo\n');
  await window.decide(await window.request(), { type: 'approve', message: 'It is uno now.' });
  const { updatedInput } = JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision;
  const asAsked = await window.claude(ranPayload(payload, payload['tool_input'])).ended;
  assert.equal(asAsked.stdout, '', 'another call has no message');
  const told = await window.claude(ranPayload(payload, updatedInput)).ended;
  const { hookEventName, additionalContext } = JSON.parse(told.stdout).hookSpecificOutput;
  assert.equal(hookEventName, 'PostToolUse');
  assert.equal(
    additionalContext,
    'The user changed this edit of "a.txt" before it was applied. From what you asked for to what is in the file now:\n\n```diff\n@@ -1,2 +1,2 @@\n-1\n+uno\n two\n```\n\nIt is uno now.',
  );
  assert.equal((await window.claude(ranPayload(payload, updatedInput)).ended).stdout, '');
});

test('without the second hook nothing is promised, and a message refuses the decision', async () => {
  const hook = window.claude(editPayload(window.folder, 'a.txt', 'one', '1'));
  const entry = await window.request();
  const view = window.open.review.viewOf(entry.request.id);
  assert.ok(view?.review?.type === 'edit');
  assert.equal(view.review.approvalMessage, false);
  assert.match(view.review.told, /not told/);
  await window.decide(entry, { type: 'approve', message: 'x' });
  assert.equal((await window.request()).status.type, 'open');
  await window.decide(entry, { type: 'approve' });
  await hook.ended;
});

/** Edits a command of Claude Code before it is approved, and gives the input that the agent is told to run it with. */
async function runsEdited(payload: Payload, text: string): Promise<unknown> {
  const before = window.open.review.state.entries.length;
  const hook = window.claude(payload, tells);
  const { request } = await window.request(before);
  await window.open.review.reviews.setEditedCommand(request.id, text);
  await window.decide(await window.request(before), { type: 'approve' });
  return JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision.updatedInput;
}

const toldOfClean =
  'The user changed this command before approving it. You asked for:\n\n```bash\nmake clean\n```\n\nThe result is that of this one:\n\n```bash\nmake\n```';

for (const fixture of ['PostToolUse-Bash', 'PostToolUseFailure-Bash'] as const) {
  test(`${fixture}: the model is told once that a person had another command run`, async () => {
    const payload = bashPayload(window.folder, 'make clean');
    const input = await runsEdited(payload, 'make');
    const { entries } = window.open.review.state;
    assert.match(window.open.review.viewOf(entries[0]!.request.id)?.abilities.editedCommand?.told ?? '', /is told/);
    const after = async (ran: unknown): Promise<string> =>
      (await window.claude(ranPayload(payload, ran, fixture)).ended).stdout;
    assert.equal(await after(payload['tool_input']), '', 'the command as it was asked for');
    assert.equal(await after({ command: 'make', description: 'Another call' }), '');
    assert.deepEqual(JSON.parse(await after(input)).hookSpecificOutput, {
      hookEventName: fixture.slice(0, fixture.indexOf('-')),
      additionalContext: toldOfClean,
    });
    assert.equal(await after(input), '');
  });
}

test('an equal call that the model asks for by itself is not told of, whatever waits', async () => {
  const input = await runsEdited(bashPayload(window.folder, 'make clean'), 'make');
  const own = bashPayload(window.folder, 'make');
  const hook = window.claude(own, tells);
  await window.decide(await window.request(1), { type: 'approve' });
  assert.equal((await hook.ended).stdout, allowed());
  assert.equal((await window.claude(ranPayload(own, input, 'PostToolUse-Bash')).ended).stdout, '');
});

test('where the terminal was faster, the command ran as asked, and the model is told nothing', async () => {
  const path = join(window.folder, 'late.jsonl');
  writeFileSync(path, '');
  const payload = { ...bashPayload(window.folder, 'make clean'), transcript_path: path };
  const input = await runsEdited(payload, 'make');
  const [asked, wanted] = [
    '"command":"touch x1","description":"make"',
    '"command":"make clean","description":"Run it"',
  ];
  const lines = transcriptLines('answeredInTerminal.v2.1.332.jsonl').map((line) => line.replace(asked, wanted));
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { request } = await window.request();
  await window.entry(request.id, ({ status }) => status.type === 'ended' && status.delivery === 'overtaken');
  assert.equal((await window.claude(ranPayload(payload, input, 'PostToolUse-Bash')).ended).stdout, '');
});

test('messages that nobody comes for are dropped', () => {
  let now = 0;
  const messages = new ModelMessages(() => now);
  messages.put('a', 'x');
  now = 3600 * 1000 + 1;
  assert.equal(messages.take('a'), undefined);
  for (let index = 0; index < 1000; index++) messages.put(`c${index}`, 'x');
  assert.equal(messages.take('c0'), undefined);
  assert.equal(messages.take('c999'), 'x');
});

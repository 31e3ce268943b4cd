import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ModelMessages } from '../../src/window/modelMessages';
import { editPayload, ranPayload } from '../support/claudePayloads';
import { LiveWindow } from '../support/liveWindow';

let window: LiveWindow;

beforeEach(async () => {
  window = await LiveWindow.start();
  writeFileSync(join(window.folder, 'a.txt'), 'one\ntwo\n');
});
afterEach(() => window.stop());

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

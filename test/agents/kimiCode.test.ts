import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { answerQuestion } from '../support/clients/client';
import { feedback } from '../support/clients/commandScenes';
import { makeKimi } from '../support/clients/kimi';
import { liveAnswerer } from '../support/clients/liveAnswerer';
import { ourSetUp } from '../support/clients/ourSetUp';
import { onTerminal, scenesOf, type Payload } from '../support/clients/scene';
import { chatCompletions } from '../support/models/chatCompletions';
import type { ModelCall } from '../support/models/scripted';

/* The real Kimi Code as released: its hook can hold a plan back and watches the rest; `kimi web` can be answered by REST. */

const scene = scenesOf({
  make: makeKimi,
  dialect: chatCompletions,
  tool: 'Bash',
  answerer: liveAnswerer,
  setUp: ourSetUp('kimi'),
});

const command = {
  turns: () => [[{ tool: 'Bash', input: { command: 'touch made.txt', description: 'Make a file' } }], ['All is over.']],
};

const runs = /Run this command\?/;

function isRequest(payload: Payload, tool: string): void {
  assert.equal(payload['hook_event_name'], 'PermissionRequest');
  assert.equal(payload['tool_name'], tool);
  assert.match(String(payload['id']), /^approval_/);
}

scene('Kimi Code: it asks while the hook still waits, and tells how it was answered', command, async (given) => {
  const { client, model, hook, project } = given;
  await onTerminal(client, 'make a file', async (terminal) => {
    const payload = await hook.payload(1);
    isRequest(payload, 'Bash');
    assert.equal(payload['cwd'], project);
    assert.deepEqual(payload['tool_input'], { command: 'touch made.txt', description: 'Make a file' });
    await answerQuestion(terminal, runs, '1');
    await model.result(2);
    assert.equal(existsSync(join(project, 'made.txt')), true);
    const result = await hook.payload(2);
    assert.equal(result['hook_event_name'], 'PermissionResult');
    assert.equal(result['id'], payload['id']);
    assert.equal(result['decision'], 'approved');
    await hook.answeredElsewhere();
  });
});

const planText = '# Rename the greeting\n\n1. Change `greet.js`\n';
const planFile = ({ text }: ModelCall): string => {
  const path = /(\/[^\s"'`\\]*\/plans\/[\w.-]+\.md)/.exec(text)?.[1];
  if (!path) throw new Error('Kimi named no plan file.');
  return path;
};
const plan = {
  turns: () => [
    [{ tool: 'EnterPlanMode', input: {} }],
    (call: ModelCall) => [{ tool: 'Write', input: { path: planFile(call), content: planText } }],
    [{ tool: 'ExitPlanMode', input: {} }],
    ['All is over.'],
  ],
};

scene('Kimi Code: the model reads why a plan is held back', plan, async ({ client, model, hook }) => {
  await onTerminal(client, 'plan it', async (terminal) => {
    const payload = await hook.payload(1);
    assert.equal(payload['hook_event_name'], 'PreToolUse');
    assert.equal(payload['tool_name'], 'ExitPlanMode');
    hook.deny(feedback);
    const result = await model.result(4);
    assert.ok(result.includes(feedback), result);
    await terminal.shows(/All is over\./);
  });
});

scene('Kimi Code: a plan that is let through is asked about once more', plan, async ({ client, model, hook }) => {
  await onTerminal(client, 'plan it', async (terminal) => {
    await hook.payload(1);
    hook.approve();
    const payload = await hook.payload(2);
    isRequest(payload, 'ExitPlanMode');
    assert.equal((payload['display'] as { readonly plan: string }).plan, planText);
    await answerQuestion(terminal, /1\. Approve/, '1');
    assert.match(await model.result(4), /Exited plan mode/);
    const result = await hook.payload(3);
    assert.equal(result['id'], payload['id']);
    assert.equal(result['selected_label'], 'Approve');
  });
});

scene('kimi web: an approved command runs, and a second answer is refused', command, async (given) => {
  const { client, model, hook, project } = given;
  const web = await client.web();
  try {
    await web.prompt('make a file');
    const payload = await hook.payload(1);
    isRequest(payload, 'Bash');
    assert.equal(payload['session_id'], web.session);
    hook.approve();
    await model.result(2);
    assert.equal(existsSync(join(project, 'made.txt')), true);
    assert.equal(await web.resolve(String(payload['id']), { decision: 'approved' }), 40902);
  } finally {
    await web.stop();
  }
});

scene('kimi web: a plan is sent back with comments', plan, async ({ client, model, hook }) => {
  hook.deny(feedback);
  const web = await client.web();
  try {
    await web.prompt('plan it');
    const result = await model.result(4);
    assert.ok(result.includes(feedback), result);
  } finally {
    await web.stop();
  }
});

scene('kimi web: what is answered there is not open here any more', command, async ({ client, model, hook }) => {
  const web = await client.web();
  try {
    await web.prompt('make a file');
    await hook.payload(1);
    assert.equal(await web.resolve(await web.pending(), { decision: 'approved' }), 0);
    await model.result(2);
    await hook.answeredElsewhere();
  } finally {
    await web.stop();
  }
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandScenes, feedback } from '../support/clients/commandScenes';
import { makeCopilot } from '../support/clients/copilot';
import { liveAnswerer } from '../support/clients/liveAnswerer';
import { ourSetUp } from '../support/clients/ourSetUp';
import { scenesOf } from '../support/clients/scene';
import { chatCompletions } from '../support/models/chatCompletions';

/* The real Copilot CLI, whose model says what each test tells it to. */

const scene = scenesOf({
  make: makeCopilot,
  dialect: chatCompletions,
  tool: 'bash',
  answerer: liveAnswerer,
  setUp: ourSetUp('copilot'),
});

const call = { tool: 'bash', input: { command: 'touch made.txt', description: 'Make a file', mode: 'sync' } };

commandScenes(scene, {
  agent: 'Copilot CLI',
  call,
  asked(payload, project) {
    assert.equal(payload['hookName'], 'permissionRequest');
    assert.equal(payload['toolName'], 'bash');
    assert.equal(payload['cwd'], project);
    assert.deepEqual(payload['toolInput'], { command: 'touch made.txt' });
  },
  question: /Do you want to run this command\?/,
  yes: '1',
  grants: true,
});

const edit = {
  turns(project: string) {
    const path = join(project, 'a.txt');
    writeFileSync(path, 'one\ntwo\n');
    return [[{ tool: 'edit', input: { path, old_str: 'two', new_str: 'TWO' } }], ['All is over.']];
  },
};

scene('Copilot CLI without a terminal: an approved edit is made', edit, async ({ client, model, hook, project }) => {
  const run = client.print('change the file');
  try {
    const payload = await hook.payload(1);
    assert.equal(payload['toolName'], 'edit');
    const { diff } = payload['toolInput'] as { readonly diff: string };
    assert.match(diff, /^-two\n\+TWO$/m);
    hook.approve();
    await model.result(2);
    const { stdout, exitCode } = await run.ended;
    assert.match(stdout, /All is over\./);
    assert.equal(exitCode, 0);
  } finally {
    await run.stop();
  }
  assert.equal(readFileSync(join(project, 'a.txt'), 'utf8'), 'one\nTWO\n');
});

const opening = { turns: () => [[call], ['All is over.']] };

scene('Copilot CLI without a terminal: no decision is a denial', opening, async (given) => {
  const { client, model, hook, project } = given;
  const run = client.print('make a file');
  try {
    await hook.payload(1);
    hook.handBack();
    assert.match(await model.result(2), /denied/i);
    await run.ended;
  } finally {
    await run.stop();
  }
  assert.equal(existsSync(join(project, 'made.txt')), false);
});

scene('Copilot CLI without a terminal: the model reads why', opening, async ({ client, model, hook }) => {
  const run = client.print('make a file');
  try {
    await hook.payload(1);
    hook.deny(feedback);
    const result = await model.result(2);
    assert.ok(result.includes(feedback), result);
    await run.ended;
  } finally {
    await run.stop();
  }
});

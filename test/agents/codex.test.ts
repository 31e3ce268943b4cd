import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeCodex } from '../support/clients/codex';
import { commandScenes, feedback } from '../support/clients/commandScenes';
import { liveAnswerer } from '../support/clients/liveAnswerer';
import { ourSetUp } from '../support/clients/ourSetUp';
import { onTerminal, scenesOf } from '../support/clients/scene';
import { responses } from '../support/models/responses';

/* The real Codex CLI on a terminal, whose model says what each test tells it to. */

const scene = scenesOf({
  make: makeCodex,
  dialect: responses,
  tool: 'exec_command',
  answerer: liveAnswerer,
  setUp: ourSetUp('codex'),
});

const escalated = { sandbox_permissions: 'require_escalated', justification: 'It needs the network' };

commandScenes(scene, {
  agent: 'Codex',
  call: { tool: 'exec_command', input: { cmd: 'touch made.txt', ...escalated } },
  asked(payload, project) {
    assert.equal(payload['hook_event_name'], 'PermissionRequest');
    assert.equal(payload['tool_name'], 'Bash');
    assert.equal(payload['cwd'], project);
    assert.deepEqual(payload['tool_input'], { command: 'touch made.txt', description: 'It needs the network' });
  },
  question: /Would you like to run the following command\?/,
  yes: 'y',
  // As Rust prints a text inside a text.
  told: (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  grants: true,
});

const outside = (project: string) => join(dirname(project), 'outside.txt');

const patch = {
  turns(project: string) {
    writeFileSync(outside(project), 'one\ntwo\n');
    const text = `*** Begin Patch\n*** Update File: ${outside(project)}\n@@\n one\n-two\n+TWO\n*** End Patch`;
    return [[{ tool: 'apply_patch', input: { text } }], ['All is over.']];
  },
};

scene('Codex: the model reads why an edit is denied', patch, async ({ client, model, hook, project }) => {
  await onTerminal(client, 'change the file', async (terminal) => {
    const payload = await hook.payload(1);
    assert.equal(payload['tool_name'], 'apply_patch');
    const { command } = payload['tool_input'] as { readonly command: string };
    assert.match(command, /^\*\*\* Begin Patch/);
    assert.ok(command.includes(outside(project)), command);
    hook.deny(feedback);
    const result = await model.result(2);
    assert.ok(result.includes(feedback), result);
    await terminal.shows(/All is over\./);
  });
  assert.equal(readFileSync(outside(project), 'utf8'), 'one\ntwo\n');
});

scene('Codex: an approved edit is made', patch, async ({ client, model, hook, project }) => {
  await onTerminal(client, 'change the file', async (terminal) => {
    await hook.payload(1);
    hook.approve();
    await model.result(2);
    await terminal.shows(/All is over\./);
  });
  assert.equal(readFileSync(outside(project), 'utf8'), 'one\nTWO\n');
});

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answerQuestion } from '../support/clients/client';
import { makeCodex } from '../support/clients/codex';
import { fixedAnswerer, onTerminal, scenesOf, type Words } from '../support/clients/scene';
import { responses } from '../support/models/responses';

/* The real Codex CLI on a terminal, whose model says what each test tells it to. */

const decision = (value: object): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: value } });
const words: Words = {
  approve: decision({ behavior: 'allow' }),
  deny: (message) => decision({ behavior: 'deny', message }),
};

const scene = scenesOf({
  make: makeCodex,
  dialect: responses,
  tool: 'exec_command',
  answerer: () => fixedAnswerer(words),
});

const escalated = { sandbox_permissions: 'require_escalated', justification: 'It needs the network' };
const command = { tool: 'exec_command', input: { cmd: 'touch made.txt', ...escalated } };
const commandTurns = () => [[command], ['All is over.']];

scene('Codex: an approved command runs', { turns: commandTurns }, async ({ client, model, hook, project }) => {
  await onTerminal(client, 'make a file', async (terminal) => {
    const payload = await hook.payload(1);
    assert.equal(payload['hook_event_name'], 'PermissionRequest');
    assert.equal(payload['tool_name'], 'Bash');
    assert.equal(payload['cwd'], project);
    assert.deepEqual(payload['tool_input'], { command: 'touch made.txt', description: 'It needs the network' });
    assert.equal(existsSync(join(project, 'made.txt')), false);
    hook.approve();
    assert.match(await model.result(2), /exited with code 0/);
    await terminal.shows(/All is over\./);
  });
  assert.equal(existsSync(join(project, 'made.txt')), true);
});

/** How Codex tells the model about a command: as Rust prints a text inside a text. */
const inRust = (text: string): string => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1);

const feedback = 'Not yet:\n\n- name the "file"\n- and the \\ as it is, <b>ü</b> 👍';

scene('Codex: the model reads why a command is denied', { turns: commandTurns }, async (given) => {
  const { client, model, hook, project } = given;
  await onTerminal(client, 'make a file', async (terminal) => {
    await hook.payload(1);
    hook.deny(feedback);
    assert.ok((await model.result(2)).includes(inRust(feedback)), await model.result(2));
    await terminal.shows(/All is over\./);
  });
  assert.equal(existsSync(join(project, 'made.txt')), false);
});

const question = /Would you like to run the following command\?/;

scene('Codex: without a decision it asks by itself', { turns: commandTurns }, async (given) => {
  const { client, model, hook, project } = given;
  await onTerminal(client, 'make a file', async (terminal) => {
    await hook.payload(1);
    hook.handBack();
    await terminal.shows(question);
    assert.equal(existsSync(join(project, 'made.txt')), false);
    await answerQuestion(terminal, question, 'y');
    assert.match(await model.result(2), /exited with code 0/);
    await terminal.shows(/All is over\./);
  });
  assert.equal(existsSync(join(project, 'made.txt')), true);
});

const outside = (project: string) => join(dirname(project), 'outside.txt');
const patchTurns = (project: string) => {
  writeFileSync(outside(project), 'one\ntwo\n');
  const text = `*** Begin Patch\n*** Update File: ${outside(project)}\n@@\n one\n-two\n+TWO\n*** End Patch`;
  return [[{ tool: 'apply_patch', input: { text } }], ['All is over.']];
};

scene('Codex: an edit outside the project is denied', { turns: patchTurns }, async (given) => {
  const { client, model, hook, project } = given;
  await onTerminal(client, 'change the file', async (terminal) => {
    const payload = await hook.payload(1);
    assert.equal(payload['tool_name'], 'apply_patch');
    const { command: patch } = payload['tool_input'] as { readonly command: string };
    assert.match(patch, /^\*\*\* Begin Patch/);
    assert.ok(patch.includes(outside(project)), patch);
    hook.deny(feedback);
    assert.ok((await model.result(2)).includes(feedback), await model.result(2));
    await terminal.shows(/All is over\./);
  });
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { answerQuestion } from '../support/clients/client';
import { commandScenes, feedback } from '../support/clients/commandScenes';
import { makeGemini } from '../support/clients/gemini';
import { liveAnswerer } from '../support/clients/liveAnswerer';
import { ourSetUp } from '../support/clients/ourSetUp';
import { onTerminal, scenesOf } from '../support/clients/scene';
import { generateContent } from '../support/models/generateContent';

/* The real Gemini CLI on a terminal, whose model says what each test tells it to. Its hook can deny, but not grant. */

const cast = {
  make: makeGemini,
  dialect: generateContent,
  tool: 'run_shell_command',
  answerer: liveAnswerer,
  setUp: ourSetUp('gemini'),
};
const scene = scenesOf(cast);

const call = { tool: 'run_shell_command', input: { command: 'touch made.txt', description: 'Make a file' } };
const question = /Allow execution of/;

commandScenes(scene, {
  agent: 'Gemini CLI',
  call,
  asked(payload, project) {
    assert.equal(payload['hook_event_name'], 'BeforeTool');
    assert.equal(payload['tool_name'], call.tool);
    assert.equal(payload['cwd'], project);
    assert.deepEqual(payload['tool_input'], call.input);
  },
  question,
  yes: '1',
  grants: false,
});

/** In YOLO the hook is the gate, and the editor decides. */
const opening = { turns: () => [[call], ['All is over.']], setUp: ourSetUp('gemini', 'decides') };

scene('Gemini CLI in YOLO: an approved command runs', opening, async ({ client, model, hook, project }) => {
  const runs = async () => {
    await hook.payload(1);
    assert.equal(existsSync(join(project, 'made.txt')), false);
    hook.approve();
    await model.result(2);
    assert.equal(existsSync(join(project, 'made.txt')), true);
  };
  await onTerminal(client, 'make a file', runs, '--yolo');
});

scene('Gemini CLI in YOLO: a denied command does not run', opening, async ({ client, model, hook, project }) => {
  const denied = async () => {
    await hook.payload(1);
    hook.deny(feedback);
    const result = await model.result(2);
    assert.ok(result.includes(feedback), result);
    assert.equal(existsSync(join(project, 'made.txt')), false);
  };
  await onTerminal(client, 'make a file', denied, '--yolo');
});

scene(
  'Gemini CLI in YOLO: handed back, and without an editor, it asks',
  opening,
  async ({ client, model, hook, project }) => {
    const asks = async (terminal: Awaited<ReturnType<typeof client.open>>) => {
      await hook.payload(1);
      hook.handBack();
      await terminal.shows(question);
      assert.equal(existsSync(join(project, 'made.txt')), false);
      await answerQuestion(terminal, question, '1');
      await model.result(2);
      assert.equal(existsSync(join(project, 'made.txt')), true);
    };
    await onTerminal(client, 'make a file', asks, '--yolo');
  },
);

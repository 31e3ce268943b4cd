import assert from 'node:assert/strict';
import { commandScenes, feedback } from '../support/clients/commandScenes';
import { makeQwen } from '../support/clients/qwen';
import { liveAnswerer } from '../support/clients/liveAnswerer';
import { ourSetUp } from '../support/clients/ourSetUp';
import { onTerminal, scenesOf } from '../support/clients/scene';
import { chatCompletions } from '../support/models/chatCompletions';

/* The real Qwen Code on a terminal, whose model says what each test tells it to. */

const scene = scenesOf({
  make: makeQwen,
  dialect: chatCompletions,
  // Its memory asks the model as well, with fewer tools.
  tool: 'agent',
  answerer: liveAnswerer,
  setUp: ourSetUp('qwen'),
});

const input = { command: 'touch made.txt', description: 'Make a file', is_background: false };

commandScenes(scene, {
  agent: 'Qwen Code',
  call: { tool: 'run_shell_command', input },
  asked(payload, project) {
    assert.equal(payload['hook_event_name'], 'PermissionRequest');
    assert.equal(payload['permission_mode'], 'default');
    assert.equal(payload['tool_name'], 'run_shell_command');
    assert.equal(payload['cwd'], project);
    assert.deepEqual(payload['tool_input'], input);
  },
  question: /Allow execution of: 'touch'\?/,
  yes: '1',
  grants: true,
});

const plan = '# Rename the greeting\n\n1. Change `greet.js`';
const planTurns = { turns: () => [[{ tool: 'exit_plan_mode', input: { plan } }], ['All is over.']] };

scene('Qwen Code: a denied plan comes back with comments', planTurns, async ({ client, model, hook }) => {
  const plans = async (terminal: Awaited<ReturnType<typeof client.open>>) => {
    const payload = await hook.payload(1);
    assert.equal(payload['tool_name'], 'exit_plan_mode');
    assert.equal(payload['permission_mode'], 'plan');
    assert.deepEqual(payload['tool_input'], { plan });
    hook.deny(feedback);
    const result = await model.result(2);
    assert.ok(result.includes(feedback), result);
    await terminal.shows(/All is over\./);
  };
  await onTerminal(client, 'plan it', plans, '--approval-mode', 'plan');
});

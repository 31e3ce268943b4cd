import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandScenes, feedback } from '../support/clients/commandScenes';
import type { Payload } from '../support/clients/fixedHook';
import { makeOpencode } from '../support/clients/opencode';
import { fixedAnswerer, scenesOf } from '../support/clients/scene';
import { chatCompletions } from '../support/models/chatCompletions';

/* The real opencode, whose model says what each test tells it to. Its own question is there from the start. */

const scene = scenesOf({
  make: makeOpencode,
  dialect: chatCompletions,
  tool: 'bash',
  answerer: () =>
    fixedAnswerer({
      approve: '{"reply":"once"}',
      deny: (message) => JSON.stringify({ reply: 'reject', message }),
    }),
});

interface Asked {
  readonly id: string;
  readonly permission: string;
  readonly patterns: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}
const askedIn = (payload: Payload): Asked => {
  assert.equal(payload['type'], 'permission.asked');
  return payload['properties'] as Asked;
};

const call = { tool: 'bash', input: { command: 'touch made.txt', description: 'Make a file' } };

commandScenes(scene, {
  agent: 'opencode',
  call,
  asked(payload) {
    const { permission, patterns, metadata } = askedIn(payload);
    assert.equal(permission, 'bash');
    assert.deepEqual(patterns, ['touch made.txt']);
    assert.equal(metadata['command'], 'touch made.txt');
  },
  question: /Permission required/,
  yes: '\r',
  grants: true,
});

const edit = {
  turns(project: string) {
    const filePath = join(project, 'a.txt');
    writeFileSync(filePath, 'one\ntwo\n');
    return [
      [{ tool: 'read', input: { filePath } }],
      [{ tool: 'edit', input: { filePath, oldString: 'two', newString: 'TWO' } }],
      ['All is over.'],
    ];
  },
};

scene('opencode as a server: the model reads why an edit is denied', edit, async ({ client, model, hook, project }) => {
  const server = await client.serve();
  try {
    await server.prompt('change the file');
    const { permission, metadata } = askedIn(await hook.payload(1));
    assert.equal(permission, 'edit');
    assert.match(String(metadata['diff']), /^-two\n\+TWO$/m);
    hook.deny(feedback);
    const result = await model.result(3);
    assert.ok(result.includes(feedback), result);
  } finally {
    await server.stop();
  }
  assert.equal(readFileSync(join(project, 'a.txt'), 'utf8'), 'one\ntwo\n');
});

const command = { turns: () => [[call], ['All is over.']] };

scene('opencode as a server: another client answers first', command, async ({ client, model, hook, project }) => {
  const server = await client.serve();
  try {
    await server.prompt('make a file');
    const { id } = askedIn(await hook.payload(1));
    assert.equal(await server.pending(), id);
    await server.reply(id, 'once');
    await model.result(2);
    assert.equal(existsSync(join(project, 'made.txt')), true);
  } finally {
    await server.stop();
  }
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandScenes, feedback } from '../support/clients/commandScenes';
import { makeOpencode } from '../support/clients/opencode';
import { liveAnswerer } from '../support/clients/liveAnswerer';
import { ourSetUp } from '../support/clients/ourSetUp';
import { onTerminal, scenesOf } from '../support/clients/scene';
import { chatCompletions } from '../support/models/chatCompletions';

/* The real opencode, whose model says what each test tells it to. Its own question is there from the start. */

const scene = scenesOf({
  make: makeOpencode,
  dialect: chatCompletions,
  tool: 'bash',
  // It has a plugin in place of a hook.
  answerer: (project) => liveAnswerer(project, 'window'),
  setUp: ourSetUp('opencode'),
});

const call = { tool: 'bash', input: { command: 'touch made.txt', description: 'Make a file' } };

commandScenes(scene, {
  agent: 'opencode',
  call,
  asked(payload, project) {
    const subject = {
      type: 'command',
      command: 'touch made.txt',
      cwd: project,
      description: 'Make a file',
      fields: [],
    };
    assert.deepEqual(payload['subject'], subject);
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
    const { subject } = await hook.payload(1);
    assert.equal((subject as { readonly type: string }).type, 'edit');
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
    await hook.payload(1);
    await server.reply(await server.pending(), 'once');
    await model.result(2);
    assert.equal(existsSync(join(project, 'made.txt')), true);
    await hook.answeredElsewhere();
  } finally {
    await server.stop();
  }
});

const questions = [
  {
    question: 'Which database?',
    header: 'Database',
    options: [
      { label: 'Postgres', description: 'a server' },
      { label: 'SQLite', description: 'a file' },
    ],
  },
  {
    question: 'Which parts?',
    header: 'Parts',
    multiple: true,
    options: [
      { label: 'Reads', description: '' },
      { label: 'Writes', description: '' },
    ],
  },
];
const asking = { turns: () => [[{ tool: 'question', input: { questions } }], ['All is over.']] };

scene('opencode: a question that is answered in the editor goes away in the terminal', asking, async (given) => {
  const { client, model, hook } = given;
  await onTerminal(client, 'ask me', async (terminal) => {
    const { subject } = await hook.payload(1);
    assert.equal((subject as { readonly type: string }).type, 'question');
    await terminal.shows(/Which database\?/);
    hook.approve([
      { chosen: [1], text: '', note: '' },
      { chosen: [0], text: 'and "both"', note: '' },
    ]);
    const result = await model.result(2);
    assert.ok(result.includes('"Which database?"="SQLite", "Which parts?"="Reads, and "both""'), result);
    await terminal.shows(/All is over\./);
  });
});

scene('opencode as a server: a denied question is dismissed, and the agent stops', asking, async (given) => {
  const { client, model, hook } = given;
  const server = await client.serve();
  try {
    await server.prompt('ask me');
    await hook.payload(1);
    hook.deny('');
    await server.noQuestion();
    await hook.delivered();
  } finally {
    await server.stop();
  }
  assert.equal(model.calls.length, 1);
});

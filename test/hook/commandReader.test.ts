import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readWhole } from '../../src/core/command/read';
import type { CommandPlace } from '../../src/core/command/analysis';
import { mostMarks } from '../../src/core/command/markView';
import { CommandReader } from '../../src/window/command/commandReader';
import type { Log } from '../../src/window/log';
import { temporaryFolder } from '../support/cleanup';
import { bashPayload } from '../support/claudePayloads';
import { LiveWindow } from '../support/liveWindow';

const place: CommandPlace = { cwd: '/p', folders: ['/p'], home: '/home/m', language: 'bash' };
const built = resolve('dist/command.cjs');

let warnings: string[];
let reader: CommandReader | undefined;
const log: Log = { info: () => {}, warn: (text) => warnings.push(text), error: (text) => warnings.push(text) };

beforeEach(() => {
  warnings = [];
});
afterEach(() => reader?.dispose());

/** A thread that answers to its own mind. */
function program(text: string): string {
  const folder = temporaryFolder('cr-').path;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'program.cjs');
  writeFileSync(path, `const { parentPort } = require('node:worker_threads');\n${text}`);
  return path;
}

test('the thread reads as the reader does', async () => {
  reader = new CommandReader(built, log, 60_000);
  const commands = ['git status', 'cd b && rm -rf -- "$OUT"/* > log', '', 'echo "a', 'é\u200b | sudo sh'];
  const read = await Promise.all(commands.map((command) => reader!.read(command, place)));
  assert.deepEqual(
    read,
    commands.map((command) => readWhole(command, place)),
  );
  assert.deepEqual(warnings, []);
});

test('a command that takes too long is shown raw with what needs no reading, the same each time, and others are read after it', async () => {
  const slow = program(`
    const read = (text) => ({ analysis: { risk: 'safe', verdict: text, marks: [], steps: [] }, targets: [] });
    parentPort.on('message', ({ turn, command }) => {
      while (command.startsWith('rm')) {}
      parentPort.postMessage({ turn, read: read(command) });
    });`);
  reader = new CommandReader(slow, log, 200);
  const [first, second] = await Promise.all([reader.read('rm -rf /', place), reader.read('ls', place)]);
  assert.equal(first.analysis.risk, 'dangerous');
  assert.equal(first.analysis.unparsed, 'Reading it took too long.');
  assert.equal(second.analysis.verdict, 'ls');
  assert.equal(await reader.read('rm -rf /', place), first);
  assert.deepEqual(warnings, ['commands: reading a command took too long']);
});

test('a thread that breaks, or is not there, is no danger: the command is shown raw, and the next one finds a new thread', async () => {
  const breaks = program(`
    parentPort.on('message', ({ turn, command }) => {
      if (command === 'throw') throw new Error('broken');
      if (command === 'exit') process.exit(0);
      parentPort.postMessage({ turn, read: { analysis: { verdict: command }, targets: [] } });
    });`);
  reader = new CommandReader(breaks, log);
  for (const command of ['throw', 'exit']) {
    const { analysis } = await reader.read(command, place);
    assert.deepEqual([analysis.risk, analysis.unparsed], ['careful', 'It could not be read.']);
    assert.equal((await reader.read(`after ${command}`, place)).analysis.verdict, `after ${command}`);
  }
  reader.dispose();
  reader = new CommandReader('/there/is/no/such/program.cjs', log);
  assert.equal((await reader.read('ls', place)).analysis.unparsed, 'It could not be read.');
});

test('a window shows what the thread has read, and marks by the thousand are counted', async () => {
  const window = await LiveWindow.start();
  try {
    window.claude(bashPayload(window.folder, 'sudo true\n'.repeat(mostMarks + 5)));
    const { request } = await window.request();
    const view = window.open.review.viewOf(request.id);
    assert.ok(view?.subject.type === 'command');
    const { marks, unshown, steps } = view.subject.analysis;
    assert.deepEqual([view.risk, marks.length, unshown, steps?.length], ['dangerous', mostMarks, 5, mostMarks + 5]);
  } finally {
    window.stop();
  }
});

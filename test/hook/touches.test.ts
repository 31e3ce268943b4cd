import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { CommandPlace } from '../../src/core/command/analysis';
import type { Target } from '../../src/core/command/targets';
import type { ReadCommand } from '../../src/window/command/commandReader';
import type { Entry } from '../../src/core/queueState';
import type { TouchView } from '../../src/protocol/command';
import { Touches } from '../../src/window/touches';
import type { TouchChange } from '../../src/window/touches';
import { bashPayload, writePayload } from '../support/claudePayloads';
import { LiveWindow, quietLog } from '../support/liveWindow';
import { until } from '../support/until';

let window: LiveWindow;
let touches: Touches;
let told: TouchChange[];

beforeEach(async () => {
  window = await LiveWindow.start();
});
afterEach(() => {
  touches.dispose();
  window.stop();
});

type ReadTargets = (command: string, place: CommandPlace) => readonly Target[];

/** Takes each word of a command for a file that it deletes. */
const words: ReadTargets = (command, { cwd }) =>
  command.split(' ').map((what) => ({
    step: 1,
    verb: 'deletes',
    from: 0,
    to: 1,
    what,
    about: { type: 'path', pattern: [{ type: 'text', text: what }], recursive: true },
    cwd,
  }));

function listen(targetsOf?: ReadTargets): void {
  const read: ReadCommand = async (command, place) => {
    const found = await window.commands.read(command, place);
    return targetsOf ? { ...found, targets: targetsOf(command, place) } : found;
  };
  touches = new Touches(window.open.review, () => window.open.openFolders, quietLog, read);
  told = [];
  touches.onDidChange((change) => told.push(change));
}

async function asked(command: string, index = 0): Promise<Entry> {
  window.claude(bashPayload(window.folder, command));
  return window.request(index);
}

/** What is told of a request once it was looked up. @param after how many messages are older */
function seen(id: string, after = 0): Promise<TouchView> {
  return until('the look', () => told.slice(after).find((change) => change.id === id && change.touch)?.touch);
}

test('the shown command is looked up, and told as long as it is shown', async () => {
  listen(words);
  writeFileSync(join(window.folder, 'a'), '123');
  const { request, hash } = await asked('a b');
  touches.show(request.id);
  assert.deepEqual(told, [{ id: request.id, touch: null }]);
  const view = await seen(request.id);
  assert.deepEqual(
    view.rows.map((row) => [row.what, row.count, row.bytes]),
    [
      ['a', 1, 3],
      ['b', 0, undefined],
    ],
  );
  assert.deepEqual([view.cwd, view.cwdWarning], [window.folder, undefined]);
  // A page that is built anew is told at once what is known.
  touches.show(request.id);
  assert.deepEqual(told.slice(2), [{ id: request.id, touch: view }]);
  assert.equal(window.open.review.viewOf(request.id)?.hash, hash);
});

test('it looks again when asked, only for what is shown', async () => {
  listen(words);
  const { request } = await asked('a');
  touches.again(request.id);
  assert.deepEqual(told, []);
  touches.show(request.id);
  assert.equal((await seen(request.id)).rows[0]?.count, 0);
  writeFileSync(join(window.folder, 'a'), '');
  touches.again('another');
  touches.again(request.id);
  assert.deepEqual(told.slice(2), [{ id: request.id, touch: null }]);
  assert.equal((await seen(request.id, 2)).rows[0]?.count, 1);
});

test('a look for a request that is shown no more is cut short', async () => {
  listen(words);
  const [first, second] = [await asked('a'), await asked('b', 1)];
  touches.show(first.request.id);
  touches.show(second.request.id);
  await seen(second.request.id);
  touches.show(first.request.id);
  touches.show(undefined);
  touches.show(second.request.id);
  await seen(second.request.id, 4);
  assert.equal(told.filter((change) => change.id === first.request.id && change.touch).length, 0);
});

test('an edited command is looked up anew', async () => {
  listen(words);
  const { request } = await asked('a');
  touches.show(request.id);
  await seen(request.id);
  window.open.drafts.change(request.id, { command: { text: 'b c', madeOn: 'a' } });
  await window.open.review.look(request.id);
  const after = told.length;
  touches.show(request.id);
  assert.deepEqual(
    (await seen(request.id, after)).rows.map((row) => row.what),
    ['b', 'c'],
  );
});

test('what was decided is not looked up any more', async () => {
  listen(words);
  const entry = await asked('a');
  touches.show(entry.request.id);
  const view = await seen(entry.request.id);
  await window.decide(entry, { type: 'deny', feedback: '' });
  await window.ended(entry.request.id);
  const after = told.length;
  touches.again(entry.request.id);
  touches.show(entry.request.id);
  assert.deepEqual(told.slice(after), [{ id: entry.request.id, touch: view }]);
});

test('other subjects have nothing to look up', async () => {
  listen(words);
  window.claude(writePayload(window.folder, 'a.txt', 'new\n'));
  const { request } = await window.request();
  touches.show(request.id);
  assert.deepEqual(told, []);
});

test('the folder that a link leads to is where relative paths begin', async () => {
  listen((_, { cwd, folders }) => {
    assert.deepEqual([cwd, folders], [join(window.folder, 'real'), [window.folder]]);
    return [];
  });
  mkdirSync(join(window.folder, 'real'));
  symlinkSync('real', join(window.folder, 'link'));
  window.claude(bashPayload(join(window.folder, 'link'), 'a'));
  const { request } = await window.request();
  touches.show(request.id);
  assert.equal((await seen(request.id)).cwd, join(window.folder, 'real'));
});

test('rm -rf build *.log gives a row for each thing that it names', async () => {
  listen();
  mkdirSync(join(window.folder, 'build'));
  for (const name of ['build/x', 'build/y', 'a.log', 'b.log']) writeFileSync(join(window.folder, name), 'abc');
  const { request } = await asked('rm -rf build *.log');
  touches.show(request.id);
  const { rows } = await seen(request.id);
  assert.deepEqual(
    rows.map((row) => [row.verb, row.what, row.names, row.count, row.bytes]),
    [
      ['deletes', 'build', ['x', 'y'], 2, 6],
      ['deletes', '*.log', ['a.log', 'b.log'], 2, 6],
    ],
  );
});

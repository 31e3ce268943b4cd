import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isHookCommand } from '../../src/agents/hookCommand';
import { pluginFiles } from '../../src/agents/plugins';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const files = pluginFiles(version);

/** Every command in a value of JSON. */
function commandsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === 'command' && typeof inner === 'string' ? [inner] : commandsIn(inner),
  );
}

test('the plugin folders are what set-up would write: run `npm run plugins` if they are not', () => {
  for (const [name, text] of Object.entries(files))
    assert.equal(readFileSync(join('plugins', name), 'utf8'), text, name);
});

test('their commands are known as ours, and say nothing where the hook is not installed', () => {
  const commands = Object.values(files).flatMap((text) => commandsIn(JSON.parse(text)));
  assert.equal(commands.length, 4);
  for (const command of commands) {
    assert.ok(isHookCommand(command), command);
    const run = spawnSync('/bin/sh', ['-c', command], { env: { HOME: '/nowhere' }, input: '{}', encoding: 'utf8' });
    assert.deepEqual([run.status, run.stdout, run.stderr], [0, '', ''], command);
  }
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { claudeSetUp } from '../../src/agents/claude/setup';
import { kimiSetUp } from '../../src/agents/kimi/setup';
import { homeOf } from '../../src/window/home';
import { installHookFiles } from '../../src/window/hookFiles';
import { noteInstallation } from '../../src/window/setUp/installations';
import { temporaryFolder } from '../support/cleanup';
import type { TemporaryFolder } from '../support/cleanup';

let temporary: TemporaryFolder;
let root: string;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const both = ['claude', 'kimi'];
const original = '{ "model": "opus" }\n';
const home = () => homeOf({ COUNTERSIGN_HOME: join(root, '.countersign') });
const settings = (): string => join(root, '.claude/settings.json');

/** Makes an installed extension of a version in an editor's folder, as far as it matters. */
function extension(name = `countersign.countersign-${version}`, editor = 'editor'): string {
  const path = join(root, editor, name);
  mkdirSync(join(path, 'dist'), { recursive: true });
  writeFileSync(join(path, 'package.json'), '{}');
  for (const file of ['uninstall.cjs', 'toml.cjs', 'yaml.cjs'])
    copyFileSync(resolve('dist', file), join(path, 'dist', file));
  return path;
}

beforeEach(() => {
  temporary = temporaryFolder('un-');
  root = realpathSync(temporary.path);
  installHookFiles(home(), resolve('dist'), version, process.execPath);
  const hook = join(home().bin, 'countersign-hook');
  for (const folder of ['.claude', '.kimi-code']) mkdirSync(join(root, folder));
  writeFileSync(settings(), claudeSetUp.add(original, { hook }));
  writeFileSync(join(root, '.kimi-code/config.toml'), kimiSetUp.add('model = "k"\n', { hook }));
});
afterEach(() => temporary.remove());

/** Runs the script as the editor does. @returns which agents' configurations are as they were before us */
function uninstall(path: string): readonly string[] {
  const env = { PATH: process.env['PATH'], HOME: root };
  const script = join(path, 'dist/uninstall.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
  const kimi = readFileSync(join(root, '.kimi-code/config.toml'), 'utf8') === 'model = "k"\n' ? ['kimi'] : [];
  return [...(readFileSync(settings(), 'utf8') === original ? ['claude'] : []), ...kimi];
}

test('the last installation takes its entries along', () => {
  const path = extension();
  noteInstallation(home(), path);
  assert.deepEqual(uninstall(path), both);
  assert.deepEqual(uninstall(path), both);
});

test('on an update nothing is taken out', () => {
  const path = extension();
  noteInstallation(home(), path);
  // The new version lies beside it and has not started yet.
  extension('countersign.countersign-99.0.0');
  assert.deepEqual(uninstall(path), []);
});

test('another editor with the extension keeps the entries', () => {
  const path = extension();
  const other = extension(undefined, 'other');
  noteInstallation(home(), path);
  noteInstallation(home(), other);
  assert.deepEqual(uninstall(path), []);
  assert.deepEqual(uninstall(other), both, 'now it is the last');
});

test('a newer hook keeps the entries', () => {
  writeFileSync(join(home().bin, 'version'), '99.0.0\n');
  assert.deepEqual(uninstall(extension()), []);
});

test('without our folder, or with a broken configuration, it ends well', () => {
  const path = extension();
  writeFileSync(settings(), '{ broken countersign-hook');
  assert.deepEqual(uninstall(path), ['kimi']);
  assert.equal(readFileSync(settings(), 'utf8'), '{ broken countersign-hook');
});

import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { homeOf } from '../../src/window/home';
import type { Home } from '../../src/window/home';
import { compareVersions, installHookFiles } from '../../src/window/hookFiles';
import { temporaryFolder } from '../support/cleanup';
import type { TemporaryFolder } from '../support/cleanup';

let folder: TemporaryFolder;
let home: Home;

beforeEach(() => {
  folder = temporaryFolder('hf-');
  home = homeOf({ COUNTERSIGN_HOME: join(folder.path, 'home') });
});
afterEach(() => folder.remove());

/** A folder of built files that say which version they are. */
function source(version: string): string {
  const path = join(folder.path, `source-${version}`);
  mkdirSync(path, { recursive: true });
  for (const name of ['hook.cjs', 'countersign-hook', 'countersign-hook.cmd'])
    writeFileSync(join(path, name), `${name} ${version}`);
  return path;
}

const install = (version: string): boolean => installHookFiles(home, source(version), version, '/editor/node');
const installed = (name: string): string => readFileSync(join(home.bin, name), 'utf8');

test('a first install writes all, executable, with the runtime and the version, and leaves no drafts', () => {
  assert.equal(install('1.2.0'), true);
  assert.deepEqual(readdirSync(home.bin).sort(), [
    'countersign-hook',
    'countersign-hook.cmd',
    'hook.cjs',
    'runtime',
    'version',
  ]);
  assert.equal(lstatSync(join(home.bin, 'countersign-hook')).mode & 0o777, 0o755);
  assert.equal(installed('runtime'), '/editor/node\n');
  assert.equal(installed('hook.cjs'), 'hook.cjs 1.2.0');
});

test("of two editors the newer one's files stay, whichever starts last", () => {
  install('1.10.0');
  assert.equal(install('1.9.0'), false);
  assert.equal(installed('hook.cjs'), 'hook.cjs 1.10.0');
  assert.equal(install('1.11.0'), true);
  assert.equal(installed('hook.cjs'), 'hook.cjs 1.11.0');
});

test('what is missing, changed or no longer executable is mended', () => {
  install('1.2.0');
  rmSync(join(home.bin, 'hook.cjs'));
  writeFileSync(join(home.bin, 'countersign-hook.cmd'), 'changed');
  chmodSync(join(home.bin, 'countersign-hook'), 0o644);
  install('1.2.0');
  assert.equal(installed('hook.cjs'), 'hook.cjs 1.2.0');
  assert.equal(installed('countersign-hook.cmd'), 'countersign-hook.cmd 1.2.0');
  assert.equal(lstatSync(join(home.bin, 'countersign-hook')).mode & 0o777, 0o755);
  // An incomplete install of a newer one does not keep an older editor from making a whole one.
  install('3.0.0');
  rmSync(join(home.bin, 'hook.cjs'));
  assert.equal(install('2.0.0'), true);
  assert.equal(installed('countersign-hook'), 'countersign-hook 2.0.0');
});

test('versions compare by number', () => {
  assert.ok(compareVersions('0.10.0', '0.9.9') > 0);
  assert.ok(compareVersions('1.0.0', '1.0.1') < 0);
  assert.equal(compareVersions('1.0', '1.0.0'), 0);
  assert.equal(compareVersions('garbage', '0.0.0'), 0);
});

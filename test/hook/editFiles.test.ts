import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { FileEdit } from '../../src/core/request';
import type { PreparedFile } from '../../src/core/view';
import { prepareFiles } from '../../src/window/disk';
import { steering } from '../../src/window/preparing';
import { temporaryFolder } from '../support/cleanup';
import type { TemporaryFolder } from '../support/cleanup';

let temporary: TemporaryFolder;
let project: string;
let unsaved: ReadonlySet<string>;

beforeEach(() => {
  temporary = temporaryFolder('edit-');
  project = join(temporary.path, 'project');
  unsaved = new Set();
  mkdirSync(project);
});
afterEach(() => temporary.remove());

const look = (edits: readonly FileEdit[]): Promise<readonly PreparedFile[]> =>
  prepareFiles(edits, {
    cwd: project,
    folders: [project],
    steering,
    proposals: {},
    unsaved: (path) => unsaved.has(path),
  });
const write = (path: string, content = 'new\n'): FileEdit => ({ type: 'write', path, content });
const one = async (edit: FileEdit): Promise<PreparedFile> => (await look([edit]))[0]!;
const put = (name: string, content: string | Uint8Array): string => {
  const path = join(project, name);
  writeFileSync(path, content);
  return path;
};

test('what is no readable text is named and measured, never read or dumped', async () => {
  mkdirSync(join(project, 'folder'));
  execFileSync('mkfifo', [join(project, 'pipe')]);
  put('binary', Uint8Array.of(0x7f, 0x45, 0, 0, 1));
  truncateSync(put('large.log', 'text\n'.repeat(4000)), 200 * 1024 * 1024);
  truncateSync(put('large.bin', '\0'), 200 * 1024 * 1024);
  const problem = async (name: string): Promise<string | undefined> => (await one(write(name))).change.problem;
  assert.equal(await problem('folder'), 'This file is not shown: it is a folder.');
  assert.equal(await problem('pipe'), 'This file is not shown: it is not a regular file.');
  assert.equal(await problem('binary'), 'This file is not shown: it is binary, 5 bytes.');
  assert.equal(await problem('large.log'), 'This file is not shown: it is large, 209.7 MB.');
  assert.equal(await problem('large.bin'), 'This file is not shown: it is binary, 209.7 MB.');
});

test('a file that may not be read says so', { skip: process.getuid?.() === 0 }, async () => {
  chmodSync(put('secret', 'x'), 0);
  assert.match((await one(write('secret'))).change.problem ?? '', /cannot be read \(EACCES\)/);
});

test('UTF-16, invalid UTF-8, a byte order mark and mixed line endings are told', async () => {
  put('wide', Buffer.from('\uFEFFa\n', 'utf16le'));
  put('latin', Uint8Array.of(0x61, 0xe4, 0x0a));
  put('marked', '\uFEFFa\n');
  put('mixed', 'a\r\nb\n');
  const tags = async (edit: FileEdit): Promise<readonly string[]> => (await one(edit)).change.tags;
  const replace = (path: string): FileEdit => ({ type: 'replace', path, oldText: 'a', newText: 'A', all: false });
  assert.deepEqual(await tags(replace('wide')), ['UTF-16 LE']);
  assert.deepEqual(await tags(replace('latin')), ['not valid UTF-8']);
  assert.deepEqual(await tags(write('marked')), ['byte order mark removed']);
  assert.deepEqual(await tags(replace('mixed')), ['mixed line endings']);
  assert.deepEqual(
    (await one(replace('marked'))).change.hunks[0]?.lines.map((line) => line.text),
    ['\uFEFFa', '\uFEFFA'],
  );
});

test('names of every kind are taken as they are', async () => {
  for (const name of ['a\nb', '\u202Egnp.exe', '<img onerror=x>', 'u\u0308', '\u00FC', '%2e%2e', '#1?', ' ']) {
    put(name, 'old\n');
    const file = await one(write(name));
    assert.deepEqual([file.path, file.change.status], [name, 'changed'], JSON.stringify(name));
  }
});

test('paths that lead out of the project are named, however they do it', async () => {
  const outside = join(temporary.path, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'file'), 'old\n');
  symlinkSync(outside, join(project, 'linked'));
  symlinkSync(join(outside, 'file'), join(project, 'link'));
  const kinds = async (path: string): Promise<string[]> => (await one(write(path))).warnings.map(({ kind }) => kind);
  assert.deepEqual(await kinds('../outside/file'), ['outsideProject']);
  assert.deepEqual(await kinds(join(outside, 'file')), ['outsideProject']);
  assert.deepEqual(await kinds('linked/new/file'), ['outsideProject', 'link']);
  assert.deepEqual(await kinds('link'), ['outsideProject', 'link']);
  assert.deepEqual(await kinds('a/../b'), []);
  assert.deepEqual(await kinds(`${project}-2/file`), ['outsideProject']);
  assert.deepEqual(await kinds('.git/hooks/pre-commit'), ['steering']);
});

test('a file that is moved out of the project is outside of it', async () => {
  put('a', 'one\n');
  const chunks = [{ anchors: [], oldLines: ['one'], newLines: ['two'] }];
  const move = (movedTo: string): FileEdit => ({ type: 'patch', path: 'a', chunks, matching: 'exact', movedTo });
  const moved = await one(move('b/c'));
  assert.deepEqual([moved.movedTo, moved.warnings], [join('b', 'c'), []]);
  const out = await one(move('../c'));
  assert.deepEqual([out.movedTo, out.warnings.map(({ kind }) => kind)], [resolve(project, '../c'), ['outsideProject']]);
});

test('edits of one file under several names for it are one change', async () => {
  put('a', 'one\ntwo\n');
  const replace = (path: string, oldText: string): FileEdit => ({
    type: 'replace',
    path,
    oldText,
    newText: 'x',
    all: false,
  });
  const files = await look([replace('a', 'one'), write('b'), replace('./a', 'two')]);
  assert.deepEqual(
    files.map(({ path, change }) => [path, change.added]),
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});

test('unsaved changes of an editor are told', async () => {
  unsaved = new Set([put('a', 'x\n')]);
  assert.deepEqual([(await one(write('a'))).unsaved, (await one(write('b'))).unsaved], [true, false]);
});

test('ten thousand files, a line of 2 MB and a write of 3 MB', async () => {
  const many = await look(Array.from({ length: 10_000 }, (_, index) => write(`f${index}`)));
  assert.equal(many.length, 10_000);
  assert.equal(many[9_999]?.path, 'f9999');
  put('long', `${'x'.repeat(2_000_000)}\n`);
  const long = await one({ type: 'replace', path: 'long', oldText: 'x\n', newText: 'y\n', all: false });
  assert.deepEqual([long.change.added, long.change.removed], [1, 1]);
  const large = await one(write('large', 'a line of text\n'.repeat(200_000)));
  assert.equal(large.change.added, 200_000);
});

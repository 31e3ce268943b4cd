import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Target } from '../../src/core/command/targets';
import { usualLimits } from '../../src/window/touch/budget';
import { lookAt } from '../../src/window/touch/look';
import { glob, TouchedProject } from '../support/touch';

let project: TouchedProject;

beforeEach(() => {
  project = new TouchedProject();
});
afterEach(() => project.remove());

test('a glob stands for the names that the shell would take, without those that begin with a dot', async () => {
  project.put(['a.log', '12'], ['b.log', '345'], ['.hidden.log', 'x'], ['c.txt', 'x'], ['sub/d.log', 'x']);
  const row = await project.row(project.path([glob('*'), { type: 'text', text: '.log' }]));
  assert.deepEqual([row.names, row.count, row.bytes, row.atLeast], [['a.log', 'b.log'], 2, 5, undefined]);
  const deep = await project.row(project.path([glob('*'), { type: 'text', text: '/' }, glob('?.log')]));
  assert.deepEqual([deep.names, deep.count], [['sub/d.log'], 1]);
  const many = await project.row(project.path([glob('*')], { recursive: true }));
  assert.deepEqual([many.names, many.count], [['a.log', 'b.log', 'c.txt'], 4]);
});

test('names that mean something to a shell, to git or to a terminal are taken as they are', async () => {
  const names = ['a\nb', '--', '-rf', '*', '[a]', '$(x)', ':(top)', '\u001B[31mred', '\u202Egnp', ' ', 'ü', 'u\u0308'];
  project.put(...names.map((name) => [name, name] as const));
  project.commit();
  for (const name of names) {
    const row = await project.row(project.path(name));
    assert.deepEqual([row.count, row.bytes, row.back], [1, Buffer.byteLength(name), 'yes'], JSON.stringify(name));
  }
  const all = await project.row(project.path([glob('*')]));
  assert.deepEqual([all.count, all.back], [names.length, 'yes']);
});

test('a folder is counted with all that is in it, and without it if the command does not go into it', async () => {
  project.put(['build/a', '1'], ['build/x/b', '22'], ['build/x/y/.c', '333']);
  mkdirSync(join(project.folder, 'empty'));
  const build = await project.row(project.path('build', { recursive: true }));
  assert.deepEqual([build.names, build.count, build.bytes], [['a', 'x/b', 'x/y/.c'], 3, 6]);
  const flat = await project.row(project.path('build'));
  assert.deepEqual([flat.count, flat.counts, flat.note, flat.bytes], [1, 'folder', 'It is a folder.', undefined]);
  const empty = await project.row(project.path('empty/', { recursive: true }));
  assert.deepEqual([empty.count, empty.counts, empty.note, empty.back], [1, 'folder', 'It is empty.', 'nothing']);
});

test('what is not there is said', async () => {
  project.put(['file', '']);
  for (const name of ['none', 'none/none', 'file/none']) {
    const row = await project.row(project.path(name));
    assert.deepEqual([row.count, row.note, row.back], [0, 'There is no such file.', 'nothing']);
  }
  const row = await project.row(project.path([glob('*.none')]));
  assert.deepEqual([row.count, row.note], [0, 'Nothing matches it.']);
  const made = await project.row(project.path('none', { verb: 'overwrites' }));
  assert.deepEqual([made.count, made.note, made.back], [1, 'It is not there now.', 'nothing']);
});

test('links are named, and not followed into what they point to', async () => {
  project.put(['real/a', '12345'], ['real/b', 'x'], ['dir/c', 'x']);
  symlinkSync('../real', join(project.folder, 'dir', 'link'));
  symlinkSync('..', join(project.folder, 'dir', 'loop'));
  symlinkSync('self', join(project.folder, 'self'));
  const dir = await project.row(project.path('dir', { recursive: true }));
  assert.deepEqual([dir.count, dir.bytes, dir.note], [3, 1, '2 are links: what they point to stays.']);
  const link = await project.row(project.path('dir/link', { recursive: true }));
  assert.deepEqual([link.count, link.note], [1, 'It is a link: what it points to stays.']);
  const self = await project.row(project.path('self'));
  assert.equal(self.count, 1);
  // With a slash behind it, or with a glob after that, the folder itself is meant.
  const inside = await project.row(project.path('dir/link/', { recursive: true }));
  assert.deepEqual([inside.count, inside.note], [2, 'It is a link: what it points to is meant.']);
  const through = await project.row(project.path([{ type: 'text', text: 'dir/link/' }, glob('*')]));
  assert.deepEqual([through.names, through.count], [['dir/link/a', 'dir/link/b'], 2]);
  // Folders above are those of the disk, not of the text.
  const above = await project.row(project.path('dir/link/../dir/c'));
  assert.equal(above.count, 1);
});

test('a redirection writes through a link, so the file that it points to counts', async () => {
  writeFileSync(join(project.outside, 'rc'), '123456');
  symlinkSync(join(project.outside, 'rc'), join(project.folder, 'notes'));
  symlinkSync('nowhere', join(project.folder, 'dangling'));
  const row = await project.row(project.path('notes', { verb: 'overwrites' }));
  assert.deepEqual([row.bytes, row.back, row.why], [6, 'no', 'Outside the project']);
  assert.equal(row.note, 'It is there now. It is a link: what it points to is meant.');
  const dangling = await project.row(project.path('dangling', { verb: 'appends' }));
  assert.deepEqual([dangling.count, dangling.note], [1, 'It is not there now.']);
});

test('what is appended to keeps its text, a device does not', async () => {
  project.put(['log', 'old\n']);
  project.commit();
  project.put(['log', 'changed\n']);
  const row = await project.row(project.path('log', { verb: 'appends' }));
  assert.deepEqual([row.count, row.bytes, row.back, row.why], [1, 8, 'nothing', 'The old text stays']);
  const device = await project.row(project.path('/dev/urandom', { verb: 'appends' }));
  assert.deepEqual([device.back, device.why], ['no', 'It is a device']);
});

test('a device that keeps nothing is lost all the same if it is deleted or replaced', async () => {
  const backOf = async (target: Target): Promise<string> => (await project.row(target)).back;
  assert.equal(await backOf(project.path('/dev/null', { verb: 'overwrites' })), 'nothing');
  assert.equal(await backOf(project.path('/dev/null')), 'no');
  const into = { sources: [], flat: false, merges: false, replacesLinks: true, namesOnly: false };
  const about = { type: 'path', pattern: [{ type: 'text', text: '/dev/null' }], recursive: false, into } as const;
  assert.equal(await backOf(project.target(about, { verb: 'overwrites' })), 'no');
});

test('folders among the names that a glob stands for are said', async () => {
  project.put(['a', 'x'], ['dir/b', 'x']);
  const row = await project.row(project.path([glob('*')]));
  assert.deepEqual([row.count, row.counts, row.note], [2, 'both', '1 is a folder.']);
  const into = await project.row(project.path('dir', { verb: 'overwrites' }));
  assert.deepEqual([into.note, into.back], ['It is there now. It is a folder.', 'unknown']);
});

test('what is outside the project is said', async () => {
  writeFileSync(join(project.outside, 'a'), 'x');
  for (const path of ['../outside/a', join(project.outside, 'a')]) {
    const row = await project.row(project.path(path));
    assert.deepEqual([row.count, row.back, row.why], [1, 'no', 'Outside the project']);
    const mode = await project.row(project.path(path, { verb: 'setsMode' }));
    assert.deepEqual([mode.back, mode.why], ['nothing', 'Outside the project']);
  }
  const made = await project.row(project.path('../outside/new/b', { verb: 'appends' }));
  assert.deepEqual([made.note, made.back, made.why], ['It is not there now.', 'nothing', 'Outside the project']);
});

test('paths that no file can have are answered', async () => {
  project.put(['a', 'x']);
  const patterns = ['a'.repeat(300), 'a/'.repeat(100_000), '/'.repeat(3000), '../'.repeat(1000)];
  for (const pattern of patterns) assert.ok((await project.row(project.path(pattern))).note);
  const row = await project.row(project.path(Array.from({ length: 2000 }, () => glob('*/'))));
  assert.equal(row.note, 'Nothing matches it.');
  const about = { type: 'git', discards: 'untracked', folders: false, ignored: 'no' } as const;
  const huge = project.target({ ...about, paths: ['x'.repeat(200_000), 'a\0b'] }, { verb: 'discards' });
  assert.equal((await project.row(huge)).back, 'unknown');
});

test('pipes and devices are said and never opened', async () => {
  execFileSync('mkfifo', [join(project.folder, 'pipe')]);
  for (const verb of ['deletes', 'overwrites'] as const) {
    const row = await project.row(project.path('pipe', { verb }));
    assert.match(row.note ?? '', /It is a pipe or a socket\.$/);
  }
  const none = await project.row(project.path('/dev/null', { verb: 'overwrites' }));
  assert.deepEqual([none.back, none.why], ['nothing', 'It keeps nothing']);
  const random = await project.row(project.path('/dev/random', { verb: 'overwrites' }));
  assert.deepEqual([random.back, random.why], ['no', 'It is a device']);
});

test('a folder that may not be read makes the count a lower bound', { skip: process.getuid?.() === 0 }, async () => {
  project.put(['dir/a', 'x'], ['dir/closed/b', 'x']);
  chmodSync(join(project.folder, 'dir', 'closed'), 0);
  const row = await project.row(project.path('dir', { recursive: true }));
  chmodSync(join(project.folder, 'dir', 'closed'), 0o700);
  assert.deepEqual([row.count, row.atLeast, row.note], [1, true, '1 folder could not be read.']);
});

test('a huge folder is counted up to the limit', async () => {
  project.put(...Array.from({ length: 300 }, (_, index) => [`big/${index}`, 'x'] as const));
  const walk = await project.row(project.path('big', { recursive: true }), { entries: 100 });
  assert.deepEqual([walk.count, walk.atLeast, walk.names.length, walk.back], [100, true, 3, 'unknown']);
  assert.match(walk.note ?? '', /There is more/);
  const matched = await project.row(project.path([{ type: 'text', text: 'big/' }, glob('*')]), { entries: 100 });
  assert.deepEqual([matched.count, matched.atLeast], [100, true]);
  const late = await project.row(project.path('big', { recursive: true }), { walkMs: 0 });
  assert.deepEqual([late.count, late.atLeast], [1, true]);
});

test('a limit that one path has used up still says of the next whether it is there', async () => {
  project.put(['big/a', 'x'], ['big/b', 'x'], ['c', 'xyz']);
  const [, row] = await project.rows([project.path('big', { recursive: true }), project.path('c')], { entries: 1 });
  assert.deepEqual([row?.count, row?.bytes], [1, 3]);
});

test('a look that is cut short ends', async () => {
  project.put(['a', 'x']);
  const ended = new AbortController();
  ended.abort();
  const options = { cwd: project.folder, folders: [project.folder], signal: ended.signal, limits: usualLimits };
  const { rows } = await lookAt([project.path('a'), project.path([glob('*')])], options);
  assert.equal(rows.length, 2);
  project.put(...Array.from({ length: 300 }, (_, index) => [`big/${index}`, 'x'] as const));
  const later = new AbortController();
  const look = lookAt([project.path('big', { recursive: true })], { ...options, signal: later.signal });
  later.abort();
  assert.deepEqual(
    (await look).rows.map((row) => row.back),
    ['unknown'],
  );
});

test('where it would run is told with its links followed, and when it is not the project', async () => {
  const at = async (cwd: string): Promise<readonly (string | undefined)[]> => {
    const { signal } = new AbortController();
    const view = await lookAt([], { cwd, folders: [project.folder], signal });
    return [view.cwd, view.cwdWarning];
  };
  mkdirSync(join(project.folder, 'in'));
  symlinkSync(join(project.folder, 'in'), join(project.outside, 'link'));
  assert.deepEqual(await at(join(project.outside, 'link')), [join(project.folder, 'in'), undefined]);
  assert.deepEqual(await at(project.outside), [project.outside, 'This is not in the project.']);
  rmSync(join(project.folder, 'in'), { recursive: true });
  assert.deepEqual(await at(join(project.folder, 'in')), [join(project.folder, 'in'), 'There is no such folder.']);
});

test('a folder that is gone, or is not known, is no error', async () => {
  const gone = await project.row(project.path('a', { cwd: join(project.folder, 'gone') }));
  assert.deepEqual([gone.count, gone.note], [undefined, 'The folder in which it would run is not there now.']);
  const unclear = await project.row(project.path('a', { cwd: null }));
  assert.deepEqual([unclear.count, unclear.note], [undefined, 'The folder in which it would run is not known.']);
  project.put(['a', 'x']);
  const absolute = await project.row(project.path(join(project.folder, 'a'), { cwd: null }));
  assert.equal(absolute.count, 1);
  const odd = await project.row(project.path('a\0b'));
  assert.deepEqual([odd.back, odd.note], ['unknown', 'It cannot be read.']);
});

test('hosts are told by the name that is really asked', async () => {
  const what = async (host: string): Promise<string> => {
    const about = { type: 'host', host } as const;
    const row = await project.row({ ...project.target(about, { verb: 'contacts' }), what: host });
    assert.equal(row.back, 'nothing');
    return row.note ?? row.what;
  };
  assert.equal(await what('example.com'), 'example.com');
  assert.equal(await what('localhost:8080'), 'localhost:8080');
  assert.equal(await what('exаmple.com'), 'exаmple.com (xn--exmple-4nf.com)');
  assert.equal(await what('0x7f.1'), '0x7f.1 (127.0.0.1)');
  assert.equal(await what('example.com@evil.test'), 'example.com@evil.test (evil.test)');
  assert.equal(await what('a b'), 'This is no name of a host.');
});

test('what cannot be known keeps its reason, and too many targets are only counted', async () => {
  const reason = 'Not expanded: OUT is not set here.';
  const unknown = await project.row(project.target({ type: 'unknown', reason }));
  assert.deepEqual([unknown.note, unknown.back, unknown.count], [reason, 'unknown', undefined]);
  const rows = await project.rows(Array.from({ length: 250 }, (_, index) => project.path(`f${index}`)));
  assert.deepEqual([rows.length, rows.at(-1)?.what], [201, '50 more']);
});

test('moving, copying and changing modes lose nothing', async () => {
  project.put(['a', 'x']);
  for (const verb of ['moves', 'copies', 'setsMode'] as const) {
    assert.equal((await project.row(project.path('a', { verb }))).back, 'nothing');
  }
  assert.ok(existsSync(join(project.folder, 'a')));
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Target } from '../../src/core/command/targets';
import { glob, TouchedProject } from '../support/touch';

let project: TouchedProject;

beforeEach(() => {
  project = new TouchedProject();
});
afterEach(() => project.remove());

type GitAbout = Extract<Target['about'], { type: 'git' }>;

const backOf = async (path: string): Promise<readonly string[]> => {
  const { back, why } = await project.row(project.path(path, { recursive: true }));
  return [back, why];
};
const discards = (about: Partial<GitAbout>, cwd = project.folder): Target =>
  project.target(
    { type: 'git', discards: 'untracked', paths: [], folders: false, ignored: 'no', ...about },
    { verb: 'discards', cwd },
  );
/** `git reset --hard`. */
const reset = { discards: 'changes', from: 'HEAD', removes: true } as const;
const found = async (
  about: Partial<GitAbout>,
  cwd?: string,
): Promise<readonly [readonly string[], number | undefined]> => {
  const row = await project.row(discards(about, cwd));
  return [row.names, row.count];
};

test('git can bring back what it has, and nothing else', async () => {
  project.put(['kept', 'a\n'], ['changed', 'a\n'], ['.gitignore', 'cache/\n'], ['sub/kept', 'b\n']);
  project.commit();
  project.put(['changed', 'b\n'], ['new', 'x'], ['cache/x', 'x'], ['staged', 'x'], ['sub/new', 'x']);
  project.git('add', 'staged');
  symlinkSync('kept', join(project.folder, 'link'));
  project.git('add', 'link');
  assert.deepEqual(await backOf('kept'), ['yes', 'Tracked and unchanged']);
  assert.deepEqual(await backOf('staged'), ['yes', 'Tracked and unchanged']);
  assert.deepEqual(await backOf('link'), ['yes', 'Tracked and unchanged']);
  assert.deepEqual(await backOf('changed'), ['no', 'Changed since the last commit']);
  assert.deepEqual(await backOf('new'), ['no', 'Not known to git']);
  assert.deepEqual(await backOf('cache'), ['no', 'Ignored by git']);
  assert.deepEqual(await backOf('sub'), ['part', '1 file of 2 is not known to git']);
  const { back, why } = await project.row(project.path([glob('*')], { recursive: true }));
  assert.deepEqual([back, why], ['part', '4 files of 8 are not in git as now on disk']);
  assert.deepEqual(await backOf('.'), ['no', 'The history of git goes too']);
  assert.deepEqual(await backOf('.git'), ['no', 'The history of git goes too']);
  assert.deepEqual(await backOf('.git/config'), ['no', 'Part of git itself']);
});

test('line endings that git changes are no change', async () => {
  project.put(['a.txt', 'one\r\ntwo\r\n']);
  project.git('init', '-q');
  project.git('config', 'core.autocrlf', 'true');
  project.commit();
  assert.deepEqual(await backOf('a.txt'), ['yes', 'Tracked and unchanged']);
});

test('a file that git keeps in another form is not said to be changed', async () => {
  project.put(['.gitattributes', '*.bin filter=upper\n'], ['a.bin', 'abc\n']);
  project.git('init', '-q');
  project.git('config', 'filter.upper.clean', 'tr a-z A-Z');
  project.commit();
  assert.equal(project.git('show', 'HEAD:a.bin'), 'ABC\n');
  assert.deepEqual(await backOf('a.bin'), ['unknown', 'Not compared with git']);
});

test('more than a limit of bytes is not compared', async () => {
  project.put(['a', 'x'.repeat(100)]);
  project.commit();
  const row = await project.row(project.path('a'), { comparedBytes: 50 });
  assert.deepEqual([row.back, row.why], ['unknown', 'Not compared with git']);
});

test('repositories of the newer kind of hash are compared, too', async () => {
  project.put(['a', 'x']);
  project.git('init', '-q', '--object-format=sha256');
  project.commit();
  assert.deepEqual(await backOf('a'), ['yes', 'Tracked and unchanged']);
});

test('many files are found in the index together', async () => {
  project.put(...Array.from({ length: 500 }, (_, index) => [`src/deep/${index}`, `${index}`] as const));
  project.commit();
  project.put(['src/deep/7', 'changed']);
  assert.deepEqual(await backOf('src'), ['part', '1 file of 500 is changed since the last commit']);
});

test('each repository answers for its own files', async () => {
  project.put(['a', 'x'], ['inner/b', 'x']);
  execFileSync('git', ['init', '-q'], { cwd: join(project.folder, 'inner') });
  project.git('init', '-q');
  project.git('add', 'a');
  project.git('commit', '-q', '-m', 'First');
  assert.deepEqual(await backOf('inner/b'), ['no', 'Not known to git']);
  assert.deepEqual(await backOf('inner'), ['no', 'The history of git goes too']);
  project.git('branch', 'other');
  project.git('worktree', 'add', '-q', 'tree', 'other');
  assert.deepEqual(await backOf('tree/a'), ['yes', 'Tracked and unchanged']);
});

test('a submodule answers for its files, and that it is one is said', async () => {
  execFileSync('git', ['init', '-q'], { cwd: project.outside });
  writeFileSync(join(project.outside, 'a'), 'x');
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  execFileSync('git', ['add', 'a'], { cwd: project.outside });
  execFileSync('git', [...identity, 'commit', '-q', '-m', 'First'], { cwd: project.outside });
  project.commit();
  project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', project.outside, 'lib');
  assert.deepEqual(await backOf('lib/a'), ['yes', 'Tracked and unchanged']);
  assert.deepEqual(await backOf('lib'), ['yes', 'Tracked and unchanged']);
  assert.deepEqual(await backOf('.'), ['no', 'The history of git goes too']);
});

test('a bare repository is not looked into', async () => {
  project.git('init', '-q', '--bare', '.');
  assert.equal((await project.row(discards({}))).back, 'unknown');
});

test('without a repository, or without git, it is not known', async () => {
  project.put(['a', 'x']);
  assert.deepEqual(await backOf('a'), ['unknown', 'Not in a repository']);
  project.commit();
  const none = await project.row(project.path('a'), {}, { PATH: project.outside });
  assert.deepEqual([none.back, none.why], ['unknown', 'Git was not found']);
  const late = await project.row(project.path('a'), { gitMs: 0 });
  assert.deepEqual([late.back, late.why], ['unknown', 'Git took too long']);
  writeFileSync(join(project.folder, '.git', 'HEAD'), 'broken');
  assert.equal((await backOf('a'))[0], 'unknown');
});

test('a repository of another user is not read', { skip: process.getuid?.() !== 0 }, async () => {
  project.put(['a', 'x']);
  project.commit();
  execFileSync('chown', ['-R', '65534', project.folder]);
  const env = { PATH: process.env['PATH'], HOME: project.outside };
  const row = await project.row(project.path('a'), {}, env);
  assert.deepEqual([row.back, row.why], ['unknown', 'Git does not trust this repository: it is of another user']);
});

test('git clean: the files that would go, by its switches', async () => {
  project.put(['a', 'x'], ['.gitignore', '*.o\n'], ['src/b', 'x']);
  project.commit();
  project.put(['new', '123'], ['src/new', 'x'], ['dir/new', 'x'], ['dir/x.o', 'x'], ['y.o', 'x']);
  execFileSync('git', ['init', '-q', join(project.folder, 'inner')]);
  assert.deepEqual(await found({}), [['new', 'src/new'], 2]);
  assert.deepEqual(await found({ folders: true }), [['dir/new', 'new', 'src/new'], 3]);
  assert.deepEqual(await found({ folders: true, ignored: 'too' }), [['dir/new', 'dir/x.o', 'new'], 5]);
  assert.deepEqual(await found({ folders: true, ignored: 'only' }), [['dir/x.o', 'y.o'], 2]);
  assert.deepEqual(await found({ paths: ['dir'] }), [['dir/new'], 1]);
  assert.deepEqual(await found({}, join(project.folder, 'src')), [['new'], 1]);
  const row = await project.row(discards({}));
  assert.deepEqual([row.back, row.why, row.bytes], ['no', 'Not known to git', 4]);
  // Git itself says the same.
  const said = project.git('clean', '-n', '-d').match(/Would remove (.*)/g);
  assert.deepEqual(said, ['Would remove dir/new', 'Would remove new', 'Would remove src/new']);
});

test('git checkout, restore and reset: the changes that would go', async () => {
  project.put(['a', 'x\n'], ['src/b', 'x\n'], ['src/c', 'x\n'], ['gone', 'x\n'], ['s', 'x\n']);
  project.commit();
  assert.equal((await project.row(discards(reset))).note, 'There are no changes.');
  project.put(['a', 'y\n'], ['src/b', 'y\n'], ['s', 'y\n'], ['untracked', 'x']);
  project.git('add', 's');
  rmSync(join(project.folder, 'gone'));
  assert.deepEqual(await found({ discards: 'changes', paths: ['src'] }), [['src/b'], 1]);
  assert.deepEqual(await found({ discards: 'changes', paths: ['.'] }), [['a', 'src/b'], 2]);
  assert.deepEqual(await found({ discards: 'changes', paths: ['.'] }, join(project.folder, 'src')), [['b'], 1]);
  assert.deepEqual(await found(reset, join(project.folder, 'src')), [['../a', '../s', 'b'], 3]);
  const outside = await project.row(discards({ discards: 'changes', paths: ['../outside'] }));
  assert.deepEqual([outside.back, outside.why], ['unknown', 'Outside the repository']);
});

test('what git would throw away elsewhere is not looked up', async () => {
  execFileSync('git', ['init', '-q'], { cwd: project.outside });
  const row = await project.row(discards({}, project.outside));
  assert.deepEqual([row.back, row.why], ['unknown', 'Outside the project']);
  const none = await project.row(discards({}));
  assert.deepEqual([none.back, none.why], ['unknown', 'Not in a repository that git can read']);
});

test('a repository that names programs to run has none of them run', async () => {
  const marker = join(project.outside, 'marker');
  const bad = join(project.outside, 'bad.sh');
  writeFileSync(bad, `#!/bin/sh\necho "$0 $*" >> ${marker}\nexit 1\n`, { mode: 0o755 });
  project.put(
    ['a', 'x\n'],
    ['sub/b', 'x\n'],
    ['sub/.gitignore', 'ignored\n'],
    ['.gitattributes', '* filter=bad diff=bad\n'],
  );
  project.commit();
  const hooks = join(project.folder, '.git', 'hooks');
  const names = ['post-index-change', 'reference-transaction', 'pre-auto-gc', 'fsmonitor-watchman', 'post-checkout'];
  for (const name of names) writeFileSync(join(hooks, name), `#!/bin/sh\n${bad} ${name}\n`, { mode: 0o755 });
  // A .gitignore and a folder of the commit that are nowhere but on the server: git would fetch them.
  const missing = ['HEAD:sub/.gitignore', 'HEAD:sub'].map((name) => project.git('rev-parse', name).trim());
  project.git('update-index', '--skip-worktree', 'sub/.gitignore');
  rmSync(join(project.folder, 'sub', '.gitignore'));
  for (const id of missing) rmSync(join(project.folder, '.git', 'objects', id.slice(0, 2), id.slice(2)));
  appendFileSync(
    join(project.folder, '.git', 'config'),
    `[core]
  repositoryformatversion = 1
  fsmonitor = ${bad}
  sshCommand = ${bad}
  hooksPath = ${hooks}
  pager = ${bad}
  editor = ${bad}
  askPass = ${bad}
  gitProxy = ${bad}
  alternateRefsCommand = ${bad}
[extensions]
  partialClone = origin
[remote "origin"]
  url = ext::${bad} %S
  promisor = true
  partialclonefilter = blob:none
  uploadpack = ${bad}
[protocol]
  allow = always
[protocol "ext"]
  allow = always
[filter "bad"]
  clean = ${bad}
  smudge = ${bad}
  process = ${bad}
  required = true
[diff]
  external = ${bad}
[diff "bad"]
  command = ${bad}
  textconv = ${bad}
[alias]
  ls-files = !${bad}
  rev-parse = !${bad}
[credential]
  helper = !${bad}
[pager]
  ls-files = ${bad}
`,
  );
  project.put(['a', 'changed\n'], ['sub/new', 'x'], ['sub/ignored', 'x']);
  // It does run programs where it may.
  try {
    project.git('status', '--porcelain');
  } catch {
    // That it fails is all the same.
  }
  assert.ok(existsSync(marker));
  rmSync(marker);
  await project.rows([
    project.path('.', { recursive: true }),
    project.path('a'),
    project.path('sub/ignored'),
    discards({ folders: true }),
    discards({ folders: true, ignored: 'only' }),
    discards(reset),
    discards({ discards: 'changes', paths: ['.'] }),
    discards({ discards: 'changes', paths: ['.'], from: 'HEAD', removes: true }),
    discards({ discards: 'changes', paths: ['HEAD', 'sub'], leading: true }),
    discards({ discards: 'changes', from: ':/First' }),
    discards({ discards: 'changes', from: '--ext-diff', removes: true }),
    discards({ discards: 'tracked', paths: ['.'] }),
    discards({ discards: 'inTheWay', from: ':/First', joins: 'merge' }),
    discards({ folders: true, nested: true, excludes: ['*.x'] }),
  ]);
  assert.equal(existsSync(marker), false);
});

test('nothing of a repository is written or locked', async () => {
  project.put(['a', 'x\n']);
  project.commit();
  writeFileSync(join(project.folder, 'a'), 'x\n');
  const before = readdirSync(join(project.folder, '.git'), { recursive: true }).sort();
  writeFileSync(join(project.folder, '.git', 'index.lock'), '');
  await project.rows([project.path('a'), discards({}), discards(reset)]);
  rmSync(join(project.folder, '.git', 'index.lock'));
  assert.deepEqual(readdirSync(join(project.folder, '.git'), { recursive: true }).sort(), before);
});

test('variables that lead git elsewhere are not passed on', async () => {
  project.put(['a', 'x']);
  project.commit();
  mkdirSync(join(project.outside, 'x'));
  const trace = join(project.outside, 'trace');
  const env = { ...process.env, GIT_DIR: join(project.outside, 'x'), GIT_INDEX_FILE: trace, GIT_TRACE: trace };
  const row = await project.row(project.path('a'), {}, env);
  assert.equal(row.back, 'yes');
  assert.equal(existsSync(trace), false);
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readWhole } from '../../src/core/command/read';
import type { TouchRow } from '../../src/protocol/command';
import { TouchedProject } from '../support/touch';

let project: TouchedProject;

beforeEach(() => {
  project = new TouchedProject();
  project.put(['a', 'x\n'], ['.gitignore', '.env\nout/\n']);
  project.commit();
});
afterEach(() => project.remove());

/** Makes a commit of files, ignored ones too, on a branch of its own; the files are not there any more afterwards. */
function branch(name: string, ...files: readonly (readonly [name: string, content: string])[]): void {
  project.git('checkout', '-q', '-b', name);
  project.put(...files);
  project.git('add', '-f', ...files.map(([file]) => file));
  project.git('commit', '-q', '-m', name);
  project.git('checkout', '-q', 'main');
}

async function rowsOf(command: string): Promise<readonly TouchRow[]> {
  const { folder } = project;
  return project.rows(readWhole(command, { cwd: folder, folders: [folder], home: project.outside }).targets);
}

/** What is told of a command: the names, or what is said instead. */
async function told(command: string): Promise<readonly (string | undefined)[]> {
  const rows = await rowsOf(command);
  return rows.flatMap(({ names, note, why }) => (names.length > 0 ? names : [note ?? why]));
}

const env = (): string => readFileSync(join(project.folder, '.env'), 'utf8');

test('an ignored file that another commit has is told, and is overwritten indeed', async () => {
  branch('other', ['.env', 'theirs\n'], ['out/b', 'theirs\n'], ['new', 'theirs\n']);
  project.put(['.env', 'secret\n']);
  const [row] = await rowsOf('git switch other');
  assert.deepEqual(
    [row?.verb, row?.what, row?.names, row?.count, row?.bytes, row?.back, row?.why],
    ['overwrites', 'ignored files', ['.env'], 1, 7, 'no', 'Ignored by git'],
  );
  for (const command of ['git checkout other', 'git merge other', 'git rebase other', 'git cherry-pick other']) {
    assert.deepEqual(await told(command), ['.env'], command);
  }
  project.git('switch', '-q', 'other');
  assert.equal(env(), 'theirs\n');
});

test('files that stay are not told: the same bytes, those that git refuses to overwrite, those that are gone', async () => {
  branch('other', ['.env', 'same\n'], ['out/b', 'theirs\n'], ['new', 'theirs\n']);
  project.put(['.env', 'same\n'], ['new', 'mine\n']);
  assert.deepEqual(await rowsOf('git checkout other; git switch -c x other; git merge other'), []);
  assert.throws(() => project.git('checkout', '-q', 'other'));
});

test('a folder of ignored files goes where a commit has a file, and a file where it has a folder', async () => {
  branch('other', ['out', 'a file\n']);
  branch('deep', ['.env/x', 'a folder\n']);
  project.put(['out/b', 'built\n'], ['out/c/d', 'built\n'], ['.env', 'secret\n']);
  assert.deepEqual(await told('git checkout other'), ['out/b', 'out/c/d']);
  assert.deepEqual(await told('git checkout deep'), ['.env']);
  project.git('checkout', '-q', 'deep');
  assert.ok(existsSync(join(project.folder, '.env', 'x')));
});

test('a merge brings only what is new since the last common commit', async () => {
  project.put(['.env', 'tracked\n']);
  project.git('add', '-f', '.env');
  project.git('commit', '-q', '-m', 'Tracked');
  branch('other', ['b', 'x\n']);
  project.git('rm', '-q', '--cached', '.env');
  project.git('commit', '-q', '-m', 'Not tracked any more');
  project.put(['.env', 'secret\n']);
  assert.deepEqual(await told('git merge other'), []);
  assert.deepEqual(await told('git cherry-pick other'), []);
  assert.deepEqual(await told('git revert HEAD'), ['.env']);
  assert.deepEqual(await told('git checkout other'), ['.env']);
  assert.deepEqual(await told('git rebase HEAD~1'), []);
  project.git('merge', '-q', '--no-edit', 'other');
  assert.equal(env(), 'secret\n');
  assert.deepEqual(await told('git revert HEAD~1'), ['.env']);
  project.git('revert', '--no-edit', 'HEAD~1');
  assert.equal(env(), 'tracked\n');
});

test('a branch that is only on the server, and the one before, are found', async () => {
  branch('other', ['.env', 'theirs\n']);
  project.git('update-ref', 'refs/remotes/origin/far', 'other');
  project.git('branch', '-q', '-m', 'other', 'old');
  project.put(['.env', 'secret\n']);
  assert.deepEqual(await told('git checkout far'), ['.env']);
  assert.deepEqual(await told('git switch far'), ['.env']);
  assert.deepEqual(await told('git checkout -'), []);
  rmSync(join(project.folder, '.env'));
  project.git('checkout', '-q', 'old');
  project.git('checkout', '-q', 'main');
  project.put(['.env', 'secret\n']);
  assert.deepEqual(await told('git switch -'), ['.env']);
});

test('what cannot be known before is said', async () => {
  branch('other', ['b', 'x\n']);
  project.git('update-ref', 'refs/remotes/origin/main', 'other');
  const before = ['An earlier step of git may change that.'];
  assert.deepEqual(await told('git fetch && git merge origin/main'), before);
  assert.deepEqual(await told('git fetch && git checkout unheard'), before);
  assert.deepEqual(await told('git fetch && git switch other'), []);
  assert.deepEqual(await told('git rm -q --cached a && git switch other'), before);
  assert.deepEqual(await told('git merge unheard'), ['Git knows no such commit']);
  assert.deepEqual(await told('git merge'), []);
  assert.deepEqual(await told("echo '*' >> .gitignore && git checkout other"), [
    'It is there now.',
    'An earlier step changes what git ignores.',
  ]);
  const [pull] = await rowsOf('git pull');
  assert.deepEqual([pull?.count, pull?.back], [undefined, 'unknown']);
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TouchedProject } from './touch';

/** Runs git in a folder, and gives what it prints. */
export type RunGit = (cwd: string, ...args: readonly string[]) => string;

/** Puts files in all the states that git knows into a project, and commits that would be in their way. */
export function buildTrial(project: TouchedProject, git: RunGit): void {
  const put = (...names: readonly string[]): void => {
    project.put(...names.map((name) => [name, `first ${name}\n`] as const));
  };
  const change = (word: string, ...names: readonly string[]): void => {
    project.put(...names.map((name) => [name, `${word} ${name}\n`] as const));
  };
  git(project.folder, 'init', '-q', '-b', 'main', '--template=');
  project.put(['.gitignore', '*.o\ncache/\n']);
  put('kept.txt', 'changed.txt', 'staged.txt', 'both.txt', 'back.txt', 'uncached.txt', 'gone.txt', 'risen.txt');
  put('src/kept.c', 'src/changed.c', 'src/deep/kept.c');
  symlinkSync('kept.txt', join(project.folder, 'flink'));
  git(project.folder, 'add', '-A');
  git(project.folder, 'commit', '-q', '-m', 'First');
  git(project.folder, 'rm', '-q', 'risen.txt');
  change('second', 'kept.txt', 'src/kept.c');
  git(project.folder, 'commit', '-q', '-a', '-m', 'Second');
  git(project.outside, 'init', '-q', '--template=');
  mkdirSync(join(project.outside, 'sub'));
  change('outside', '../outside/o.txt', '../outside/sub/p.txt', '../outside/m.c');
  git(project.outside, 'add', 'm.c');
  git(project.outside, 'commit', '-q', '-m', 'First');
  git(project.folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../outside', 'lib');
  git(project.folder, 'commit', '-q', '-m', 'Third');
  // Commits that have files where ignored ones will be, a folder of them, and what is not ignored.
  const branches = { feat: ['a.o'], over: ['cache'], way: ['dir', 'new.txt/x'] };
  for (const [name, files] of Object.entries(branches)) {
    git(project.folder, 'checkout', '-q', '-b', name);
    change(name, ...files);
    git(project.folder, 'add', '-f', ...files);
    git(project.folder, 'commit', '-q', '-m', name);
    git(project.folder, 'checkout', '-q', 'main');
  }
  rmSync(join(project.outside, '.git'), { recursive: true });
  change('lib', 'lib/m.c');
  git(join(project.folder, 'lib'), 'commit', '-q', '-a', '-m', 'Second');
  change('tree', 'w.txt');
  git(project.folder, 'worktree', 'add', '-q', '--detach', 'tree');
  git(join(project.folder, 'tree'), 'checkout', '-q', '--orphan', 'other');
  git(join(project.folder, 'tree'), 'rm', '-q', '-rf', '.');
  change('tree', 'tree/w.txt');
  git(join(project.folder, 'tree'), 'add', 'w.txt');
  git(join(project.folder, 'tree'), 'commit', '-q', '-m', 'Tree');
  rmSync(join(project.folder, 'w.txt'));
  mkdirSync(join(project.folder, 'inner'));
  git(join(project.folder, 'inner'), 'init', '-q', '--template=');
  change('inner', 'inner/i.txt');
  git(join(project.folder, 'inner'), 'add', '.');
  git(join(project.folder, 'inner'), 'commit', '-q', '-m', 'First');
  change('new', 'inner/u.txt');

  change('staged', 'staged.txt', 'both.txt', 'back.txt', 'added.txt');
  git(project.folder, 'add', 'staged.txt', 'both.txt', 'back.txt', 'added.txt');
  git(project.folder, 'rm', '-q', '--cached', 'uncached.txt');
  rmSync(join(project.folder, 'gone.txt'));
  change('first', 'back.txt');
  change('changed', 'changed.txt', 'both.txt', 'src/changed.c');
  change('new', 'new.txt', 'new2.txt', 'risen.txt', '.hidden', 'src/new.c', 'src/deep/new.c', 'main.sh');
  change('ignored', 'a.o', 'src/b.o', 'cache/x', 'cache/y');
  change('dir', 'dir/kept.txt', 'dir/new.txt', 'dir/.hid', 'dir/src/kept.c');
  change('odd', 'odd/with space', 'odd/new\nline', 'odd/-dash', 'odd/ünï', 'odd/[a]', 'odd/a*b', 'opt/-rf', 'opt/d/x');
  change('odd', 'lower/a1', 'lower/b2', 'lower/c3', 'lower/Z4', 'lower/a-b');
  symlinkSync('dir', join(project.folder, 'link'));
  symlinkSync('../outside/o.txt', join(project.folder, 'olink'));
  change('tar', '../packed/kept.txt', '../packed/new.txt', '../packed/fresh.txt');
  execFileSync('tar', ['-cf', 'outside/a.tar', '-C', 'packed', '.'], { cwd: project.root });
  rmSync(join(project.root, 'packed'), { recursive: true });
}

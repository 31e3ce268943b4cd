import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { FakeWindow, TemporaryHome } from '../support/fakeWindow';
import { inTime } from '../support/until';
import { askWords, front, payload, runHook, script } from './runHook';

const homes: TemporaryHome[] = [];
const windows: FakeWindow[] = [];
after(async () => {
  await Promise.all(windows.map((window) => window.stop()));
  for (const home of homes) home.remove();
});

function newHome(name?: string): TemporaryHome {
  const home = new TemporaryHome(name);
  homes.push(home);
  return home;
}

/** Installs the hook as the extension does, and returns the front's path. `broken` replaces the script. */
function install(home: TemporaryHome, broken?: string): string {
  const bin = join(home.path, 'bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(front, join(bin, 'countersign-hook'));
  chmodSync(join(bin, 'countersign-hook'), 0o755);
  if (broken === undefined) copyFileSync(script, join(bin, 'hook.cjs'));
  else writeFileSync(join(bin, 'hook.cjs'), broken);
  return join(bin, 'countersign-hook');
}

/** A PATH with these commands and no others. */
function pathWith(home: TemporaryHome, ...names: readonly string[]): string {
  const folder = join(home.path, 'path');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of names) {
    symlinkSync(
      name === 'node' ? process.execPath : spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(),
      join(folder, name),
    );
  }
  return folder;
}

async function run(starter: readonly string[], env: Readonly<Record<string, string>>, stdin: string, words = ['a']) {
  const child = spawn(starter[0]!, [...starter.slice(1), ...words], { env, stdio: 'pipe' });
  const errors: unknown[] = [];
  child.stdin.on('error', (error) => errors.push(error)).end(stdin);
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await inTime('the end of the front', once(child, 'exit'))) as [number | null];
  const [stdout, stderr] = await outputs;
  return { code, stdout, stderr, errors };
}

const shells = ['/bin/dash', '/bin/bash', '/bin/sh'];
const quiet = { code: 0, stdout: '', stderr: '', errors: [] };
const asks = { ...quiet, stdout: askWords };
const large = payload('/', { large: 'x'.repeat(1_000_000) });

/** Expects the fallback in every shell, without and with words, and a stdin that was taken whole. */
async function expectFallback(file: string, env: Readonly<Record<string, string>>, name: string): Promise<void> {
  for (const shell of shells) {
    assert.deepEqual(await run([shell, file], env, large), quiet, `${name}, ${shell}`);
    assert.deepEqual(await run([shell, file], env, large, ['a', '--fallback', 'ask']), asks, `${name}, ${shell}`);
  }
}

test('without a live window no Node is started, whatever stands in the folder', async () => {
  const home = newHome();
  const file = install(home, 'process.stdout.write("started")');
  const env = { PATH: pathWith(home, 'cat', 'node'), COUNTERSIGN_HOME: home.path };
  await expectFallback(file, env, 'an empty folder');
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const names = [
    `${dead}-a.json`,
    '0-a.json',
    '-1-a.json',
    `0${process.pid}-a.json`,
    `${process.pid}.json`,
    'x-a.json',
  ];
  names.push(
    '99999999999999999999-a.json',
    `${process.pid} -a.json`,
    '-a.json',
    `$(kill)-a.json`,
    `${process.pid}-a.txt`,
  );
  for (const name of names) writeFileSync(join(home.windows, name), '');
  await expectFallback(file, env, 'no pid that lives');
  rmSync(home.windows, { recursive: true });
  await expectFallback(file, env, 'no folder');
  await expectFallback(file, { ...env, COUNTERSIGN_HOME: join(home.path, 'none') }, 'no home');
  await expectFallback(file, { PATH: env.PATH }, 'HOME unset');
  await expectFallback(file, { PATH: env.PATH, HOME: '', COUNTERSIGN_HOME: '' }, 'HOME empty');
});

test('without cat, stdin is drained all the same', async () => {
  const home = newHome();
  const file = install(home);
  await expectFallback(file, { PATH: '/nowhere', COUNTERSIGN_HOME: home.path }, 'no cat');
});

test('a closed stdin, stdout or stderr, and a reader that went away, are no failure', async () => {
  const home = newHome();
  const file = install(home);
  for (const alive of [false, true]) {
    if (alive) windows.push(await FakeWindow.start(home, { folders: [home.folder('elsewhere')] }));
    const env = { PATH: process.env['PATH']!, COUNTERSIGN_HOME: home.path };
    for (const shell of shells) {
      for (const redirection of ['<&-', '</dev/null >&-', '</dev/null 2>&-', '<&- >&- 2>&-', '</dev/null >/dev/full']) {
        const line = `"$0" "$@" ${redirection}`;
        const ended = await run(['/bin/sh', '-c', line, shell, file], env, '', ['a', '--fallback', 'ask']);
        assert.equal(ended.code, 0, `${shell} ${redirection}`);
        assert.equal(ended.stderr, '', `${shell} ${redirection}`);
        if (!redirection.includes('>')) assert.equal(ended.stdout, askWords);
      }
      const child = spawn(shell, [file, 'a', '--fallback', 'ask'], { env, stdio: 'pipe' });
      child.stdout.destroy();
      await once(child.stdout, 'close');
      child.stdin.end('{}');
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    }
  }
});

test('odd characters in every path, and all ways to call it', async () => {
  const home = newHome(`a b'"$x*?[é`);
  const file = install(home);
  const cwd = home.folder('work');
  const window = await FakeWindow.start(home, { folders: [cwd] });
  windows.push(window);
  window.answerAll('yes');
  const env = { PATH: process.env['PATH']!, COUNTERSIGN_HOME: home.path };
  for (const shell of shells) {
    assert.deepEqual(await run([shell, file], env, payload(cwd)), { ...quiet, stdout: 'yes' }, shell);
    for (const line of [
      'cd "${1%/*}" && "$0" countersign-hook a',
      'cd "${1%/*}/.." && "$0" bin/countersign-hook a',
      '"$1" a',
    ]) {
      const ended = await run(['/bin/sh', '-c', line, shell, file], env, payload(cwd), []);
      assert.deepEqual(ended, { ...quiet, stdout: 'yes' }, `${shell}: ${line}`);
    }
  }
  mkdirSync(join(home.path, 'own'));
  symlinkSync(home.path, join(home.path, 'own', '.countersign'));
  const byHome = await run(['/bin/sh', file], { PATH: env.PATH, HOME: join(home.path, 'own') }, payload(cwd));
  assert.equal(byHome.stdout, 'yes', 'the home by HOME');
});

test('a script that breaks, or is missing: the fallback, and stdin is taken', async () => {
  const home = newHome();
  windows.push(await FakeWindow.start(home, { folders: ['/'] }));
  const env = { PATH: process.env['PATH']!, COUNTERSIGN_HOME: home.path };
  const broken = {
    throws: 'console.error("oh"); throw new Error("x")',
    'does not parse': '}',
    'ends with a code': 'process.exit(3)',
    'is killed': 'process.kill(process.pid, "SIGKILL")',
    'loads what is not there': 'require("./none")',
  };
  for (const [name, code] of Object.entries(broken)) await expectFallback(install(home, code), env, name);
  rmSync(join(home.path, 'bin', 'hook.cjs'));
  await expectFallback(join(home.path, 'bin', 'countersign-hook'), env, 'is missing');
});

test("without Node on the PATH: the editor's runtime if there is one, else the fallback", async () => {
  const home = newHome();
  const file = install(home);
  const cwd = home.folder('work');
  const window = await FakeWindow.start(home, {
    folders: [cwd],
    env: { names: ['ELECTRON_RUN_AS_NODE'], prefixes: [] },
  });
  windows.push(window);
  const env = { PATH: pathWith(home, 'cat'), COUNTERSIGN_HOME: home.path };
  const noted = join(home.path, 'bin', 'runtime');
  await expectFallback(file, env, 'none noted');
  for (const content of ['', '\n', '/nowhere/node\n', `${home.path}\n`]) {
    writeFileSync(noted, content);
    await expectFallback(file, env, JSON.stringify(content));
  }
  const runtime = join(home.path, 'an editor');
  symlinkSync(process.execPath, runtime);
  for (const content of [runtime, `${runtime}\n`, `${runtime}\nmore\n`]) {
    writeFileSync(noted, content);
    for (const shell of shells) {
      const running = run([shell, file], env, payload(cwd));
      const session = await window.next();
      assert.deepEqual(session.request.env, { ELECTRON_RUN_AS_NODE: '1' });
      session.answer('yes');
      assert.deepEqual(await running, { ...quiet, stdout: 'yes' });
    }
  }
  // A version manager's stand-in that has no version for this folder.
  const folder = pathWith(home, 'cat');
  writeFileSync(join(folder, 'node'), '#!/bin/sh\necho "no version" >&2\nexit 126\n');
  chmodSync(join(folder, 'node'), 0o755);
  const running = run(['/bin/sh', file], { ...env, PATH: folder }, payload(cwd));
  (await window.next()).answer('yes');
  assert.equal((await running).stdout, 'yes');
});

test("what the agent's environment would do to Node does not reach it", async () => {
  const home = newHome();
  const file = install(home);
  const cwd = home.folder('work');
  const window = await FakeWindow.start(home, { folders: [cwd] });
  windows.push(window);
  window.answerAll('yes');
  const env = {
    PATH: process.env['PATH']!,
    COUNTERSIGN_HOME: home.path,
    NODE_OPTIONS: '--require=/nowhere/x.js',
    NODE_EXTRA_CA_CERTS: '/nowhere/x.pem',
    NODE_CHANNEL_FD: '9',
    NODE_V8_COVERAGE: join(home.path, 'coverage'),
    SHELLOPTS: 'errexit:xtrace',
  };
  for (const shell of shells) {
    const starter = ['/usr/bin/env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), shell, file];
    const { code, stdout } = await run(starter, { PATH: env.PATH }, payload(cwd));
    assert.deepEqual([code, stdout], [0, 'yes'], shell);
  }
});

test('the home, and a whole run by it, need no more than the hook itself', async () => {
  const home = newHome();
  const cwd = home.folder('work');
  const window = await FakeWindow.start(home, { folders: [cwd] });
  windows.push(window);
  window.answerAll('yes');
  const ended = await runHook({ home: home.path, starter: [install(home)], stdin: payload(cwd) }).ended;
  assert.deepEqual([ended.code, ended.stdout, ended.stderr], [0, 'yes', '']);
});

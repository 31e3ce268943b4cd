import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { DiscoveryRecord } from '../../src/protocol/discovery';
import type { FakeWindow, TemporaryHome } from '../support/fakeWindow';
import { until } from '../support/until';
import { askWords, front, payload, runHook, script, starters } from './runHook';
import { useHome } from './useHome';

let home: TemporaryHome;
let cwd: string;
const startWindow = useHome((fresh) => {
  home = fresh;
  cwd = home.folder('work');
});
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(fields: Partial<DiscoveryRecord> = {}): Promise<FakeWindow> {
  return startWindow({ folders: [cwd], ...fields });
}

/** What `ps` prints, trimmed. */
async function ps(...words: readonly string[]): Promise<string> {
  return (await text(spawn('ps', words, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout)).trim();
}

/** Whether the process is gone, or dead and only not yet noticed by PID 1. */
async function isGone(pid: number): Promise<boolean> {
  return /^(Z.*)?$/.test(await ps('-o', 'stat=', '-p', String(pid)));
}

function gone(pid: number): Promise<boolean> {
  return until('the end of the process', () => isGone(pid));
}

/** An agent that dies without a word is noticed only by looking again and again. 2 s are promised; a busy machine may take longer. */
const noticedMs = 5000;

/** The pid of the front's Node. */
async function childOf(pid: number): Promise<number> {
  return Number(await ps('-o', 'pid=', '--ppid', String(pid)));
}

for (const [name, starter] of Object.entries(starters)) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    for (const toGroup of [false, true]) {
      test(`${signal} to ${toGroup ? 'the group' : 'it alone'}: an end without a word (${name})`, async () => {
        const window = await start();
        const words = ['claude', '--fallback', 'ask'];
        const { child, ended } = runHook({ home: home.path, starter, words, stdin: payload(cwd), detached: true });
        const session = await window.next();
        const node = starter === starters.script ? child.pid! : await childOf(child.pid!);
        assert.ok(node > 0);
        const exit = once(child, 'exit');
        process.kill(toGroup ? -child.pid! : child.pid!, signal);
        await exit;
        assert.ok(await isGone(node), 'the front hands the signal on and waits for its Node');
        const { code, stdout, stderr } = await ended;
        assert.deepEqual([stdout, stderr], ['', '']);
        // No code: it has no handler that could take its time.
        assert.equal(code, starter === starters.script ? null : 0);
        assert.equal(await session.written, false);
      });
    }
  }
}

test('a signal while nothing has come on stdin, and while a slow reader holds up the answer', async () => {
  const window = await start();
  for (const starter of Object.values(starters)) {
    const idle = runHook({ home: home.path, starter, words: ['a', '--fallback', 'ask'] });
    // The window's record is the only sign of life that the front needs: its Node is up once ps shows it.
    const node = async () => (starter === starters.script ? idle.child.pid! : await childOf(idle.child.pid!));
    let pid = 0;
    while (!pid) pid = await node();
    idle.child.kill('SIGTERM');
    assert.equal((await idle.ended).stdout, '');
    await gone(pid);

    const readAfter = Promise.reject(new Error('never'));
    const slow = runHook({ home: home.path, starter, stdin: payload(cwd), readAfter });
    const session = await window.next();
    session.answer('x'.repeat(3_000_000));
    await once(slow.child.stdout, 'readable');
    slow.child.kill('SIGTERM');
    await slow.ended;
    assert.equal(await session.written, false);
    slow.child.stdout.destroy();
  }
});

test('Node killed alone: the front prints the fallback', async () => {
  const window = await start();
  for (const shell of ['dash', 'bash']) {
    const words = ['a', '--fallback', 'ask'];
    const { child, ended } = runHook({ home: home.path, starter: [shell, front], words, stdin: payload(cwd) });
    await window.next();
    process.kill(await childOf(child.pid!), 'SIGKILL');
    const { code, stdout } = await ended;
    assert.deepEqual([code, stdout], [0, askWords]);
  }
});

/** A process that starts the hook, says its pid and then waits: killed, it leaves the hook as an orphan. */
async function orphanMaker(
  command: readonly string[],
): Promise<{ child: ChildProcess; hook: number; output: () => string }> {
  const code = `
    const { spawn } = require('node:child_process');
    const hook = spawn(${JSON.stringify(command[0])}, ${JSON.stringify(command.slice(1))}, { stdio: ['pipe', 'inherit', 'inherit'] });
    hook.stdin.end(${JSON.stringify(payload(cwd))});
    console.error(hook.pid);
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], COUNTERSIGN_HOME: home.path },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
  return { child, hook: Number(line), output: () => output };
}

test('when the agent above dies without a word, the hook ends within 2 s', async () => {
  const window = await start();
  for (const command of [
    [process.execPath, script, 'a', '--fallback', 'ask'],
    ['dash', front, 'a', '--fallback', 'ask'],
    ['bash', front, 'a', '--fallback', 'ask'],
  ]) {
    const { child, hook, output } = await orphanMaker(command);
    const session = await window.next();
    assert.ok(session.request.pids.includes(child.pid!), 'the window knows the agent, too');
    const closed = once(child.stdout!, 'close');
    child.kill('SIGKILL');
    const killed = performance.now();
    assert.equal(await session.written, false);
    assert.ok(performance.now() - killed < noticedMs);
    await gone(hook);
    await closed;
    assert.equal(output(), '');
  }
});

test('when the front is killed, its Node ends within 2 s', async () => {
  const window = await start();
  for (const shell of ['dash', 'bash']) {
    const { child } = runHook({ home: home.path, starter: [shell, front], stdin: payload(cwd) });
    const session = await window.next();
    const node = await childOf(child.pid!);
    child.kill('SIGKILL');
    const killed = performance.now();
    assert.equal(await session.written, false);
    assert.ok(performance.now() - killed < noticedMs);
    await gone(node);
  }
});

test('a window that goes away and comes back gets the same request again', async () => {
  for (const starter of Object.values(starters)) {
    const first = await start();
    const { ended } = runHook({ home: home.path, starter, stdin: payload(cwd) });
    const before = await first.next();
    await first.stop();
    // The record of the window that went away is still there, as after a crash.
    await delay(300);
    const { terminalId } = first.record;
    const second = await start({ terminalId });
    const again = await second.next();
    assert.equal(again.text, before.text);
    again.answer('after the reload');
    assert.equal((await ended).stdout, 'after the reload');
    assert.equal(await again.written, true);
    await second.stop();
  }
});

test('a window that only has an outer folder, or adopts, does not take what is about to come home', async () => {
  const outer = await start({ folders: [home.path] });
  const adopting = await start({ folders: [], adopts: true });
  const inner = await start();
  const { ended } = runHook({ home: home.path, stdin: payload(cwd) });
  await inner.next();
  await inner.stop();
  await delay(600);
  const back = await start();
  (await back.next()).answer('home');
  assert.equal((await ended).stdout, 'home');
  assert.deepEqual([outer.accepted, adopting.accepted], [0, 0]);
});

test('a window that does not come back: the fallback after 30 s, even if it keeps taking and closing', async () => {
  const lost = await start();
  const flapping = await start({ folders: [home.folder('flapping')] });
  const words = ['a', '--fallback', 'ask'];
  const one = runHook({ home: home.path, words, stdin: payload(cwd) });
  const other = runHook({ home: home.path, words, stdin: payload(home.folder('flapping')) });
  await lost.next();
  const from = performance.now();
  await lost.stop();
  let rounds = 0;
  const flap = async (): Promise<void> => {
    for (;;) {
      const session = await Promise.race([flapping.next(), other.ended]);
      if (!('socket' in session)) return;
      rounds++;
      session.socket.terminate();
    }
  };
  await flap();
  const [first, second] = await Promise.all([one.ended, other.ended]);
  assert.deepEqual([first.stdout, second.stdout], [askWords, askWords]);
  // How long an agent is held up for a window that may be reloading: no shorter than reloads take, and not for ever.
  const took = performance.now() - from;
  assert.ok(took > 29_000 && took < 40_000, `${took} ms`);
  assert.ok(rounds > 3, 'it was tried again');
});

test('a waiting hook waits, answers pings, and stays small', async () => {
  const window = await start();
  const { child, ended } = runHook({ home: home.path, stdin: payload(cwd) });
  const session = await window.next();
  for (let round = 0; round < 5; round++) {
    const pong = once(session.socket, 'pong');
    session.socket.ping();
    await pong;
    await delay(500);
  }
  const kilobytes = Number(await ps('-o', 'rss=', '-p', String(child.pid)));
  assert.ok(kilobytes > 0 && kilobytes < 60_000, `${kilobytes} KB`);
  session.answer('late');
  assert.equal((await ended).stdout, 'late');
});

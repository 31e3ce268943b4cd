import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { maxFrameBytes } from '../../src/protocol/wire';
import { type FakeSession, FakeWindow, TemporaryHome } from '../support/fakeWindow';
import { type Run, type Starter, askWords, front, payload, runHook, starters } from './runHook';

let home: TemporaryHome;
const homes: TemporaryHome[] = [];
const windows: FakeWindow[] = [];
const servers: Server[] = [];

beforeEach(() => {
  home = new TemporaryHome();
  homes.push(home);
});
after(async () => {
  await Promise.all(windows.map((window) => window.stop()));
  for (const server of servers) server.close();
  for (const each of homes) each.remove();
});

async function start(...settings: Parameters<typeof FakeWindow.start> extends [unknown, ...infer R] ? R : never) {
  const window = await FakeWindow.start(home, ...settings);
  windows.push(window);
  return window;
}

/** A rule that must hold for the script alone and for the front in each shell. */
function rule(name: string, check: (starter: Starter) => Promise<void>): void {
  for (const [with_, starter] of Object.entries(starters)) test(`${name} (${with_})`, () => check(starter));
}

/** Runs the hook to its end and expects the fallback, without and with words, and nothing else. */
async function expectFallback(
  starter: Starter,
  options: Partial<Parameters<typeof runHook>[0]>,
  name = '',
): Promise<void> {
  for (const words of [['claude'], ['claude', '--fallback', 'ask']]) {
    const { ended } = runHook({ home: home.path, starter, words, ...options });
    const { code, stdout, stderr } = await ended;
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: words.length > 1 ? askWords : '', stderr: '' }, name);
  }
}

rule('an answer: exactly its bytes, confirmed', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({
    folders: [cwd],
    env: { names: ['NAMED', 'ABSENT'], prefixes: ['CLAUDE_'] },
  });
  const text = ` {"cwd": ${JSON.stringify(cwd)}, "a":"\\u00e9 ä 😀", "b":1.0}\r\n`;
  const before = Date.now();
  const { ended, child } = runHook({
    home: home.path,
    starter,
    words: ['kimi', '--timeout', '600', '--new', 'x y'],
    stdin: text,
    cwd: home.folder(),
    env: { NAMED: 'ä', CLAUDE_X: '1', CLAUDE: '2', SECRET: '3' },
  });
  const session = await window.next();
  const { id, startedAt, pids, ...rest } = session.request;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.ok(startedAt >= before - 50 && startedAt <= Date.now());
  assert.deepEqual(pids, starter === starters.script ? [process.pid] : [child.pid, process.pid]);
  assert.deepEqual(rest, {
    type: 'request',
    agent: 'kimi',
    arguments: ['--timeout', '600', '--new', 'x y'],
    payload: text,
    cwd: home.folder(),
    timeout: 600,
    env: { NAMED: 'ä', CLAUDE_X: '1' },
  });
  session.answer('{"ä":"😀"}\n', 'a word\n');
  const { code, stdout, stderr } = await ended;
  // The front cannot let stderr through: it would let a crash's through, too.
  assert.deepEqual([code, stdout, stderr], [0, '{"ä":"😀"}\n', starter === starters.script ? 'a word\n' : '']);
  assert.equal(await session.written, true);
});

rule('an empty answer and a release end without a word, or with the fallback', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  for (const words of [['claude'], ['claude', '--fallback', 'ask']]) {
    const answered = runHook({ home: home.path, starter, words, stdin: payload(cwd) });
    const session = await window.next();
    session.answer('');
    assert.equal((await answered.ended).stdout, '', 'an empty answer is an answer');
    assert.equal(await session.written, true);

    const released = runHook({ home: home.path, starter, words, stdin: payload(cwd) });
    const other = await window.next();
    other.release();
    const { code, stdout } = await released.ended;
    assert.deepEqual([code, stdout], [0, words.length > 1 ? askWords : '']);
    assert.equal(await other.written, true);
  }
});

test("the script ends with the answer's exit code; the front never with another than 0, and adds nothing", async () => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  for (const [name, starter] of Object.entries(starters)) {
    const { ended } = runHook({ home: home.path, starter, words: ['a', '--fallback', 'ask'], stdin: payload(cwd) });
    (await window.next()).answer('no', 'why', 2);
    const { code, stdout } = await ended;
    assert.deepEqual([code, stdout], [starter === starters.script ? 2 : 0, 'no'], name);
  }
});

rule('3 MB to a slow reader arrive whole before `written`', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  let read = (): void => undefined;
  const readAfter = new Promise<void>((resolve) => (read = resolve));
  const { child, ended } = runHook({ home: home.path, starter, stdin: payload(cwd), readAfter });
  const session = await window.next();
  const answer = 'ä23456789'.repeat(300_000);
  session.answer(answer);
  let written = false;
  void session.written.then(() => (written = true));
  await delay(300);
  assert.equal(written, false, 'the pipe cannot have taken all');
  assert.equal(child.exitCode, null);
  read();
  assert.ok((await ended).stdout === answer);
  assert.equal(await session.written, true);
});

rule('a malformed, foreign or oversized answer is none', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  const valid = (id: string, more: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ type: 'result', id, stdout: 'x', stderr: '', exitCode: 0, ...more });
  const answers: readonly ((id: string) => string | Buffer)[] = [
    () => 'no JSON',
    (id) => valid(id, { stdout: 1 }),
    (id) => valid(id, { exitCode: 256 }),
    (id) => valid(`${id.slice(0, -1)}_`, {}),
    (id) => Buffer.from(valid(id, {})),
    (id) => valid(id, { stdout: 'x'.repeat(maxFrameBytes) }),
  ];
  for (const answer of answers) {
    const { ended } = runHook({ home: home.path, starter, words: ['a', '--fallback', 'ask'], stdin: payload(cwd) });
    const session = await window.next();
    session.socket.send(answer(session.request.id));
    const { code, stdout, stderr } = await ended;
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: askWords, stderr: '' });
    assert.equal(await session.written, false);
  }
});

rule('a reader that goes away: a quiet end, not confirmed', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  const readAfter = Promise.reject(new Error('never'));
  const { child, ended } = runHook({ home: home.path, starter, stdin: payload(cwd), readAfter });
  const session = await window.next();
  child.stdout.destroy();
  await once(child.stdout, 'close');
  session.answer('x'.repeat(500_000));
  assert.equal((await ended).code, 0);
  assert.equal(await session.written, false);
});

rule('bad stdin: the fallback', async (starter) => {
  await start({ folders: ['/'], adopts: true });
  const bad = { empty: '', blank: ' \n', cut: '{"cwd":"/', words: 'hello', array: '[]', two: '{}{}', 'no UTF-8': '' };
  for (const [name, text] of Object.entries(bad)) {
    await expectFallback(starter, { stdin: name === 'no UTF-8' ? Buffer.from([0x7b, 0xff, 0x7d]) : text }, name);
  }
});

rule('stdin that is never closed: on as soon as the JSON is whole', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  const { child, ended } = runHook({ home: home.path, starter });
  const text = payload(cwd).trimEnd();
  child.stdin.write(text.slice(0, 20));
  await delay(20);
  child.stdin.write(text.slice(20));
  const session = await window.next();
  assert.equal(session.request.payload, text);
  session.answer('yes');
  assert.equal((await ended).stdout, 'yes');
});

test('stdin that is never closed and no window for it: the fallback, by the script', async () => {
  await start({ folders: [home.folder('other')] });
  for (const text of [payload(home.folder('work')), 'hello', '{bad}']) {
    const { child, ended } = runHook({ home: home.path, words: ['a', '--fallback', 'ask'] });
    child.stdin.write(text);
    assert.equal((await ended).stdout, askWords, text);
  }
});

rule('20 MB on stdin are read to the end, and fall back', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  for (const large of [20 * 1024 * 1024, maxFrameBytes - 200]) {
    const { child, ended } = runHook({ home: home.path, starter, words: ['a', '--fallback', 'ask'] });
    const errors: unknown[] = [];
    child.stdin.on('error', (error) => errors.push(error));
    // Quotes double in the frame's JSON: the second one would only just fit by itself.
    child.stdin.end(payload(cwd, { large: 'x'.repeat(large) }));
    await once(child.stdin, 'finish');
    assert.deepEqual([(await ended).stdout, errors], [askWords, []]);
  }
  assert.equal(window.requests, 0, 'what cannot be sent is not sent');
});

rule('a large payload arrives as it is', async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  const text = payload(cwd, { large: 'ä"\\\n'.repeat(700_000) });
  const { ended } = runHook({ home: home.path, starter, stdin: text });
  const session = await window.next();
  assert.ok(session.request.payload === text);
  session.answer('ok');
  assert.equal((await ended).stdout, 'ok');
});

rule('without a live window, all of stdin is taken all the same', async (starter) => {
  for (const prepare of [() => undefined, () => home.writeRecord(home.record({ folders: ['/'] }))]) {
    prepare();
    const { child, ended } = runHook({ home: home.path, starter, words: ['a', '--fallback', 'ask'] });
    const errors: unknown[] = [];
    child.stdin.on('error', (error) => errors.push(error));
    child.stdin.end(payload('/', { large: 'x'.repeat(3_000_000) }));
    await once(child.stdin, 'finish');
    assert.deepEqual([(await ended).stdout, errors], [askWords, []]);
  }
});

rule("the process's folder stands in for a payload without cwd; a deleted one has no window", async (starter) => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  symlinkSync(cwd, join(home.path, 'link'));
  const linked = runHook({ home: home.path, starter, stdin: '{}', cwd: join(home.path, 'link') });
  const session = await window.next();
  assert.equal(session.request.cwd, cwd, 'the real path');
  session.answer('ok');
  await linked.ended;

  const through = runHook({ home: home.path, starter, stdin: payload(join(home.path, 'link', '.')), cwd: '/' });
  (await window.next()).answer('by the real path');
  assert.equal((await through.ended).stdout, 'by the real path');

  const adopting = await start({ adopts: true });
  const doomed = home.folder('doomed');
  const command = ['/bin/sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh', ...starter];
  const deleted = runHook({ home: home.path, starter: command, stdin: '{}', cwd: doomed });
  const adopted = await adopting.next();
  assert.equal(adopted.request.cwd, '');
  adopted.answer('adopted');
  const { code, stdout } = await deleted.ended;
  assert.deepEqual([code, stdout], [0, 'adopted']);
});

test('which window: by terminal, by folder, by focus, by adoption', async () => {
  const outer = home.folder('outer');
  const inner = home.folder('outer', 'inner');
  home.folder('outer', 'inner-not');
  const all = {
    outer: await start({ folders: [outer], focusedAt: 9, terminalId: 'a'.repeat(16) }),
    earlier: await start({ folders: [inner], focusedAt: 1 }),
    later: await start({ folders: [inner], focusedAt: 2 }),
    adopting: await start({ adopts: true, focusedAt: 0, terminalId: 'b'.repeat(16) }),
  };
  for (const [name, window] of Object.entries(all)) window.answerAll(name);
  const cases: readonly (readonly [string, string, string])[] = [
    [inner, '', 'later'],
    [join(inner, 'not', 'there'), '', 'later'],
    [join(outer, 'inner-not'), '', 'outer'],
    [inner, 'a'.repeat(16), 'outer'],
    [inner, 'b'.repeat(16), 'later'],
    [inner, 'c'.repeat(16), 'later'],
    ['/', '', 'adopting'],
  ];
  for (const [cwd, terminal, expected] of cases) {
    const env = terminal ? { COUNTERSIGN_WINDOW: terminal } : {};
    const { stdout } = await runHook({ home: home.path, stdin: payload(cwd), env }).ended;
    assert.equal(stdout, expected, `${cwd} ${terminal}`);
  }
});

test("the window of the process's folder is greeted early, and hears nothing if the payload names another", async () => {
  const [here, there] = [home.folder('here'), home.folder('there')];
  const greeted = await start({ folders: [here] });
  const asked = await start({ folders: [there] });
  asked.answerAll('there');
  assert.equal((await runHook({ home: home.path, stdin: payload(there), cwd: here }).ended).stdout, 'there');
  assert.deepEqual([greeted.accepted, greeted.requests], [1, 0]);

  const { child, ended } = runHook({ home: home.path, cwd: here });
  while (greeted.accepted < 2) await delay(5);
  greeted.answerAll('here');
  child.stdin.end(payload(here));
  assert.equal((await ended).stdout, 'here');
  assert.equal(greeted.accepted, 2, 'the same connection');

  const lost = runHook({ home: home.path, cwd: here });
  while (greeted.accepted < 3) await delay(5);
  await greeted.stop();
  windows.splice(windows.indexOf(greeted), 1);
  (await start({ folders: [here] })).answerAll('again');
  lost.child.stdin.end(payload(here));
  assert.equal((await lost.ended).stdout, 'again');
});

test('a dead or refusing window: the next one for the same folder', async () => {
  const cwd = home.folder('work');
  home.writeRecord(home.record({ folders: [cwd], focusedAt: 9 }));
  await start({ folders: [cwd], focusedAt: 8 }, 'wrongProof');
  await start({ folders: [cwd], focusedAt: 7 }, 401);
  const good = await start({ folders: [home.path], focusedAt: 1 });
  good.answerAll('the fourth');
  assert.equal((await runHook({ home: home.path, stdin: payload(cwd) }).ended).stdout, 'the fourth');
});

test('a refused or wrong peer and no other: the fallback within 300 ms', async () => {
  const cwd = home.folder('work');
  // What the same run takes without any record: Node's own start, and the machine's load.
  const base = (await runHook({ home: home.path, stdin: payload(cwd) }).ended).took;
  const prepare = [
    async () => ({ record: home.record({ folders: [cwd] }) }),
    () => start({ folders: [cwd] }, 'wrongProof'),
    () => start({ folders: [cwd] }, 'noProof'),
    () => start({ folders: [cwd] }, 401),
    () => start({ folders: [cwd] }, 403),
    async () => {
      const record = home.record({ folders: [cwd] });
      const server = createServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0-no\r\n'));
      servers.push(server);
      server.listen(record.address);
      await once(server, 'listening');
      return { record };
    },
  ];
  for (const [index, make] of prepare.entries()) {
    const { record } = await make();
    if (!existsSync(join(home.windows, `${record.pid}-${record.id}.json`))) home.writeRecord(record);
    const { stdout, took } = await runHook({
      home: home.path,
      words: ['a', '--fallback', 'ask'],
      stdin: payload(cwd),
    }).ended;
    assert.equal(stdout, askWords);
    assert.ok(took < base * 3 + 300, `case ${index}: ${took} ms where a start takes ${base} ms`);
    unlinkSync(join(home.windows, `${record.pid}-${record.id}.json`));
  }
});

test('a window that takes the connection and says nothing: the fallback after 2 s', async () => {
  const cwd = home.folder('work');
  await start({ folders: [cwd] }, 'silent');
  const { stdout, took } = await runHook({
    home: home.path,
    words: ['a', '--fallback', 'ask'],
    stdin: payload(cwd),
  }).ended;
  assert.equal(stdout, askWords);
  assert.ok(took >= 2000, `${took} ms`);
  assert.ok(took < 6000, `${took} ms`);
});

test('records that others could have written, or of other hosts and versions, do not count', async () => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  const { record } = window;
  const path = join(home.windows, `${record.pid}-${record.id}.json`);
  const run = () => runHook({ home: home.path, stdin: payload(cwd) }).ended;
  const rewrite = (more: Readonly<Record<string, unknown>>): void => {
    writeFileSync(path, JSON.stringify({ ...record, ...more }));
  };
  window.answerAll('yes');
  assert.equal((await run()).stdout, 'yes', 'to begin with');

  for (const more of [
    { version: 2 },
    { host: 'elsewhere' },
    { token: 'short' },
    { address: `/${'x'.repeat(100)}` },
    { address: 'relative' },
    { address: `\0${record.address}` },
    { folders: 'work' },
  ]) {
    rewrite(more);
    assert.equal((await run()).stdout, '', JSON.stringify(more));
  }
  writeFileSync(path, '{');
  assert.equal((await run()).stdout, '', 'cut');
  rewrite({});
  assert.equal((await run()).stdout, 'yes', 'again');

  for (const folder of [home.windows, dirname(record.address)]) {
    for (const mode of [0o710, 0o702, 0o755]) {
      chmodSync(folder, mode);
      assert.equal((await run()).stdout, '', `${folder} ${mode.toString(8)}`);
    }
    chmodSync(folder, 0o700);
  }

  const elsewhere = home.folder('elsewhere');
  copyFileSync(path, join(elsewhere, 'record'));
  unlinkSync(path);
  symlinkSync(join(elsewhere, 'record'), path);
  assert.equal((await run()).stdout, '', 'a link to a record');
  unlinkSync(path);
  copyFileSync(join(elsewhere, 'record'), path);
  assert.equal((await run()).stdout, 'yes', 'again');

  copyFileSync(path, join(home.windows, `0${record.pid}-${record.id}.json`));
  copyFileSync(path, join(home.windows, `x-${record.id}.json`));
  mkdirSync(join(home.windows, `${record.pid}-folder.json`));
  unlinkSync(path);
  assert.equal((await run()).stdout, '', 'names that are none');
});

test('the path that a socket may have is used up to 100 bytes', async () => {
  const room = 100 - Buffer.byteLength(join(home.path, 's', ''));
  for (const [length, expected] of [
    [room - 1, 'yes'],
    [room, ''],
  ] as const) {
    const cwd = home.folder(`work${length}`);
    const address = join(home.path, 's', 'x'.repeat(length));
    const window = await start({ folders: [cwd], address });
    window.answerAll('yes');
    assert.equal((await runHook({ home: home.path, stdin: payload(cwd) }).ended).stdout, expected, address);
  }
});

test('twenty that wait at once are all answered, each with its own answer', async () => {
  const cwd = home.folder('work');
  const window = await start({ folders: [cwd] });
  const runs: Run[] = [];
  const sessions: FakeSession[] = [];
  for (let at = 0; at < 20; at++) {
    runs.push(runHook({ home: home.path, stdin: payload(cwd, { at }), starter: ['dash', front] }));
    // One start after the other: a start holds up the window in this process, and a window that is held up is slow.
    sessions.push(await window.next());
  }
  for (const session of sessions.reverse()) session.answer(String(JSON.parse(session.request.payload).at));
  assert.deepEqual(
    (await Promise.all(runs.map((run) => run.ended))).map(({ stdout }) => stdout),
    runs.map((_, at) => String(at)),
  );
});

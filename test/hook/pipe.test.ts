import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { maxFrameBytes } from '../../src/protocol/wire';
import type { FakeSession, TemporaryHome } from '../support/fakeWindow';
import { type Run, type Starter, askWords, front, payload, runHook, starters } from './runHook';
import { rule, useHome } from './useHome';

/* What goes through the hook: payloads in, answers out. */

let home: TemporaryHome;
const start = useHome((fresh) => (home = fresh));

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

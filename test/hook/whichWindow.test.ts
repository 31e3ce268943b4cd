import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { TemporaryHome } from '../support/fakeWindow';
import { askWords, payload, runHook } from './runHook';
import { rule, useHome } from './useHome';

/* Which window a hook asks, and what it takes for none. */

let home: TemporaryHome;
const start = useHome((fresh) => (home = fresh));
const servers: Server[] = [];
after(() => servers.forEach((server) => server.close()));

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

test('a refused or wrong peer: the fallback, while another hook still waits for a window that says nothing', async () => {
  const peers: Readonly<Record<string, (folder: string) => unknown>> = {
    nobody: (folder) => home.writeRecord(home.record({ folders: [folder] })),
    wrongProof: (folder) => start({ folders: [folder] }, 'wrongProof'),
    noProof: (folder) => start({ folders: [folder] }, 'noProof'),
    unauthorized: (folder) => start({ folders: [folder] }, 401),
    forbidden: (folder) => start({ folders: [folder] }, 403),
    stranger: async (folder) => {
      const record = home.record({ folders: [folder] });
      const server = createServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0-no\r\n'));
      servers.push(server);
      server.listen(record.address);
      await once(server, 'listening');
      home.writeRecord(record);
    },
    // Once one has refused, the next one does not get the whole time of a slow window.
    silentAfterRefusal: async (folder) => {
      await start({ folders: [folder], focusedAt: 2 }, 401);
      await start({ folders: [folder], focusedAt: 1 }, 'silent');
    },
  };
  for (const [name, make] of Object.entries(peers)) await make(home.folder(name));
  await start({ folders: [home.folder('silent')] }, 'silent');
  const order: string[] = [];
  // They start at once, so that they meet the same load; the one that waits for 2 s is the last.
  await Promise.all(
    [...Object.keys(peers), 'silent'].map(async (name) => {
      const words = ['a', '--fallback', 'ask'];
      const { ended } = runHook({ home: home.path, words, stdin: payload(home.folder(name)) });
      assert.equal((await ended).stdout, askWords, name);
      order.push(name);
    }),
  );
  assert.equal(order.at(-1), 'silent', order.join());
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
  // How long an agent is held up by it; a busy machine takes longer.
  assert.ok(took >= 2000 && took < 6000, `${took} ms`);
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

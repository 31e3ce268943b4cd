import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import type { TestContext } from 'node:test';
import { newestFile } from '../../src/window/newestFile';
import { world } from '../../src/window/world';
import { temporaryFolder } from '../support/cleanup';

const temporary = temporaryFolder('wo-');
after(() => temporary.remove());

let time = 1_700_000_000;
/** A file that is newer than all before it. */
function aFile(path: string, text = ''): string {
  const whole = join(temporary.path, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  utimesSync(whole, time, (time += 10));
  return whole;
}

const plans = ['sessions', '*', 's1', 'agents', '*', 'plans', '*.md'];

test('the newest file that fits is found, whatever else is there', async () => {
  const home = join(temporary.path, 'a');
  assert.equal(await newestFile(home, plans), undefined);
  aFile('a/sessions/wd_1/s1/agents/main/plans/old.md');
  const newest = aFile('a/sessions/wd_2/s1/agents/agent-0/plans/new plan 👍.md');
  aFile('a/sessions/wd_2/s1/agents/main/plans/newer.txt');
  aFile('a/sessions/wd_2/s2/agents/main/plans/other-session.md');
  aFile('a/sessions/wd_2/s1/agents/main/plans/folder.md/x');
  aFile('a/sessions/wd_2/s1/agents/main/plans/deep/er.md');
  aFile('a/sessions/file');
  assert.equal(await newestFile(home, plans), newest);
});

test('links are not followed, below the folder', async () => {
  const home = join(temporary.path, 'b');
  const own = aFile('b/sessions/wd/s1/agents/main/plans/own.md');
  const secret = aFile('b-elsewhere/plans/secret.md');
  symlinkSync(secret, join(dirname(own), 'link.md'));
  symlinkSync(dirname(dirname(secret)), join(home, 'sessions/wd/s1/agents/linked'));
  assert.equal(await newestFile(home, plans), own);
  symlinkSync(home, join(temporary.path, 'b-home'));
  assert.equal(await newestFile(join(temporary.path, 'b-home'), plans), own.replace('/b/', '/b-home/'));
});

test('hostile names are no names', async () => {
  const home = join(temporary.path, 'c');
  aFile('c/sessions/wd/s1/agents/main/plans/own.md');
  for (const name of ['..', '.', '', 'a/b', '../..', 'a\0b', '**', 'a*', '*/..', 's1/', '\\']) {
    assert.equal(await newestFile(home, ['sessions', 'wd', name, 'agents', '*', 'plans', '*.md']), undefined, name);
  }
  assert.equal(await newestFile('c', plans), undefined);
  assert.equal(await newestFile(`${home}\0`, plans), undefined);
  assert.equal(await newestFile(home, []), undefined);
});

test('thousands of files are looked at; where there are too many the newest is not known', async () => {
  const folder = join(temporary.path, 'd/plans');
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < 5000; index++) writeFileSync(join(folder, `${index}.md`), '');
  const newest = join(folder, '2500.md');
  utimesSync(newest, 4e9, 4e9);
  assert.equal(await newestFile(join(temporary.path, 'd'), ['plans', '*.md']), newest);
  for (let index = 5000; index < 20_001; index++) writeFileSync(join(folder, `${index}.md`), '');
  assert.equal(await newestFile(join(temporary.path, 'd'), ['plans', '*.md']), undefined);
});

test('a secret is read only if nobody else can, and small files only if nobody else wrote them', async () => {
  const token = aFile('e/token', 'secret');
  chmodSync(token, 0o600);
  assert.equal(await world.secret(token), 'secret');
  for (const mode of [0o640, 0o604, 0o620, 0o602]) {
    chmodSync(token, mode);
    assert.equal(await world.secret(token), undefined, mode.toString(8));
  }
  chmodSync(token, 0o600);
  symlinkSync(token, join(temporary.path, 'e/link'));
  assert.equal(await world.secret(join(temporary.path, 'e/link')), undefined);
  assert.equal(await world.secret(join(temporary.path, 'e')), undefined);
  assert.equal(await world.secret('e/token'), undefined);

  const folder = join(temporary.path, 'f');
  aFile('f/a.json', '1');
  aFile('f/b.txt', '2');
  chmodSync(aFile('f/c.json', '3'), 0o666);
  aFile('f/d.json', 'x'.repeat(70_000));
  symlinkSync(token, join(folder, 'e.json'));
  execFileSync('mkfifo', [join(folder, 'f.json')]);
  assert.deepEqual(await world.smallFiles(folder, '.json'), ['1']);
  assert.deepEqual(await world.smallFiles(join(folder, 'none'), '.json'), []);
});

/** A server until the test ends. */
async function serve(context: TestContext, listener: RequestListener): Promise<{ port: number; close(): void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  context.after(close);
  return { port: (server.address() as AddressInfo).port, close };
}

test('a server on this machine is asked, with the token in the header only', async (context) => {
  const seen: unknown[] = [];
  const server = await serve(context, (request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk));
    request.on('end', () => {
      seen.push([request.method, request.url, request.headers.authorization, text]);
      response.end('{"code":0}');
    });
  });
  const question = { port: server.port, path: '/p', token: 't', body: { a: 'ö' } };
  for (const host of ['127.0.0.1', 'localhost']) {
    assert.deepEqual(await world.askLoopback({ ...question, host }), { status: 200, body: { code: 0 } });
  }
  for (const host of ['0.0.0.0', 'example.com', '127.0.0.1.example.com', '10.0.0.1', '', '127.1', 'LOCALHOST']) {
    assert.equal(await world.askLoopback({ ...question, host }), undefined, host);
  }
  for (const token of ['', 'a b', 'a\r\nX-Y: z', 'ö']) {
    assert.equal(await world.askLoopback({ ...question, host: '127.0.0.1', token }), undefined);
  }
  assert.equal(await world.askLoopback({ ...question, host: '127.0.0.1', path: '/a b' }), undefined);
  server.close();
  const expected = ['POST', '/p', 'Bearer t', '{"a":"ö"}'];
  assert.deepEqual(seen, [expected, expected]);
  assert.equal(await world.askLoopback({ ...question, host: '127.0.0.1' }), undefined);
});

test('redirects are not followed; what is too long, cut off or no JSON is no answer', async (context) => {
  const server = await serve(context, (request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: 'http://example.com/' }).end('{}');
    else if (request.url === '/long') response.end(`"${'x'.repeat(300_000)}"`);
    else if (request.url === '/text') response.end('hello');
    else response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy());
  });
  const ask = (path: string) => world.askLoopback({ host: '127.0.0.1', port: server.port, path, token: 't', body: {} });
  assert.equal((await ask('/redirect'))?.status, 302);
  assert.equal(await ask('/long'), undefined);
  assert.deepEqual(await ask('/text'), { status: 200, body: undefined });
  assert.equal(await ask('/cut'), undefined);
});

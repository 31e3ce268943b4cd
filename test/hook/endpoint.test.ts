import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { WebSocket } from 'ws';
import type { DiscoveryRecord } from '../../src/protocol/discovery';
import { endpointPath, proofText, protocolVersion, wireHeaders } from '../../src/protocol/wire';
import { sweep } from '../../src/window/discovery';
import { Endpoint } from '../../src/window/endpoint';
import { homeOf, machine, privateFolder } from '../../src/window/home';
import { temporaryFolder } from '../support/cleanup';
import type { TemporaryFolder } from '../support/cleanup';
import { fixtureText } from '../support/fixtures';
import { LiveWindow, quietLog } from '../support/liveWindow';
import { discoveryRecords } from '../support/runHook';
import { until } from '../support/until';

let window: LiveWindow;
let record: DiscoveryRecord;

beforeEach(async () => {
  window = await LiveWindow.start();
  record = discoveryRecords(window.home.root)[0]!;
});
afterEach(() => window.stop());

type Headers = Readonly<Record<string, string>>;

function handshake(change: Headers = {}): Headers {
  const nonce = randomBytes(16).toString('base64url');
  const proof = createHmac('sha256', Buffer.from(record.token, 'hex'))
    .update(proofText('hook', nonce, record.id))
    .digest('hex');
  return {
    [wireHeaders.version]: String(protocolVersion),
    [wireHeaders.window]: record.id,
    [wireHeaders.nonce]: nonce,
    [wireHeaders.proof]: proof,
    ...change,
  };
}

/** The status of an upgrade: 101, or the refusal. */
function upgrade(headers: Headers, path: string = endpointPath): Promise<{ status: number; socket?: WebSocket }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws+unix://${record.address}:${path}`, { headers, perMessageDeflate: false });
    socket.once('open', () => resolve({ status: 101, socket }));
    socket.once('unexpected-response', (_, response) => resolve({ status: response.statusCode ?? 0 }));
    socket.once('error', reject);
  });
}

const frame = (change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    type: 'request',
    id: 'request-0001',
    agent: 'nobody',
    arguments: [],
    payload: '{}',
    cwd: window.folder,
    pids: [],
    startedAt: Date.now(),
    env: {},
    ...change,
  });

const closed = (socket: WebSocket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

test('the right proof gets in, once, and gets a proof back', async () => {
  const headers = handshake();
  const socket = new WebSocket(`ws+unix://${record.address}:${endpointPath}`, { headers, perMessageDeflate: false });
  const proof = await new Promise((resolve) =>
    socket.once('upgrade', (response) => resolve(response.headers[wireHeaders.proof])),
  );
  const text = proofText('window', headers[wireHeaders.nonce]!, record.id);
  assert.equal(proof, createHmac('sha256', Buffer.from(record.token, 'hex')).update(text).digest('hex'));
  socket.terminate();
  assert.equal((await upgrade(headers)).status, 401, 'a nonce is accepted once');
});

test('strangers and browsers are refused', async () => {
  const wrong = randomBytes(32).toString('hex');
  assert.equal((await upgrade(handshake({ [wireHeaders.proof]: wrong }))).status, 401);
  assert.equal((await upgrade(handshake({ [wireHeaders.proof]: '' }))).status, 401);
  assert.equal((await upgrade(handshake({ [wireHeaders.version]: '2' }))).status, 401);
  assert.equal((await upgrade(handshake({ [wireHeaders.window]: '0000000000000000' }))).status, 401);
  assert.equal((await upgrade(handshake({ [wireHeaders.nonce]: 'short' }))).status, 401);
  assert.equal((await upgrade({})).status, 401);
  assert.equal((await upgrade(handshake({ origin: 'http://localhost' }))).status, 403);
  assert.equal((await upgrade(handshake({ 'sec-fetch-mode': 'websocket' }))).status, 403);
  assert.equal((await upgrade(handshake(), '/')).status, 403);
  assert.equal((await upgrade(handshake(), `${endpointPath}?token=x`)).status, 403);
});

test("a hook may not speak with the window's proof", async () => {
  const nonce = randomBytes(16).toString('base64url');
  const key = Buffer.from(record.token, 'hex');
  const proof = createHmac('sha256', key)
    .update(proofText('window', nonce, record.id))
    .digest('hex');
  assert.equal((await upgrade(handshake({ [wireHeaders.nonce]: nonce, [wireHeaders.proof]: proof }))).status, 401);
});

test('plain HTTP is refused', async () => {
  const status = await new Promise((resolve, reject) => {
    httpRequest({ socketPath: record.address, path: endpointPath }, (response) => resolve(response.statusCode))
      .once('error', reject)
      .end();
  });
  assert.equal(status, 403);
});

test('a connection that says nothing is closed', async () => {
  const socket = connect(record.address);
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
});

test('who does not keep to the protocol is closed, and the window lives on', async () => {
  const bad: readonly (string | Buffer)[] = [
    'not json',
    '{"type":"written","id":"request-0001"}',
    frame({ id: '../../etc' }),
    frame({ pids: ['1'] }),
    frame({ payload: 7 }),
    Buffer.from(frame()),
  ];
  for (const one of bad) {
    const { socket } = await upgrade(handshake());
    const gone = closed(socket!);
    socket!.send(one);
    await gone;
  }
  const { socket } = await upgrade(handshake());
  const answer = new Promise((resolve) => socket!.once('message', (data) => resolve(String(data))));
  socket!.send(frame());
  assert.equal(await answer, '{"type":"release","id":"request-0001"}');
  const gone = closed(socket!);
  socket!.send(frame({ id: 'request-0002' }));
  await gone;
});

test('twenty requests in one moment are twenty on the list, each answered with its own answer', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, async () => (await upgrade(handshake())).socket!));
  const answers = sockets.map(
    (socket) => new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data)))),
  );
  const call = fixtureText('claude', 'PermissionRequest-Bash.v2.1.332.json').replaceAll(
    '/home/dev/project',
    window.folder,
  );
  for (const [index, socket] of sockets.entries()) {
    const payload = call.replace('made-by-bash.txt', `file-${index}`);
    socket.send(frame({ id: `request-${1000 + index}`, agent: 'claude', payload }));
  }
  await window.request(19);
  for (const entry of window.open.review.state.entries) {
    const { subject } = entry.request;
    await window.decide(entry, { type: 'deny', feedback: subject.type === 'command' ? subject.command : '' });
  }
  for (const [index, answer] of answers.entries()) {
    const { id, stdout } = JSON.parse(await answer);
    assert.equal(id, `request-${1000 + index}`);
    assert.equal(JSON.parse(stdout).hookSpecificOutput.decision.message, `touch file-${index}`);
  }
  for (const socket of sockets) socket.terminate();
});

test('a frame over the limit closes the connection', async () => {
  const { socket } = await upgrade(handshake());
  socket!.on('error', () => {});
  const gone = closed(socket!);
  socket!.send(frame({ payload: 'x'.repeat(17 * 1024 * 1024) }));
  await gone;
});

test('only the owner can reach anything, and the token is in no file but the record', () => {
  const mode = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);
  assert.equal(mode(window.home.root), '700');
  assert.equal(mode(window.home.windows), '700');
  assert.equal(mode(window.home.sockets), '700');
  assert.equal(mode(record.address), '600');
  for (const name of readdirSync(window.home.windows)) assert.equal(mode(join(window.home.windows, name)), '600');
});

async function withFolder(use: (folder: string) => Promise<void> | void): Promise<void> {
  const folder: TemporaryFolder = temporaryFolder('ep-');
  try {
    await use(folder.path);
  } finally {
    folder.remove();
  }
}

test('a home with a long path gets its socket in a private folder elsewhere, and leaves nothing behind', () =>
  withFolder(async (folder) => {
    const home = homeOf({ COUNTERSIGN_HOME: join(folder, 'x'.repeat(120)) });
    const listener = { onRequest: () => {}, onWritten: () => {}, onClosed: () => {} };
    const endpoint = await Endpoint.listen(home, '0123456789abcdef', randomBytes(32), listener, quietLog);
    assert.ok(endpoint.address.length <= 100);
    assert.equal((lstatSync(dirname(endpoint.address)).mode & 0o777).toString(8), '700');
    endpoint.dispose();
    assert.throws(() => lstatSync(dirname(endpoint.address)));
  }));

test('a folder that others can write to is refused, one that they can read is closed to them', () =>
  withFolder((folder) => {
    mkdirSync(join(folder, 'open'), { mode: 0o755 });
    privateFolder(join(folder, 'open'));
    assert.equal(lstatSync(join(folder, 'open')).mode & 0o777, 0o700);
    mkdirSync(join(folder, 'shared'));
    chmodSync(join(folder, 'shared'), 0o777);
    assert.throws(() => privateFolder(join(folder, 'shared')), /others can write/);
    symlinkSync(join(folder, 'open'), join(folder, 'link'));
    assert.throws(() => privateFolder(join(folder, 'link')), /not a folder/);
  }));

test('records of windows that are gone are swept; those of other machines, other boots and the living stay', async () => {
  const { host, boot } = machine();
  const base = { ...record, host, boot, address: join(window.home.sockets, 'nobody') };
  const dead = 4_000_000;
  const files: Readonly<Record<string, unknown>> = {
    [`${dead}-1111111111111111.json`]: { ...base, pid: dead, id: '1111111111111111' },
    [`${dead}-2222222222222222.json`]: { ...base, pid: dead, id: '2222222222222222', host: `not-${hostname()}` },
    [`${dead}-3333333333333333.json`]: { ...base, pid: dead, id: '3333333333333333', boot: 'another' },
    [`${process.pid}-4444444444444444.json`]: { ...base, id: '4444444444444444' },
    'note.json': { hello: 1 },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(window.home.windows, name), JSON.stringify(content));
  await sweep(window.home);
  const left = readdirSync(window.home.windows);
  assert.deepEqual(
    Object.keys(files).filter((name) => !left.includes(name)),
    [`${dead}-1111111111111111.json`],
  );
  await until('the live record', () => left.includes(`${record.pid}-${record.id}.json`));
});

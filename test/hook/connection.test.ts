import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { Duplex } from 'node:stream';
import { after, before, test } from 'node:test';
import { Connection, openConnection } from '../../src/hook/connection';
import { FakeWindow, TemporaryHome } from '../support/fakeWindow';

let home: TemporaryHome;
const stops: (() => unknown)[] = [];

before(() => {
  home = new TemporaryHome();
});
after(async () => {
  for (const stop of stops) await stop();
  home.remove();
});

/** A connection that hands on what the server sends in the pieces that `cut` makes of it; it also counts the bytes. */
class CuttingSocket extends Duplex {
  received = 0;
  private readonly socket: Socket;

  constructor(path: string, cut: (chunk: Buffer, offset: number) => readonly Buffer[]) {
    super({ allowHalfOpen: false });
    this.socket = connect(path);
    this.socket.on('data', (chunk: Buffer) => {
      for (const piece of cut(chunk, this.received)) this.push(piece);
      this.received += chunk.length;
    });
    this.socket.on('end', () => this.push(null)).on('error', (error) => this.destroy(error));
  }

  override _read(): void {}

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, callback);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.socket.destroy();
    callback(error);
  }
}

const request = JSON.stringify({
  type: 'request',
  id: '12345678',
  agent: 'a',
  arguments: [],
  payload: '{}',
  cwd: '',
  pids: [],
  startedAt: 0,
  env: {},
});

/** One whole exchange: handshake, request, a ping, an answer in fragments, `written`. Returns the bytes from the server. */
async function exchange(
  window: FakeWindow,
  cut: (chunk: Buffer, offset: number) => readonly Buffer[],
): Promise<number> {
  let socket: CuttingSocket | undefined;
  const opened = await openConnection(window.record, 5000, (path) => (socket = new CuttingSocket(path, cut)));
  assert.ok(opened instanceof Connection);
  opened.send(request);
  const session = await window.next();
  assert.equal(session.text, request);
  const pong = once(session.socket, 'pong');
  session.socket.ping('are you there');
  session.socket.send('{"a":', { fin: false });
  session.socket.send('', { fin: false });
  session.socket.send('"ä"}', { fin: true });
  assert.deepEqual(await opened.incoming, { kind: 'message', text: '{"a":"ä"}' });
  assert.equal(String((await pong)[0]), 'are you there');
  await opened.finish('{"type":"written","id":"12345678"}');
  assert.equal(await session.written, true);
  opened.drop();
  return socket!.received;
}

test('the whole exchange, cut in two at every byte, and byte by byte', async () => {
  const window = await FakeWindow.start(home);
  stops.push(() => window.stop());
  const length = await exchange(window, (chunk) => [chunk]);
  assert.ok(length > 200, 'handshake and frames');
  for (let at = 1; at < length; at++) {
    await exchange(window, (chunk, offset) => {
      const here = at - offset;
      return here > 0 && here < chunk.length ? [chunk.subarray(0, here), chunk.subarray(here)] : [chunk];
    });
  }
  await exchange(window, (chunk) => Array.from(chunk, (byte) => Buffer.from([byte])));
});

test('frames that come in one piece with the handshake', async () => {
  // The head of a real answer is held back until the first frame is there.
  const window = await FakeWindow.start(home, {}, 'good');
  stops.push(() => window.stop());
  let held = Buffer.alloc(0);
  const opening = openConnection(window.record, 5000, (path) => {
    return new CuttingSocket(path, (chunk) => {
      held = Buffer.concat([held, chunk, Buffer.from([0x81, 2, 0x68, 0x69])]);
      return [held];
    });
  });
  const opened = await opening;
  assert.ok(opened instanceof Connection);
  assert.deepEqual(await opened.incoming, { kind: 'message', text: 'hi' });
  opened.drop();
});

test('a peer without the right proof is refused and hears no request', async () => {
  for (const manners of ['wrongProof', 'noProof', 401, 403] as const) {
    const window = await FakeWindow.start(home, {}, manners);
    stops.push(() => window.stop());
    assert.equal(await openConnection(window.record, 5000), 'refused', String(manners));
  }
  const window = await FakeWindow.start(home);
  stops.push(() => window.stop());
  assert.equal(await openConnection({ ...window.record, token: '00'.repeat(32) }, 5000), 'refused', 'another token');
  assert.equal(await openConnection({ ...window.record, id: 'f'.repeat(16) }, 5000), 'refused', 'another window');
});

test('a silent peer is slow, nobody is refused', async () => {
  const window = await FakeWindow.start(home, {}, 'silent');
  stops.push(() => window.stop());
  assert.equal(await openConnection(window.record, 50), 'slow');
  assert.equal(await openConnection(home.record(), 5000), 'refused');
});

test('a stranger is refused as soon as its bytes cannot become an answer, and hears nothing but the upgrade', async () => {
  const answers = [
    'SSH-2.0-x\r\n',
    'H',
    'HTTP/1.1 200 OK\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    `HTTP/1.1 101 X\r\nx: ${'y'.repeat(20_000)}`,
    '\0'.repeat(100),
    '',
  ];
  for (const answer of answers) {
    const record = home.record();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (answer.length > 1 ? socket.write(answer) : socket.end(answer)));
    });
    server.listen(record.address);
    await once(server, 'listening');
    assert.equal(await openConnection(record, 5000), 'refused', JSON.stringify(answer.slice(0, 30)));
    server.close();
  }
});

test('a closed connection is gone; a close that blames the request is broken', async () => {
  const window = await FakeWindow.start(home);
  stops.push(() => window.stop());
  for (const [code, kind] of [
    [1000, 'gone'],
    [1001, 'gone'],
    [1012, 'gone'],
    [1003, 'broken'],
    [1008, 'broken'],
    [1009, 'broken'],
  ] as const) {
    const opened = await openConnection(window.record, 5000);
    assert.ok(opened instanceof Connection);
    opened.send(request);
    (await window.next()).socket.close(code);
    assert.deepEqual(await opened.incoming, { kind }, String(code));
  }
  const opened = await openConnection(window.record, 5000);
  assert.ok(opened instanceof Connection);
  opened.send(request);
  (await window.next()).socket.terminate();
  assert.deepEqual(await opened.incoming, { kind: 'gone' });
});

import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { DiscoveryRecord } from '../../src/protocol/discovery';
import { FromHook, type FromWindow, type RequestFrame } from '../../src/protocol/frames';
import { endpointPath, maxFrameBytes, proofText, protocolVersion, wireHeaders } from '../../src/protocol/wire';
import { type TemporaryFolder, temporaryFolder } from './cleanup';
import { inTime } from './until';

/** A fresh `COUNTERSIGN_HOME` with the folders that an extension makes in it. */
export class TemporaryHome {
  readonly path: string;
  private readonly temporary: TemporaryFolder = temporaryFolder();

  /** `name` may hold odd characters; a long one makes the sockets' paths too long. */
  constructor(name = 'home') {
    // A short place: a socket's path has little room.
    this.path = join(realpathSync(this.temporary.path), name);
    for (const folder of [this.path, this.windows, join(this.path, 's')]) mkdirSync(folder, { mode: 0o700 });
  }

  get windows(): string {
    return join(this.path, 'windows');
  }

  /** Makes a folder inside, e.g. for a workspace, and returns its real path. */
  folder(...names: string[]): string {
    const path = join(this.path, ...names);
    mkdirSync(path, { recursive: true });
    return realpathSync(path);
  }

  /** Writes a discovery record as an extension does: whole, under another name, then renamed. Returns its path. */
  writeRecord(record: DiscoveryRecord): string {
    const path = join(this.windows, `${record.pid}-${record.id}.json`);
    writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600, flag: 'wx' });
    renameSync(`${path}.new`, path);
    return path;
  }

  /** A valid record with a socket path of its own; nobody listens there yet. */
  record(fields: Partial<DiscoveryRecord> = {}): DiscoveryRecord {
    const id = fields.id ?? randomBytes(8).toString('hex');
    return {
      version: protocolVersion,
      id,
      terminalId: randomBytes(8).toString('hex'),
      pid: process.pid,
      host: hostname(),
      boot: '',
      address: join(this.path, 's', id.slice(0, 8)),
      token: randomBytes(32).toString('hex'),
      folders: [],
      focusedAt: Date.now(),
      adopts: false,
      env: { names: [], prefixes: [] },
      ...fields,
    };
  }

  remove(): void {
    this.temporary.remove();
  }
}

/** How a window misbehaves in the handshake: another proof, a refusal, or no answer at all. */
export type Manners = 'good' | 'wrongProof' | 'noProof' | 401 | 403 | 'silent';

/** One request that reached the window. */
export class FakeSession {
  private readonly confirmed: Promise<boolean>;

  constructor(
    readonly socket: WebSocket,
    readonly request: RequestFrame,
    /** The text frame as it came. */
    readonly text: string,
  ) {
    this.confirmed = new Promise((resolve) => {
      socket.on('message', (data) => {
        const frame = FromHook.parse(JSON.parse(String(data)));
        if (frame.type === 'written' && frame.id === request.id) resolve(true);
      });
      socket.on('close', () => resolve(false));
    });
  }

  /** True once the hook confirmed the bytes; false if it closed without; an error if it does neither within a minute. */
  get written(): Promise<boolean> {
    return inTime('the hook to confirm its bytes or to close', this.confirmed);
  }

  send(frame: FromWindow): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Answers with bytes for the agent. */
  answer(stdout: string, stderr = '', exitCode = 0): void {
    this.send({ type: 'result', id: this.request.id, stdout, stderr, exitCode });
  }

  release(): void {
    this.send({ type: 'release', id: this.request.id });
  }
}

/** A window as a hook sees it, with the real handshake, for tests and measurements. */
export class FakeWindow {
  /** Handshakes that were accepted, whether or not a request followed. */
  accepted = 0;
  /** Requests that came. */
  requests = 0;
  private stopped: Promise<void> | undefined;
  private readonly server: Server = createServer();
  private readonly sockets = new Set<Duplex>();
  private readonly sessions: FakeSession[] = [];
  private readonly waiting: ((session: FakeSession) => void)[] = [];
  private readonly upgrades = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
  });

  private constructor(
    readonly record: DiscoveryRecord,
    private readonly manners: Manners,
  ) {
    this.server.on('connection', (socket: Duplex) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    });
    this.server.on('upgrade', (request, socket: Duplex, head: Buffer) => this.upgrade(request, socket, head));
    this.upgrades.on('headers', (headers, request) => this.addProof(headers, request));
  }

  /** Listens at the record's address, then writes the record into `home`. */
  static async start(
    home: TemporaryHome,
    fields: Partial<DiscoveryRecord> = {},
    manners: Manners = 'good',
  ): Promise<FakeWindow> {
    const window = new FakeWindow(DiscoveryRecord.parse(home.record(fields)), manners);
    window.server.listen(window.record.address);
    await once(window.server, 'listening');
    home.writeRecord(window.record);
    return window;
  }

  /** The next request that nobody has taken yet, in the order in which they came; an error if none comes within a minute. */
  next(): Promise<FakeSession> {
    return inTime('a request at the window', this.take());
  }

  /** Answers every request from now on, at once. */
  answerAll(stdout: string): void {
    void this.take().then((session) => {
      session.answer(stdout);
      this.answerAll(stdout);
    });
  }

  /** Ends at once, like a window that crashed or is reloading; its record stays. Once it has ended, nothing more happens. */
  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private take(): Promise<FakeSession> {
    const session = this.sessions.shift();
    return session ? Promise.resolve(session) : new Promise((resolve) => this.waiting.push(resolve));
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.manners === 'silent') return;
    if (typeof this.manners === 'number' || !this.isProved(request)) {
      const status = typeof this.manners === 'number' ? this.manners : 401;
      socket.write(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      this.accepted++;
      webSocket.on('error', () => undefined);
      webSocket.once('message', (data) => {
        const text = String(data);
        const frame = FromHook.parse(JSON.parse(text));
        if (frame.type === 'request') this.give(new FakeSession(webSocket, frame, text));
      });
    });
  }

  private give(session: FakeSession): void {
    this.requests++;
    const waiting = this.waiting.shift();
    if (waiting) waiting(session);
    else this.sessions.push(session);
  }

  private isProved({ url, headers }: IncomingMessage): boolean {
    const nonce = String(headers[wireHeaders.nonce]);
    return (
      url === endpointPath &&
      headers.origin === undefined &&
      headers[wireHeaders.version] === String(protocolVersion) &&
      headers[wireHeaders.window] === this.record.id &&
      /^[\w-]{22}$/.test(nonce) &&
      headers[wireHeaders.proof] === this.proof('hook', nonce)
    );
  }

  private addProof(headers: string[], request: IncomingMessage): void {
    const nonce = String(request.headers[wireHeaders.nonce]);
    // The hook's own proof, played back, must not pass for the window's.
    if (this.manners === 'wrongProof') headers.push(`${wireHeaders.proof}: ${this.proof('hook', nonce)}`);
    if (this.manners === 'good') headers.push(`${wireHeaders.proof}: ${this.proof('window', nonce)}`);
  }

  private proof(role: 'hook' | 'window', nonce: string): string {
    return createHmac('sha256', Buffer.from(this.record.token, 'hex'))
      .update(proofText(role, nonce, this.record.id))
      .digest('hex');
  }
}

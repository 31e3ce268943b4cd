import { createHmac, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { STATUS_CODES, createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { FromHook } from '../protocol/frames';
import type { FromWindow, RequestFrame } from '../protocol/frames';
import {
  endpointPath,
  maxFrameBytes,
  maxSocketPathBytes,
  proofText,
  protocolVersion,
  wireHeaders,
} from '../protocol/wire';
import type { Disposable } from './disposable';
import { shortId } from './discovery';
import { privateFolder } from './home';
import type { Home } from './home';
import type { Log } from './log';

/** One hook that waits. */
export interface HookPeer {
  /** Sends an answer; false if the hook is gone. */
  send(frame: FromWindow): boolean;
}

/** What the endpoint tells. Every request comes with its peer; a peer speaks once. */
export interface EndpointListener {
  onRequest(frame: RequestFrame, peer: HookPeer): void;
  /** The answer of this request was written to the agent. */
  onWritten(id: string, peer: HookPeer): void;
  /** The hook of this request is gone. */
  onClosed(id: string, peer: HookPeer): void;
}

const handshakeTimeoutMs = 2000;
const maxConnections = 1000;
/** Nonces remembered; a replay of an older one would need a record of this window's traffic from that long ago. */
const maxNonces = 100_000;

/** The WebSocket server of a window: hooks with the right proof get in, browsers and strangers do not. */
export class Endpoint implements Disposable {
  private readonly server: Server;
  private readonly sockets: WebSocketServer;
  private readonly nonces = new Set<string>();

  private constructor(
    readonly address: string,
    private readonly windowId: string,
    private readonly token: Buffer,
    private readonly listener: EndpointListener,
    private readonly log: Log,
  ) {
    this.server = createServer({
      headersTimeout: handshakeTimeoutMs,
      requestTimeout: handshakeTimeoutMs,
      connectionsCheckingInterval: 500,
    });
    this.server.maxConnections = maxConnections;
    this.sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
    this.sockets.on('headers', (headers, request) =>
      headers.push(`${wireHeaders.proof}: ${this.windowProof(request)}`),
    );
    this.server.on('request', (request, response) => {
      response.writeHead(403, { connection: 'close' }).end();
      request.destroy();
    });
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.server.on('clientError', (_, socket) => socket.destroy());
  }

  /**
   * Listens on a fresh address under the home, or in a private temporary folder where that path would be too long.
   *
   * @throws if no address can be had
   */
  static async listen(
    home: Home,
    windowId: string,
    token: Buffer,
    listener: EndpointListener,
    log: Log,
  ): Promise<Endpoint> {
    const address = addressFor(home, windowId);
    const endpoint = new Endpoint(address, windowId, token, listener, log);
    await new Promise<void>((resolve, reject) => {
      endpoint.server.once('error', reject);
      endpoint.server.listen(address, resolve);
    });
    endpoint.server.on('error', (error) => log.error(`endpoint: ${error.message}`));
    if (process.platform !== 'win32') chmodSync(address, 0o600);
    return endpoint;
  }

  dispose(): void {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
    this.server.close();
    this.server.closeAllConnections();
    if (process.platform === 'win32') return;
    rmSync(this.address, { force: true });
    if (dirname(this.address).includes('countersign-')) rmSync(dirname(this.address), { recursive: true, force: true });
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refusal = this.refusal(request);
    if (refusal) {
      this.log.warn(`endpoint: refused a connection with ${refusal}`);
      socket.end(`HTTP/1.1 ${refusal} ${STATUS_CODES[refusal]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => this.serve(webSocket));
  }

  /** 403 for what a browser sends and for other paths, 401 for a wrong version, window, nonce or proof. */
  private refusal(request: IncomingMessage): 401 | 403 | undefined {
    const { headers } = request;
    const fromBrowser = Object.keys(headers).some((name) => name === 'origin' || name.startsWith('sec-fetch-'));
    if (fromBrowser || request.url !== endpointPath) return 403;
    const nonce = headers[wireHeaders.nonce];
    const proof = headers[wireHeaders.proof];
    if (headers[wireHeaders.version] !== String(protocolVersion) || headers[wireHeaders.window] !== this.windowId)
      return 401;
    if (typeof nonce !== 'string' || typeof proof !== 'string' || !/^[\w-]{22}$/.test(nonce)) return 401;
    const expected = Buffer.from(this.proof('hook', nonce));
    const given = Buffer.from(proof);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 401;
    if (this.nonces.has(nonce)) return 401;
    this.nonces.add(nonce);
    if (this.nonces.size > maxNonces) this.nonces.delete(this.nonces.values().next().value!);
    return undefined;
  }

  private proof(role: 'hook' | 'window', nonce: string): string {
    return createHmac('sha256', this.token)
      .update(proofText(role, nonce, this.windowId))
      .digest('hex');
  }

  private windowProof(request: IncomingMessage): string {
    return this.proof('window', String(request.headers[wireHeaders.nonce]));
  }

  private serve(socket: WebSocket): void {
    const peer: HookPeer = {
      send: (frame) => {
        if (socket.readyState !== socket.OPEN) return false;
        socket.send(JSON.stringify(frame));
        return true;
      },
    };
    let id: string | undefined;
    const silence = setTimeout(() => socket.terminate(), handshakeTimeoutMs * 5);
    socket.on('message', (data, isBinary) => {
      // One Buffer: the server's `binaryType` is left at its default.
      const frame = isBinary || !Buffer.isBuffer(data) ? undefined : parse(data.toString('utf8'));
      if (!frame || (frame.type === 'request') !== (id === undefined) || (id !== undefined && frame.id !== id)) {
        this.log.warn('endpoint: closed a connection that did not keep to the protocol');
        socket.terminate();
        return;
      }
      clearTimeout(silence);
      if (frame.type === 'request') {
        id = frame.id;
        this.listener.onRequest(frame, peer);
      } else {
        this.listener.onWritten(frame.id, peer);
      }
    });
    socket.on('error', (error) => this.log.warn(`endpoint: ${error.message}`));
    socket.on('close', () => {
      clearTimeout(silence);
      if (id !== undefined) this.listener.onClosed(id, peer);
    });
  }
}

function parse(text: string): FromHook | undefined {
  try {
    const frame = FromHook.safeParse(JSON.parse(text));
    return frame.success ? frame.data : undefined;
  } catch {
    return undefined;
  }
}

function addressFor(home: Home, windowId: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\countersign-${windowId}`;
  const usual = join(home.sockets, shortId(windowId));
  if (Buffer.byteLength(usual) <= maxSocketPathBytes) {
    privateFolder(home.root);
    privateFolder(home.sockets);
    rmSync(usual, { force: true });
    return usual;
  }
  // mkdtemp makes the folder with mode 0700.
  for (const base of [process.env['XDG_RUNTIME_DIR'], tmpdir(), '/tmp']) {
    if (!base || Buffer.byteLength(join(base, 'countersign-XXXXXX', 's')) > maxSocketPathBytes) continue;
    return join(mkdtempSync(join(base, 'countersign-')), 's');
  }
  throw new Error('No folder has a path short enough for a socket');
}

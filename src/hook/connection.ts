import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DiscoveryRecord } from '../protocol/discovery';
import { Handshake } from './handshake';
import { crypto } from './lazyCrypto';
import { FrameReader, encodeFrame, opcodes } from './webSocketFrames';

/** What a connection brings: the window's one message; `gone` if it closed before; `broken` if it does not want or speak this. */
export type Incoming = { readonly kind: 'message'; readonly text: string } | { readonly kind: 'gone' | 'broken' };

/** How long a window that answered may take to accept the last frame. */
const finishMs = 500;
/** A window with a full backlog, seen with hundreds of hooks at once, refuses by EAGAIN and is tried again. */
const againMs = 20;

/**
 * Connects to a record's window and checks its proof. Resolves with the open connection; `refused` if nobody listens or
 * somebody else does; `slow` if there was no answer within `timeoutMs`. It never rejects.
 */
export function openConnection(
  record: DiscoveryRecord,
  timeoutMs: number,
  dial: (path: string) => Duplex = connect,
): Promise<Connection | 'refused' | 'slow'> {
  return new Promise((resolve) => {
    let socket: Duplex;
    let retry: NodeJS.Timeout | undefined;
    let settled = false;
    const settle = (result: Connection | 'refused' | 'slow'): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(retry);
      if (typeof result === 'string') socket.destroy();
      resolve(result);
    };
    // On a busy machine the answer may be there while this process was not running: what has come is read first.
    const timer = setTimeout(() => setImmediate(settle, 'slow'), timeoutMs);
    const attempt = (): void => {
      let busy = false;
      const handshake = new Handshake(record);
      const take = (bytes: Buffer): void => {
        const rest = handshake.push(bytes);
        if (rest === undefined) return;
        socket.removeListener('data', take);
        settle(rest === 'wrong' ? 'refused' : new Connection(socket, rest));
      };
      socket = dial(record.address);
      socket.on('data', take);
      socket.on('error', (error: NodeJS.ErrnoException) => (busy = error.code === 'EAGAIN'));
      socket.on('close', () => {
        if (busy && !settled) retry = setTimeout(attempt, againMs);
        else settle('refused');
      });
      socket.write(handshake.request);
    };
    attempt();
  });
}

/** An open connection to a window that has proved itself. */
export class Connection {
  /** Resolves with the first thing that the window says or does. */
  readonly incoming: Promise<Incoming>;

  constructor(
    private readonly socket: Duplex,
    first: Buffer,
  ) {
    this.incoming = new Promise((resolve) => {
      const end = (kind: 'gone' | 'broken'): void => {
        resolve({ kind });
        socket.destroy();
      };
      const reader = new FrameReader({
        message: (text) => resolve({ kind: 'message', text }),
        ping: (payload) => this.write(opcodes.pong, payload),
        // 1002 to 1010 say that the request itself is at fault: sending it again would not help.
        close: (code) => end(code >= 1002 && code <= 1010 && code !== 1005 && code !== 1006 ? 'broken' : 'gone'),
        broken: () => end('broken'),
      });
      socket.on('data', (bytes: Buffer) => reader.push(bytes));
      socket.on('close', () => end('gone'));
      reader.push(first);
    });
  }

  /** Sends a text message. */
  send(text: string): void {
    this.write(opcodes.text, Buffer.from(text));
  }

  /**
   * Sends a last text message and closes. Resolves when the kernel has both, or when the window does not take them. The
   * socket is closed by the end of the process: to wait for that would cost more than the whole message.
   */
  finish(text: string): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, finishMs);
      this.socket.on('close', resolve);
      this.send(text);
      this.write(opcodes.close, Buffer.from([0x03, 0xe8]), () => resolve());
    });
  }

  /** Closes without a word. */
  drop(): void {
    this.socket.destroy();
  }

  private write(opcode: number, payload: Buffer, done?: () => void): void {
    if (this.socket.writable) this.socket.write(encodeFrame(opcode, payload, crypto().randomBytes(4)), done);
    else done?.();
  }
}

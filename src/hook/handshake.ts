import type { DiscoveryRecord } from '../protocol/discovery';
import { endpointPath, proofText, protocolVersion, wireHeaders } from '../protocol/wire';
import { crypto } from './lazyCrypto';

const accepted = 'HTTP/1.1 101 ';
const endOfHead = '\r\n\r\n';
const maxHeadBytes = 16 * 1024;

/** The client's half of one handshake: what it sends, and the judge of what comes back. */
export class Handshake {
  /** The upgrade request's bytes. */
  readonly request: string;
  private readonly key = crypto().randomBytes(16).toString('base64');
  private readonly nonce = crypto().randomBytes(16).toString('base64url');
  private received = '';

  constructor(private readonly record: DiscoveryRecord) {
    this.request = [
      `GET ${endpointPath} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${this.key}`,
      `${wireHeaders.version}: ${protocolVersion}`,
      `${wireHeaders.window}: ${record.id}`,
      `${wireHeaders.nonce}: ${this.nonce}`,
      `${wireHeaders.proof}: ${this.proof('hook').toString('hex')}`,
      endOfHead.slice(2),
    ].join('\r\n');
  }

  /**
   * Takes the next bytes of the answer. Returns the bytes after its head if the peer has proved itself, `wrong` as soon as
   * it cannot any more, and undefined while more has to come.
   */
  push(bytes: Buffer): Buffer | 'wrong' | undefined {
    // latin1 keeps every byte a character, so that what follows the head can be given back unharmed.
    this.received += bytes.toString('latin1');
    const end = this.received.indexOf(endOfHead);
    if (!this.received.startsWith(accepted.slice(0, this.received.length))) return 'wrong';
    if (end < 0) return this.received.length > maxHeadBytes ? 'wrong' : undefined;
    return this.isProved(this.received.slice(0, end))
      ? Buffer.from(this.received.slice(end + endOfHead.length), 'latin1')
      : 'wrong';
  }

  private isProved(head: string): boolean {
    const header = (name: string): string | undefined =>
      new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'im').exec(head)?.[1];
    const expected = crypto()
      .createHash('sha1')
      .update(`${this.key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const proof = Buffer.from(header(wireHeaders.proof) ?? '', 'hex');
    const ours = this.proof('window');
    return (
      proof.length === ours.length &&
      crypto().timingSafeEqual(proof, ours) &&
      header('sec-websocket-accept') === expected &&
      header('upgrade')?.toLowerCase() === 'websocket' &&
      // Neither was asked for.
      !/^sec-websocket-(extensions|protocol):/im.test(head)
    );
  }

  private proof(role: 'hook' | 'window'): Buffer {
    const { token, id } = this.record;
    return crypto()
      .createHmac('sha256', Buffer.from(token, 'hex'))
      .update(proofText(role, this.nonce, id))
      .digest();
  }
}

import { isUtf8 } from 'node:buffer';
import { maxFrameBytes } from '../protocol/wire';

/** The opcodes of RFC 6455 that this client speaks. */
export const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** Takes what a frame reader finds. */
export interface FrameHandler {
  /** A whole text message. */
  readonly message: (text: string) => void;
  readonly ping: (payload: Buffer) => void;
  /** The peer closes; 1005 stands for no code. */
  readonly close: (code: number) => void;
  /** The bytes are no WebSocket, no text, or too many. Nothing comes after it. */
  readonly broken: () => void;
}

/** One frame from a client to a server: whole, and masked as clients must. */
export function encodeFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Buffer {
  const { length } = payload;
  const start = (length < 126 ? 2 : length < 65536 ? 4 : 10) + 4;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (start === 6 ? length : start === 8 ? 126 : 127);
  if (start === 8) frame.writeUInt16BE(length, 2);
  if (start === 14) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(mask, start - 4);
  for (let at = 0; at < length; at++) frame[start + at] = payload[at]! ^ mask[at & 3]!;
  return frame;
}

/** Reads a server's frames from bytes that may be cut anywhere. */
export class FrameReader {
  private readonly header = Buffer.alloc(10);
  private headerFilled = 0;
  private payload: Buffer | undefined;
  private payloadFilled = 0;
  private parts: Buffer[] = [];
  private partsSize = 0;
  private inMessage = false;
  private stopped = false;

  constructor(private readonly handler: FrameHandler) {}

  /** Takes the next bytes. */
  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.stopped) {
      if (!this.payload) this.takeHeaderByte(bytes[at++]!);
      else {
        const copied = bytes.copy(this.payload, this.payloadFilled, at);
        at += copied;
        this.payloadFilled += copied;
      }
      if (this.payload && this.payloadFilled === this.payload.length) this.endFrame(this.payload);
    }
  }

  private takeHeaderByte(byte: number): void {
    const { header } = this;
    header[this.headerFilled++] = byte;
    if (this.headerFilled < 2) return;
    const short = header[1]!;
    if (this.headerFilled < (short < 126 ? 2 : short === 126 ? 4 : 10)) {
      if (short > 127) this.fail();
      return;
    }
    const length = short < 126 ? short : short === 126 ? header.readUInt16BE(2) : Number(header.readBigUInt64BE(2));
    if (short > 127 || !this.isAllowed(header[0]!, length)) return this.fail();
    this.payload = Buffer.allocUnsafe(length);
    this.payloadFilled = 0;
  }

  /** Reserved bits are for extensions, and none was asked for. */
  private isAllowed(first: number, length: number): boolean {
    const opcode = first & 0x0f;
    if (first & 0x70) return false;
    if (opcode >= opcodes.close) return opcode <= opcodes.pong && first >= 0x80 && length < 126;
    return (
      opcode === (this.inMessage ? opcodes.continuation : opcodes.text) && this.partsSize + length <= maxFrameBytes
    );
  }

  private endFrame(payload: Buffer): void {
    const first = this.header[0]!;
    const opcode = first & 0x0f;
    this.headerFilled = 0;
    this.payload = undefined;
    if (opcode === opcodes.ping) this.handler.ping(payload);
    else if (opcode === opcodes.close) {
      this.stopped = true;
      this.handler.close(payload.length < 2 ? 1005 : payload.readUInt16BE(0));
    } else if (opcode < opcodes.close) this.endDataFrame(payload, first >= 0x80);
  }

  private endDataFrame(payload: Buffer, isLast: boolean): void {
    this.parts.push(payload);
    this.partsSize += payload.length;
    this.inMessage = !isLast;
    if (!isLast) return;
    const message = Buffer.concat(this.parts);
    this.parts = [];
    this.partsSize = 0;
    if (isUtf8(message)) this.handler.message(message.toString());
    else this.fail();
  }

  private fail(): void {
    this.stopped = true;
    this.parts = [];
    this.handler.broken();
  }
}

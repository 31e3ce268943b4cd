import assert from 'node:assert/strict';
import type { Writable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import * as ws from 'ws';
import { maxFrameBytes } from '../../src/protocol/wire';
import { FrameReader, encodeFrame, opcodes } from '../../src/hook/webSocketFrames';

// The library exports both, its types do not.
const { Receiver, Sender } = ws as unknown as {
  readonly Receiver: new (options: { isServer: boolean; maxPayload: number }) => Writable;
  readonly Sender: { readonly frame: (payload: Buffer, options: Readonly<Record<string, unknown>>) => Buffer[] };
};

/** What a reader says about pieces of bytes, as text. */
function read(...pieces: readonly Buffer[]): string[] {
  const said: string[] = [];
  const reader = new FrameReader({
    message: (text) => said.push(text.length > 99 ? `text of ${text.length}` : `text ${text}`),
    ping: (payload) => said.push(`ping ${payload.toString()}`),
    close: (code) => said.push(`close ${code}`),
    broken: () => said.push('broken'),
  });
  for (const piece of pieces) reader.push(piece);
  return said;
}

/** A server's frame by the library. */
function frame(payload: string | Buffer, opcode: number, fin = true, more: Record<string, unknown> = {}): Buffer {
  const options = { fin, opcode, mask: false, readOnly: true, rsv1: false, ...more };
  return Buffer.concat(Sender.frame(Buffer.from(payload), options));
}

const close = (code: number): Buffer => frame(Buffer.from([code >> 8, code & 255]), opcodes.close);

test('every split of every frame reads the same, and byte by byte', () => {
  const conversations: readonly (readonly [string, Buffer, string[]])[] = [
    ['short', frame('häl', 1), ['text häl']],
    ['empty', frame('', 1), ['text ']],
    ['125 bytes', frame('x'.repeat(125), 1), ['text of 125']],
    ['16-bit length', frame('x'.repeat(126), 1), ['text of 126']],
    ['64-bit length', frame('x'.repeat(65_536), 1), ['text of 65536']],
    [
      'fragments',
      Buffer.concat([frame('a\u00e4'.slice(0, 1), 1, false), frame('', 0, false), frame('c', 0)]),
      ['text ac'],
    ],
    [
      'a character cut by fragments, with a ping between',
      Buffer.concat([
        frame(Buffer.from([0xc3]), 1, false),
        frame('p', opcodes.ping),
        frame(Buffer.from([0xa4]), 0),
        frame('', opcodes.pong),
      ]),
      ['ping p', 'text ä'],
    ],
    [
      'several',
      Buffer.concat([frame('', 9), frame('1', 1), frame('2', 1), close(1001), frame('3', 1)]),
      ['ping ', 'text 1', 'text 2', 'close 1001'],
    ],
    ['close without a code', frame('', 8), ['close 1005']],
  ];
  for (const [name, bytes, expected] of conversations) {
    assert.deepEqual(read(bytes), expected, name);
    const step = bytes.length > 1000 ? 97 : 1;
    for (let at = 0; at <= bytes.length; at += at < 20 || at > bytes.length - 20 ? 1 : step) {
      assert.deepEqual(read(bytes.subarray(0, at), bytes.subarray(at)), expected, `${name} at ${at}`);
    }
    assert.deepEqual(read(...Array.from(bytes, (byte) => Buffer.from([byte]))), expected, `${name}, byte by byte`);
  }
});

test('what is no message of ours is refused, in one piece or byte by byte', () => {
  const tooLong = Buffer.from([0x81, 127, 0, 0, 0, 0, 1, 0, 0, 1]);
  const bad: Readonly<Record<string, Buffer>> = {
    binary: frame('x', 2),
    'a reserved bit': frame('x', 1, true, { rsv1: true }),
    'an unknown opcode': frame('x', 3),
    'an unknown control opcode': frame('x', 11),
    'a masked frame': frame('x', 1, true, { mask: true, maskBuffer: Buffer.alloc(4), readOnly: false }),
    'a masked frame of 126': frame('x'.repeat(126), 1, true, {
      mask: true,
      maskBuffer: Buffer.alloc(4),
      readOnly: false,
    }),
    'no first fragment': frame('x', 0),
    'two first fragments': Buffer.concat([frame('x', 1, false), frame('y', 1)]),
    'a cut ping': frame('x', 9, false),
    'a long ping': frame('x'.repeat(126), 9),
    'no UTF-8': frame(Buffer.from([0xff]), 1),
    'more than the most': tooLong,
    'a length beyond all': Buffer.from([0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255]),
    'more than the most in fragments': Buffer.concat([
      frame('x', 1, false),
      Buffer.from([0x80, 127, 0, 0, 0, 0, 1, 0, 0, 0]),
    ]),
  };
  for (const [name, bytes] of Object.entries(bad)) {
    const after = frame('after', 1);
    assert.deepEqual(read(bytes, after), ['broken'], name);
    const single = Array.from(Buffer.concat([bytes, after]), (byte) => Buffer.from([byte]));
    assert.deepEqual(read(...single), ['broken'], name);
  }
  assert.deepEqual(read(frame('x'.repeat(maxFrameBytes), 1)), [`text of ${maxFrameBytes}`], 'just the most');
});

test('random bytes never throw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      (pieces) => void read(...pieces.map((p) => Buffer.from(p))),
    ),
  );
});

test('the library reads what the client writes, at every length that changes the header', async () => {
  for (const length of [0, 1, 125, 126, 65_535, 65_536, 3_000_000]) {
    const text = 'ä'.repeat(length / 2) + 'x'.repeat(length % 2);
    const receiver = new Receiver({ isServer: true, maxPayload: maxFrameBytes });
    const message = new Promise<string>((resolve, reject) => {
      receiver.on('message', (data: Buffer) => resolve(data.toString())).on('error', reject);
    });
    receiver.write(encodeFrame(opcodes.text, Buffer.from(text), Buffer.from([1, 2, 0, 255])));
    assert.ok((await message) === text, `${length} bytes`);
  }
});

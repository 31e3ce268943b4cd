import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode, encode } from '../../src/window/fileText';

/** Any text that bytes can mean, some of it like what editors write at the beginning of files. */
const text = fc
  .tuple(fc.constantFrom('', '\uFEFF'), fc.string({ unit: 'binary' }), fc.constantFrom('', '\r\n', '\n', '\r'))
  .map((parts) => parts.join(''));

test('any text goes through bytes and back unchanged', () => {
  fc.assert(
    fc.property(text, (one) => {
      const clean = one.replaceAll('\0', '');
      assert.deepEqual(decode(encode({ type: 'text', text: clean })), { type: 'text', text: clean });
      for (const encoding of ['UTF-16 LE', 'UTF-16 BE']) {
        const wide = { type: 'text', text: `\uFEFF${one}`, encoding } as const;
        assert.deepEqual(decode(encode(wide)), wide);
      }
    }),
    { numRuns: 1000 },
  );
});

test('any bytes that are valid text go through it and back unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const state = decode(bytes);
      if (state && !state.damaged && !state.text.includes('\uFFFD'))
        assert.deepEqual(Buffer.from(encode(state)), Buffer.from(bytes));
    }),
    { numRuns: 2000 },
  );
});

test('bytes that are no text, or not all of it', () => {
  assert.equal(decode(Uint8Array.of(0x89, 0x50, 0, 1)), undefined);
  assert.deepEqual(decode(Uint8Array.of(0x61, 0xff, 0x62)), { type: 'text', text: 'a\uFFFDb', damaged: true });
  assert.deepEqual(decode(Buffer.from('\uFEFFa', 'utf8')), { type: 'text', text: '\uFEFFa' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nativeText } from '../../src/core/nativeText';

test('icons, command links and control characters are dead', () => {
  assert.equal(nativeText('$(check) ok'), '$ (check) ok');
  assert.equal(nativeText('[x](command:evil)'), '[x] (command:evil)');
  assert.equal(nativeText('a\u202Eb\u200Bc\u001B[31m\r\nd'), 'a\u25A1b\u25A1c [31m d');
  assert.equal(nativeText('x'.repeat(200)).length, 120);
});

test('nothing live survives, whatever stands around it', () => {
  const piece = fc.constantFrom('$', '(', ')', '[', ']', 'command:x', '\n', '\u202E', '\u200B', '\u{E0041}', 'a', ' ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const out = nativeText(pieces.join(''));
      assert.doesNotMatch(out, /\$\(|\]\(|[\u0000-\u001F\u202A-\u202E\u200B-\u200F]|[\u{E0000}-\u{E007F}]/u);
    }),
  );
});

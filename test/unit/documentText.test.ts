import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromDocument, toDocument } from '../../src/extension/documentText';

const mark = '\uFEFF';

test('what is saved unchanged is the text that was opened, marked or not', () => {
  const piece = fc.constantFrom('a', 'ä', '😀', '\r', '\n', '\u2028', mark, ' ', '\0');
  const unit = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\r\n', '\n'));
  fc.assert(
    fc.property(unit, fc.boolean(), (text, marked) => {
      assert.equal(fromDocument(toDocument(text, marked), text), text);
    }),
  );
});

test('line endings that the person chose in the editor do not come into a text that has LF', () => {
  assert.equal(fromDocument(Buffer.from('a\r\nb\r\n'), 'a\nc\n'), 'a\nb\n');
});

test('a byte order mark stays as it was, whatever the editor saved', () => {
  assert.equal(fromDocument(Buffer.from('b'), `${mark}a`), `${mark}b`);
  assert.equal(fromDocument(Buffer.from(`${mark}b`), 'a'), 'b');
  assert.deepEqual([...toDocument('a', true)], [0xef, 0xbb, 0xbf, 0x61]);
  assert.deepEqual([...toDocument(`${mark}a`, true)], [0xef, 0xbb, 0xbf, 0x61]);
});

test('a lone CR is one character of its line, and comes back as what it was', () => {
  assert.equal(Buffer.from(toDocument('a\rb\n', false)).toString(), 'a\u240Db\n');
  assert.equal(fromDocument(Buffer.from('a\u240Dc\n'), 'a\rb\n'), 'a\rc\n');
  // A text may have the sign itself.
  assert.equal(fromDocument(Buffer.from('\u240Dc\n'), '\u240Db\n'), '\u240Dc\n');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toldCommand } from '../../src/core/command/told';

test('both texts are told to the letter, and nothing in them ends its fence', () => {
  const line = fc.stringMatching(/^[`~ a-z"\\]{0,12}$/);
  const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (asked, approved) => {
      const blocks = [...toldCommand(asked, approved).matchAll(/^(`{3,})bash\n([^]*?)\n\1$/gm)];
      assert.deepEqual(
        blocks.map(([, , body]) => body),
        [asked, approved],
      );
    }),
  );
});

test('what is too long is not told, only that it is another one', () => {
  const text = toldCommand('a'.repeat(8000), 'b');
  assert.match(text, /^The user changed this command before approving it/);
  assert.ok(text.length < 300);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { isHarmlessScript } from '../../src/core/command/sedScript';

const harmless = [
  '1,20p', '$d', '/x/,$p', '0~3d', '5,+3p', '0,/a/s//b/', '/x/!d', '\\|x|p', 's/a/b/g', 's|/home|~|', "s/'/\"/g", 's/\\//x/', 's/[^]]*/x/', 's/a/w/',
  'y/abc/xyz/', ':a', '$!ba', 'N', 's/\\n/ /', '/a/{p;q}', '/^f/{=;p;}', 'l 5', '10q', 'n;d', 'r notes.txt', '# e w',
]; // prettier-ignore
const harmful = [
  'e', 'e ls', '1e ls', '1els', '$!e ls', 'w out', 'wout', '/x/w out', '/x/wout', 'W out', 's/a/b/e', 's|a|b|e', 's/a/b/w out', 's,a,b,gw out', 's/a/b/;w out',
  '/x/{w out', 'p;e', '{e}', 'v', 's/[/]x/e y/', 's/a', 's', 'y/a', '/x', 'X', 't\nwout', 'q\n1e ls',
]; // prettier-ignore

it('scripts of sed that only print are known, alone and joined', () => {
  for (const script of harmless) assert.ok(isHarmlessScript(script), script);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...harmless), { minLength: 1, maxLength: 8 }), (parts) => {
      assert.ok(isHarmlessScript(parts.join('\n')), parts.join('\n'));
    }),
  );
});

it('what writes or starts something is found wherever it stands', () => {
  for (const script of harmful) assert.ok(!isHarmlessScript(script), script);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...harmless), { maxLength: 6 }),
      fc.constantFrom(...harmful),
      fc.array(fc.constantFrom(...harmless), { maxLength: 6 }),
      (before, part, after) => {
        assert.ok(!isHarmlessScript([...before, part, ...after].join('\n')), [...before, part, ...after].join('\n'));
      },
    ),
  );
});

it('what follows a text that is put in is part of it only to the end of its line', () => {
  assert.ok(isHarmlessScript('a w out'));
  assert.ok(isHarmlessScript('a\\\nw out'));
  assert.ok(isHarmlessScript('i\\\nw out\\\nw out'));
  assert.ok(!isHarmlessScript('a\\'));
  assert.ok(!isHarmlessScript('a text\nw out'));
  assert.ok(!isHarmlessScript('a\\\ntext\nw out'));
});

it('any text comes to an end', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => typeof isHarmlessScript(text) === 'boolean'));
  for (const unit of ['[', '/a/', '\\|a', 's/[', 'a\\', '{', ';', 's/a/b/'])
    assert.equal(typeof isHarmlessScript(unit.repeat(20_000)), 'boolean');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tomlEditor } from '../../src/core/config/toml';
import { checkInsertion, checkRemovalBetween, checkReplacement, refuses } from '../support/configProperties';
import { tomlTexts } from '../support/configTexts';

const place = { path: ['hooks'], as: 'item' } as const;
const entry = (command: string, timeout = 5) => ({ event: 'A', command, timeout });
const texts = tomlTexts('hooks', { event: 'B', command: 'other', timeout: 30 });

test('an entry is added to any TOML, and taken back to the byte', () => {
  checkInsertion(tomlEditor, texts, place, entry(`[ ! -x '/a "b"\\' ] || exec\n\u007f`));
});

test('an entry is replaced in the layout it has', () => {
  checkReplacement(tomlEditor, texts, place, [entry('a'), entry('b "c"', 600)]);
  checkReplacement(tomlEditor, texts, place, [entry('a'), { event: 'A', matcher: '^x$', command: 'a', timeout: 5 }]);
});

test('an entry goes from between others', () => {
  checkRemovalBetween(tomlEditor, texts, place, entry('ours'), entry('theirs'));
});

test('comments and tables after an entry stay', () => {
  const text = 'a = 1\n\n[[hooks]]\nevent = "A" # ours\ntimeout = 5\n\n# theirs\n[b]\nc = 2';
  assert.equal(tomlEditor.remove(text, ['hooks', 0]), 'a = 1\n\n# theirs\n[b]\nc = 2');
});

test('what does not parse is refused with the place', () => {
  refuses(tomlEditor, 'a = 1\na = 2\n', 2, 1, /not TOML/);
  refuses(tomlEditor, '\uFEFFa = "x\r\n', 1, 7, /not TOML/);
  refuses(tomlEditor, '[a\n', 1, 3, /not TOML/);
});

test('what has no room for an entry is refused with the place', () => {
  for (const [text, line] of [
    ['a = 1\nhooks = 1\n', 2],
    ['[hooks]\na = 1\n', 1],
    ['\n[[hooks.a]]\nb = 1\n', 2],
  ] as const) {
    assert.throws(() => tomlEditor.insert(text, place, entry('a')), { line, column: 1 }, text);
  }
});

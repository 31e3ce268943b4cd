import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonEditor } from '../../src/core/config/json';
import { checkInsertion, checkRemovalBetween, checkReplacement, refuses } from '../support/configProperties';
import { jsonTexts } from '../support/configTexts';

const place = { path: ['hooks', 'PermissionRequest'], as: 'item' } as const;
const entry = (command: string, timeout = 5) => ({ matcher: '*', hooks: [{ type: 'command', command, timeout }] });
const texts = jsonTexts(place.path, entry('other'));

test('an entry is added to any JSON, and taken back to the byte', () => {
  checkInsertion(jsonEditor, texts, place, entry(`[ ! -x '/a "b"' ] || exec\n`));
});

test('a setting is added to any JSON, and taken back to the byte', () => {
  const setting = jsonTexts(['permissions', 'allow'], 'Bash');
  checkInsertion(jsonEditor, setting, { path: ['permissions', 'defaultMode'], as: 'member' }, 'default');
});

test('an entry is replaced in the layout it has', () => {
  checkReplacement(jsonEditor, texts, place, [entry('a'), entry('b "c"', 86_400)]);
});

test('an entry goes from between others', () => {
  checkRemovalBetween(jsonEditor, texts, place, entry('ours'), entry('theirs'));
});

test('the layout of the file is taken up', () => {
  const text = '{\r\n\t"model": "x", // mine\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}, // end\r\n}';
  const wanted = [
    '{',
    '\t"model": "x", // mine',
    '\t"hooks": {',
    '\t\t"Stop": [],',
    '\t\t"PermissionRequest": [',
    '\t\t\t{',
    '\t\t\t\t"matcher": "*",',
    '\t\t\t\t"hooks": [',
    '\t\t\t\t\t{',
    '\t\t\t\t\t\t"type": "command",',
    '\t\t\t\t\t\t"command": "a",',
    '\t\t\t\t\t\t"timeout": 5',
    '\t\t\t\t\t}',
    '\t\t\t\t]',
    '\t\t\t}',
    '\t\t]',
    '\t}, // end',
    '}',
  ];
  assert.equal(jsonEditor.insert(text, place, entry('a')), wanted.join('\r\n'));
  const compact = '{"a":1}';
  assert.equal(jsonEditor.insert(compact, { path: ['b'], as: 'item' }, { c: 'd' }), '{"a":1,"b":[{"c":"d"}]}');
});

test('what another program laid out anew goes without residue', () => {
  const formatted = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const text = formatted({ hooks: { PermissionRequest: [entry('a')] }, model: 'x' });
  assert.equal(jsonEditor.remove(text, [...place.path, 0]), formatted({ model: 'x' }));
  const two = formatted({ model: 'x', hooks: { PermissionRequest: [entry('a'), entry('b')] } });
  assert.equal(
    jsonEditor.remove(two, [...place.path, 0]),
    formatted({ model: 'x', hooks: { PermissionRequest: [entry('b')] } }),
  );
});

test('what does not parse is refused with the place', () => {
  refuses(jsonEditor, '{\n  "a": 1\n  "b": 2\n}', 3, 3, /comma/);
  refuses(jsonEditor, '{\n  "a": 1,', 2, 10, /brace|name/);
  refuses(jsonEditor, '\uFEFF{ "a": x }', 1, 8, /not JSON|value/);
  refuses(jsonEditor, '{}\r\n{}', 2, 1, /after the end/);
  refuses(jsonEditor, '// a\n/* b', 2, 1, /not closed/);
});

test('what has no room for an entry is refused with the place', () => {
  for (const [text, line, column] of [
    ['[]', 1, 1],
    ['{\n  "hooks": []\n}', 2, 12],
    ['{"hooks": null}', 1, 11],
    ['{"hooks": {"PermissionRequest": {}}}', 1, 33],
    ['{"hooks": {},\n"hooks": {}}', 2, 1],
  ] as const) {
    assert.throws(() => jsonEditor.insert(text, place, entry('a')), { line, column }, text);
  }
});

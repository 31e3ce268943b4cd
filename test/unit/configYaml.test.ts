import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yamlEditor } from '../../src/core/config/yaml';
import { checkInsertion, checkRemovalBetween, checkReplacement, refuses } from '../support/configProperties';
import { yamlTexts } from '../support/configTexts';

const place = { path: ['hooks', 'pre_tool_call'], as: 'item' } as const;
const entry = (command: string, timeout = 5) => ({ matcher: 'a|b', command, timeout });
const texts = yamlTexts(place.path, { matcher: 'x', command: 'other' });

test('an entry is added to any YAML, and taken back to the byte', () => {
  checkInsertion(yamlEditor, texts, place, entry(`/bin/sh -c '[ ! -x "$1" ]': # \\\n`));
});

test('a setting is added to any YAML, and taken back to the byte', () => {
  const setting = yamlTexts(['plugins', 'enabled'], 'a');
  checkInsertion(yamlEditor, setting, { path: ['plugins', 'hook_callback_timeout'], as: 'member' }, 600);
});

test('an entry is replaced in the layout it has', () => {
  checkReplacement(yamlEditor, texts, place, [entry('a'), entry('b: "c"', 300)]);
  checkReplacement(yamlEditor, texts, place, [entry('a'), { command: 'a', timeout: 5 }]);
});

test('an entry goes from between others', () => {
  checkRemovalBetween(yamlEditor, texts, place, entry('ours'), entry('theirs'));
});

test('anchors, aliases, tags and comments stay', () => {
  const text = [
    'base: &base # anchor',
    '  a: !!str 1',
    'hooks:',
    '  # mine',
    '  pre_tool_call:',
    '  - <<: *base',
    '    command: >-',
    '      folded',
    '  # after',
    '  post_tool_call: []',
    'end: |+',
    '  kept',
    '',
    '',
  ].join('\n');
  const added = yamlEditor.insert(text, place, entry('a'));
  assert.equal(added, text.replace('  # after', '  - matcher: "a|b"\n    command: "a"\n    timeout: 5\n  # after'));
  assert.equal(yamlEditor.remove(added, [...place.path, 1]), text);
});

test('what another program laid out anew goes without residue', () => {
  const text = "hooks:\n  pre_tool_call:\n  - command: 'a b\n      c'\n    matcher: a|b\nmodel: x\n";
  assert.equal(yamlEditor.remove(text, [...place.path, 0]), 'model: x\n');
});

test('what does not parse is refused with the place', () => {
  refuses(yamlEditor, 'a: 1\na: 2\n', 2, 1, /second time/);
  refuses(yamlEditor, 'a:\n\tb: 1\n', 2, 1, /tab/);
  refuses(yamlEditor, 'a: "x\n', 2, 1, /not closed/);
  refuses(yamlEditor, '\uFEFFa: 1\n---\nb: 1\n', 2, 1, /more than one document/);
});

test('what has no room for an entry is refused with the place', () => {
  for (const [text, line, column] of [
    ['- a\n', 1, 1],
    ['hooks: []\n', 1, 8],
    ['a: &a {}\nhooks: *a\n', 2, 8],
    ['hooks:\n  pre_tool_call: x\n', 2, 18],
    ['hooks: !!null\n', 1, 1],
  ] as const) {
    assert.throws(() => yamlEditor.insert(text, place, entry('a')), { line, column }, text);
  }
});

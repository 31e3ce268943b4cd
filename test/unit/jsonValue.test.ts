import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compactJson, jsonText, readJson, type JsonGroup } from '../../src/core/jsonValue';

function groupOf(text: string): JsonGroup {
  const value = readJson(text);
  if (value?.type !== 'object' && value?.type !== 'array') assert.fail(`no group: ${text}`);
  return value;
}

test('numbers keep their digits', () => {
  for (const number of ['9007199254740993', '1e400', '0.1000000000000000055511151231257827', '-0', '1E+2'])
    assert.deepEqual(readJson(number), { type: 'number', text: number });
  assert.equal(jsonText(groupOf('{"id":9007199254740993}')), '{\n  "id": 9007199254740993\n}');
});

test('a name that stands twice is there twice, and __proto__ is a name', () => {
  const { members } = groupOf('{"a":1,"__proto__":{"x":2},"a":3}');
  assert.deepEqual(
    members.map(({ name, again }) => [name, again === true]),
    [
      ['a', false],
      ['__proto__', false],
      ['a', true],
    ],
  );
});

test('what is no JSON is none', () => {
  for (const text of ['', '{', '{"a":1,}', '// x\n1', "{'a':1}", '1 2', 'NaN', 'tru'])
    assert.equal(readJson(text), null, text);
});

test('any value reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 2);
      const read = readJson(text);
      assert.ok(read);
      assert.deepEqual(JSON.parse(jsonText(read)), JSON.parse(text));
      assert.deepEqual(JSON.parse(compactJson(read)), JSON.parse(text));
    }),
  );
});

test('size and depth are counted; deep and wide ones end', () => {
  assert.deepEqual([groupOf('[1,[2,{"a":[]}]]').size, groupOf('[1,[2,{"a":[]}]]').depth], [5, 4]);
  const deep = groupOf(`${'['.repeat(1000)}1${']'.repeat(1000)}`);
  assert.equal(deep.depth, 1000);
  assert.equal(compactJson(deep).length, 2001);
  assert.equal(groupOf(`{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`).size, 10_000);
  // So deep that it cannot be read: it is shown as text.
  assert.doesNotThrow(() => readJson('['.repeat(1_000_000)));
});

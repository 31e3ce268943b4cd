import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exactText, parseExact } from '../../src/core/exactJson';

const mark = 'mark 7c1e:';

function parsed(text: string): unknown {
  const found = parseExact(text, mark);
  assert.ok(found, text.slice(0, 100));
  return found.value;
}

/** Numbers as other languages write them. */
const numbers = fc.oneof(
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,25})?(?:[eE][+-]?\d{1,4})?$/),
);

test('a number is written again as it was read, wherever it stands', () => {
  fc.assert(
    fc.property(numbers, fc.string(), fc.string(), (number, name, text) => {
      const [key, value] = [JSON.stringify(name), JSON.stringify(text)];
      for (const json of [number, `[${number},${value}]`, `{${key}:${number}}`, `{${key}:[{${key}:[${number}]}]}`])
        assert.equal(exactText(parsed(json)), json);
    }),
  );
});

test('a number that JavaScript writes as it came stays a number', () => {
  assert.deepEqual(parsed('{"a":[1,-2.5,9007199254740991,0],"b":"12345678901234567890"}'), {
    a: [1, -2.5, 9007199254740991, 0],
    b: '12345678901234567890',
  });
});

test('any other value is what JSON.parse gives, and is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', '  '), (value, space) => {
      const text = JSON.stringify(value, null, space);
      // -0 has no place in what JSON.stringify writes.
      assert.deepEqual(parsed(text), JSON.parse(text));
      assert.equal(exactText(JSON.parse(text), space), text);
      const withBig = `[${text}, 12345678901234567890]`;
      assert.equal(exactText(parsed(withBig)), `[${JSON.stringify(value)},12345678901234567890]`);
    }),
  );
});

test('what is no value is left out of objects, as JSON.stringify does', () => {
  const value = { a: undefined, b: [undefined], c: 1 };
  assert.equal(exactText(value), JSON.stringify(value));
});

test('what reads by JSON.parse sees the number that JSON.parse gives', () => {
  assert.equal(
    JSON.stringify(parsed('[9007199254740993,1e400]')),
    JSON.stringify(JSON.parse('[9007199254740993,1e400]')),
  );
});

test('a name that stands twice in an object is found, however it is written', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '[{"x":{"a" : [],\n"b":1,"a"\t:{}}}]',
    '{"a\\\\":1,"a\\\\":1}',
  ])
    assert.equal(parseExact(text, mark)?.repeats, true, text);
  for (const text of [
    '{"a":{"a":1},"b":[{"a":1},{"a":1}]}',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a":"\\"a\\":1","b":"{\\"a"}',
  ])
    assert.equal(parseExact(text, mark)?.repeats, false, text);
});

test('names do not repeat in what JSON.stringify wrote', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(parseExact(JSON.stringify(value, null, 1), mark)?.repeats, false);
    }),
  );
});

test('__proto__ is a name like any other', () => {
  const text = '{"__proto__":{"x":12345678901234567890},"constructor":1}';
  assert.equal(exactText(parsed(text)), text);
});

test('what is no JSON, or is nested beyond a thousand, is refused', () => {
  for (const text of ['', '{', '{"a":1,}', '01', '1 2', 'NaN']) assert.equal(parseExact(text, mark), undefined, text);
  const nested = (depth: number): string => '{"a":['.repeat(depth / 2) + '1.0' + ']}'.repeat(depth / 2);
  assert.equal(exactText(parsed(nested(1000))), nested(1000));
  assert.equal(parseExact(nested(1002), mark), undefined);
  assert.equal(parseExact('['.repeat(1_000_000) + ']'.repeat(1_000_000), mark), undefined);
});

test('megabytes of anything are read', () => {
  for (const part of ['\\"', '\\\\', 'x', '12345678901234567890', '\\u0022'])
    assert.ok(parseExact(JSON.stringify({ a: part.repeat(1_000_000) }), mark));
  const many = `[${Array.from({ length: 100_000 }, (_, at) => `{"n":${at}.0}`).join(',')}]`;
  assert.equal(exactText(parsed(many)), many);
});

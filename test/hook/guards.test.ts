import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DiscoveryRecord } from '../../src/protocol/discovery';
import { FromWindow } from '../../src/protocol/frames';
import { isDiscoveryRecord, isFromWindow } from '../../src/hook/guards';

const record = {
  version: 1,
  id: '0123456789abcdef',
  terminalId: 'fedcba9876543210',
  pid: 4711,
  host: 'host',
  boot: '',
  address: '/s/1',
  token: 'ab'.repeat(32),
  folders: ['/a'],
  focusedAt: 1.5,
  adopts: false,
  env: { names: ['A'], prefixes: ['B_'] },
};
const result = { type: 'result', id: 'abcd-1234_X', stdout: 'x', stderr: '', exitCode: 0 };
const release = { type: 'release', id: 'abcd-1234_X' };

/** Values near the borders of what the schemas allow, and any JSON. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    ...[0, -0, 1, -1, 1.5, 255, 256, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e999, -1e999, NaN, null, true, '', 'result'],
    ...[
      'release',
      'request',
      '0123456789abcdef',
      '0123456789ABCDEF',
      '0123456789abcdef\n',
      'ab'.repeat(32),
      'é2345678',
    ],
    ...[[], {}, [''], [1], { names: [], prefixes: [] }, { names: [] }, { names: [1], prefixes: [] }, undefined],
  ),
  fc.string({ minLength: 6, maxLength: 70, unit: fc.constantFrom(...'09afzAZ_-gé \n') }),
);

/** A valid object with some of its fields replaced, removed or added. */
function near(valid: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const name = fc.constantFrom(...Object.keys(valid), 'more');
  const change = fc.tuple(name, fc.option(value, { nil: undefined }), fc.boolean());
  return fc.array(change, { maxLength: 2 }).map((changes) => {
    const copy: Record<string, unknown> = { ...valid };
    for (const [key, replacement, remove] of changes) {
      if (remove) delete copy[key];
      else copy[key] = replacement;
    }
    return copy;
  });
}

test('the guard of discovery records says what the schema says', () => {
  assert.ok(isDiscoveryRecord(record));
  const nested = near(record.env).map((env) => ({ ...record, env }));
  fc.assert(
    fc.property(fc.oneof(near(record), nested, value), (candidate) => {
      assert.equal(isDiscoveryRecord(candidate), DiscoveryRecord.safeParse(candidate).success);
    }),
    { numRuns: 5000 },
  );
});

test('the guard of answers says what the schema says', () => {
  assert.ok(isFromWindow(result) && isFromWindow(release));
  fc.assert(
    fc.property(fc.oneof(near(result), near(release), value), (candidate) => {
      assert.equal(isFromWindow(candidate), FromWindow.safeParse(candidate).success);
    }),
    { numRuns: 5000 },
  );
});

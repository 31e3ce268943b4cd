import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiscoveryRecord } from '../../src/protocol/discovery';
import { chooseWindows } from '../../src/hook/chooseWindow';

function record(address: string, folders: readonly string[], more: Partial<DiscoveryRecord> = {}): DiscoveryRecord {
  return {
    version: 1,
    id: '0'.repeat(16),
    terminalId: '0'.repeat(16),
    pid: 1,
    host: '',
    boot: '',
    address,
    token: '',
    folders: [...folders],
    focusedAt: 0,
    adopts: false,
    env: { names: [], prefixes: [] },
    ...more,
  };
}

function order(records: readonly DiscoveryRecord[], cwd: string, terminalId?: string): string[] {
  return chooseWindows(records, cwd, terminalId).map((candidate) => candidate.record.address);
}

test('a folder contains itself and what is below it, on the borders of path segments', () => {
  const one = [record('w', ['/a'])];
  for (const cwd of ['/a', '/a/b', '/a/-b', '/a/b/c']) assert.deepEqual(order(one, cwd), ['w'], cwd);
  for (const cwd of ['/a-b', '/ab', '/', '/b/a', '', '/A']) assert.deepEqual(order(one, cwd), [], cwd);
  assert.deepEqual(order([record('w', ['/'])], '/a/b'), ['w']);
  assert.deepEqual(order([record('w', ['/'])], '/'), ['w']);
  assert.deepEqual(order([record('w', [''])], '/a'), [], 'an empty folder is not the root');
  assert.deepEqual(order([record('w', [])], '/a'), []);
});

test('the longest folder wins, then the latest focus', () => {
  const records = [
    record('root', ['/'], { focusedAt: 9 }),
    record('outer', ['/a', '/z/very/long'], { focusedAt: 8 }),
    record('inner, earlier', ['/a/b'], { focusedAt: 1 }),
    record('inner, later', ['/x', '/a/b'], { focusedAt: 2 }),
    record('beside', ['/a/bc'], { focusedAt: 10 }),
  ];
  assert.deepEqual(order(records, '/a/b/c'), ['inner, later', 'inner, earlier', 'outer', 'root']);
});

test('the window that the terminal names goes first, but only with the folder', () => {
  const terminalId = 'a'.repeat(16);
  const named = record('named', ['/a'], { terminalId });
  const inner = record('inner', ['/a/b'], { focusedAt: 5 });
  assert.deepEqual(order([inner, named], '/a/b', terminalId), ['named', 'inner']);
  assert.deepEqual(order([inner, named], '/a/b', 'b'.repeat(16)), ['inner', 'named'], 'an unknown name is ignored');
  const elsewhere = record('elsewhere', ['/c'], { terminalId, adopts: true });
  assert.deepEqual(order([elsewhere, inner], '/a/b', terminalId), ['inner', 'elsewhere']);
});

test('what nobody has open goes to the adopting window that was focused last', () => {
  const records = [
    record('no', ['/a'], { focusedAt: 9 }),
    record('earlier', ['/b'], { focusedAt: 1, adopts: true }),
    record('later', [], { focusedAt: 2, adopts: true }),
  ];
  assert.deepEqual(order(records, '/c'), ['later', 'earlier']);
  assert.deepEqual(order(records, ''), ['later', 'earlier'], 'a deleted folder, too');
  assert.deepEqual(order(records, '/a'), ['no', 'later', 'earlier'], 'a window with the folder goes before them');
});

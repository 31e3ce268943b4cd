import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCommandLine } from '../../src/hook/commandLine';
import { Input } from '../../src/hook/input';
import { JsonScanner } from '../../src/hook/jsonScanner';
import { pickVariables } from '../../src/hook/request';

test('the scanner finds the end of an object, wherever its bytes are cut', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()).map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(object, fc.nat(), (text, cut) => {
      const bytes = Buffer.from(`\n ${text}`);
      const scanner = new JsonScanner();
      const at = cut % bytes.length;
      assert.equal(scanner.push(bytes.subarray(0, at)), false);
      assert.equal(scanner.push(bytes.subarray(at, -1)), false);
      assert.equal(scanner.push(bytes.subarray(-1)), true);
    }),
  );
});

test('the scanner gives up on what can never be an object', () => {
  for (const text of ['x', '"a"', '1', '}', ']', '\ufeff{}', '[]']) {
    assert.equal(new JsonScanner().push(Buffer.from(text)), true, text);
  }
  for (const text of ['', ' \r\n\t', '{', '{"}"', '[{}', '{"\\"}']) {
    assert.equal(new JsonScanner().push(Buffer.from(text)), false, text);
  }
});

test('input: the text as it came, once the object is whole', async () => {
  const stream = new PassThrough();
  const input = new Input(stream);
  stream.write('{"cwd":"/ä", ');
  stream.write(' "a":1}');
  await input.ready;
  assert.deepEqual(input.payload(), { text: '{"cwd":"/ä",  "a":1}', cwd: '/ä' });
  stream.end('\r\n');
  await input.drained();
  assert.deepEqual(input.payload(), { text: '{"cwd":"/ä",  "a":1}\r\n', cwd: '/ä' });
});

test('input: what is no JSON object in UTF-8 is no payload', async () => {
  const bad = ['', ' ', '{', '{bad}', '[]', '1', 'null', '"{}"', '{}{}', '{} x', Buffer.from([0x7b, 0x7d, 0xff])];
  for (const bytes of [...bad, Buffer.from('{"a":"\xff"}', 'latin1')]) {
    const stream = new PassThrough();
    const input = new Input(stream);
    stream.end(bytes);
    await input.ready;
    await input.drained();
    assert.equal(input.payload(), undefined, String(bytes));
  }
});

test('input: a cwd that is no text, or empty, is none', async () => {
  for (const [text, cwd] of [
    ['{}', undefined],
    ['{"cwd":1}', undefined],
    ['{"cwd":""}', undefined],
    ['{"cwd":null}', undefined],
    ['{"cwd":"/a"}', '/a'],
  ] as const) {
    const stream = new PassThrough();
    const input = new Input(stream);
    stream.write(text);
    await input.ready;
    assert.deepEqual(input.payload(), { text, cwd });
  }
});

test('command line', () => {
  const read = (...words: string[]) => readCommandLine(words, undefined, 7);
  assert.deepEqual(read('claude'), {
    agent: 'claude',
    arguments: [],
    timeout: undefined,
    fallback: '',
    pids: [7],
    underFront: false,
  });
  assert.deepEqual(read().agent, '');
  assert.deepEqual(read('a', '--x', '--timeout', '1.5', 'y').arguments, ['--x', '--timeout', '1.5', 'y']);
  assert.equal(read('a', '--timeout', '1.5').timeout, 1.5);
  for (const bad of ['0', '-1', 'x', '', 'Infinity', '1e999', '--fallback']) {
    assert.equal(read('a', '--timeout', bad).timeout, undefined, bad);
  }
  assert.equal(read('a', '--timeout').timeout, undefined);
  assert.equal(read('a', '5').timeout, undefined);
  assert.equal(read('a', '--fallback', 'ask').fallback, '{"decision":"ask"}');
  assert.equal(read('a', '--timeout', '--fallback', 'ask').fallback, '{"decision":"ask"}');
  assert.match(read('a', '--fallback', 'escalate').fallback, /^\{"action":"approve",/);
  assert.equal(read('a', '--fallback', 'escalate', '--fallback', 'ask').fallback, '{"decision":"ask"}');
  for (const words of [
    ['--fallback'],
    ['ask'],
    ['--fallback', 'deny'],
    ['--fallback', 'x', 'ask'],
    ['--fallback=ask'],
  ]) {
    assert.equal(read('a', ...words).fallback, '', words.join(' '));
  }
  const fronted = readCommandLine(['a'], '12 34', 7);
  assert.deepEqual([fronted.pids, fronted.underFront], [[12, 34], true]);
  assert.deepEqual(readCommandLine(['a'], '12 0', 7).pids, [12], 'a parent outside the container has no number');
  assert.deepEqual(readCommandLine(['a'], '-', 7).pids, [7], 'a front that does not know its pid');
});

test('variables: those that are named and no others', () => {
  const environment = { A: '1', AB: '2', CLAUDE_X: '3', CLAUDECODE: '4', SECRET: '5', GONE: undefined };
  assert.deepEqual(pickVariables(environment, { names: ['A', 'GONE', 'NEVER'], prefixes: ['CLAUDE_'] }), {
    A: '1',
    CLAUDE_X: '3',
  });
  assert.deepEqual(pickVariables(environment, { names: [], prefixes: [''] }), {});
});

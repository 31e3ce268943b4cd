import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressesIn, hostOf, type Host } from '../../src/core/hosts';

/** As the page does it. */
function toAscii(host: string): string | null {
  try {
    return new URL(`https://${host}/`).hostname;
  } catch {
    return null;
  }
}

function read(text: string): Host {
  const host = hostOf(text, toAscii);
  assert.ok(host, text);
  assert.equal(text.slice(host.from, host.to), host.written);
  return host;
}

test('plain addresses have a host and nothing to say', () => {
  for (const [text, host] of [
    ['https://example.com/a?b#c', 'example.com'],
    ['HTTPS://Example.COM', 'example.com'],
    ['http://localhost:80/', 'localhost'],
    ['https://127.0.0.1/', '127.0.0.1'],
    ['https://[::1]:443/x', '[::1]'],
    ['ssh://git.example.org:22/x', 'git.example.org'],
    ['example.com', 'example.com'],
    ['//cdn.example.com/x.js', 'cdn.example.com'],
    ['https://example.com?x=@evil.example', 'example.com'],
    ['https:///example.com/x', 'example.com'],
    ['https:example.com', 'example.com'],
  ] as const) {
    const { real, port, warnings } = read(text);
    assert.deepEqual({ real, port, warnings }, { real: host, port: undefined, warnings: [] }, text);
  }
});

test('a user name that looks like the host does not pass for it', () => {
  const { real, warnings } = read('https://github.com@evil.example/login');
  assert.equal(real, 'evil.example');
  assert.deepEqual(warnings, ['“github.com” is a user name here, not the host: it leads to evil.example.']);
  assert.equal(read('https://github.com:443@evil.example/').real, 'evil.example');
  assert.equal(read('https://a@b@evil.example/').real, 'evil.example');
  assert.deepEqual(read('https://mira:secret@example.com/').warnings, ['It carries a user name and a password.']);
  assert.equal(read('https://good.example\\@evil.example/').real, 'good.example');
  assert.match(read('https://good.example\\@evil.example/').warnings.join(), /backslash/);
});

test('numbers in odd forms are the addresses that they are', () => {
  for (const host of ['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1'])
    assert.deepEqual(read(`http://${host}/x`).warnings, [`${host} is a way to write the address 127.0.0.1.`]);
});

test('other letters are read as computers read them', () => {
  const fake = read('https://get.ex\u0430mple.dev/install.sh');
  assert.equal(fake.real, 'get.xn--exmple-4nf.dev');
  assert.match(fake.warnings.join(), /Cyrillic \u0430 only looks like “a”: computers read get\.xn--/);
  assert.match(
    read('https://bücher.example/').warnings.join(),
    /letters that are not ASCII: computers read xn--bcher-kva/,
  );
  assert.equal(read('https://example\u3002com/').real, 'example.com');
  assert.match(read('https://example\u3002com/').warnings.join(), /computers read example\.com/i);
  assert.equal(read('https://%65xample.com/').real, 'example.com');
  assert.match(read('https://exa mple/').real, /^exa$/);
  assert.deepEqual(read('https://a^b/').warnings, ['It is not a valid host.']);
});

test('a port that is not the usual one is told', () => {
  assert.equal(read('https://example.com:8443/').port, '8443');
  assert.equal(read('http://example.com:443/').port, '443');
  assert.equal(read('example.com:22').port, '22');
});

test('no host, no answer', () => {
  for (const text of ['', '   ', 'https://', 'file:///etc/passwd', 'c:/x'])
    assert.equal(hostOf(text, toAscii), null, text);
});

test('addresses in a text', () => {
  assert.deepEqual(
    addressesIn('see https://a.example/x, (http://b.example) and ssh://c.').map((one) => one.text),
    ['https://a.example/x', 'http://b.example', 'ssh://c'],
  );
  assert.deepEqual(addressesIn('no address: a//b, c:/d'), []);
  assert.equal(addressesIn('https://a '.repeat(50_000)).length, 50_000);
  assert.equal(addressesIn('a'.repeat(1_000_000)).length, 0);
});

test('where a browser goes is what is told, for anything', () => {
  const piece = fc.constantFrom(
    'https://',
    'a',
    '.com',
    '@',
    ':',
    '/',
    '\\',
    '\u0430',
    '1',
    '0x7f',
    '[::1]',
    '?',
    '#',
    '%41',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const text = `https://${pieces.join('')}`;
      const url = URL.canParse(text) ? new URL(text) : undefined;
      const host = hostOf(text, toAscii);
      // A blank ends the host here.
      if (!url || !host || /\s/.test(text)) return;
      assert.equal(host.real, url.hostname, text);
    }),
    { numRuns: 2000 },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchesName, namesOf } from '../../src/window/touch/namePattern';

/** Whether a glob, written as one piece, takes a name. */
function takes(glob: string, name: string): boolean {
  const [only] = namesOf([{ type: 'glob', text: glob }]);
  assert.ok(only?.type === 'glob', glob);
  return matchesName(only, name);
}

test('stars, question marks and brackets take what bash takes', () => {
  const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['*', ['a', 'a b', '*', 'x\ny', '--'], ['.a', '.']],
    ['*.log', ['a.log', 'a.b.log'], ['.log', 'a.log.gz', 'alog']],
    ['.*', ['.a', '.git'], ['a']],
    ['?', ['a', 'ä', '😀', '\u0007'], ['', 'ab', '.']],
    ['a*b*c', ['abc', 'aXbYc', 'abbcc'], ['ab', 'acb', 'abcd']],
    ['[abc]x', ['ax', 'cx'], ['dx', 'x']],
    ['[a-c]', ['a', 'b', 'c'], ['d', 'A']],
    ['[!a-c]', ['d', '-'], ['a', '.']],
    ['[^a]', ['b'], ['a']],
    ['[]]', [']'], ['[']],
    ['[!]]', ['a'], [']']],
    ['[a-]', ['a', '-'], ['b']],
    ['[[:digit:]_]*', ['1', '_a'], ['a1']],
    ['[\\]]', [']'], ['\\']],
    ['[*]*', ['*', '*a'], ['a']],
    ['[.]*', [], ['.a']],
    ['\\**', ['*', '*a'], ['a']],
    ['**', ['a'], ['.a']],
  ];
  for (const [glob, yes, no] of table) {
    for (const name of yes) assert.equal(takes(glob, name), true, `${glob} takes ${JSON.stringify(name)}`);
    for (const name of no) assert.equal(takes(glob, name), false, `${glob} leaves ${JSON.stringify(name)}`);
  }
});

test('text is taken to the letter, and a bracket that is not closed is one', () => {
  assert.deepEqual(namesOf([{ type: 'text', text: 'a*/[b]/' }]), [
    { type: 'name', name: 'a*' },
    { type: 'name', name: '[b]' },
    { type: 'name', name: '' },
  ]);
  assert.deepEqual(namesOf([{ type: 'glob', text: '[a' }]), [{ type: 'name', name: '[a' }]);
});

test('slashes part the names, across pieces and in globs', () => {
  const names = namesOf([
    { type: 'text', text: '/a b/x' },
    { type: 'glob', text: '*' },
    { type: 'text', text: '.c/' },
    { type: 'glob', text: '*/?' },
  ]);
  assert.deepEqual(
    names.map((name) => name.type),
    ['name', 'name', 'glob', 'glob', 'glob'],
  );
});

test('it agrees with a regular expression', () => {
  const parts = fc.array(fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]'), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.stringMatching(/^[abc]{0,8}$/), (glob, name) => {
      const source = glob.join('').replaceAll('[!', '[^').replaceAll('*', '.*').replaceAll('?', '.');
      const [only] = namesOf([{ type: 'glob', text: glob.join('') }]);
      const taken = only?.type === 'glob' ? matchesName(only, name) : only?.name === name;
      assert.equal(taken, new RegExp(`^${source}$`).test(name), `${glob.join('')} ${name}`);
    }),
  );
});

test('a glob that would keep a regular expression busy for years is answered', () => {
  assert.equal(takes(`${'*a'.repeat(100)}*b`, 'a'.repeat(255)), false);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { applyEdits } from '../../src/core/edit/apply';
import { parseUnified } from '../../src/core/edit/unified';
import type { FileEdit } from '../../src/core/request';

function editsOf(text: string, path?: string): readonly FileEdit[] {
  const parsed = parseUnified(text, path);
  assert.ok('edits' in parsed, 'problem' in parsed ? parsed.problem : '');
  return parsed.edits;
}

function problemOf(text: string, path?: string): string {
  const parsed = parseUnified(text, path);
  assert.ok('problem' in parsed, 'it was read');
  return parsed.problem;
}

/** The text after the only edit. */
function after(edits: readonly FileEdit[], before: string): string {
  const [edit, ...more] = edits;
  assert.equal(more.length, 0);
  if (edit?.type === 'write' && before === '') return edit.content;
  assert.ok(edit && edit.type !== 'cell');
  const result = applyEdits([edit], before);
  assert.ok(result.type === 'text', 'problem' in result ? result.problem : '');
  return result.text;
}

const copilot = (name: string): { file_path: string; diff: string } =>
  JSON.parse(readFileSync(`test/fixtures/copilot/${name}.json`, 'utf8')).toolInput;

test("Copilot's diff of a new file", () => {
  const { file_path: path, diff } = copilot('4-permissionRequest');
  assert.deepEqual(editsOf(diff, path), [{ type: 'write', path: '/home/dev/project/b.txt', content: 'one\ntwo\n' }]);
  assert.deepEqual(editsOf(diff), [{ type: 'write', path: 'home/dev/project/b.txt', content: 'one\ntwo\n' }]);
});

test("Copilot's diff of an edit, whose context ends with the text after the last newline", () => {
  const { file_path: path, diff } = copilot('6-permissionRequest');
  const edits = editsOf(diff, path);
  assert.deepEqual(edits, [
    {
      type: 'patch',
      path: '/home/dev/project/b.txt',
      matching: 'exact',
      chunks: [{ anchors: [], oldLines: ['one', 'two', ''], newLines: ['ONE', 'two', ''], line: 1 }],
    },
  ]);
  assert.equal(after(edits, 'one\ntwo\n'), 'ONE\ntwo\n');
  // The space of the empty line is lost where a transport trims lines.
  assert.deepEqual(editsOf(diff.replace('\n \n', '\n\n'), path), edits);
});

test("opencode's diffs: the same absolute name twice, new files too", () => {
  const path = '/home/dev/project/b.txt';
  const edit = createTwoFilesPatch(path, path, 'one\ntwo\n', 'ONE\ntwo\n');
  assert.deepEqual(editsOf(edit), editsOf(edit, path));
  assert.equal(editsOf(edit)[0]?.path, path);
  assert.equal(after(editsOf(edit), 'one\ntwo\n'), 'ONE\ntwo\n');
  assert.deepEqual(editsOf(createTwoFilesPatch(path, path, '', 'one\ntwo')), [
    { type: 'write', path, content: 'one\ntwo', addsAtTop: true },
  ]);
});

test("git's new, deleted, moved and executable files", () => {
  const diff = [
    'diff --git a/new.sh b/new.sh',
    'new file mode 100755',
    'index 0000000..e69de29',
    'diff --git a/one b/one',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/one',
    '@@ -0,0 +1 @@',
    '+1',
    '\\ No newline at end of file',
    'diff --git a/gone b/gone',
    'deleted file mode 100644',
    '--- a/gone',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-x',
    'diff --git a/from.ts b/to.ts',
    'similarity index 90%',
    'rename from from.ts',
    'rename to to.ts',
    '--- a/from.ts',
    '+++ b/to.ts',
    '@@ -2 +2 @@ function f() {',
    '-a',
    '+b',
    'diff --git a/x b/y',
    'similarity index 100%',
    'rename from x',
    'rename to y',
    'diff --git a/run.sh b/run.sh',
    'old mode 100644',
    'new mode 100755',
    '',
  ].join('\n');
  assert.deepEqual(editsOf(diff), [
    { type: 'write', path: 'new.sh', content: '' },
    { type: 'write', path: 'one', content: '1' },
    { type: 'delete', path: 'gone' },
    {
      type: 'patch',
      path: 'from.ts',
      movedTo: 'to.ts',
      matching: 'exact',
      chunks: [{ anchors: [], oldLines: ['a'], newLines: ['b'], line: 2 }],
    },
    { type: 'patch', path: 'x', movedTo: 'y', matching: 'exact', chunks: [] },
    { type: 'patch', path: 'run.sh', mode: { from: '100644', to: '100755' }, matching: 'exact', chunks: [] },
  ]);
});

test('a move of a file that the agent names: the other name is in the same place', () => {
  const diff = 'diff --git a/p/x b/p/y\nsimilarity index 100%\nrename from p/x\nrename to p/y\n';
  const moved = [{ type: 'patch', path: '/p/x', movedTo: '/p/y', matching: 'exact', chunks: [] }];
  assert.deepEqual(editsOf(diff, '/p/x'), moved);
  assert.deepEqual(editsOf(diff, '/p/y'), moved);
});

test("git's quoted names are decoded, and names that leave the project are kept", () => {
  const named = (old: string, now: string): string => `--- ${old}\n+++ ${now}\n@@ -1 +1 @@\n-a\n+b\n`;
  const pathOf = (diff: string): string | undefined => editsOf(diff)[0]?.path;
  assert.equal(pathOf(named('"a/\\303\\244.txt"', '"b/\\303\\244.txt"')), 'ä.txt');
  assert.equal(pathOf(named('"a/a\\tb\\"c\\\\d"', '"b/a\\tb\\"c\\\\d"')), 'a\tb"c\\d');
  assert.equal(pathOf('diff --git "a/\\303\\244" "b/\\303\\244"\nold mode 100644\nnew mode 100755\n'), 'ä');
  assert.equal(pathOf(named('a/../../etc/passwd', 'b/../../etc/passwd')), '../../etc/passwd');
  assert.equal(pathOf(named('/etc/passwd\t2026-01-01', '/etc/passwd\t2026-01-02')), '/etc/passwd');
  assert.equal(pathOf(named('a.txt.orig', 'a.txt')), 'a.txt');
});

test('CRLF: of the diff itself, and of a file in a diff with LF', () => {
  const diff = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n';
  assert.deepEqual(editsOf(diff.replaceAll('\n', '\r\n')), editsOf(diff));
  const ofCrlf = createTwoFilesPatch('a', 'a', 'one\r\ntwo\r\n', 'ONE\r\ntwo\r\n', '', '', {});
  assert.equal(after(editsOf(ofCrlf), 'one\ntwo\n'), 'ONE\ntwo\n');
  assert.equal(after(editsOf('--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+one\r\n'), ''), 'one\r\n');
});

test('what cannot be read or shown is said', () => {
  const header = 'diff --git a/a b/a\n';
  const cases: readonly (readonly [text: string, problem: RegExp])[] = [
    ['', /no changes/],
    ['hello\nworld', /no changes/],
    ['@@ -1 +1 @@\n-a\n+b\n', /does not name the file/],
    [`${header}index 1..2\nBinary files a/a and b/a differ\n`, /^Line 3 .*binary/],
    [`${header}GIT binary patch\nliteral 1\nIcmZQz\n`, /^Line 2 .*binary/],
    [`${header}new file mode 120000\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+/etc/passwd\n`, /^Line 2 .*symbolic link/],
    [`${header}index 1..2 160000\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n`, /submodule/],
    ['diff --git a/a b/b\ncopy from a\ncopy to b\n', /copies a file/],
    ['diff --cc a\n--- a/a\n+++ b/a\n@@@ -1 -1 +1 @@@\n- a\n -b\n++c\n', /several old files/],
    ['--- a\n@@ -1 +1 @@\n-a\n+b\n', /only one of the two files/],
    ['--- a\n+++ a\n@@ -1,2 +1 @@\n-a\n+b\n', /hunk at line 3 .* as many lines/],
    ['--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n+c\n', /hunk at line 3 .* as many lines/],
    ['--- a\n+++ a\n@@ -1,3 +1,3 @@\n-a\n?\n', /hunk at line 3 .* without a space/],
    ['--- a\n+++ a\n@@ somewhere @@\n-a\n+b\n', /does not say which lines/],
    ['--- a\n+++ a\n', /no changes for "a"/],
    ['diff --git a/x b/y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n', /two files.*no move/],
    ['--- /dev/null\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n', /is new, and names old lines/],
  ];
  for (const [text, problem] of cases) assert.match(problemOf(text), problem, text);
  const two = '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n--- b\n+++ b\n@@ -1 +1 @@\n-a\n+b\n';
  assert.equal(editsOf(two).length, 2);
  assert.match(problemOf(two, '/a'), /names one file, and its diff changes 2/);
});

test('10,000 files of 3 MB together are read, and hostile text of that size comes to an end', () => {
  const body = 'x'.repeat(130);
  const file = (index: number): string =>
    `diff --git a/f${index} b/f${index}\n--- a/f${index}\n+++ b/f${index}\n@@ -1 +1 @@\n-${body}\n+${body}y\n`;
  const text = Array.from({ length: 10_000 }, (_, index) => file(index)).join('');
  assert.ok(text.length > 3e6);
  assert.equal(editsOf(text).length, 10_000);
  assert.match(problemOf(`--- a\n+++ a\n@@ -1,999999999 +1,999999999 @@\n${' x\n'.repeat(5e5)}`), /as many lines/);
});

test('any text gives edits or a problem, and nothing is thrown', () => {
  const line = fc.oneof(
    fc.constantFrom('--- a/a', '+++ b/a', '@@ -1 +1 @@', '@@ -0,0 +1 @@', '-a', '+b', ' c', '', '\\ No newline', '@@'),
    fc.constantFrom('diff --git a/a b/b', 'rename from a', 'rename to b', 'old mode 1', 'new mode 2', 'Index: a', '\r'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.option(fc.string(), { nil: undefined }), (lines, path) => {
      const parsed = parseUnified(lines.join('\n'), path);
      assert.ok('edits' in parsed ? parsed.edits.length > 0 : /^[A-Z].*\.$/.test(parsed.problem));
    }),
    { numRuns: 500 },
  );
});

test('for any two texts: their diff, read and applied, gives the second one byte for byte', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'c',
      '',
      ' ',
      '-',
      '+',
      '--- a',
      '+++ b',
      '@@ -1 +1 @@',
      '\\',
      '\\ No newline',
      'ä\u2028',
    ),
    fc.string().map((text) => text.replaceAll(/[\r\n]/g, '')),
  );
  const content = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([all, end]) => all.join('\n') + (end ? '\n' : ''));
  fc.assert(
    fc.property(content, content, fc.nat(4), (before, now, context) => {
      fc.pre(before !== now);
      const diff = createTwoFilesPatch('/p/a', '/p/a', before, now, '', '', { context });
      assert.equal(after(editsOf(diff), before), now);
    }),
    { numRuns: 1000 },
  );
});

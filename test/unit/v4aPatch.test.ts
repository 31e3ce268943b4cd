import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyPatch } from '../../src/core/edit/patch';
import { parseV4a } from '../../src/core/edit/v4a';
import type { FileEdit } from '../../src/core/request';

const patchOf = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

function editsOf(text: string): readonly FileEdit[] {
  const parsed = parseV4a(text);
  assert.ok('edits' in parsed, 'problem' in parsed ? parsed.problem : '');
  return parsed.edits;
}

function problemOf(text: string): string {
  const parsed = parseV4a(text);
  assert.ok('problem' in parsed, 'it was read');
  return parsed.problem;
}

for (const name of ['3-PreToolUse', '4-PermissionRequest']) {
  test(`Codex's own payload ${name} writes a new file outside the project`, () => {
    const payload = JSON.parse(readFileSync(`test/fixtures/codex/${name}.json`, 'utf8'));
    assert.deepEqual(editsOf(payload.tool_input.command), [
      { type: 'write', path: '/etc/zz-outside.txt', content: 'one\ntwo\n' },
    ]);
  });
}

test('every kind of section, in order', () => {
  const edits = editsOf(
    patchOf(
      '*** Add File: path/add.py',
      '+abc',
      '+',
      '++def',
      '*** Delete File: path/delete.py',
      '*** Update File: path/update.py',
      '*** Move to: path/update2.py',
      '@@ class A:',
      '@@ def f():',
      '-    pass',
      '+    return 123',
      ' ',
      '@@',
      ' last',
      '+more',
      '*** End of File',
      '',
      '*** Update File: plain.py',
      ' import foo',
      '',
      '+bar',
    ),
  );
  assert.deepEqual(edits, [
    { type: 'write', path: 'path/add.py', content: 'abc\n\n+def\n' },
    { type: 'delete', path: 'path/delete.py' },
    {
      type: 'patch',
      path: 'path/update.py',
      movedTo: 'path/update2.py',
      matching: 'fuzzy',
      chunks: [
        { anchors: ['class A:', 'def f():'], oldLines: ['    pass', ''], newLines: ['    return 123', ''] },
        { anchors: [], oldLines: ['last'], newLines: ['last', 'more'], atEnd: true },
      ],
    },
    {
      type: 'patch',
      path: 'plain.py',
      matching: 'fuzzy',
      chunks: [{ anchors: [], oldLines: ['import foo', ''], newLines: ['import foo', '', 'bar'] }],
    },
  ]);
});

test('an empty new file, and a move that changes nothing else', () => {
  assert.deepEqual(editsOf(patchOf('*** Add File: empty', '*** Update File: a', '*** Move to: b')), [
    { type: 'write', path: 'empty', content: '' },
    { type: 'patch', path: 'a', movedTo: 'b', matching: 'fuzzy', chunks: [] },
  ]);
});

test('paths that leave the project are kept as they are', () => {
  const paths = ['../../etc/passwd', '/etc/passwd', 'a/../../b', 'C:\\Windows\\x', ' spaced', '\u202Eevil'];
  const edits = editsOf(patchOf(...paths.map((path) => `*** Delete File: ${path}`)));
  assert.deepEqual(
    edits.map((edit) => edit.path),
    paths,
  );
});

test('a heredoc, blank lines around, spaces around markers and CRLF are tolerated', () => {
  const plain = patchOf('*** Update File: a', '@@', '-one', '+two');
  const expected = editsOf(plain);
  for (const quote of ['EOF', "'EOF'", '"EOF"']) assert.deepEqual(editsOf(`<<${quote}\n${plain}\nEOF\n`), expected);
  assert.deepEqual(editsOf(`\n\n  ${plain}  \n\n`), expected);
  assert.deepEqual(editsOf(plain.replaceAll('\n', '\r\n')), expected);
  assert.deepEqual(editsOf(plain.replace('*** Update', '  *** Update').replace('@@', '@@  ')), expected);
});

test('inside an update an indented marker is context', () => {
  const [edit] = editsOf(patchOf('*** Update File: a', ' *** Delete File: b', '-x'));
  assert.equal(edit?.type, 'patch');
  assert.deepEqual(edit.type === 'patch' && edit.chunks[0]?.oldLines, ['*** Delete File: b', 'x']);
});

test('what cannot be read is said with the line', () => {
  const cases: readonly (readonly [text: string, problem: RegExp])[] = [
    ['', /empty/],
    [' \n\t\n', /empty/],
    ['{"command":"ls"}', /^Line 1 .*Begin Patch/],
    ['\n\nhello', /^Line 3 .*Begin Patch/],
    ['*** Begin Patch', /ends at line 1 without/],
    ['*** Begin Patch\n*** Add File: a\n+half', /ends at line 3 without/],
    ["<<'EOF'\n*** Begin Patch\n*** Add File: a\nEOF", /ends at line 3 without/],
    [patchOf(), /names no file/],
    [patchOf('what'), /^Line 2 .*should name a file/],
    [patchOf('*** Add File: '), /^Line 2 .*should name a file/],
    [patchOf('*** Environment ID: far', '*** Delete File: a'), /^Line 2 .*another environment/],
    [patchOf('*** Add File: a', '+b', 'c'), /^Line 4 .*new file/],
    [patchOf('*** Delete File: a', '-b'), /^Line 3 .*should name a file/],
    [patchOf('*** Update File: a'), /^Line 2 .*no change follows/],
    [patchOf('*** Update File: a', '*** Delete File: b'), /^Line 2 .*no change follows/],
    [patchOf('*** Update File: a', '@@ x', '@@ y'), /^Line 3 .*no line of it follows/],
    [patchOf('*** Update File: a', '@@', '*** End of File'), /^Line 4 .*no lines/],
    [patchOf('*** Update File: a', '-b', '*** End of File', '+c'), /^Line 5 .*should start with "@@"/],
    [patchOf('*** Update File: a', '-b', 'c'), /^Line 4 .*should start with a space/],
    [patchOf('*** Update File: a', '-b', '*** Move to: c'), /^Line 4 .*should start with a space/],
    [patchOf('*** Delete File: a', '*** End Patch', '*** Delete File: b'), /^Line 4 .*after its end/],
  ];
  for (const [text, problem] of cases) assert.match(problemOf(text), problem);
});

test('10,000 files of 3 MB together are read, and hostile text of that size comes to an end', () => {
  const body = 'x'.repeat(260);
  const sections = Array.from({ length: 10_000 }, (_, index) => [
    `*** Update File: f${index}`,
    `-${body}`,
    '+y',
  ]).flat();
  const text = patchOf(...sections);
  assert.ok(text.length > 2.5e6);
  assert.equal(editsOf(text).length, 10_000);
  for (const hostile of [
    `*** Begin Patch\n${' '.repeat(3e6)}x`,
    `*** Begin Patch\n${'@@ \n'.repeat(7e5)}*** End Patch`,
  ]) {
    assert.ok('problem' in parseV4a(hostile));
  }
});

test('any text gives edits or a problem, and nothing is thrown', () => {
  const line = fc.oneof(
    fc.constantFrom('*** Begin Patch', '*** End Patch', '*** Add File: a', '*** Update File: b', '*** Delete File: c'),
    fc.constantFrom('*** Move to: d', '*** End of File', '@@', '@@ e', '', ' ', '+', '-', '+f', "<<'EOF'", 'EOF', '\r'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, framed) => {
      const parsed = parseV4a(framed ? patchOf(...lines) : lines.join('\n'));
      assert.ok('edits' in parsed ? parsed.edits.length > 0 : /^[A-Z].*\.$/.test(parsed.problem));
    }),
  );
});

test('a patch made from random edits of lines gives the edited text', () => {
  // Lines are unlike each other, so that each chunk fits at its own place only.
  const step = fc.record({ keep: fc.nat(4), remove: fc.nat(3), add: fc.array(fc.string(), { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(3), fc.boolean(), (steps, rest, crlf) => {
      const [before, after, patch]: [string[], string[], string[]] = [[], [], []];
      let number = 0;
      for (const { keep, remove, add } of steps) {
        const [kept, removed] = [keep + 1, remove].map((count) => Array.from({ length: count }, () => `l${number++}`));
        const added = add.map((text) => text.replaceAll(/[\r\n]/g, ''));
        before.push(...kept!, ...removed!);
        after.push(...kept!, ...added);
        const signed = [...removed!.map((text) => `-${text}`), ...added.map((text) => `+${text}`)];
        if (signed.length > 0) patch.push('@@', ` ${kept!.at(-1)}`, ...signed);
      }
      for (let index = 0; index < rest; index++) {
        before.push(`end${index}`);
        after.push(`end${index}`);
      }
      fc.pre(patch.length > 0 && after.at(-1) !== '');
      const text = patchOf('*** Update File: a', ...patch);
      const [edit] = editsOf(crlf ? text.replaceAll('\n', '\r\n') : text);
      assert.ok(edit?.type === 'patch');
      assert.deepEqual(applyPatch(edit, `${before.join('\n')}\n`), { text: `${after.join('\n')}\n` });
    }),
  );
});

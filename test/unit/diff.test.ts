import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fileChange } from '../../src/core/diff';
import type { FileChange } from '../../src/core/diff';
import type { FileEdit } from '../../src/core/request';

const text = (content: string) => ({ type: 'text', text: content }) as const;
const replace = (oldText: string, newText: string, all = false): FileEdit => ({
  type: 'replace',
  path: 'a',
  oldText,
  newText,
  all,
});
const write = (content: string): FileEdit => ({ type: 'write', path: 'a', content });
const lines = (change: FileChange): string[] =>
  change.hunks.flatMap((hunk) =>
    hunk.lines.map((line) => `${{ context: ' ', add: '+', remove: '-' }[line.type]}${line.text}`),
  );

test('a unique replacement is a diff of its lines, numbered on both sides', () => {
  const change = fileChange(replace('two', '2'), text('one\ntwo\nthree\n'));
  assert.equal(change.status, 'changed');
  assert.deepEqual(change.hunks[0]?.lines, [
    { type: 'context', text: 'one', old: 1, new: 1 },
    { type: 'remove', text: 'two', old: 2 },
    { type: 'add', text: '2', new: 2 },
    { type: 'context', text: 'three', old: 3, new: 3 },
  ]);
  assert.deepEqual([change.added, change.removed, change.oldLines], [1, 1, 3]);
});

test('an edit that would not apply says why and invents no diff', () => {
  const problem = (edit: FileEdit, content?: string): string | undefined => {
    const change = fileChange(edit, content === undefined ? { type: 'absent' } : text(content));
    assert.equal(change.status, 'wouldNotApply');
    assert.deepEqual(change.hunks, []);
    return change.problem;
  };
  assert.match(problem(replace('nine', '9'), 'one\n') ?? '', /not in the file/);
  assert.match(problem(replace('o', '0'), 'oo\n') ?? '', /2 times/);
  assert.match(problem(replace('one', '1')) ?? '', /does not exist/);
  assert.match(problem(replace('', 'x'), 'one\n') ?? '', /not empty/);
});

test('replace_all replaces every occurrence', () => {
  assert.deepEqual(lines(fileChange(replace('o', '0', true), text('oo\n'))), ['-oo', '+00']);
});

test('a CRLF file edited with LF strings is a one-line diff', () => {
  const file = text(Array.from({ length: 300 }, (_, index) => `line ${index}\r\n`).join(''));
  const change = fileChange(replace('line 7\nline 8\n', 'line seven\nline 8\n'), file);
  assert.deepEqual([change.added, change.removed], [1, 1]);
  assert.deepEqual(change.tags, ['CRLF']);
});

test('a new file, an equal one, a missing last newline', () => {
  const fresh = fileChange(write('a\nb\n'), { type: 'absent' });
  assert.deepEqual([fresh.status, lines(fresh)], ['new', ['+a', '+b']]);
  assert.deepEqual(fresh.hunks[0]?.lines[0], { type: 'add', text: 'a', new: 1 });
  assert.equal(fileChange(write('a\n'), text('a\n')).status, 'unchanged');
  const cut = fileChange(write('a'), text('a\n'));
  assert.deepEqual(cut.hunks[0]?.lines, [
    { type: 'remove', text: 'a', old: 1 },
    { type: 'add', text: 'a', new: 1, noNewline: true },
  ]);
});

test('a write that changes the line endings or the byte order mark says so', () => {
  assert.deepEqual(fileChange(write('a\nb\n'), text('a\r\nb\r\n')).tags, [
    'line endings differ: CRLF on disk, LF in the new text',
  ]);
  assert.deepEqual(fileChange(write('a\n'), text('\uFEFFa\n')).tags, ['byte order mark removed']);
});

test('a file that is not shown is named with the reason', () => {
  const change = fileChange(write('x'), { type: 'unreadable', reason: 'it is binary, 2.1 MB' });
  assert.deepEqual([change.status, change.problem], ['unreadable', 'This file is not shown: it is binary, 2.1 MB.']);
});

test('for any two texts: the diff, applied to the old lines, gives the new lines', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', ' ', '-', '+', '\\', '\\ No newline at end of file', 'x\r');
  const content = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([all, end]) => all.join('\n') + (end ? '\n' : ''));
  fc.assert(
    fc.property(content, content, (before, after) => {
      const change = fileChange(write(after), text(before));
      const old = before.replaceAll('\r\n', '\n').split('\n');
      const now: string[] = [];
      let at = 1;
      for (const hunk of change.hunks) {
        const first =
          hunk.lines.find((one) => one.old !== undefined)?.old ?? (old.length === 1 && old[0] === '' ? 1 : undefined);
        // A hunk with no old line adds at its place: everything before it stays.
        const until = first ?? hunk.oldStart + 1;
        while (at < until) now.push(old[at++ - 1]!);
        for (const one of hunk.lines) {
          if (one.type !== 'add') assert.equal(one.text, old[at++ - 1]);
          if (one.type !== 'remove') now.push(one.text);
        }
      }
      while (at <= old.length) now.push(old[at++ - 1]!);
      const strip = (all: string): string => all.replace(/\n*$/, '');
      assert.equal(strip(now.join('\n')), strip(after.replaceAll('\r\n', '\n')));
    }),
  );
});

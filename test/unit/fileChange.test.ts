import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileChange as changeOf } from '../../src/core/edit/change';
import type { FileChange } from '../../src/core/edit/change';
import type { FileState } from '../../src/core/edit/text';
import type { FileEdit } from '../../src/core/request';

const fileChange = (edit: FileEdit, file: FileState): FileChange => changeOf([edit], file);
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
  assert.deepEqual(change.tags, ['CRLF kept']);
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

test('several edits of one file are applied one after the other', () => {
  const edits = [replace('one', 'two'), replace('two', 'three', true)];
  assert.deepEqual(lines(changeOf(edits, text('one\ntwo\n'))), ['-one', '-two', '+three', '+three']);
  const gone = changeOf([replace('a', 'b'), { type: 'delete', path: 'a' }], text('a\n'));
  assert.deepEqual([gone.status, lines(gone)], ['deleted', ['-a']]);
});

test('an old text that is there 1,000 times, empty, or the same as the new one', () => {
  const many = fileChange(replace('x', 'y'), text('x\n'.repeat(1000)));
  assert.match(many.problem ?? '', /1000 times/);
  assert.equal(fileChange(replace('x', 'y', true), text('x\n'.repeat(1000))).added, 1000);
  assert.match(fileChange(replace('x', 'x'), text('x\n')).problem ?? '', /the same/);
  assert.equal(fileChange(replace('', 'new\n'), { type: 'absent' }).status, 'new');
  assert.deepEqual(lines(fileChange(replace('aa', 'X'), text('aaa\n'))), ['-aaa', '+Xa']);
});

test('text that is not found is shown beside the nearest that is', () => {
  const file = `${'filler\n'.repeat(80)}const token = this.memory.get(id);\nif (token) return refresh(token);\n`;
  const { nearest } = fileChange(
    replace('const token = this.cache.get(id);\nif (token) return renew(token);', ''),
    text(file),
  );
  assert.deepEqual([nearest?.startLine, nearest?.endLine, nearest?.words], [81, 82, 2]);
  assert.deepEqual(
    nearest?.lines.map(({ type, old }) => [type, old]),
    [
      ['remove', 81],
      ['remove', 82],
      ['add', undefined],
      ['add', undefined],
    ],
  );
  assert.equal(fileChange(replace('nothing like it at all', ''), text('xyz\n')).nearest, undefined);
});

test('an agent that makes all line endings alike goes by the first 4096 characters', () => {
  const quirky: FileEdit = { type: 'replace', path: 'a', oldText: 'b', newText: 'B', all: false, unifiesEndings: true };
  const tags = (content: string): readonly string[] => fileChange(quirky, text(content)).tags;
  assert.deepEqual(tags('a\nb\n'), []);
  assert.deepEqual(tags('a\r\nb\r\n'), ['CRLF kept']);
  assert.deepEqual(tags('a\r\nb\nc\r\n'), ['all line endings become CRLF (mixed line endings on disk)']);
  assert.deepEqual(tags(`${'x'.repeat(5000)}\r\nb\r\n`), ['all line endings become LF (CRLF on disk)']);
});

test('an old text in another spelling is found, and the new one is fitted to it', () => {
  const loose = (oldText: string, newText: string, content: string): string[] =>
    lines(
      fileChange(
        { type: 'replace', path: 'a', oldText, newText, all: false, spellings: ['quotes', 'escapes'] },
        text(content),
      ),
    );
  assert.deepEqual(loose('x = "hi";', 'y = "bye";', 'x = “hi”;'), ['-x = “hi”;', '+y = “bye”;']);
  assert.deepEqual(loose("don't", "can't ('r')", 'don’t'), ['-don’t', '+can’t (‘r’)']);
  assert.deepEqual(loose('x = "é"', 'x = "èa"', 'x = "\\u00e9"'), ['-x = "\\u00e9"', '+x = "\\u00e8a"']);
  assert.equal(fileChange(replace('x = "hi";', 'y'), text('x = “hi”;')).status, 'wouldNotApply');
});

test('an agent that writes over text only would fail on other files', () => {
  const careful: FileEdit = { type: 'write', path: 'a', content: 'x', onlyOverText: true, keepsByteOrderMark: true };
  for (const file of [
    { type: 'unreadable', reason: 'it is binary, 2 bytes' },
    { type: 'text', text: '\uFFFD', damaged: true },
    { type: 'text', text: '\uFEFFa', encoding: 'UTF-16 BE' },
  ] as const)
    assert.equal(fileChange(careful, file).status, 'wouldNotApply');
  const marked = fileChange(careful, text('\uFEFFx'));
  assert.deepEqual([marked.status, marked.tags], ['unchanged', []]);
});

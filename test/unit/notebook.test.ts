import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileChange } from '../../src/core/edit/change';
import type { FileChange } from '../../src/core/edit/change';
import type { CellEdit } from '../../src/core/edit/notebook';

const notebook = JSON.stringify({
  cells: [
    { cell_type: 'markdown', id: 'intro', source: ['# Title\n', 'text'] },
    { cell_type: 'code', id: 'c1', source: 'print(1)\nprint(2)', outputs: [{}] },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
});
const change = (edit: Omit<CellEdit, 'type' | 'path'>, text = notebook): FileChange =>
  fileChange([{ type: 'cell', path: 'a.ipynb', ...edit }], { type: 'text', text });
const shown = ({ hunks }: FileChange): string[] =>
  hunks.flatMap((hunk) => hunk.lines.map((line) => line.type[0] + line.text));

test('a changed cell is a diff of its source', () => {
  const found = change({ cellId: 'c1', source: 'print(1)\nprint(3)', mode: 'replace' });
  assert.deepEqual([found.cell, found.cellLanguage], ['cell 2 of 2, code', 'python']);
  assert.deepEqual(shown(found), ['cprint(1)', 'rprint(2)', 'aprint(3)']);
});

test('cells are found by their id, else by their place', () => {
  assert.equal(change({ cellId: 'cell-0', source: 'x', mode: 'replace' }).cell, 'cell 1 of 2, markdown');
  assert.match(change({ cellId: 'cell-2', source: 'x', mode: 'replace' }).problem ?? '', /no cell "cell-2"/);
  assert.match(change({ source: 'x', mode: 'replace' }).problem ?? '', /names no cell/);
});

test('new, deleted and retyped cells say what they are', () => {
  assert.equal(change({ source: 'x', mode: 'insert', cellType: 'code' }).cell, 'new code cell at the beginning');
  const after = change({ cellId: 'intro', source: 'x', mode: 'insert', cellType: 'markdown' });
  assert.deepEqual([after.cell, shown(after)], ['new markdown cell after cell 1 of 2', ['ax']]);
  const gone = change({ cellId: 'intro', source: '', mode: 'delete' });
  assert.deepEqual([gone.cell, shown(gone)], ['cell 1 of 2, markdown, deleted', ['r# Title', 'rtext']]);
  const retyped = change({ cellId: 'c1', source: 'x', cellType: 'markdown', mode: 'replace' });
  assert.equal(retyped.cell, 'cell 2 of 2, code becomes markdown');
});

test('what is no notebook is named as such', () => {
  for (const text of ['', 'not json', '[]', '{"cells":{}}', 'null'])
    assert.match(change({ source: 'x', mode: 'insert' }, text).problem ?? '', /not a Jupyter notebook/);
  assert.equal(
    change({ cellId: 'cell-0', source: 'x', mode: 'replace' }, '{"cells":[null]}').cell,
    'cell 1 of 1, cell',
  );
});

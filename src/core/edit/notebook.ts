import type { FileEdit } from '../request';

export type CellEdit = Extract<FileEdit, { type: 'cell' }>;

/** What an edit would do to one cell of a notebook. Text has LF endings. */
export type CellChange =
  | {
      readonly type: 'text';
      readonly before: string;
      readonly after: string;
      /** Which cell, in words: "cell 3 of 12, code". */
      readonly cell: string;
      readonly language?: string;
    }
  | { readonly type: 'problem'; readonly problem: string };

interface Cell {
  readonly id?: string;
  readonly type: string;
  readonly source: string;
}

/** How Claude Code names the cells of notebooks that have no ids (nbformat before 4.5): by their place, from 0. */
const placeId = /^cell-(\d+)$/;

/**
 * Finds the cell that an edit is about.
 *
 * @param text the notebook's file; undefined if there is none
 */
export function cellChange(edit: CellEdit, text: string | undefined): CellChange {
  if (text === undefined) return problem('The notebook does not exist.');
  const notebook = notebookOf(text);
  if (!notebook) return problem('The file is not a Jupyter notebook.');
  const { cells } = notebook;
  const at = edit.cellId === undefined ? -1 : indexOf(cells, edit.cellId);
  if (edit.cellId !== undefined && at < 0) return problem(`The notebook has no cell "${edit.cellId}".`);
  if (edit.mode === 'insert') {
    const type = edit.cellType ?? 'code';
    const where = at < 0 ? 'at the beginning' : `after cell ${at + 1} of ${cells.length}`;
    return change('', edit.source, `new ${type} cell ${where}`, type, notebook.language);
  }
  const cell = cells[at];
  if (!cell) return problem('The edit names no cell.');
  const name = `cell ${at + 1} of ${cells.length}, ${cell.type}`;
  if (edit.mode === 'delete') return change(cell.source, '', `${name}, deleted`, cell.type, notebook.language);
  const type = edit.cellType ?? cell.type;
  const becomes = type === cell.type ? '' : ` becomes ${type}`;
  return change(cell.source, edit.source, name + becomes, type, notebook.language);
}

function change(before: string, after: string, cell: string, type: string, language: string | undefined): CellChange {
  const colours = type === 'markdown' ? 'markdown' : language;
  return { type: 'text', before, after, cell, ...(colours === undefined ? {} : { language: colours }) };
}

function indexOf(cells: readonly Cell[], id: string): number {
  const byId = cells.findIndex((cell) => cell.id === id);
  if (byId >= 0) return byId;
  const place = placeId.exec(id)?.[1];
  return place !== undefined && Number(place) < cells.length ? Number(place) : -1;
}

function notebookOf(text: string): { readonly cells: readonly Cell[]; readonly language?: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || !Array.isArray(value['cells'])) return undefined;
  const cells = (value['cells'] as readonly unknown[]).map(cellOf);
  const metadata = isRecord(value['metadata']) ? value['metadata'] : {};
  const info = isRecord(metadata['language_info']) ? metadata['language_info'] : {};
  const language = info['name'];
  return { cells, ...(typeof language === 'string' ? { language } : {}) };
}

function cellOf(value: unknown): Cell {
  const cell = isRecord(value) ? value : {};
  const { id, cell_type: type, source } = cell;
  const lines = Array.isArray(source) ? source.filter((line) => typeof line === 'string').join('') : source;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    type: typeof type === 'string' ? type : 'cell',
    source: typeof lines === 'string' ? lines.replaceAll('\r\n', '\n') : '',
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problem(text: string): CellChange {
  return { type: 'problem', problem: text };
}

import { replacementFor } from '../../core/edit/result';
import type { ResultFile } from '../../core/edit/result';
import type { FileEdit } from '../../core/request';
import type { ChangedInputs } from '../adapter';
import { EditInput, NotebookInput, WriteInput } from './payload';

type Input = Readonly<Record<string, unknown>>;

/** One of the tools by which Claude Code changes files. */
interface EditTool {
  /** What is not shown as another value of the input. */
  readonly known: readonly string[];
  /** What an input does; undefined if it is not one of this tool. */
  edit(input: Input): FileEdit | undefined;
  /** The input that leaves the file so. */
  inputFor(input: Input, file: ResultFile): Input | undefined;
}

/** How Edit finds and writes text (measured with 2.1.332). */
const quirks = { takesLineBreak: true, spellings: ['quotes', 'escapes'], unifiesEndings: true } as const;

/** The tools that change files, by name. MultiEdit is gone (measured with 2.1.332). */
const tools: Readonly<Record<string, EditTool>> = {
  Edit: {
    known: ['file_path', 'old_string', 'new_string', 'replace_all'],
    edit(input) {
      const edit = EditInput.safeParse(input);
      if (!edit.success) return undefined;
      const { file_path: path, old_string: oldText, new_string: newText, replace_all: all = false } = edit.data;
      return { type: 'replace', path, oldText, newText, all, ...quirks };
    },
    inputFor(input, { before, result }) {
      const { old_string: wanted } = EditInput.parse(input);
      const replacement = replacementFor(before, result, wanted.replaceAll('\r\n', '\n'));
      if (!replacement) return undefined;
      const { oldText, newText } = replacement;
      return { ...input, old_string: oldText, new_string: newText, replace_all: false };
    },
  },
  Write: {
    known: ['file_path', 'content'],
    edit(input) {
      const write = WriteInput.safeParse(input);
      if (!write.success) return undefined;
      const { file_path: path, content } = write.data;
      return { type: 'write', path, content, keepsByteOrderMark: true, onlyOverText: true };
    },
    // It writes the content as it is, so what stays as on disk has the line endings of the disk.
    inputFor: (input, { result, ending }) => ({ ...input, content: result.replaceAll('\n', ending) }),
  },
  NotebookEdit: {
    known: ['notebook_path', 'cell_id', 'new_source', 'cell_type', 'edit_mode'],
    edit(input) {
      const cell = NotebookInput.safeParse(input);
      if (!cell.success) return undefined;
      const { notebook_path: path, cell_id: cellId, new_source: source, cell_type: cellType } = cell.data;
      const optional = {
        ...(cellId === undefined ? {} : { cellId }),
        ...(cellType === undefined ? {} : { cellType }),
      };
      return { type: 'cell', path, source, mode: cell.data.edit_mode ?? 'replace', ...optional };
    },
    inputFor(input, { result }) {
      const { edit_mode: mode } = NotebookInput.parse(input);
      return mode === 'delete' ? undefined : { ...input, new_source: result };
    },
  },
};

/** What a tool's input does to a file, with the names of the values that say so; undefined if the tool changes no file. */
export function editOf(tool: string, input: Input): { edit: FileEdit; known: readonly string[] } | undefined {
  const own = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  const found = own?.edit(input);
  return own && found && { edit: found, known: own.known };
}

/**
 * How a tool's input is changed: `updatedInput` replaces the whole input and is honoured for Edit, Write and NotebookEdit (measured with
 * 2.1.332).
 */
export function changesOf(tool: string, input: Input): ChangedInputs | undefined {
  if (!editOf(tool, input)) return undefined;
  return {
    inputFor: ([file, ...others]) => (file && others.length === 0 ? tools[tool]?.inputFor(input, file) : undefined),
    editsIn: (changed) => {
      const found = editOf(tool, changed);
      return found ? [found.edit] : [];
    },
  };
}

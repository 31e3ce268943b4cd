import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileChange } from '../core/diff';
import type { FileState } from '../core/diff';
import type { FileEdit, PermissionRequest } from '../core/request';
import type { PreparedEdit } from '../core/view';
import { errorCode } from './log';

/** Larger files are named and measured, not read. */
const maxFileBytes = 16 * 1024 * 1024;

/** Looks at the disk for an edit and computes what it would do there. */
export async function prepareEdit(edit: FileEdit, cwd: string, folders: readonly string[]): Promise<PreparedEdit> {
  const absolutePath = resolve(cwd, edit.path);
  const real = await realPathOf(absolutePath);
  const folder = longestFolder(real, folders);
  const change = fileChange(edit, await readState(absolutePath));
  return {
    edit,
    path: folder === undefined ? absolutePath : relative(folder, real),
    absolutePath,
    outsideProject: folder === undefined,
    change,
  };
}

/** The longest of the folders that contains the path, on the borders of path segments. */
export function longestFolder(path: string, folders: readonly string[]): string | undefined {
  const containing = folders.filter(
    (folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
  );
  return containing.sort((a, b) => b.length - a.length)[0];
}

/** The real path of a file that need not exist: links are followed as far as the path exists. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realPathOf(parent), basename(path));
  }
}

/** The text of a plan's file, if the request is a plan that has one and it can be read. */
export async function planFileText(request: PermissionRequest): Promise<string | undefined> {
  if (request.subject.type !== 'plan' || request.subject.path === undefined) return undefined;
  const file = await readState(resolve(request.cwd, request.subject.path));
  return file.type === 'text' ? file.text : undefined;
}

async function readState(path: string): Promise<FileState> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { type: 'unreadable', reason: 'it is a folder' };
    // A named pipe would keep the reader waiting for ever.
    if (!found.isFile()) return { type: 'unreadable', reason: 'it is not a regular file' };
    if (found.size > maxFileBytes) return { type: 'unreadable', reason: `it is large, ${megabytes(found.size)}` };
    const bytes = await readFile(path);
    if (bytes.subarray(0, 8192).includes(0))
      return { type: 'unreadable', reason: `it is binary, ${megabytes(bytes.length)}` };
    return { type: 'text', text: bytes.toString('utf8') };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { type: 'absent' };
    return { type: 'unreadable', reason: `it cannot be read (${code ?? 'unknown error'})` };
  }
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { applyPatch as patched, structuredPatch } from 'diff';
import { fileChange } from '../core/edit/change';
import type { FileChange } from '../core/edit/change';
import { endingsOf } from '../core/edit/text';
import { warningsOf } from '../core/edit/warnings';
import type { SteeringRule } from '../core/edit/warnings';
import type { FileEdit, PermissionRequest } from '../core/request';
import type { PreparedFile } from '../core/view';
import type { Proposal } from '../protocol/drafts';
import { readText } from './fileText';

/** What is known beside the disk when an edit is looked at. */
export interface LookContext {
  readonly cwd: string;
  /** The workspace's folders, as real paths. */
  readonly folders: readonly string[];
  readonly steering: readonly SteeringRule[];
  /** What a person proposes instead of the agent's text, by absolute path. */
  readonly proposals: Readonly<Record<string, Proposal>>;
  /** Whether an editor has changes of the file that are not saved. */
  readonly unsaved: (path: string) => boolean;
}

/** So many files are read at once: a patch can name ten thousand. */
const readAtOnce = 16;

/** Looks at the disk for edits and computes what they would do there, file by file in the order in which they are named first. */
export async function prepareFiles(edits: readonly FileEdit[], context: LookContext): Promise<readonly PreparedFile[]> {
  const byPath = new Map<string, FileEdit[]>();
  for (const edit of edits) {
    const path = resolve(context.cwd, edit.path);
    byPath.set(path, [...(byPath.get(path) ?? []), edit]);
  }
  const waiting = [...byPath].entries();
  const files: PreparedFile[] = [];
  const work = async (): Promise<void> => {
    for (const [index, [path, own]] of waiting) files[index] = await prepareFile(path, own, context);
  };
  await Promise.all(Array.from({ length: readAtOnce }, work));
  return files;
}

async function prepareFile(path: string, edits: readonly FileEdit[], context: LookContext): Promise<PreparedFile> {
  const { cwd, folders, steering, proposals } = context;
  const realPath = await realPathOf(path);
  const { state, digest } = await readText(path);
  const change = fileChange(edits, state, (after) => proposalOn(after, proposals[path]));
  const target = edits.findLast((edit) => edit.type === 'patch')?.movedTo;
  const movedTo = target === undefined ? undefined : shownPath(await realPathOf(resolve(cwd, target)), folders);
  const outsideProject =
    longestFolder(realPath, folders) === undefined || (movedTo !== undefined && movedTo.startsWith(sep));
  return {
    edits,
    path: shownPath(realPath, folders),
    absolutePath: path,
    ...(movedTo === undefined ? {} : { movedTo }),
    warnings: warningsOf({ path: slashed(path), realPath: slashed(realPath), outsideProject }, steering),
    change,
    ending: state.type === 'text' && endingsOf(state.text) === 'CRLF' ? '\r\n' : '\n',
    digest,
    proposalLost: isLost(proposals[path], change),
    unsaved: context.unsaved(path) || context.unsaved(realPath),
  };
}

/**
 * A person's proposal on what the agent would write now. If the file has changed since, the person's changes are made again on the new
 * text; where they do not fit any more there is no proposal.
 */
function proposalOn(after: string, proposal: Proposal | undefined): string | undefined {
  if (!proposal || proposal.text === after) return undefined;
  if (proposal.madeOn === after) return proposal.text;
  const patch = structuredPatch('', '', proposal.madeOn, proposal.text, '', '', { context: 3, timeout: 500 });
  const result = patch && patched(after, patch, { autoConvertLineEndings: false });
  return result === false || result === after ? undefined : result;
}

/** Whether a person proposed a text for which there is no place any more. */
function isLost(proposal: Proposal | undefined, { after, proposal: taken }: FileChange): boolean {
  return proposal !== undefined && taken === undefined && proposal.text !== after;
}

function shownPath(realPath: string, folders: readonly string[]): string {
  const folder = longestFolder(realPath, folders);
  return folder === undefined ? realPath : relative(folder, realPath);
}

/** A path with `/` between its names. */
export function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
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
  const { state } = await readText(resolve(request.cwd, request.subject.path));
  return state.type === 'text' ? state.text : undefined;
}

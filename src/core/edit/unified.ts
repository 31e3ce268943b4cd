import { parsePatch } from 'diff';
import type { StructuredPatch, StructuredPatchHunk } from 'diff';
import type { FileEdit, PatchChunk } from '../request';
import type { ParsedEdits } from './parsed';
import { withoutReturn } from './whiteSpace';

type Parsed = FileEdit | { readonly problem: string };

/**
 * Reads a unified diff, git's or a plain one, and gives its edits in order, or why it cannot be read, in our words. `path` is the
 * real path where the agent names it besides the diff, which then is about one file: Copilot writes absolute paths behind
 * `a/` and `b/`, so that the diff alone does not tell them from relative ones. The format is that of git-diff(1), in jsdiff's
 * reading; Copilot's lines are those between newlines, so its context may end with the empty text after the last newline.
 */
export function parseUnified(text: string, path?: string): ParsedEdits {
  const lines = text.split('\n');
  const refused = refusal(lines);
  if (refused !== undefined) return { problem: refused };
  let files: readonly StructuredPatch[];
  try {
    files = parsePatch(isCrlf(lines) ? lines.map(withoutReturn).join('\n') : text);
  } catch (error) {
    return { problem: problemOf(error) };
  }
  files = files.filter((file) => file.hunks.length > 0 || file.oldFileName !== undefined || file.index !== undefined);
  if (files.length === 0) return { problem: 'The diff has no changes in it.' };
  if (path !== undefined && files.length > 1) {
    return { problem: `The agent names one file, and its diff changes ${files.length}.` };
  }
  const edits: FileEdit[] = [];
  for (const file of files) {
    const edit = editOf(file, path);
    if ('problem' in edit) return edit;
    edits.push(edit);
  }
  return { edits };
}

/** What jsdiff passes over and a person must not miss. No such line can be inside a hunk, whose lines have a sign before them. */
function refusal(lines: readonly string[]): string | undefined {
  for (const [index, line] of lines.entries()) {
    const first = line.charCodeAt(0);
    if (line === '' || first === 0x20 || first === 0x2b || first === 0x2d) continue;
    const at = `Line ${index + 1} of the diff`;
    if (line.startsWith('GIT binary patch') || line.startsWith('Binary files ')) {
      return `${at} changes a binary file, which cannot be shown.`;
    }
    if (line.startsWith('@@@') || line.startsWith('diff --cc ') || line.startsWith('diff --combined ')) {
      return `${at} belongs to a diff with several old files, which cannot be shown.`;
    }
    if (/^(?:(?:old|new|new file|create file|deleted file) mode|index \S+) 120000\r?$/.test(line)) {
      return `${at} changes a symbolic link, which cannot be shown as a file.`;
    }
    if (/^(?:(?:old|new|new file|create file|deleted file) mode|index \S+) 160000\r?$/.test(line)) {
      return `${at} changes a submodule, which cannot be shown as a file.`;
    }
    if (line.startsWith('copy from ')) return `${at} copies a file, which cannot be shown.`;
  }
  return undefined;
}

/** Whether the diff itself came with CRLF; a diff with LF may be about a file with CRLF. */
function isCrlf(lines: readonly string[]): boolean {
  return lines.find((line) => line.startsWith('@@ ') || line.startsWith('diff --git '))?.endsWith('\r') === true;
}

function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const invalid = /^Hunk at line (\d+) contained invalid line (?=.)/s.exec(message);
  if (invalid) return `The hunk at line ${invalid[1]} of the diff has a line without a space, "+" or "-" before it.`;
  const counted =
    /^(?:Added|Removed) line count did not match for hunk at line (\d+)/.exec(message) ??
    /^Hunk at line (\d+) (?:has more lines than expected|contained invalid line $)/.exec(message);
  if (counted) return `The hunk at line ${counted[1]} of the diff does not have as many lines as it says.`;
  if (message.startsWith('Missing ')) return 'The diff names only one of the two files that it compares.';
  return 'The diff cannot be read.';
}

function editOf(file: StructuredPatch, given: string | undefined): Parsed {
  const names = namesOf(file);
  const name = names.new ?? names.old ?? (file.index ? withoutReturn(file.index) : undefined);
  const path = given ?? name;
  if (path === undefined || path === '') return { problem: 'The diff does not name the file that it changes.' };
  if (file.hunks.some((hunk) => !Number.isSafeInteger(hunk.oldStart) || !Number.isSafeInteger(hunk.newStart))) {
    return { problem: `A hunk for ${quoted(path)} does not say which lines it changes.` };
  }
  if (file.isDelete || (names.new === undefined && names.old !== undefined)) return { type: 'delete', path };
  if (isCreated(file, names)) return newFile(file.hunks, path);
  if (isAddedAtTop(file)) {
    const edit = newFile(file.hunks, path);
    return 'problem' in edit ? edit : { ...edit, addsAtTop: true };
  }
  const moved = file.isRename && names.old !== names.new;
  if (file.isGit && !moved && given === undefined && names.old !== names.new) {
    return { problem: `The diff names two files, ${quoted(names.old ?? '')} and ${quoted(path)}, and no move.` };
  }
  const mode = file.oldMode !== undefined && file.newMode !== undefined;
  if (file.hunks.length === 0 && !moved && !mode) return { problem: `The diff has no changes for ${quoted(path)}.` };
  return {
    type: 'patch',
    ...(moved ? movedPaths(names.old ?? '', names.new ?? '', given) : { path }),
    chunks: file.hunks.map(chunkOf),
    matching: 'exact',
    ...(mode && { mode: { from: file.oldMode ?? '', to: file.newMode ?? '' } }),
  };
}

interface Names {
  readonly old: string | undefined;
  readonly new: string | undefined;
}

/** The names without git's prefixes; absent where the diff names none or the null device. */
function namesOf({ oldFileName, newFileName }: StructuredPatch): Names {
  const [before, after] = [oldFileName, newFileName].map((name) => (name === undefined ? name : withoutReturn(name)));
  const isNull = (name: string | undefined, prefix: string): boolean =>
    name === '/dev/null' || name === `${prefix}dev/null`;
  const [noOld, noNew] = [isNull(before, 'a/'), isNull(after, 'b/')];
  const prefixed =
    (noOld || before?.startsWith('a/') === true) && (noNew || after?.startsWith('b/') === true) && !(noOld && noNew);
  const bare = (name: string | undefined): string | undefined => (prefixed ? name?.slice(2) : name);
  return { old: noOld ? undefined : bare(before), new: noNew ? undefined : bare(after) };
}

function isCreated(file: StructuredPatch, names: Names): boolean {
  return file.isCreate === true || (names.old === undefined && names.new !== undefined);
}

/** No old line at all, and nothing that says whether there was a file: it is new, empty, or the diff has no context. */
function isAddedAtTop(file: StructuredPatch): boolean {
  const [hunk, ...more] = file.hunks;
  // jsdiff counts the line of an empty side from 1.
  return !file.isGit && hunk !== undefined && more.length === 0 && hunk.oldLines === 0 && hunk.oldStart === 1;
}

type NewFile = Extract<FileEdit, { type: 'write' }> | { readonly problem: string };

function newFile(hunks: readonly StructuredPatchHunk[], path: string): NewFile {
  if (hunks.some((hunk) => hunk.lines.some((line) => !line.startsWith('+') && !line.startsWith('\\')))) {
    return { problem: `The diff says that ${quoted(path)} is new, and names old lines in it.` };
  }
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const content = lines.map((line, index) => {
    if (line.startsWith('\\')) return '';
    return line.slice(1) + (lines[index + 1]?.startsWith('\\') ? '' : '\n');
  });
  return { type: 'write', path, content: content.join('') };
}

/** Both paths of a move; where the agent names one of them, the other one is in the same place. */
function movedPaths(from: string, to: string, given: string | undefined): { path: string; movedTo: string } {
  if (given?.endsWith(from)) return { path: given, movedTo: given.slice(0, given.length - from.length) + to };
  if (given?.endsWith(to)) return { path: given.slice(0, given.length - to.length) + from, movedTo: given };
  return { path: given ?? from, movedTo: to };
}

/**
 * A chunk whose lines are those between newlines: where one side has no newline at its end and the other one has, the other one
 * has an empty line more. Carriage returns are left out, as the text to patch has none.
 */
function chunkOf(hunk: StructuredPatchHunk): PatchChunk {
  const [oldLines, newLines]: [string[], string[]] = [[], []];
  let [oldEnds, newEnds] = [false, false];
  for (const [index, line] of hunk.lines.entries()) {
    if (line.startsWith('\\')) continue;
    // An empty line of context may have lost its space.
    const sign = line === '' ? ' ' : line.charAt(0);
    const ends = hunk.lines[index + 1]?.startsWith('\\') === true;
    const text = ends ? line.slice(1) : withoutReturn(line.slice(1));
    if (sign !== '+') oldLines.push(text);
    if (sign !== '-') newLines.push(text);
    oldEnds ||= ends && sign !== '+';
    newEnds ||= ends && sign !== '-';
  }
  if (newEnds && !oldEnds) oldLines.push('');
  if (oldEnds && !newEnds) newLines.push('');
  return { anchors: [], oldLines, newLines, line: hunk.oldStart, ...((oldEnds || newEnds) && { atEnd: true }) };
}

function quoted(path: string): string {
  return JSON.stringify(path.length > 200 ? `…${path.slice(-200)}` : path);
}

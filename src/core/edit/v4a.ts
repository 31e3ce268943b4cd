import type { FileEdit, PatchChunk } from '../request';
import type { ParsedEdits } from './parsed';
import { trimBoth, trimEnd, withoutReturn } from './whiteSpace';

/** One chunk while it is read. */
interface Draft {
  /** Where it starts in the patch, for problems. */
  readonly at: number;
  readonly anchors: string[];
  readonly oldLines: string[];
  readonly newLines: string[];
  atEnd: boolean;
}

/** What stands under one "*** ... File:" line, while it is read. */
type Section =
  | { readonly type: 'add'; readonly path: string; readonly lines: string[] }
  | { readonly type: 'delete'; readonly path: string }
  | { readonly type: 'update'; readonly path: string; readonly at: number; movedTo?: string; readonly chunks: Draft[] };

const beginMarker = '*** Begin Patch';
const endMarker = '*** End Patch';
const endOfFileMarker = '*** End of File';
const moveMarker = '*** Move to: ';
const environmentMarker = '*** Environment ID:';
const heredocs: readonly string[] = ['<<EOF', "<<'EOF'", '<<"EOF"'];

/**
 * Reads a patch in the V4A format and gives its edits in order, or why it cannot be read, with the line in the text as given.
 * The format is that of Codex's `apply_patch` (openai/codex, codex-rs/apply-patch, parser.rs and streaming_parser.rs), which
 * Hermes takes too. Beyond Codex, several `@@` lines may stack, and a move may change nothing else. Paths are kept as they are.
 */
export function parseV4a(text: string): ParsedEdits {
  const lines = text.split('\n').map(withoutReturn);
  const envelope = findEnvelope(lines);
  if ('problem' in envelope) return envelope;
  const reader = new Reader();
  for (let index = envelope.first + 1; index < envelope.last; index++) {
    const problem = reader.read(lines[index]!, index + 1);
    if (problem !== undefined) return { problem };
  }
  const problem = reader.close();
  if (problem !== undefined) return { problem };
  return reader.edits.length > 0 ? { edits: reader.edits } : { problem: 'The patch names no file.' };
}

/** The lines of the begin and end markers; around both may stand a heredoc that no shell has taken away. */
function findEnvelope(
  lines: readonly string[],
): { readonly first: number; readonly last: number } | { readonly problem: string } {
  let first = lines.findIndex((line) => trimBoth(line) !== '');
  let last = lines.findLastIndex((line) => trimBoth(line) !== '');
  if (first < 0) return { problem: 'The patch is empty.' };
  if (heredocs.includes(trimBoth(lines[first]!)) && trimEnd(lines[last]!).endsWith('EOF') && last - first >= 3) {
    first++;
    last--;
  }
  if (trimBoth(lines[first]!) !== beginMarker) {
    return { problem: `Line ${first + 1} of the patch should be "${beginMarker}".` };
  }
  if (trimBoth(lines[last]!) !== endMarker) {
    return { problem: `The patch ends at line ${last + 1} without "${endMarker}": it may be cut off.` };
  }
  return { first, last };
}

/** Takes the lines between the markers one after the other. Each method gives a problem, or nothing. */
class Reader {
  readonly edits: FileEdit[] = [];
  #section: Section | undefined;
  #ended = false;

  read(line: string, at: number): string | undefined {
    if (this.#ended) return trimBoth(line) === '' ? undefined : `Line ${at} of the patch stands after its end.`;
    const section = this.#section;
    // Inside an update an indented marker is a line of context.
    const marker = section?.type === 'update' ? trimEnd(line) : trimBoth(line);
    if (marker === endMarker) {
      this.#ended = true;
      return this.close();
    }
    const opened = sectionOf(marker, at);
    if (opened) {
      const problem = this.close();
      this.#section = opened;
      return problem;
    }
    if (section?.type === 'update') return readUpdate(section, line, marker, at);
    if (section?.type === 'add' && line.startsWith('+')) {
      section.lines.push(line.slice(1));
      return undefined;
    }
    if (section?.type === 'add') return `Line ${at} of the patch should start with "+", as it is part of a new file.`;
    if (!section && this.edits.length === 0 && marker.startsWith(environmentMarker)) {
      return `Line ${at} of the patch names another environment than this machine, so its files cannot be shown here.`;
    }
    return `Line ${at} of the patch should name a file to add, delete or update.`;
  }

  /** Ends the section that is open, if one is. */
  close(): string | undefined {
    const section = this.#section;
    this.#section = undefined;
    if (!section) return undefined;
    if (section.type === 'delete') this.edits.push({ type: 'delete', path: section.path });
    else if (section.type === 'add') {
      this.edits.push({
        type: 'write',
        path: section.path,
        content: section.lines.map((line) => `${line}\n`).join(''),
      });
    } else {
      if (section.chunks.length === 0 && section.movedTo === undefined) {
        return `Line ${section.at} of the patch updates a file, and no change follows.`;
      }
      const last = section.chunks.at(-1);
      if (last && isEmpty(last)) return `Line ${last.at} of the patch starts a change, and no line of it follows.`;
      this.edits.push({
        type: 'patch',
        path: section.path,
        chunks: section.chunks.map(chunkOf),
        matching: 'fuzzy',
        ...(section.movedTo !== undefined && { movedTo: section.movedTo }),
      });
    }
    return undefined;
  }
}

function sectionOf(marker: string, at: number): Section | undefined {
  if (!marker.startsWith('*** ')) return undefined;
  const after = (prefix: string): string | undefined =>
    marker.startsWith(prefix) ? marker.slice(prefix.length) : undefined;
  const added = after('*** Add File: ');
  if (added !== undefined) return { type: 'add', path: added, lines: [] };
  const deleted = after('*** Delete File: ');
  if (deleted !== undefined) return { type: 'delete', path: deleted };
  const updated = after('*** Update File: ');
  return updated === undefined ? undefined : { type: 'update', path: updated, at, chunks: [] };
}

function readUpdate(
  section: Extract<Section, { type: 'update' }>,
  line: string,
  marker: string,
  at: number,
): string | undefined {
  const last = section.chunks.at(-1);
  if (!last && section.movedTo === undefined && marker.startsWith(moveMarker)) {
    section.movedTo = marker.slice(moveMarker.length);
    return undefined;
  }
  if (marker === '@@' || marker.startsWith('@@ ')) {
    const chunk = last && isEmpty(last) ? last : openChunk(section.chunks, at);
    if (marker !== '@@') chunk.anchors.push(marker.slice('@@ '.length));
    return undefined;
  }
  if (marker === endOfFileMarker) {
    if (!last || isEmpty(last)) return `Line ${at} of the patch ends a change that has no lines.`;
    last.atEnd = true;
    return undefined;
  }
  if (last?.atEnd) {
    return marker === ''
      ? undefined
      : `Line ${at} of the patch should start with "@@", as the last change was at the end.`;
  }
  const sign = line === '' ? ' ' : line.charAt(0);
  if (sign !== ' ' && sign !== '+' && sign !== '-') {
    return `Line ${at} of the patch should start with a space, "+", "-" or "@@".`;
  }
  const chunk = last ?? openChunk(section.chunks, at);
  if (sign !== '+') chunk.oldLines.push(line.slice(1));
  if (sign !== '-') chunk.newLines.push(line.slice(1));
  return undefined;
}

function openChunk(chunks: Draft[], at: number): Draft {
  const chunk: Draft = { at, anchors: [], oldLines: [], newLines: [], atEnd: false };
  chunks.push(chunk);
  return chunk;
}

function isEmpty(chunk: Draft): boolean {
  return chunk.oldLines.length === 0 && chunk.newLines.length === 0;
}

function chunkOf({ anchors, oldLines, newLines, atEnd }: Draft): PatchChunk {
  return { anchors, oldLines, newLines, ...(atEnd && { atEnd }) };
}

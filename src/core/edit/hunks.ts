import { structuredPatch } from 'diff';
import { linesOf } from './text';

export interface DiffLine {
  readonly type: 'context' | 'add' | 'remove';
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
  readonly noNewline?: true;
}

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

/** A diff that takes longer is given up and the old and new text are shown whole, one after the other. */
const diffTimeoutMs = 800;

/** The stretches in which two texts with LF endings differ, each with three lines around it. */
export function hunksOf(before: string, after: string): readonly Hunk[] {
  if (before === after) return [];
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: diffTimeoutMs });
  if (!patch) return [replacedWhole(before, after)];
  return patch.hunks.map((hunk) => {
    // An empty side starts at line 0 in a patch; what is shown starts at 1.
    let [old, now] = [Math.max(1, hunk.oldStart), Math.max(1, hunk.newStart)];
    const lines: DiffLine[] = [];
    for (const raw of hunk.lines) {
      const text = raw.slice(1);
      if (raw.startsWith('\\')) lines[lines.length - 1] = { ...lines.at(-1)!, noNewline: true };
      else if (raw.startsWith('+')) lines.push({ type: 'add', text, new: now++ });
      else if (raw.startsWith('-')) lines.push({ type: 'remove', text, old: old++ });
      else lines.push({ type: 'context', text, old: old++, new: now++ });
    }
    return { oldStart: Math.max(1, hunk.oldStart), newStart: Math.max(1, hunk.newStart), lines };
  });
}

/**
 * The text with some of its hunks applied. All of them give the text that the hunks were made to; none gives the text back.
 *
 * @param before the text with LF endings that the hunks were made from
 */
export function withHunks(before: string, hunks: readonly Hunk[]): string {
  const lines = before.split(/(?<=\n)/);
  const parts: string[] = [];
  let from = 0;
  for (const hunk of hunks) {
    const start = hunk.oldStart - 1;
    parts.push(...lines.slice(from, start));
    for (const line of hunk.lines)
      if (line.type !== 'remove') parts.push(line.noNewline ? line.text : `${line.text}\n`);
    from = start + hunk.lines.filter((line) => line.type !== 'add').length;
  }
  parts.push(...lines.slice(from));
  return parts.join('');
}

function replacedWhole(before: string, after: string): Hunk {
  const side = (text: string, type: 'remove' | 'add'): DiffLine[] => {
    const lines = linesOf(text);
    return lines.map((line, index) => ({
      type,
      text: line,
      [type === 'remove' ? 'old' : 'new']: index + 1,
      ...(index === lines.length - 1 && !text.endsWith('\n') ? { noNewline: true } : {}),
    }));
  };
  return { oldStart: 1, newStart: 1, lines: [...side(before, 'remove'), ...side(after, 'add')] };
}

import { applyEdits } from './apply';

/** A file as an approval with changes leaves it. Text has LF endings; of the cell, if the edit is about one. */
export interface ResultFile {
  /** As the agent's input names it. */
  readonly path: string;
  readonly before: string;
  readonly result: string;
  /** The line ending that the file has on disk; LF for a new one. */
  readonly ending: '\n' | '\r\n';
}

/** A replacement of a text that must occur once. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * A replacement that makes one text of another: inside the agent's own old text where that is possible, else over whole lines that
 * occur once.
 *
 * @param wanted the old text of the agent's edit
 * @returns undefined if the texts are equal
 */
export function replacementFor(before: string, result: string, wanted: string): Replacement | undefined {
  if (before === result) return undefined;
  if (before === '') return { oldText: '', newText: result };
  const inside = insideOf(before, result, wanted);
  if (inside && makes(before, result, inside)) return inside;
  return overLines(before, result);
}

function insideOf(before: string, result: string, wanted: string): Replacement | undefined {
  const at = wanted === '' ? -1 : before.indexOf(wanted);
  if (at < 0 || before.includes(wanted, at + 1)) return undefined;
  const tail = before.length - at - wanted.length;
  if (result.length < at + tail || !result.startsWith(before.slice(0, at))) return undefined;
  if (!result.endsWith(before.slice(at + wanted.length))) return undefined;
  return { oldText: wanted, newText: result.slice(at, result.length - tail) };
}

/** The lines from the first that differs to the last, and as many around them as it takes to occur once. */
function overLines(before: string, result: string): Replacement {
  const [old, now] = [before.split(/(?<=\n)/), result.split(/(?<=\n)/)];
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) from++;
  let same = 0;
  while (
    same < old.length - from &&
    same < now.length - from &&
    old[old.length - 1 - same] === now[now.length - 1 - same]
  )
    same++;
  for (let around = 0; ; around = around < 16 ? around + 1 : around * 2) {
    const start = Math.max(0, from - Math.ceil(around / 2));
    const end = Math.min(old.length, old.length - same + Math.floor(around / 2));
    const nowEnd = now.length - (old.length - end);
    const made = { oldText: old.slice(start, end).join(''), newText: now.slice(start, nowEnd).join('') };
    if (made.oldText !== '' && made.newText !== '' && makes(before, result, made)) return made;
    if (start === 0 && end === old.length) return { oldText: before, newText: result };
  }
}

function makes(before: string, result: string, { oldText, newText }: Replacement): boolean {
  const applied = applyEdits(
    [{ type: 'replace', path: '', oldText, newText, all: false, takesLineBreak: true }],
    before,
  );
  return applied.type === 'text' && applied.text === result;
}

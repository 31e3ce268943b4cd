import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { FileView, LineView, NearestView } from '../../../src/protocol/views';
import { count } from '../words';
import { drawRow } from './drawRow';
import { usePaint } from './paint';
import { rowsOf } from './rows';

/** The text that is not in the file, and what comes nearest to it there. Words that differ are marked in both. */
export function Nearest({ file, nearest }: { file: FileView; nearest: NearestView }): JSX.Element {
  const { startLine, endLine, words } = nearest;
  const place = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => fromAgentToDisk(nearest.lines), [nearest]);
  const paint = usePaint(lines, file.language, place);
  const side = (leaveOut: LineView['type'], name: 'old' | 'new'): readonly JSX.Element[] =>
    rowsOf(lines.filter((line) => line.type !== leaveOut)).map((row, index) =>
      drawRow(row, { paint, whitespace: false, side: name }, String(index)),
    );
  const where = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return (
    <div class="nearest" ref={place}>
      <div class="hunk-head">
        <b>What the agent wants to replace</b>
        <span class="quiet">not found in the file</span>
      </div>
      {side('add', 'old')}
      <div class="hunk-head">
        <b>Nearest text on disk</b>
        <span class="quiet num">
          {where}, {count(words, 'word')} {words === 1 ? 'differs' : 'differ'}
        </span>
      </div>
      {side('remove', 'new')}
    </div>
  );
}

/** What the agent names is what is not there, so it is what looks removed; it has no line numbers. */
function fromAgentToDisk(lines: readonly LineView[]): readonly LineView[] {
  const result: LineView[] = [];
  let disk: LineView[] = [];
  for (const { type, text, old } of lines) {
    const number = old === undefined ? {} : { new: old };
    if (type === 'add') {
      result.push({ type: 'remove', text });
      continue;
    }
    if (type === 'context') {
      result.push(...disk, { type, text, ...number });
      disk = [];
    } else disk.push({ type: 'add', text, ...number });
  }
  return [...result, ...disk];
}

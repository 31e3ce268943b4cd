import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { FileView, HunkView, LineView } from '../../../src/protocol/views';
import { Board, useBoard } from '../comments/board';
import { Icon } from '../text';
import { count } from '../words';
import { EditContext } from './editDesk';
import { Lines } from './lines';

/** So many lines are shown at a time, above and below. */
const step = 20;

/** Lines that no hunk shows: their numbers on disk, and how much further down they stand in the proposed text. */
export interface GapLines {
  readonly from: number;
  readonly to: number;
  readonly shift: number;
  /** What stands around them: nothing at the ends of a file. */
  readonly above: boolean;
  readonly below: boolean;
}

/** The gaps of a file: before each hunk, and after the last. */
export function gapsOf({ hunks, oldLines }: FileView): readonly GapLines[] {
  let [from, shift] = [1, 0];
  const gaps = hunks.map((hunk, index) => {
    const gap = { from, to: firstOld(hunk) - 1, shift, above: index > 0, below: true };
    const [added, removed] = (['add', 'remove'] as const).map(
      (type) => hunk.lines.filter((line) => line.type === type).length,
    );
    from = firstOld(hunk) + hunk.lines.length - (added ?? 0);
    shift += (added ?? 0) - (removed ?? 0);
    return gap;
  });
  return [...gaps, { from, to: hunks.length > 0 ? oldLines : 0, shift, above: true, below: false }];
}

/** A hunk with no old lines begins after line `oldStart`. */
function firstOld({ lines, oldStart }: HunkView): number {
  return lines.some((line) => line.type !== 'add') ? oldStart : oldStart + 1;
}

const noLines = new Board<ReadonlyMap<number, string>>();

/** Lines between hunks: those that were asked for, and how many more there are. */
export function Gap({ file, gap }: { file: FileView; gap: GapLines }): JSX.Element | null {
  const desk = useContext(EditContext);
  const known = useBoard(desk?.context ?? noLines, file.absolutePath);
  const { from, to, shift, above, below } = gap;
  if (to < from) return null;
  let [top, bottom] = [from, to];
  while (top <= to && known?.has(top)) top += 1;
  while (bottom >= top && known?.has(bottom)) bottom -= 1;
  const lines = (first: number, last: number): LineView[] =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const old = first + index;
      return { type: 'context', text: known?.get(old) ?? '', old, new: old + shift };
    });
  const ask = (first: number, last: number): void => desk?.acts.findContext(file.absolutePath, first, last);
  const more = (): void => {
    if (bottom - top < 2 * step) return ask(top, bottom);
    if (above) ask(top, top + step - 1);
    if (below) ask(bottom - step + 1, bottom);
  };
  const rest = bottom - top + 1;
  return (
    <>
      <Around lines={lines(from, top - 1)} language={file.language} />
      {rest > 0 && (
        <div class="gap num">
          <button
            type="button"
            class="expand"
            title={rest > 2 * step ? 'Show 20 more (Shift: all)' : 'Show'}
            onClick={(event) => (event.shiftKey ? ask(top, bottom) : more())}
          >
            <Icon name="unfold" small />
            {count(rest, 'unchanged line')}
          </button>
          {rest > 2 * step && (
            <button type="button" class="expand all" onClick={() => ask(top, bottom)}>
              Show all<span class="sr"> {count(rest, 'unchanged line')}</span>
            </button>
          )}
        </div>
      )}
      <Around lines={lines(bottom + 1, to)} language={file.language} />
    </>
  );
}

function Around({ lines, language }: { lines: readonly LineView[]; language: string | undefined }): JSX.Element | null {
  if (lines.length === 0) return null;
  return <Lines key={`${lines[0]?.old}-${lines.length}`} lines={lines} language={language} />;
}

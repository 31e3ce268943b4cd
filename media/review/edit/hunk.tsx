import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { HunkView } from '../../../src/protocol/views';
import { visibleString } from '../../../src/core/visibleText';
import { Board, useBoard } from '../comments/board';
import { EditContext, FileContext, type Common, type NumberedHunk } from './editDesk';
import { Lines } from './lines';

/** One stretch of changed lines, to be read only. */
export function Hunk({ hunk, language }: { hunk: HunkView; language?: string }): JSX.Element {
  return (
    <div class="hunk">
      <p class="hunk-head num">{linesLabel(hunk)}</p>
      <Lines lines={hunk.lines} language={language} />
    </div>
  );
}

const noMarks = new Board<true>();
const nothing = new Board<Common>();

/** One stretch of changed lines that can be taken or left. */
export function TakenHunk({ numbered }: { numbered: NumberedHunk }): JSX.Element {
  const { hunk, number } = numbered;
  const desk = useContext(EditContext);
  const file = useContext(FileContext);
  const left = useBoard(desk?.left ?? noMarks, hunk.id) ?? false;
  const { edits = null, open = false } = useBoard(desk?.common ?? nothing, '') ?? {};
  const can = open && edits?.possible === true;
  const reason = edits?.possible === false ? visibleString(edits.reason) : open ? '' : 'This request is decided.';
  const label = linesLabel(hunk);
  return (
    <div
      class={left ? 'hunk left' : 'hunk'}
      role="group"
      aria-label={`Hunk ${number}, ${label}`}
      data-hunk={number}
      data-id={hunk.id}
      tabIndex={-1}
    >
      <div class="hunk-head">
        {edits && (
          <label title={can ? 'Take or leave (X)' : reason}>
            <input
              type="checkbox"
              checked={!left}
              aria-disabled={can ? undefined : true}
              aria-description={can ? undefined : reason}
              onClick={(event) => can || event.preventDefault()}
              onChange={(event) => can && desk?.acts.take(hunk.id, event.currentTarget.checked)}
            />
            <span>Take hunk {number}</span>
          </label>
        )}
        <span class="quiet num">{label}</span>
        {left && (
          <span class="left-out">
            <b>Left out.</b> These lines stay as they are on disk
          </span>
        )}
      </div>
      <Lines lines={hunk.lines} language={file?.language} />
    </div>
  );
}

/** `lines 41–47`, as proposed where they are there. */
function linesLabel({ lines }: HunkView): string {
  const all = lines.map((line) => line.new ?? line.old ?? 0).filter((number) => number > 0);
  const [first, last] = [all[0] ?? 0, all.at(-1) ?? 0];
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

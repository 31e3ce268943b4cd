import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { QuestionOption } from '../../../src/protocol/question';
import { textRows, type TextRow } from '../../../src/core/textRows';
import { Chunked } from '../chunked';
import { blankRun, oneLine, visible, visibleLine } from '../text';

/** What an option looks like, as the agent drew it: text in the editor's font, whatever marks are in it, its lines not wrapped. */
export function Preview({ option }: { option: QuestionOption }): JSX.Element {
  const { label, preview = '' } = option;
  const rows = useMemo(() => textRows(preview).rows, [preview]);
  return (
    <figure class="card preview">
      <figcaption class="card-head">
        <span class="small clip">
          <b>Preview:</b> {visibleLine(label)}
        </span>
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={`Preview: ${oneLine(label)}`}>
        <Chunked items={rows} draw={previewRow} size={100} itemHeight={20} />
      </pre>
    </figure>
  );
}

function previewRow(row: TextRow): JSX.Element {
  return <code>{row.type === 'line' ? visible(row.text) : blankRun(row.count)}</code>;
}

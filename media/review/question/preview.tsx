import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { QuestionOption } from '../../../src/protocol/question';
import { oneLine, codeText, visibleLine } from '../text';

/** What an option looks like, as the agent drew it: text in the editor's font, whatever marks are in it. */
export function Preview({ option }: { option: QuestionOption }): JSX.Element {
  const { label, preview = '' } = option;
  const text = useMemo(() => codeText(preview), [preview]);
  return (
    <figure class="card preview">
      <figcaption class="card-head">
        <span class="small clip">
          <b>Preview:</b> {visibleLine(label)}
        </span>
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={`Preview: ${oneLine(label)}`}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

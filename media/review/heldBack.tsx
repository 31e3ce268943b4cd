import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { decision, Keys } from './decisionParts';
import { decisionAttributes } from './decisionButton';
import { Seconds } from './seconds';
import { draftOf, type State } from './state';
import { Icon } from './text';

/**
 * An approval that is held back. Undo is filled and stands where Approve was, so that a second click takes it back, and never sends
 * it.
 *
 * @param width of what stood there, in pixels
 */
export function HeldBack({ state, until, width }: { state: State; until: number; width: number }): JSX.Element {
  const [left] = useState(() => Math.max(0, until - Date.now()));
  return (
    <>
      <span class="bar-line shrinks" aria-hidden="true" style={{ animationDuration: `${left}ms` }} />
      <textarea class="bar-remark" rows={1} aria-label="Feedback to the agent" disabled value={draftOf(state)} />
      <div class="bar-row two">
        <p class="bar-held" id="bar-say">
          <Icon name="watch" />
          <span>
            <b>Approved.</b>{' '}
            <span class="num" aria-hidden="true">
              Sending in <Seconds left={left} />
            </span>
            {/* Said once: the seconds would be read out each time. */}
            <span class="sr" role="status">
              Sending in {Math.ceil(left / 1000)} s. Escape takes it back.
            </span>
          </span>
        </p>
        <div class="decide">
          <button type="button" class="btn" {...decision({ act: 'sendNow' }, { possible: true }, 'Enter')}>
            Send now
            <Keys main="Enter" />
          </button>
          <button
            type="button"
            class="btn primary"
            {...decisionAttributes({ act: 'undo' })}
            aria-keyshortcuts="Escape"
            style={{ minWidth: `${width}px` }}
          >
            <Icon name="discard" />
            Undo
            <kbd class="hide-m" aria-hidden="true">
              Esc
            </kbd>
          </button>
        </div>
      </div>
    </>
  );
}

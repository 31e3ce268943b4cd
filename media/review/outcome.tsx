import type { JSX } from 'preact';
import type { Actions } from './actions';
import { keptText } from './message';
import { commentsOf } from './comments/commentState';
import type { State } from './state';
import { Icon, visible } from './text';
import { isUnsent, outcomeLook } from './words';

/** Stands where the buttons were, at their height. */
export function Outcome({ state, actions }: { state: State; actions: Actions }): JSX.Element | null {
  const { request, queue } = state;
  if (!request) return null;
  const ended = request.status.type === 'ended';
  // Compiled only when there may be use for it: a plan can be a megabyte.
  const text = ended ? keptText(state) : '';
  const unsent = isUnsent(request, text, state.answered.get(request.id));
  const what = commentsOf(request).length > 0 ? 'comments' : 'text';
  const look = outcomeLook(request, request.status, unsent ? what : null);
  if (!look) return null;
  const copyFirst = unsent && look.tone === 'danger';
  /** The second click of a double click on Approve would land here. */
  const once =
    (press: () => void) =>
    (event: MouseEvent): void => {
      if (event.detail <= 1) press();
    };
  return (
    <div class="bar-row two outcome" role={look.alert ? 'alert' : 'status'}>
      <Icon name={look.icon} tone={look.tone} />
      <span class="says">
        <b>{visible(look.bold)}</b> {visible(look.text)}
      </span>
      <div class="decide">
        {ended && (
          <button type="button" class="btn" onClick={once(() => actions.dismiss(request.id))}>
            Dismiss
          </button>
        )}
        {unsent && (
          <button type="button" class={copyFirst ? 'btn primary' : 'btn'} onClick={once(() => actions.copy(text))}>
            <Icon name="copy" />
            Copy text
          </button>
        )}
        {queue.waiting > 0 && (
          <button type="button" class={copyFirst ? 'btn' : 'btn primary'} onClick={once(() => actions.go('next'))}>
            Next request
            <kbd class="hide-m" aria-hidden="true">
              Alt+↓
            </kbd>
          </button>
        )}
      </div>
    </div>
  );
}

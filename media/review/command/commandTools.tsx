import type { JSX } from 'preact';
import { visibleString } from '../../../src/core/visibleText';
import type { Possible } from '../../../src/protocol/views';
import { chooseByArrows } from '../radios';
import { Icon } from '../text';
import type { CommandLook } from './commandSubject';

/** What can be done with a command beside deciding. @param edits absent where nothing can be edited any more */
export function CommandTools(props: {
  look: CommandLook;
  setLook: (look: CommandLook) => void;
  hasSteps: boolean;
  edits: Possible | undefined;
  edit: () => void;
}): JSX.Element {
  const { look, setLook, hasSteps, edits, edit } = props;
  return (
    <>
      <button
        type="button"
        class="icon-btn"
        aria-label="Name invisible characters"
        title="Name invisible characters (I)"
        aria-pressed={look.names}
        onClick={() => setLook({ ...look, names: !look.names })}
      >
        <Icon name="eye" />
      </button>
      {hasSteps && (
        <div class="seg" role="radiogroup" aria-label="View" title="Steps or raw text (T)" onKeyDown={chooseByArrows}>
          {[false, true].map((raw) => (
            <button
              type="button"
              role="radio"
              aria-checked={look.raw === raw}
              tabIndex={look.raw === raw ? 0 : -1}
              onClick={() => setLook({ ...look, raw })}
            >
              {raw ? 'Raw' : 'Steps'}
            </button>
          ))}
        </div>
      )}
      {edits && (
        <button
          type="button"
          class="btn sm ghost edit"
          aria-label="Edit…"
          aria-disabled={edits.possible ? undefined : true}
          aria-describedby={edits.possible ? undefined : 'why-no-edit'}
          title={edits.possible ? 'Edit the command before approving (E)' : visibleString(edits.reason)}
          onClick={edit}
        >
          <Icon name="edit" />
          <span class="hide-s">Edit…</span>
        </button>
      )}
    </>
  );
}

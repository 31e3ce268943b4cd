import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RequestView } from '../../../src/protocol/views';
import type { Actions } from '../actions';
import { Chunked } from '../chunked';
import { EditComments } from '../comments/editComments';
import { Fields } from '../fields';
import type { PlanUi } from '../plan/planUi';
import type { State } from '../state';
import { EditContext, estimate, type Edit, type EditDesk } from './editDesk';
import { File } from './file';
import { useHere } from './here';
import { useEditKeys } from './useEditKeys';

export interface EditProps {
  readonly request: RequestView;
  readonly edit: Edit;
  readonly desk: EditDesk;
  readonly state: State;
  readonly actions: Actions;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** What would happen to each file. */
export function EditSubject({ edit, desk, ...props }: EditProps): JSX.Element {
  useHere(desk);
  useEditKeys(desk);
  // Drawn once: what changes in it reaches its part by the desk.
  const files = useMemo(
    () => (
      <Chunked
        items={desk.files}
        draw={(item) => <File item={item} />}
        size={5}
        {...estimate(desk.files.length, 200)}
      />
    ),
    [desk],
  );
  const hasDiff = desk.hunks > 0;
  const fields = useMemo(
    () =>
      edit.fields.length > 0 && (
        <div class="page-pad">
          <div class="column">
            <Fields fields={edit.fields} title={hasDiff ? 'Other values' : 'What the agent sent'} />
          </div>
        </div>
      ),
    [edit],
  );
  return (
    <EditContext.Provider value={desk}>
      <EditComments {...props}>{files}</EditComments>
      {fields}
    </EditContext.Provider>
  );
}

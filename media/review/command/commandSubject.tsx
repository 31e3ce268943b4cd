import type { JSX } from 'preact';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { RequestView } from '../../../src/protocol/views';
import { textRows } from '../../../src/core/textRows';
import type { Actions } from '../actions';
import { LineEnds } from '../codeRows';
import { Fields } from '../fields';
import type { State } from '../state';
import { visible } from '../text';
import { count } from '../words';
import { CommandCode } from './commandCode';
import { useCommandKeys, type CommandIntent } from './commandKeys';
import { CommandTools } from './commandTools';
import { unreadCommand } from './commandState';
import { EditBox } from './editBox';
import { Edited } from './edited';
import { Facts, type CommandView } from './facts';
import { rawItems, stepItems } from './items';
import { Touch } from './touch';
import { Verdict } from './verdict';

export interface CommandProps {
  readonly request: RequestView;
  readonly command: CommandView;
  readonly state: State;
  readonly actions: Actions;
}

/** How a command is looked at. */
export interface CommandLook {
  /** The text as it is beneath the steps. */
  readonly raw: boolean;
  /** The names of what has no ink stand in its boxes. */
  readonly names: boolean;
}

/** A command: how much care it asks for, its steps or its text, what it would touch, and where. */
export function CommandSubject({ request, command, state, actions }: CommandProps): JSX.Element {
  const [look, setLook] = useState<CommandLook>({ raw: false, names: true });
  const [box, setBox] = useState(false);
  const tools = useRef<HTMLDivElement>(null);
  const { edits, told } = request.abilities.editedCommand ?? {};
  const open = request.status.type === 'open';
  const canEdit = open && edits?.possible === true;
  const editing = box && canEdit;
  const hasSteps = (command.analysis.steps?.length ?? 0) > 0;
  const unread = unreadCommand(state);
  const reading = unread !== undefined && open;

  const edit = (): void => setBox(canEdit);
  const leave = (): void => {
    actions.saveDraft();
    setBox(false);
    setTimeout(() => tools.current?.querySelector<HTMLElement>('.edit')?.focus());
  };
  const keys = useRef<(intent: CommandIntent) => void>(() => undefined);
  keys.current = (intent) => {
    if (intent === 'edit') edit();
    else if (intent === 'names') setLook({ ...look, names: !look.names });
    else if (hasSteps) setLook({ ...look, raw: !look.raw });
  };
  useCommandKeys(useCallback((intent: CommandIntent) => keys.current(intent), []));

  // Drawn once: it can be a megabyte, and the rest of the page changes with every key.
  const drawn = useMemo(() => <Text command={command} key={request.hash} />, [command]);
  const raw = useMemo(() => hasSteps && look.raw && <Raw command={command} key={request.hash} />, [command, look.raw]);
  const fields = useMemo(
    () => command.fields.length > 0 && <Fields fields={command.fields} title="Other values" />,
    [command],
  );
  const touch = useMemo(
    () => state.touch !== undefined && <Touch touch={state.touch} again={open ? actions.lookAgain : null} />,
    [state.touch, open],
  );
  const edited = useMemo(
    () =>
      command.asked !== undefined && (
        <Edited
          asked={command.asked}
          command={command.command}
          useAsked={canEdit ? () => actions.editCommand(undefined) : null}
          key={request.hash}
        />
      ),
    [command, canEdit],
  );
  return (
    <div class="page-pad">
      <div class="column">
        <Verdict analysis={command.analysis} touch={state.touch ?? null} />
        {!editing && edited}
        <section
          class={look.names ? 'card command' : 'card command no-names'}
          aria-label="Command"
          data-no-end={editing || reading ? '' : undefined}
        >
          <div class="card-head" ref={tools}>
            <h2>What would run</h2>
            <span class="quiet small clip">
              {command.language !== undefined && visible(command.language)}
              <span class="hide-s">{lengthSaid(command)}</span>
            </span>
            <span class="grow" />
            {!editing && (
              <CommandTools
                look={look}
                setLook={setLook}
                hasSteps={hasSteps}
                edits={open ? edits : undefined}
                edit={edit}
              />
            )}
          </div>
          {editing ? (
            <EditBox command={unread ?? command.command} told={told ?? ''} typed={actions.editCommand} leave={leave} />
          ) : reading ? (
            <p class="note" role="status">
              Reading your command…
            </p>
          ) : (
            drawn
          )}
          {!editing && raw}
        </section>
        {touch}
        <Facts command={command} touch={state.touch ?? null} edits={open ? edits : undefined} />
        {fields}
      </div>
    </div>
  );
}

/** `1 line shown as 5 steps`, after what stands before it. Where there is little room, the page's header says enough of it. */
function lengthSaid({ command, language, analysis }: CommandView): string {
  const { lines } = textRows(command);
  const steps = analysis.steps?.length ?? 0;
  // Of one line that is one step there is nothing to say.
  if (lines + steps < 3) return '';
  const said = steps > 0 ? `${count(lines, 'line')} shown as ${count(steps, 'step')}` : count(lines, 'line');
  return language === undefined ? said : ` · ${said}`;
}

/** The steps; or the text with its reasons, where it has none. */
function Text({ command: { command, analysis } }: { command: CommandView }): JSX.Element {
  const isRaw = (analysis.steps?.length ?? 0) === 0;
  const drawn = isRaw ? rawItems(command, analysis, true) : stepItems(command, analysis);
  return (
    <>
      {analysis.unparsed !== undefined && (
        <p class="note">
          <b>Shown raw, not as steps.</b> {visible(analysis.unparsed)}
        </p>
      )}
      <LineEnds text={command} />
      {command === '' && <p class="note quiet">The command is empty.</p>}
      <CommandCode drawn={drawn} numbers={isRaw ? lineNumbers(command) : 'steps'} />
    </>
  );
}

/** The text as it is, beneath the steps. */
function Raw({ command: { command, analysis } }: { command: CommandView }): JSX.Element {
  const { lines } = textRows(command);
  return (
    <div class="raw" role="group" aria-label="Raw text">
      <div class="card-head">
        <h2>Raw text</h2>
        <span class="quiet small num">
          {count(command.length, 'character')}, {count(lines, 'line')}
        </span>
      </div>
      <CommandCode drawn={rawItems(command, analysis, false)} numbers={lineNumbers(command)} />
    </div>
  );
}

function lineNumbers(command: string): 'lines' | null {
  return textRows(command).lines > 1 ? 'lines' : null;
}

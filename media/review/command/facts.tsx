import type { JSX } from 'preact';
import type { TouchView } from '../../../src/protocol/command';
import type { Possible, SubjectView } from '../../../src/protocol/views';
import { Icon, Path, visible } from '../text';

export type CommandView = Extract<SubjectView, { type: 'command' }>;

/** Where a command would run, what the agent says of it, and what cannot be done with it. */
export function Facts(props: {
  command: CommandView;
  touch: TouchView | null;
  edits: Possible | undefined;
}): JSX.Element {
  const { command, touch, edits } = props;
  const real = touch?.cwd ?? command.cwd;
  return (
    <div class="facts">
      <span>
        <Icon name="folder" small />
        <span>
          Runs in{' '}
          <code>
            <Path path={command.cwd} />
          </code>
          {real !== command.cwd && (
            <>
              , which is{' '}
              <code>
                <Path path={real} />
              </code>
            </>
          )}
        </span>
      </span>
      {command.description !== undefined && command.description !== '' && (
        <span>
          <span>
            <span class="quiet">The agent says: </span>“{visible(command.description)}”
          </span>
        </span>
      )}
      {edits?.possible === false && (
        <span id="why-no-edit">
          <Icon name="edit" small />
          <span>{visible(edits.reason)}</span>
        </span>
      )}
    </div>
  );
}

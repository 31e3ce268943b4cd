import type { JSX } from 'preact';
import { Icon } from '../text';
import { SourceDiff } from '../plan/sourceDiff';

/** That a command is the person's, how it differs from the agent's, and the way back. @param useAsked null once it is decided */
export function Edited(props: { asked: string; command: string; useAsked: (() => void) | null }): JSX.Element {
  const { asked, command, useAsked } = props;
  return (
    <section class="card edited" aria-label="Your edit">
      <div class="card-head">
        <Icon name="edit" small />
        <h2>You edited this command</h2>
        <span class="quiet small clip hide-s">− the agent’s text, + yours</span>
        <span class="grow" />
        {useAsked && (
          <button type="button" class="btn sm" onClick={useAsked}>
            Use the agent’s
          </button>
        )}
      </div>
      <SourceDiff before={asked} after={command} />
    </section>
  );
}

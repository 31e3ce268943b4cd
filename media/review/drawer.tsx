import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Actions } from './actions';
import type { State } from './state';
import { Icon, visible } from './text';
import { count } from './words';
import { useBox } from './comments/box';
import { messageOf } from './message';
import { approvalFor } from './plan/planMessage';
import type { PlanUi } from './plan/planUi';
import { SourceDiff } from './plan/sourceDiff';

/** Exactly what will be sent: on deny the message, on approve the plan as it will be. */
export function Drawer(props: {
  state: State;
  actions: Actions;
  ui: PlanUi;
  setUi: (change: Partial<PlanUi>) => void;
}): JSX.Element | null {
  const { state, actions, ui, setUi } = props;
  const { request } = state;
  const close = (): void => setUi({ drawer: null });
  if (!request?.review || ui.drawer === null) return null;
  const plan = request.subject.type === 'plan' ? request.subject.markdown : null;
  const tab = (name: 'deny' | 'approve', label: string): JSX.Element => (
    <button type="button" aria-pressed={ui.drawer === name} onClick={() => setUi({ drawer: name })}>
      {label}
    </button>
  );
  const written = state.written.get(request.id);
  // What an approval of an edit sends is the edit that is shown.
  const onDeny = ui.drawer === 'deny' || plan === null;
  const text = onDeny ? messageOf(state) : (approvalFor(state)?.text() ?? plan);
  return (
    <section class="drawer" aria-label="Message preview">
      <div class="drawer-head">
        <b>{!onDeny || request.abilities.feedback ? 'Exactly this will be sent' : 'Nothing of this is sent'}</b>
        {plan !== null && (
          <div class="seg" role="group" aria-label="For">
            {tab('deny', 'On deny')}
            {tab('approve', 'On approve')}
          </div>
        )}
        <span class="quiet small num">{measure(text)}</span>
        <span class="grow" />
        {onDeny && written && !written.stale && (
          <button type="button" class="btn sm ghost" onClick={() => actions.write(null)}>
            <Icon name="discard" />
            Reset text
          </button>
        )}
        <button type="button" class="btn sm ghost" onClick={() => actions.copy(text)}>
          <Icon name="copy" />
          Copy
        </button>
        <button type="button" class="icon-btn" aria-label="Close preview" title="Close (Escape)" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {onDeny ? (
        <Message
          text={text}
          change={(next) => actions.write({ text: next, stale: false })}
          off={!request.abilities.feedback}
        />
      ) : (
        <OnApprove state={state} />
      )}
    </section>
  );
}

function measure(text: string): string {
  const lines = text === '' ? 0 : text.split('\n').length;
  return `${count(lines, 'line')} · ${count(text.length, 'character')}`;
}

function Message(props: { text: string; change: (text: string) => void; off: boolean }): JSX.Element {
  const box = useRef<HTMLTextAreaElement>(null);
  useBox(box, () => document.querySelector('main')?.focus());
  return (
    <textarea
      class="msg"
      ref={box}
      aria-label="Message to the agent"
      spellcheck={false}
      readOnly={props.off}
      value={props.text}
      onInput={(event) => props.change(event.currentTarget.value)}
    />
  );
}

/** What an approval changes in the plan, line by line. */
function OnApprove({ state }: { state: State }): JSX.Element {
  const { request } = state;
  const approval = approvalFor(state);
  const markdown = request?.subject.type === 'plan' ? request.subject.markdown : '';
  const plan = useMemo(() => approval?.text() ?? markdown, [approval, markdown]);
  const edits = request?.review?.edits;
  return (
    <div class="msg" tabIndex={0} role="region" aria-label="Changes of the plan">
      {edits && !edits.possible ? (
        <p class="quiet">{visible(edits.reason)}</p>
      ) : plan === markdown ? (
        <p class="quiet">The plan as it is. Nothing is changed or added.</p>
      ) : (
        <SourceDiff before={markdown} after={plan} />
      )}
    </div>
  );
}

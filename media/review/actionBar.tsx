import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RequestView } from '../../src/protocol/views';
import { visibleString } from '../../src/core/visibleText';
import type { Actions } from './actions';
import { AdditionsMenu } from './additions';
import { ApproveButton } from './approveButton';
import { BarParts } from './barParts';
import { decisionAttributes } from './decisionButton';
import { decision, Keys } from './decisionParts';
import { HeldBack } from './heldBack';
import { Outcome } from './outcome';
import type { PlanUi } from './plan/planUi';
import { deniesWithText } from './sayings';
import { Sentence } from './sentence';
import { draftOf, frontOf, type State } from './state';
import { Icon, visible } from './text';
import { asksIn } from './words';

interface BarProps {
  readonly state: State;
  readonly actions: Actions;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** Remark, sentence and decisions; or what became of them, at the same height. */
export function ActionBar(props: BarProps): JSX.Element | null {
  const { state, actions } = props;
  const { request } = state;
  const bar = useRef<HTMLElement>(null);
  const size = useRef({ height: 0, approve: 0 });
  const { status } = request ?? {};
  const type = status?.type;
  useLayoutEffect(() => {
    if (!bar.current) return;
    // Measured while the buttons are there, kept when something else takes their place.
    if (type === 'open') {
      bar.current.style.minHeight = '';
      const approve = bar.current.querySelector<HTMLElement>('[data-approve]')?.offsetWidth ?? 0;
      size.current = { height: bar.current.offsetHeight, approve };
    } else {
      bar.current.style.minHeight = type === 'watching' ? '' : `${size.current.height}px`;
    }
  });
  if (!request || !status) return null;
  const decides = type === 'open' || type === 'heldBack';
  const settling = decides && (state.settled !== frontOf(state) || state.posted !== null);
  const open = type === 'open' && state.posted === null;
  const classes = ['bar', settling && 'settling', type === 'heldBack' && 'held-back'].filter(Boolean).join(' ');
  return (
    <footer ref={bar} class={classes} aria-label="Decision" key={request.id}>
      {open && settling && (
        <span
          key={state.restarts}
          class="bar-line"
          aria-hidden="true"
          style={{ animationDuration: `${state.queue.settleMs}ms` }}
        />
      )}
      {open && props.ui.menu && <AdditionsMenu state={state} setUi={props.setUi} />}
      {type === 'open' && <Decide request={request} {...props} />}
      {status.type === 'heldBack' && (
        <HeldBack key={status.until} state={state} until={status.until} width={size.current.approve} />
      )}
      {type === 'watching' && <Watching request={request} actions={actions} />}
      {!decides && type !== 'watching' && <Outcome state={state} actions={actions} />}
      {request.risk === 'dangerous' && (
        <div class="sr" role="status">
          {type === 'open' && intentSaid(state)}
        </div>
      )}
    </footer>
  );
}

/** What a button that asks for more than a press tells those who do not see it. */
function intentSaid({ intent }: State): string {
  if (intent === null) return '';
  return intent.type === 'holding' ? 'Keep holding.' : 'Press again within 5 s to confirm the approval.';
}

function Decide(props: BarProps & { request: RequestView }): JSX.Element {
  const { request, state, actions, ui, setUi } = props;
  const { abilities, agent } = request;
  const draft = draftOf(state);
  const hasText = deniesWithText(state);
  const reviewed = request.review !== undefined;
  // Decided by the request, once: what one types or sees changes no fill.
  const fillDeny = (request.risk === 'dangerous' || !abilities.approve.possible) && abilities.deny.possible;
  return (
    <>
      <textarea
        class="bar-remark"
        rows={1}
        data-remark
        aria-label="Feedback to the agent"
        placeholder={
          abilities.feedback
            ? reviewed
              ? 'General remark, sent last (optional)'
              : 'Feedback to the agent (optional)'
            : `${visibleString(agent.name)} takes no feedback on this`
        }
        disabled={!abilities.feedback}
        value={draft}
        onInput={(event) => actions.typed(request.id, event.currentTarget.value)}
        onBlur={actions.saveDraft}
      />
      <div class={reviewed ? 'bar-row two of-plan' : 'bar-row two'}>
        {(reviewed || request.subject.type === 'question') && <BarParts state={state} ui={ui} setUi={setUi} />}
        <Sentence request={request} state={state} hasText={hasText} />
        <button
          type="button"
          class="btn link"
          {...decisionAttributes({ act: 'handBack' })}
          title={visibleString(abilities.handBack)}
          aria-label={visibleString(`Answer in ${asksIn(request, 'short')}`)}
        >
          <Icon name="terminal" />
          <span class="t">Answer in {visible(asksIn(request, 'short'))}</span>
        </button>
        <div class="decide">
          <button
            type="button"
            class={fillDeny ? 'btn both primary' : 'btn both'}
            {...decision({ act: 'deny' }, abilities.deny, 'Backspace')}
          >
            <span class={hasText ? 'off' : ''}>
              Deny
              <Keys main="Backspace" />
            </span>
            <span class={hasText ? '' : 'off'}>
              Deny with feedback
              <Keys main="Backspace" />
            </span>
          </button>
          <ApproveButton state={state} ui={ui} setUi={setUi} />
        </div>
      </div>
    </>
  );
}

/** A request that is answered elsewhere and shown here only. */
function Watching({ request, actions }: { request: RequestView; actions: Actions }): JSX.Element {
  const { status, agent } = request;
  const reason = (status.type === 'watching' && status.reason) || `${agent.name} asks in its own place.`;
  const off = { possible: false, reason } as const;
  return (
    <div class="bar-row two">
      <p class="bar-say" id="bar-say">
        <b>Answer it in {visible(agent.name)}.</b> {visible(reason)}
      </p>
      <button type="button" class="btn" onClick={() => actions.dismiss(request.id)}>
        Dismiss
      </button>
      <div class="decide">
        <button type="button" class="btn" {...decision({ act: 'deny' }, off, 'Backspace')}>
          Deny
        </button>
        <button type="button" class="btn" {...decision({ act: 'approve' }, off, 'Enter')}>
          Approve
        </button>
      </div>
    </div>
  );
}

import type { ButtonHTMLAttributes, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AbilitiesView, RequestView } from '../../src/protocol/views';
import { visibleString } from '../../src/core/visibleText';
import type { Actions } from './actions';
import { Outcome } from './outcome';
import { AdditionsButton, AdditionsMenu } from './additions';
import { BarParts } from './barParts';
import { approvable } from './parts';
import type { PlanUi } from './plan/planUi';
import { approveLabel, deniesWithText, sayingsOf } from './sayings';
import { draftOf, frontOf, type State } from './state';
import { Icon, visible } from './text';
import { approveMeans, asksIn, denyMeans } from './words';

const isMac = /mac/i.test(navigator.platform);

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
  const height = useRef(0);
  const type = request?.status.type;
  useLayoutEffect(() => {
    if (!bar.current) return;
    // Measured while the buttons are there, kept when the outcome takes their place.
    if (type === 'open') {
      bar.current.style.minHeight = '';
      height.current = bar.current.offsetHeight;
    } else {
      bar.current.style.minHeight = type === 'watching' ? '' : `${height.current}px`;
    }
  });
  if (!request) return null;
  const settling = type === 'open' && (state.settled !== frontOf(state) || state.posted !== null);
  return (
    <footer ref={bar} class={settling ? 'bar settling' : 'bar'} aria-label="Decision" key={request.id}>
      {type === 'open' && state.posted === null && settling && (
        <span class="bar-line" aria-hidden="true" style={{ animationDuration: `${state.queue.settleMs}ms` }} />
      )}
      {type === 'open' && state.posted === null && props.ui.menu && <AdditionsMenu state={state} setUi={props.setUi} />}
      {type === 'open' && <Decide request={request} {...props} />}
      {type === 'watching' && <Watching request={request} actions={actions} />}
      {type !== 'open' && type !== 'watching' && <Outcome state={state} actions={actions} />}
    </footer>
  );
}

function Decide(props: BarProps & { request: RequestView }): JSX.Element {
  const { request, state, actions, ui, setUi } = props;
  const { abilities, agent } = request;
  const draft = draftOf(state);
  const hasText = deniesWithText(state);
  const reviewed = request.review !== undefined;
  const more = approveLabel(state);
  const approve = approvable(state);
  const additions = abilities.approve.possible && abilities.additions.length > 0;
  const fillDeny = !abilities.approve.possible && abilities.deny.possible;
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
            : `${visibleString(agent.name)} passes no text on to its model`
        }
        disabled={!abilities.feedback}
        value={draft}
        onInput={(event) => actions.typed(request.id, event.currentTarget.value)}
        onBlur={actions.saveDraft}
      />
      <div class={reviewed ? 'bar-row two of-plan' : 'bar-row two'}>
        {reviewed && <BarParts state={state} ui={ui} setUi={setUi} />}
        <Sentence request={request} state={state} hasText={hasText} />
        <button
          type="button"
          class="btn link"
          data-decide="handBack"
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
            {...decision('deny', abilities.deny, 'Backspace')}
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
          <span class={additions ? 'btn-split' : 'whole'}>
            <button
              type="button"
              class={abilities.approve.possible ? 'btn both primary' : 'btn both'}
              {...decision('approve', approve, 'Enter')}
              aria-busy={state.posted?.decision === 'approve' ? true : undefined}
            >
              {abilities.approveLabel === undefined && (
                <span class={more?.now ? 'off' : ''}>
                  Approve
                  <Keys main="Enter" />
                </span>
              )}
              {more && (
                <span class={more.now ? '' : 'off'}>
                  {visible(more.text)}
                  <Keys main="Enter" />
                </span>
              )}
            </button>
            {additions && <AdditionsButton ui={ui} setUi={setUi} />}
          </span>
        </div>
      </div>
    </>
  );
}

/** What all decision buttons have in common: the mark that `input.ts` looks for, and the reason if there is nothing to press. */
function decision(
  name: 'approve' | 'deny',
  ability: AbilitiesView['approve'],
  main: 'Enter' | 'Backspace',
): ButtonHTMLAttributes<HTMLButtonElement> {
  return {
    'data-decide': name,
    'aria-describedby': 'bar-say',
    'aria-keyshortcuts': `${isMac ? 'Meta' : 'Control'}+Shift+${main}`,
    ...(ability.possible ? {} : { 'aria-disabled': true, title: visibleString(ability.reason) }),
  } as ButtonHTMLAttributes<HTMLButtonElement>;
}

function Keys({ main }: { main: 'Enter' | 'Backspace' }): JSX.Element {
  const sign = main === 'Enter' ? 'Enter' : '⌫';
  return (
    <kbd class="hide-m" aria-hidden="true">
      {isMac ? `⇧⌘${main === 'Enter' ? '⏎' : sign}` : `Ctrl+Shift+${sign}`}
    </kbd>
  );
}

/** What happens if I deny, what if I approve. Where one is not to be had, why. */
function Sentence(props: { request: RequestView; state: State; hasText: boolean }): JSX.Element {
  const { request, state, hasText } = props;
  const { abilities, agent, subject } = request;
  const { deny, approve, more } = sayingsOf(state);
  const can = approvable(state);
  return (
    <p class="bar-say" id="bar-say">
      {abilities.deny.possible ? (
        <>
          <b>Deny</b> {visible(deny ?? denyMeans(request, hasText))}
        </>
      ) : (
        visible(abilities.deny.reason)
      )}{' '}
      {can.possible ? (
        <>
          <b>{visible(abilities.approveLabel ?? 'Approve')}</b>{' '}
          {visible(abilities.approveMeans ?? approve ?? approveMeans(subject, agent.name))}
          {hasText && !approve && ' It sends no text.'}
        </>
      ) : (
        visible(can.reason)
      )}{' '}
      {visible(more)}
    </p>
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
        <button type="button" class="btn" {...decision('deny', off, 'Backspace')}>
          Deny
        </button>
        <button type="button" class="btn" {...decision('approve', off, 'Enter')}>
          Approve
        </button>
      </div>
    </div>
  );
}

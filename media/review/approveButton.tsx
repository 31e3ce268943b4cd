import type { JSX } from 'preact';
import { AdditionsButton } from './additions';
import { decision, HoldLabel, Keys, phaseOf } from './decisionParts';
import { approvable } from './parts';
import type { PlanUi } from './plan/planUi';
import { approveLabel, holdWords } from './sayings';
import type { State } from './state';
import { visible } from './text';

interface ApproveProps {
  readonly state: State;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** Approve, with what it can add beside it. Where the request is dangerous it has to be held, and is not the filled one. */
export function ApproveButton({ state, ui, setUi }: ApproveProps): JSX.Element | null {
  const { request } = state;
  if (!request) return null;
  const { abilities, identical } = request;
  const more = approveLabel(state);
  const dangerous = request.risk === 'dangerous';
  const additions =
    abilities.approve.possible && (abilities.additions.length > 0 || (identical.length > 0 && !dangerous));
  const look = !abilities.approve.possible ? '' : dangerous ? ' hold' : ' primary';
  return (
    <span class={additions ? 'btn-split' : 'whole'} data-approve>
      <button
        type="button"
        class={`btn both${look}`}
        {...decision({ act: 'approve' }, approvable(state), 'Enter')}
        aria-busy={state.posted?.act === 'approve' ? true : undefined}
      >
        {dangerous ? (
          <HoldLabel phase={phaseOf(state, { act: 'approve' })} {...holdWords(state)} />
        ) : (
          <>
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
          </>
        )}
      </button>
      {additions && <AdditionsButton ui={ui} setUi={setUi} look={look} />}
    </span>
  );
}

import type { PageDecision } from '../../src/protocol/page';
import type { DecisionButton } from './decisionButton';
import { approvalMessageOf, messageOf } from './message';
import { partOf } from './parts';
import { approvalFor } from './plan/planMessage';
import { answersToSend } from './question/answers';
import type { State } from './state';

/** The decision about the shown request that a button stands for, with all that goes along; null if it decides nothing. */
export function decisionOf(state: State, button: DecisionButton): PageDecision | null {
  switch (button.act) {
    case 'deny':
      return { type: 'deny', feedback: state.request?.abilities.feedback ? messageOf(state) : '' };
    case 'handBack':
      return { type: 'handBack' };
    case 'approve':
      return approval(state, button);
    case 'undo':
    case 'sendNow':
      return null;
  }
}

function approval(state: State, { addition, identical }: DecisionButton): PageDecision {
  const plan = approvalFor(state)?.text();
  const left = partOf(state).ids;
  const message = approvalMessageOf(state);
  const answers = answersToSend(state);
  // Those that have ended since the button was drawn are not asked for.
  const others = identical?.filter((id) => state.request?.identical.some((one) => one.id === id));
  return {
    type: 'approve',
    ...(plan === undefined ? {} : { plan }),
    ...(left.length === 0 ? {} : { left: [...left] }),
    ...(addition === undefined ? {} : { addition }),
    ...(message === '' ? {} : { message }),
    ...(answers === undefined ? {} : { answers: [...answers] }),
    ...(others === undefined ? {} : { identical: others }),
  };
}

import type { PageDecision } from '../../src/protocol/page';
import type { DecisionType } from './input';
import { approvalMessageOf, messageOf } from './message';
import { partOf } from './parts';
import { approvalFor } from './plan/planMessage';
import { answersToSend } from './question/answers';
import type { State } from './state';

/** A decision about the shown request with all that goes along. @param addition what an approval adds */
export function decisionOf(state: State, type: DecisionType, addition: string | undefined): PageDecision {
  if (type === 'deny') return { type, feedback: state.request?.abilities.feedback ? messageOf(state) : '' };
  if (type === 'handBack') return { type };
  const plan = approvalFor(state)?.text();
  const left = partOf(state).ids;
  const message = approvalMessageOf(state);
  const answers = answersToSend(state);
  return {
    type,
    ...(plan === undefined ? {} : { plan }),
    ...(left.length === 0 ? {} : { left: [...left] }),
    ...(addition === undefined ? {} : { addition }),
    ...(message === '' ? {} : { message }),
    ...(answers === undefined ? {} : { answers: [...answers] }),
  };
}

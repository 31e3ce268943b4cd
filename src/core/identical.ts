import type { RequestView } from '../protocol/views';
import { entryOf } from './queueState';
import type { Entry, QueueState } from './queueState';

/**
 * The other requests that wait for just the same call, in order of arrival: same agent, same folder, same files, and the same text to the
 * letter. An approval may name them. None where this one may not be approved with others.
 */
export function identicalTo(state: QueueState, id: string): RequestView['identical'] {
  const entry = entryOf(state, id);
  if (!entry || !canJoin(entry)) return [];
  return state.entries
    .filter((one) => one !== entry && one.hash === entry.hash && one.status.type === 'open' && canJoin(one))
    .map(({ request: { id: other, session, receivedAt } }) => ({
      id: other,
      session: session.title ?? '',
      receivedAt,
    }));
}

/** Whether a request may be approved along with others for the same call: what is dangerous, read or answered stands alone. */
export function canJoin({ risk, request: { subject, capabilities } }: Entry): boolean {
  const { type } = capabilities.approve;
  return (
    risk !== 'dangerous' &&
    (type === 'grants' || type === 'passes') &&
    subject.type !== 'plan' &&
    subject.type !== 'question'
  );
}

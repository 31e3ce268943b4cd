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
    .filter((one) => one !== entry && one.hash === entry.hash && one.status.type === 'open' && isAlike(entry, one))
    .map(({ request: { id: other, session, receivedAt } }) => ({
      id: other,
      session: session.title ?? '',
      receivedAt,
    }));
}

/** Whether one of two requests with the same text may be approved along with the other: the same agent asks, and a yes means the same to it. */
export function isAlike(main: Entry, other: Entry): boolean {
  const [ours, theirs] = [main, other].map(({ request: { agent, capabilities } }) =>
    JSON.stringify([agent, capabilities.approve]),
  );
  return canJoin(other) && ours === theirs;
}

/** Whether a request may be approved along with others for the same call: what is dangerous, read or answered stands alone. */
function canJoin({ risk, request: { subject, capabilities } }: Entry): boolean {
  const { type } = capabilities.approve;
  return (
    risk !== 'dangerous' &&
    (type === 'grants' || type === 'passes') &&
    subject.type !== 'plan' &&
    subject.type !== 'question'
  );
}

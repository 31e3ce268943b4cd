import type { Possible } from '../../src/protocol/views';
import { textRows } from '../../src/core/textRows';
import type { State } from './state';
import { count, type Saying } from './words';

/** What `shown` and `seen` are about: a request with just this text, open or not. Null if nothing is shown. */
export function keyOf({ request }: Pick<State, 'request'>): string | null {
  return request ? `${request.id}\n${request.hash}` : null;
}

/** Whether the end of the shown request still has to be seen before it can be approved. */
export function waitsForEnd(state: State): boolean {
  const key = keyOf(state);
  return key !== null && state.request?.risk === 'dangerous' && !state.seen.has(key);
}

/** Why the shown request cannot be approved yet, and how much of it was seen; null if its end was, or need not be. */
export function endWords(state: State): Saying | null {
  if (!waitsForEnd(state)) return null;
  const seen = linesSeen(state);
  // More may stand beneath a command, and one may be there already.
  const whole = state.request?.subject.type === 'command' ? ' of the command.' : '.';
  return { bold: `Approve waits for the end${seen === '' ? whole : ':'}`, text: seen };
}

/** Whether enough of the shown request was seen to approve it; if not, how much was. */
export function seenEnough(state: State): Possible {
  const waits = endWords(state);
  return waits ? { possible: false, reason: `${waits.bold} ${waits.text}`.trim() } : { possible: true };
}

/** `38 of 301 lines seen.`; empty where lines cannot be counted. */
function linesSeen(state: State): string {
  const { request, furthest } = state;
  if (request?.subject.type !== 'command' || furthest?.key !== keyOf(state)) return '';
  const { lines } = textRows(request.subject.command);
  if (lines < 2 || furthest.line > lines) return '';
  return `${furthest.line.toLocaleString('en')} of ${count(lines, 'line')} seen.`;
}

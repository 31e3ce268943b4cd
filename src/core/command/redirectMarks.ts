import type { MarkView } from '../../protocol/command';
import type { CommandPlace } from './analysis';
import type { Call, CallRedirect } from './calls';
import { knownText } from './callUse';
import { markOf } from './markView';
import { pathRule, pathWords } from './pathMarks';
import { isNothing, isSocket } from './wordKinds';

/** What a redirection of a call reads, overwrites or reaches that asks for care. */
export function redirectMarks(
  { operator, target, from }: CallRedirect,
  { cwd }: Call,
  place: CommandPlace,
): readonly MarkView[] {
  if (!target) return [];
  const text = knownText(target);
  const { to } = target;
  if (isSocket(target)) return [markOf('network.shell', { from, to })];
  const reads = /^<(?!>)/.test(operator);
  if (!reads && operator.endsWith('&') && /^(?:\d*-?)$/.test(text)) return [];
  const rule = pathRule(target, reads ? 'read' : 'write', cwd, place);
  const path = rule === null ? [] : [markOf(rule, target, pathWords(rule, target, cwd, place))];
  if (reads || (rule === null && isNothing(text))) return path;
  return [markOf(operator.includes('>>') ? 'write.append' : 'write.overwrite', { from, to }), ...path];
}

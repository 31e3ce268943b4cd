import type { Actions } from '../actions';
import type { State } from '../state';
import { unfinishedOf } from './planState';
import type { PlanUi } from './planUi';

/** Opens the box for a comment on the whole plan, at its end. */
export function beginWhole(state: State, actions: Actions, setUi: (change: Partial<PlanUi>) => void): void {
  setUi({ view: 'rendered' });
  const all = unfinishedOf(state).flatMap((one) => (one.body.trim() === '' ? [] : [{ ...one, open: false }]));
  const known = all.find((one) => one.key === 'plan');
  const fresh = known ?? { key: 'plan', kind: 'comment' as const, body: '', open: true };
  actions.compose([...all.filter((one) => one !== known), { ...fresh, open: true }]);
}

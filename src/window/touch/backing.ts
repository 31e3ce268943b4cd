import type { TouchRow } from '../../protocol/command';
import type { FileState } from './repositories';

/** Whether git could bring something back, and why. */
export type Backing = Pick<TouchRow, 'back' | 'why'>;

/** There is nothing that could be lost. @param why in a few words; empty where the row says it already */
export function nothingLost(why: string): Backing {
  return { back: 'nothing', why };
}

const words = {
  changed: 'changed since the last commit',
  untracked: 'not known to git',
  ignored: 'ignored by git',
  outside: 'outside the project',
  own: 'part of git itself',
  mixed: 'not in git as now on disk',
} as const;

/**
 * Whether git could bring files in these states back.
 *
 * @param isAll whether there are no more files than these
 * @param kept what is said where it could
 */
export function backingOf(states: readonly FileState[], isAll: boolean, kept = 'Tracked and unchanged'): Backing {
  if (states.some((state) => state.type === 'history')) return { back: 'no', why: 'The history of git goes too' };
  const lost = states.flatMap((state) => (state.type === 'unchanged' || state.type === 'unknown' ? [] : [state.type]));
  const unclear = states.find((state) => state.type === 'unknown');
  const kinds = new Set(lost);
  const [kind] = kinds;
  if (kind !== undefined && kind !== 'history') {
    const what = words[kinds.size === 1 ? kind : 'mixed'];
    if (lost.length === states.length) return { back: 'no', why: what[0]?.toUpperCase() + what.slice(1) };
    const some = lost.length === 1 ? '1 file' : `${lost.length} files`;
    const isAnyKept = states.some((state) => state.type === 'unchanged');
    return {
      back: isAnyKept ? 'part' : 'no',
      why: `${some} of ${states.length} ${lost.length === 1 ? 'is' : 'are'} ${what}`,
    };
  }
  if (unclear) return { back: 'unknown', why: unclear.reason };
  if (!isAll) return { back: 'unknown', why: 'Not all of it was looked at' };
  return states.length === 0 ? nothingLost('Nothing is lost') : { back: 'yes', why: kept };
}

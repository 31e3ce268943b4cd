import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Target } from '../../core/command/targets';
import type { TouchRow, TouchView } from '../../protocol/command';
import { longestFolder, realPathOf } from '../disk';
import { Arrivals } from './arrivals';
import { nothingLost } from './backing';
import { Budget, usualLimits } from './budget';
import type { Limits } from './budget';
import { Commits } from './commits';
import { Discards } from './discards';
import type { GitTarget } from './discards';
import { EarlierSteps, missingFolder } from './earlierSteps';
import { FilesOnDisk } from './filesOnDisk';
import { Git } from './git';
import { filesAtStake, findPath, noFolder, pathRow } from './paths';
import type { PathFinding, PathTarget, RowStart } from './paths';
import { Repositories } from './repositories';

/** What a look is made with. */
export interface LookOptions {
  /** Where the command would run. */
  readonly cwd: string;
  /** The workspace's folders, as real paths. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
  readonly limits?: Limits;
  /** For git: where it is found, and what it is run with. */
  readonly env?: NodeJS.ProcessEnv;
}

/** More targets are only counted. */
const maxRows = 200;
/** A disk that does not answer is not waited for longer than this beyond the limits. */
const graceMs = 1000;

/**
 * Looks at the disk for what a command would touch, one row for each target in order. Nothing of the command is run, no file but
 * regular ones is opened, and it ends by the limits. A look that was cut short gives what it had.
 */
export async function lookAt(targets: readonly Target[], options: LookOptions): Promise<TouchView> {
  const { cwd, folders, signal, limits = usualLimits, env = process.env } = options;
  const budget = new Budget(limits, signal);
  const git = new Git(budget, env);
  const commits = new Commits(git);
  const repositories = new Repositories(git, commits, folders, budget);
  const files = new FilesOnDisk(repositories, budget);
  const arrivals = new Arrivals(repositories, commits, files);
  const discards = new Discards(git, repositories, commits, files, arrivals, folders, budget);
  const shown = targets.slice(0, maxRows);
  const rows: (TouchRow | undefined)[] = shown.map(rowWithoutDisk);

  const look = async (): Promise<void> => {
    const findings = new Map<PathTarget, PathFinding | null>();
    const steps = new EarlierSteps();
    for (const target of shown) {
      const isUncertain = isPath(target) && (await steps.missesFolder(target));
      if (isUncertain || !isPath(target)) continue;
      const found = await findPath(target, folders, budget);
      findings.set(target, found);
      if (found) steps.add(target, found);
    }
    const atStake = [...findings].flatMap(([target, found]) => (found ? filesAtStake(target, found) : []));
    const forgets = shown.some((target) => isPath(target) && target.about.forgets);
    const states = await repositories.statesOf(atStake, forgets ? 'commit' : 'any');
    for (const [index, target] of shown.entries()) {
      const start = startOf(target);
      if (isGit(target)) rows[index] = steps.told(target, await discards.rowOf(start, target));
      if (!isPath(target)) continue;
      const found = findings.get(target);
      if (found === undefined) rows[index] = unknownRow(start, missingFolder);
      else if (!found) rows[index] = unknownRow(start, noFolder);
      else rows[index] = steps.told(target, pathRow(start, target, found, states), found);
    }
  };
  await withinTime(look(), limits.walkMs + limits.gitMs + graceMs, signal);

  const last = targets[maxRows];
  if (last) {
    const more = targets.length - maxRows;
    rows.push({ ...startOf(last), what: `${more} more`, names: [], count: more, ...unseen });
  }
  return {
    readAt: Date.now(),
    rows: rows.filter((row) => row !== undefined),
    ...(await placeOf(cwd, folders, signal)),
  };
}

const unseen = { note: 'Not looked at: there are too many.', back: 'unknown', why: 'Not looked at' } as const;
const late = {
  note: 'Not looked at: the disk did not answer in time.',
  back: 'unknown',
  why: 'Not looked at',
} as const;

/** What can be said before the disk has answered. */
function rowWithoutDisk(target: Target): TouchRow {
  const start = startOf(target);
  if (target.about.type === 'unknown') return unknownRow(start, target.about.reason);
  if (target.about.type === 'host') return hostRow(start, target.about.host);
  return { ...start, names: [], ...late };
}

function startOf({ step, verb, what }: Target): RowStart {
  return { step, verb, what };
}

function isPath(target: Target): target is PathTarget {
  return target.about.type === 'path';
}

function isGit(target: Target): target is GitTarget {
  return target.about.type === 'git';
}

function unknownRow(start: RowStart, note: string): TouchRow {
  return { ...start, note, names: [], back: 'unknown', why: '' };
}

/** A host with the name that is really asked for, where the command writes it in another way. */
function hostRow(start: RowStart, host: string): TouchRow {
  const row = { ...start, names: [], count: 1, ...nothingLost('') };
  try {
    // It knows the numbers that are addresses in disguise, too.
    const real = new URL(`http://${host}`);
    const isAsWritten = [real.host, real.hostname].includes(host.toLowerCase());
    return isAsWritten ? row : { ...row, what: `${start.what} (${real.hostname})` };
  } catch {
    return { ...row, note: 'This is no name of a host.' };
  }
}

async function placeOf(
  cwd: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<Pick<TouchView, 'cwd' | 'cwdWarning'>> {
  const found = await withinTime(realPlaceOf(cwd), graceMs, signal);
  if (!found?.isFolder) return { cwd: found?.path ?? cwd, cwdWarning: 'There is no such folder.' };
  const isInside = longestFolder(found.path, folders) !== undefined;
  return { cwd: found.path, ...(isInside ? {} : { cwdWarning: 'This is not in the project.' }) };
}

async function realPlaceOf(cwd: string): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  const path = await realPathOf(cwd);
  return stat(path).then(
    (stats) => ({ path, isFolder: stats.isDirectory() }),
    () => ({ path, isFolder: false }),
  );
}

/** What a promise gives, or undefined once the time is over or it was aborted. @throws what the promise throws in that time */
async function withinTime<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const end = setTimeout(ms, undefined, { signal: AbortSignal.any([signal, over.signal]), ref: false }).catch(
    () => undefined,
  );
  try {
    return await Promise.race([promise, end]);
  } finally {
    over.abort();
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** One command to time as a whole process. */
export interface Timed {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Path of the file on its stdin. */
  readonly input: string;
}

/** Runs in one shell: to start a process from here costs more than the shortest of them takes. */
const batch = 5;
const loop = `i=0; input=$1; shift; while [ $i -lt ${batch} ]; do "$@" <"$input" >/dev/null || exit 1; i=$((i + 1)); done`;

/** Runs it a few times; milliseconds of one run. @throws if it ends with another code than 0 */
async function timeBatch({ command, args, env, cwd, input }: Timed): Promise<number> {
  const start = process.hrtime.bigint();
  const child = spawn('sh', ['-c', loop, 'sh', input, command, ...args], { cwd, env, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return Number(process.hrtime.bigint() - start) / 1e6 / batch;
}

/** Milliseconds until so many bare Nodes, started at once, have ended. */
export async function bareNodesAtOnce(count: number, env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: count }, () => once(spawn('node', ['-e', '0'], { env, stdio: 'ignore' }), 'exit')),
  );
  return performance.now() - start;
}

/** The middle of some numbers; of an even count the lower one. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50);
}

/** The smallest of the numbers that at least `percent` of them do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/**
 * How long one command takes in times of another, from interleaved runs, so that the machine's ups and downs meet both alike:
 * the ratio of the medians.
 */
export async function ratio(subject: Timed, base: Timed, runs: number): Promise<number> {
  const [subjects, bases]: [number[], number[]] = [[], []];
  await timeBatch(subject);
  await timeBatch(base);
  for (let run = 0; run < runs; run++) {
    subjects.push(await timeBatch(subject));
    bases.push(await timeBatch(base));
  }
  return median(subjects) / median(bases);
}

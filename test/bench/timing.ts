import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** One command to time as a whole process. */
export interface Timed {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly input: string;
}

/** Runs it once; milliseconds from its start to its end. @throws if it ends with another code than 0 */
export async function timeOnce(timed: Timed): Promise<number> {
  const start = process.hrtime.bigint();
  const child = spawn(timed.command, timed.args, { cwd: timed.cwd, env: timed.env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => {});
  child.stdin.end(timed.input);
  child.stdout.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  if (code !== 0) throw new Error(`${timed.command} ended with ${code}`);
  return took;
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
  await timeOnce(subject);
  await timeOnce(base);
  for (let run = 0; run < runs; run++) {
    subjects.push(await timeOnce(subject));
    bases.push(await timeOnce(base));
  }
  return median(subjects) / median(bases);
}

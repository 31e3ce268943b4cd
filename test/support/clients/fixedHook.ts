import { chmodSync, existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../cleanup';
import { until } from '../until';

/** A payload as an agent sent it. */
export type Payload = Readonly<Record<string, unknown>>;

/** A hook that keeps what it is asked and says what it is told to say. */
export interface FixedHook {
  /** The command for an agent's configuration. */
  readonly command: string;
  /** What it has been asked so far, in order. */
  payloads(): readonly Payload[];
  /** Waits for the n-th payload (from 1). */
  payload(number: number): Promise<Payload>;
  /** What it says from now on; hooks that wait say it now. */
  answer(stdout: string, exitCode?: number): void;
  remove(): void;
}

const script = `#!/bin/sh
here=\${0%/*}
name=$here/$(date +%s%N)-$$
cat >"$name.part"
mv "$name.part" "$name.payload"
while [ ! -e "$here/answer" ]; do sleep 0.05; done
cat "$here/answer"
exit "$(cat "$here/code")"
`;

/** Makes a hook that gives this answer; without one it waits until it is told. */
export function makeFixedHook(stdout?: string): FixedHook {
  const folder = temporaryFolder('fh-');
  const path = join(folder.path, 'hook');
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  const payloads = (): readonly Payload[] => {
    if (!existsSync(folder.path)) return [];
    const names = readdirSync(folder.path).filter((name) => name.endsWith('.payload'));
    return names.sort().map((name) => JSON.parse(readFileSync(join(folder.path, name), 'utf8')) as Payload);
  };
  const answer = (text: string, exitCode = 0): void => {
    writeFileSync(join(folder.path, 'code'), String(exitCode));
    writeFileSync(join(folder.path, 'answer.new'), text);
    renameSync(join(folder.path, 'answer.new'), join(folder.path, 'answer'));
  };
  if (stdout !== undefined) answer(stdout);
  return {
    command: path,
    payloads,
    payload: (number) => until(`payload ${number} of the hook`, () => payloads()[number - 1]),
    answer,
    remove: () => folder.remove(),
  };
}

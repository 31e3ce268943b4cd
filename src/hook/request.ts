import type { DiscoveryRecord } from '../protocol/discovery';
import type { RequestFrame } from '../protocol/frames';
import { maxFrameBytes } from '../protocol/wire';
import type { Question } from './ask';
import type { CommandLine } from './commandLine';
import type { Input } from './input';
import { crypto } from './lazyCrypto';
import { workingFolder } from './records';

/** What one run of the hook asks a window. */
export class HookQuestion implements Question {
  readonly id = crypto().randomUUID();
  private readonly startedAt = Math.round(Date.now() - process.uptime() * 1000);

  constructor(
    private readonly commandLine: CommandLine,
    private readonly input: Input,
    readonly cwd: string,
  ) {}

  /** The request frame for the window of `record`; undefined if stdin turned out to be no JSON, or the frame too large. */
  frame(record: DiscoveryRecord): string | undefined {
    // Asked only now: bytes may have come after those that made the object whole.
    const payload = this.input.payload();
    if (!payload) return undefined;
    const frame: RequestFrame = {
      type: 'request',
      id: this.id,
      agent: this.commandLine.agent,
      arguments: [...this.commandLine.arguments],
      payload: payload.text,
      cwd: workingFolder(),
      pids: [...this.commandLine.pids],
      ...(this.commandLine.timeout !== undefined && { timeout: this.commandLine.timeout }),
      startedAt: this.startedAt,
      env: pickVariables(process.env, record.env),
    };
    const text = JSON.stringify(frame);
    return Buffer.byteLength(text) <= maxFrameBytes ? text : undefined;
  }
}

/** The variables that a record names. An empty prefix would hand over the whole environment, and counts as none. */
export function pickVariables(
  environment: Readonly<NodeJS.ProcessEnv>,
  { names, prefixes }: DiscoveryRecord['env'],
): Record<string, string> {
  const isWanted = (name: string): boolean =>
    names.includes(name) || prefixes.some((prefix) => prefix !== '' && name.startsWith(prefix));
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && isWanted(name)) picked[name] = value;
  }
  return picked;
}

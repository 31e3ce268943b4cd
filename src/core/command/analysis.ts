import type { CommandAnalysis } from '../../protocol/command';
import { readCommand } from './reading';

/** What is known about where a command would run. Paths are absolute, with `/`, their links followed. */
export interface CommandPlace {
  readonly cwd: string;
  /** The workspace's folders. */
  readonly folders: readonly string[];
  readonly home: string;
  /** The shell's name if the agent told: "bash", "powershell". */
  readonly language?: string | undefined;
}

/** Reads a command: its steps, what in it needs care, and how much. Pure, never throws, bounded in time for every input. */
export function analyseCommand(command: string, place: CommandPlace): CommandAnalysis {
  const reading = readCommand(command, place);
  const { steps, unparsed } = reading;
  return {
    risk: 'careful',
    verdict: 'not read yet',
    marks: [],
    steps,
    ...(unparsed === undefined ? {} : { unparsed }),
  };
}

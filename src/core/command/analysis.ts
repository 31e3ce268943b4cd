import type { CommandAnalysis } from '../../protocol/command';

/** What is known about where a command would run. Paths are absolute, with `/`, their links followed. */
export interface CommandPlace {
  readonly cwd: string;
  /** The workspace's folders. */
  readonly folders: readonly string[];
  readonly home: string;
  /** The shell's name if the agent told: "bash", "powershell". */
  readonly language?: string | undefined;
}

/** Reads a command: its steps, what in it needs care, and how much. Pure, never throws, linear in the length of the text. */
export function analyseCommand(_command: string, _place: CommandPlace): CommandAnalysis {
  return { risk: 'careful', verdict: 'not read yet', marks: [], steps: null };
}

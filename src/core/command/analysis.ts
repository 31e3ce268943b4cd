import type { CommandAnalysis, MarkView, Risk } from '../../protocol/command';
import { foreignMarks, foreignShell } from './foreign';
import type { HarmlessKind } from './harmless';
import { marksOf } from './marks';
import { sortedMarks } from './markView';
import { rawMarks } from './rawMarks';
import { readCommand } from './reading';
import { verdictOf } from './verdict';

/** What is known about where a command would run. Paths are absolute, with `/`, their links followed. */
export interface CommandPlace {
  readonly cwd: string;
  /** The workspace's folders. */
  readonly folders: readonly string[];
  readonly home: string;
  /** The shell's name if the agent told: "bash", "powershell". */
  readonly language?: string | undefined;
}

const none: ReadonlySet<HarmlessKind> = new Set();

/** The highest of the marks; without any it is safe only if all of it was read. */
function riskOfMarks(marks: readonly MarkView[], whole: boolean): Risk {
  if (marks.some((mark) => mark.risk === 'dangerous')) return 'dangerous';
  return marks.length > 0 || !whole ? 'careful' : 'safe';
}

/** Reads a command: its steps, what in it needs care, and how much. Pure, never throws, linear in the length of the text. */
export function analyseCommand(command: string, place: CommandPlace): CommandAnalysis {
  const foreign = foreignShell(command, place.language);
  if (foreign !== null) {
    const marks = sortedMarks(foreignMarks(command));
    const risk = riskOfMarks(marks, false);
    const verdict = verdictOf(
      risk,
      marks,
      none,
      `is text for ${foreign}, which Countersign does not read step by step`,
    );
    return { risk, verdict, marks, steps: null, unparsed: `${foreign} is not read step by step.` };
  }
  const reading = readCommand(command, place);
  const found = marksOf(reading, place);
  const whole = reading.unparsed === undefined && reading.steps !== null;
  const marks = whole ? found.marks : sortedMarks([...found.marks, ...rawMarks(command, found.marks)]);
  const empty = command.trim() === '';
  const risk = riskOfMarks(marks, whole && !empty);
  const verdict = verdictOf(
    risk,
    marks,
    found.kinds,
    whole && !empty ? null : empty ? 'is empty' : 'could not be read whole',
  );
  return {
    risk,
    verdict,
    marks,
    steps: reading.steps,
    ...(reading.unparsed === undefined ? {} : { unparsed: reading.unparsed }),
  };
}

import type { CommandAnalysis } from '../../protocol/command';
import { foreignMarks, foreignShell } from './foreign';
import type { HarmlessKind } from './harmless';
import { marksOf } from './marks';
import { shownMarks, sortedMarks } from './markView';
import { rawMarks } from './rawMarks';
import type { Reading } from './reading';
import { riskOfMarks, verdictOf } from './verdict';

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

/** What is shown of a text for a shell that is not read step by step; undefined if it is for none of those. */
export function foreignAnalysis(command: string, place: CommandPlace): CommandAnalysis | undefined {
  const foreign = foreignShell(command, place.language);
  if (foreign === null) return undefined;
  const marks = sortedMarks(foreignMarks(command));
  const risk = riskOfMarks(marks, false);
  const unread = `is text for ${foreign}, which Countersign does not read step by step`;
  const verdict = verdictOf(risk, marks, none, unread);
  return { risk, verdict, ...shownMarks(marks), steps: null, unparsed: `${foreign} is not read step by step.` };
}

/** What is shown of a command: its steps, what in it needs care, and how much. */
export function analyseReading(reading: Reading, place: CommandPlace): CommandAnalysis {
  const { text, steps, unparsed } = reading;
  const found = marksOf(reading, place);
  const whole = unparsed === undefined && steps !== null;
  const marks = whole ? found.marks : sortedMarks([...found.marks, ...rawMarks(text, found.marks)]);
  const empty = text.trim() === '';
  const risk = riskOfMarks(marks, whole && !empty);
  const unread = empty ? 'is empty' : whole ? null : 'could not be read whole';
  const verdict = verdictOf(risk, marks, found.kinds, unread);
  return { risk, verdict, ...shownMarks(marks), steps, ...(unparsed === undefined ? {} : { unparsed }) };
}

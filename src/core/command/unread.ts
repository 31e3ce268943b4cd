import { shownMarks, sortedMarks } from './markView';
import { rawMarks } from './rawMarks';
import type { CommandRead } from './read';
import { riskOfMarks, verdictOf } from './verdict';

/**
 * What is shown of a command that could not be read: all of it raw, with the marks that need no reading.
 *
 * @param reason a sentence
 */
export function unreadCommand(command: string, reason: string): CommandRead {
  const marks = sortedMarks(rawMarks(command, []));
  const risk = riskOfMarks(marks, false);
  const verdict = verdictOf(risk, marks, new Set(), 'could not be read');
  return { analysis: { risk, verdict, ...shownMarks(marks), steps: null, unparsed: reason }, targets: [] };
}

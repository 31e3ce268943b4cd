import { fenced } from '../edit/feedback';

/** Longer texts are not told: the agent cuts what a hook says. */
const maxLength = 8000;

/**
 * Tells a model that a person had another command run than it asked for, so that it does not take the result for that of its own. True
 * of a command that failed as well.
 *
 * @param asked as the agent asked for it
 * @param approved as it was approved
 */
export function toldCommand(asked: string, approved: string): string {
  if (asked.length + approved.length > maxLength) {
    return 'The user changed this command before approving it, and the result is that of the changed one. Both are too long to be told here: check what it did before you go on.';
  }
  return `The user changed this command before approving it. You asked for:\n\n${fenced(asked, 'bash')}\n\nThe result is that of this one:\n\n${fenced(approved, 'bash')}`;
}

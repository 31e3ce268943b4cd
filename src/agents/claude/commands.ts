import type { ChangedCommand } from '../adapter';
import { BashInput } from './payload';

/** The tool that runs commands. */
export const commandTool = 'Bash';
/** What of its input is not shown as another value. */
export const commandNames: readonly string[] = ['command', 'description'];

/**
 * How the input of Bash is changed: `updatedInput` replaces the whole of it, and what it says is what runs (measured with 2.1.332).
 * Undefined for other tools.
 */
export function changedCommandOf(tool: string, input: Readonly<Record<string, unknown>>): ChangedCommand | undefined {
  if (tool !== commandTool || !BashInput.safeParse(input).success) return undefined;
  return {
    inputFor: (command) => ({ ...input, command }),
    commandIn: (changed) => BashInput.safeParse(changed).data?.command,
  };
}

import type { ChangedCommand } from '../adapter';
import { BashInput } from './payload';

/**
 * How the input of Bash is changed: `updatedInput` replaces the whole of it, and what it says is what runs (measured with 2.1.332).
 * Undefined for other tools.
 */
export function changedCommandOf(tool: string, input: Readonly<Record<string, unknown>>): ChangedCommand | undefined {
  if (tool !== 'Bash' || !BashInput.safeParse(input).success) return undefined;
  return {
    inputFor: (command) => ({ ...input, command }),
    commandIn: (changed) => BashInput.safeParse(changed).data?.command,
  };
}

import type { CommandPlace } from '../../../src/core/command/analysis';
import type { Risk } from '../../../src/protocol/command';

/** A command, what must be said of it, and what kind of public text it was taken from. */
export interface CommandCase {
  readonly source: string;
  readonly command: string;
  readonly risk: Risk;
  /** In the order of the text: the marked text, and the rule that marks it. */
  readonly marks: readonly (readonly [text: string, rule: string])[];
  /** The shell that the agent names; bash if absent. */
  readonly language?: string;
}

/** Where every case runs. */
export const casePlace: CommandPlace = {
  cwd: '/home/mira/atlas-api',
  folders: ['/home/mira/atlas-api'],
  home: '/home/mira',
};

/** Commands that nothing may be marked in. */
export function safe(source: string, ...commands: readonly string[]): readonly CommandCase[] {
  return commands.map((command) => ({ source, command, risk: 'safe', marks: [] }));
}

/** A command that asks for care. */
export function careful(source: string, command: string, ...marks: CommandCase['marks']): CommandCase {
  return { source, command, risk: 'careful', marks };
}

/** A command that can do harm that is not undone. */
export function dangerous(source: string, command: string, ...marks: CommandCase['marks']): CommandCase {
  return { source, command, risk: 'dangerous', marks };
}

import type { CommandAnalysis } from '../../protocol/command';
import { analyseReading, foreignAnalysis } from './analysis';
import type { CommandPlace } from './analysis';
import { readCommand } from './reading';
import { targetsIn } from './targets';
import type { Target } from './targets';

/** All that is found out by reading a command once. */
export interface CommandRead {
  readonly analysis: CommandAnalysis;
  readonly targets: readonly Target[];
}

/** Reads a command: what is shown of it, and what it names to touch. Pure, never throws. */
export function readWhole(command: string, place: CommandPlace): CommandRead {
  const foreign = foreignAnalysis(command, place);
  if (foreign) return { analysis: foreign, targets: [] };
  const reading = readCommand(command, place);
  return { analysis: analyseReading(reading, place), targets: targetsIn(reading, place) };
}

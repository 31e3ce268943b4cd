import { splitCommand } from '../hookCommand';
import type { DocumentedSetUp } from '../setup';

/** Anything that can run a command and read JSON; see the contract in README. */
export const genericSetUp: DocumentedSetUp = {
  kind: 'documentation',
  id: 'generic',
  name: 'Other agents',
  notes: [
    {
      kind: 'step',
      text: 'Let your agent run this command, write one JSON object to its stdin, close it, and read one JSON object from its stdout.',
    },
    { kind: 'hint', text: 'No output means that nobody decides: ask in your own way, or refuse.' },
  ],
  command: ({ hook }) => splitCommand({ hook, agent: 'generic', timeout: 600 }),
};

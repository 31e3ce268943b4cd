import type { AgentSample } from '../sample';

const asked = { id: 'per_22b5f992a001', sessionID: 'ses_dd4a083dbffe' };
const part = { event: 'permission.asked' } as const;

/** Captured from 1.18.33; the plugin brings them, and no configured command. */
export const opencodeSamples: readonly AgentSample[] = [
  {
    ...part,
    about: 'commands',
    payload: {
      cwd: '/home/dev/project',
      event: {
        type: 'permission.asked',
        properties: { ...asked, permission: 'bash', always: ['echo *'], metadata: { command: 'echo hi' } },
      },
    },
  },
  {
    ...part,
    about: 'edits',
    payload: {
      cwd: '/home/dev/project',
      event: { type: 'permission.asked', properties: { ...asked, permission: 'edit', always: ['*'] } },
      call: { tool: 'write', args: { filePath: 'b.txt', content: 'one\n' } },
    },
  },
  {
    event: 'question.asked',
    about: 'questions',
    payload: {
      cwd: '/home/dev/project',
      event: {
        type: 'question.asked',
        properties: {
          id: 'que_22ec6f3ee001',
          sessionID: 'ses_dd139305bffe',
          questions: [
            {
              question: 'Which database?',
              header: 'Database',
              options: [
                { label: 'Postgres', description: 'a server' },
                { label: 'SQLite', description: 'a file' },
              ],
            },
          ],
        },
      },
    },
  },
];

import type { AgentSample } from '../sample';

const common = { session_id: 's-0001', tool: 'shell', cwd: '/home/dev/project' };
const part = { event: 'generic', session: 'session_id' } as const;

/** After the contract in README. */
export const genericSamples: readonly AgentSample[] = [
  { ...part, about: 'commands', payload: { ...common, command: 'echo hi' } },
  { ...part, about: 'edits', payload: { ...common, tool: 'write', path: 'b.txt', content: 'one\n' } },
  { ...part, about: 'plans', payload: { ...common, tool: 'plan', plan: '# Plan\n' } },
];

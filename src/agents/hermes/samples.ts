import type { AgentSample } from '../sample';

const common = { hook_event_name: 'pre_tool_call', session_id: 's-0001', cwd: '/home/dev/project' };
const part = { event: 'pre_tool_call', session: 'session_id' } as const;

const calls: readonly Pick<AgentSample, 'about' | 'payload'>[] = [
  { about: 'commands', payload: { ...common, tool_name: 'terminal', tool_input: { command: 'echo hi' } } },
  { about: 'edits', payload: { ...common, tool_name: 'write_file', tool_input: { path: 'b.txt', content: 'one\n' } } },
];

/** After its source, agent/shell_hooks.py; not captured. */
export const hermesSamples: readonly AgentSample[] = [
  ...calls.map((call) => ({ ...part, ...call })),
  ...calls.map((call) => ({
    ...part,
    ...call,
    when: 'with "Without an editor, Hermes asks"',
    arguments: ['--fallback', 'escalate'],
  })),
];

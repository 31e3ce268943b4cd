import type { AgentSample } from '../sample';

const common = {
  session_id: 'f9d55e2c-7ad7-4eb3-90be-84df23b4b95d',
  cwd: '/home/dev/project',
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-30T07:35:44.596Z',
};
const part = { event: 'BeforeTool', session: 'session_id' } as const;

const calls: readonly Pick<AgentSample, 'about' | 'payload'>[] = [
  {
    about: 'commands',
    payload: { ...common, tool_name: 'run_shell_command', tool_input: { command: 'echo hi', description: 'write' } },
  },
  {
    about: 'edits',
    payload: { ...common, tool_name: 'write_file', tool_input: { file_path: 'b.txt', content: 'one\n' } },
  },
  {
    about: 'plans',
    payload: { ...common, tool_name: 'exit_plan_mode', tool_input: { plan_filename: 'plan-x.md' } },
  },
];

/** Captured from 0.61.0. */
export const geminiSamples: readonly AgentSample[] = [
  ...calls.map((call) => ({ ...part, ...call })),
  ...calls.map((call) => ({ ...part, ...call, when: 'with "The editor decides"', arguments: ['--decides'] })),
];

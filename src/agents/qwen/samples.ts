import type { AgentSample } from '../sample';

const common = {
  session_id: '5c497da6-a49d-4d5e-9875-63d451e01cb5',
  cwd: '/home/dev/project',
  hook_event_name: 'PermissionRequest',
  timestamp: '2026-11-30T07:35:07.826Z',
  permission_mode: 'default',
};
const part = { event: 'PermissionRequest', session: 'session_id' } as const;

/** Captured from 0.24.4. */
export const qwenSamples: readonly AgentSample[] = [
  {
    ...part,
    about: 'commands',
    payload: { ...common, tool_name: 'run_shell_command', tool_input: { command: 'echo hi', is_background: false } },
  },
  {
    ...part,
    about: 'edits',
    payload: { ...common, tool_name: 'edit', tool_input: { file_path: 'b.txt', old_string: 'one', new_string: 'ONE' } },
  },
  {
    ...part,
    about: 'plans',
    payload: { ...common, permission_mode: 'plan', tool_name: 'exit_plan_mode', tool_input: { plan: '# Plan\n1. a' } },
  },
];

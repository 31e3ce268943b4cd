import type { AgentSample } from '../sample';

const common = {
  session_id: '01a22b60-8ed2-78d0-b075-cf62c9a3c05f',
  turn_id: '01a22b60-8eef-7370-8f8c-cf1296f9e028',
  cwd: '/home/dev/project',
  hook_event_name: 'PermissionRequest',
  model: 'gpt-5.5',
  permission_mode: 'default',
};
const part = { event: 'PermissionRequest', session: 'session_id' } as const;

/** Captured from 0.171.0. */
export const codexSamples: readonly AgentSample[] = [
  {
    ...part,
    about: 'commands',
    payload: { ...common, tool_name: 'Bash', tool_input: { command: 'echo hi > a.txt', description: 'write a file' } },
  },
  {
    ...part,
    about: 'edits',
    payload: {
      ...common,
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch\n*** Add File: outside.txt\n+one\n*** End Patch' },
    },
  },
];

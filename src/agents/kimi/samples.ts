import type { AgentSample } from '../sample';
import type { World } from '../world';

const common = {
  hook_event_name: 'PermissionRequest',
  session_id: 'session_d644327e-6fff-438e-b508-ec070ab6bf36',
  cwd: '/home/dev/project',
  client_type: 'kimi_code_cli',
  agent_id: 'main',
  turn_id: 0,
};
const part = { event: 'PermissionRequest', session: 'session_id' } as const;

const payloads = {
  commands: {
    ...common,
    tool_name: 'Bash',
    action: 'Running: echo hi',
    display: { kind: 'command', command: 'echo hi', cwd: '/home/dev/project', language: 'bash' },
    tool_input: { command: 'echo hi' },
  },
  edits: {
    ...common,
    tool_name: 'Edit',
    action: 'Editing seed.txt',
    display: { kind: 'file_io', operation: 'edit', path: 'seed.txt', before: 'alpha', after: 'ALPHA' },
    tool_input: { path: 'seed.txt', old_string: 'alpha', new_string: 'ALPHA' },
  },
  plans: {
    ...common,
    tool_name: 'ExitPlanMode',
    action: 'Presenting plan and exiting plan mode',
    display: { kind: 'plan_review', plan: '# Plan: add a greeting\n' },
    tool_input: {},
  },
} as const;
const topics = ['commands', 'edits', 'plans'] as const;

/** A machine on which a session has written its plan. */
const withPlan: World = {
  userHome: '/home/dev',
  newestFile: () => Promise.resolve('/home/dev/.kimi-code/plan.md'),
  text: () => Promise.resolve('# Plan: add a greeting\n'),
  smallFiles: () => Promise.resolve([]),
  secret: () => Promise.resolve(undefined),
  askLoopback: () => Promise.resolve(undefined),
};
/** A machine on which the session runs in a server. */
const withServer: World = {
  ...withPlan,
  smallFiles: () => Promise.resolve([JSON.stringify({ pid: 4711, host: '127.0.0.1', port: 4712 })]),
  secret: () => Promise.resolve('token'),
};

/** Captured from 2.1.0, and from the fork that has the flag. */
export const kimiSamples: readonly AgentSample[] = [
  { ...part, about: 'commands', payload: payloads.commands },
  { ...part, about: 'edits', payload: payloads.edits },
  {
    ...part,
    about: 'plans',
    event: 'PreToolUse',
    payload: { ...common, hook_event_name: 'PreToolUse', tool_name: 'ExitPlanMode', tool_input: {} },
    world: withPlan,
  },
  ...topics.map((about) => ({
    ...part,
    about,
    when: 'in sessions of kimi web',
    payload: { ...payloads[about], id: 'approval_736e6aba' },
    world: withServer,
    pids: [4711],
  })),
  ...topics.map((about) => ({
    ...part,
    about,
    when: 'with the flag hook_permission_decisions',
    payload: payloads[about],
    env: { KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS: '1' },
  })),
];

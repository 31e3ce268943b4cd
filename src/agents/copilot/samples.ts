import type { AgentSample } from '../sample';

const common = {
  sessionId: '9037cc8e-a77c-4696-8316-9a8eec8f0667',
  timestamp: 1796024079672,
  cwd: '/home/dev/project',
};
const request = { ...common, hookName: 'permissionRequest', permissionSuggestions: [] };
const part = { event: 'permissionRequest', session: 'sessionId' } as const;
const diff = [
  'diff --git a/home/dev/project/b.txt b/home/dev/project/b.txt',
  'index 0000000..0000000 100644',
  '--- a/home/dev/project/b.txt',
  '+++ b/home/dev/project/b.txt',
  '@@ -1,1 +1,1 @@',
  '-one',
  '+ONE',
  '',
].join('\n');

/** Captured from 1.0.102. */
export const copilotSamples: readonly AgentSample[] = [
  { ...part, about: 'commands', payload: { ...request, toolName: 'bash', toolInput: { command: 'echo hi' } } },
  {
    ...part,
    about: 'edits',
    payload: { ...request, toolName: 'edit', toolInput: { file_path: '/home/dev/project/b.txt', diff } },
  },
  {
    ...part,
    event: 'preToolUse',
    about: 'plans',
    payload: { ...common, toolName: 'exit_plan_mode', toolArgs: { summary: '- do a\n- do b' } },
  },
];

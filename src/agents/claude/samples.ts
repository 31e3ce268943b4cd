import type { AgentSample } from '../sample';

const common = {
  session_id: 'bf9ced46-ff46-4a82-a6ac-08e80656a1fc',
  cwd: '/home/dev/project',
  permission_mode: 'default',
  hook_event_name: 'PermissionRequest',
};
const part = { event: 'PermissionRequest', session: 'session_id' } as const;

/** Captured from 2.1.332. */
export const claudeSamples: readonly AgentSample[] = [
  {
    ...part,
    about: 'commands',
    payload: {
      ...common,
      tool_name: 'Bash',
      tool_input: { command: 'touch made-by-bash.txt', description: 'Create a file' },
      permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    },
  },
  {
    ...part,
    about: 'edits',
    payload: {
      ...common,
      tool_name: 'Edit',
      tool_input: { file_path: 'hello.txt', old_string: 'hello', new_string: 'howdy', replace_all: false },
      permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    },
  },
  {
    ...part,
    about: 'plans',
    payload: { ...common, permission_mode: 'plan', tool_name: 'ExitPlanMode', tool_input: { plan: '# Plan: greet\n' } },
  },
  {
    ...part,
    about: 'questions',
    payload: {
      ...common,
      tool_name: 'AskUserQuestion',
      tool_input: {
        questions: [
          {
            question: 'Which database should we use?',
            header: 'Database',
            options: [
              { label: 'Postgres', description: 'Relational' },
              { label: 'SQLite', description: 'File' },
            ],
            multiSelect: false,
          },
        ],
      },
    },
  },
];

import { jsonEditor } from '../../core/config/json';
import { shellCommand } from '../hookCommand';
import { hookSetUp } from '../hookEntries';
import { folderOf } from '../setup';

/** Seconds. */
const timeout = 86_400;
/** Tools that change something, and the end of plan mode (names as captured with 0.61.0). A matcher is an unanchored expression. */
const changing = '^(run_shell_command|write_file|replace|exit_plan_mode|mcp_.*)$';
/** "forces Gemini's prompt, even in YOLO" (run with 0.61.0). */
const ask = { name: 'ask', text: '{"decision":"ask"}' } as const;

/**
 * Gemini CLI, `settings.json` of the user (run with 0.61.0). Timeouts are **milliseconds**. BeforeTool comes before every call of a tool
 * and cannot grant. Where the editor decides, it is the only gate: for every tool, and with words for the case that nobody is there.
 */
export const geminiSetUp = hookSetUp({
  id: 'gemini',
  name: 'Gemini CLI',
  binaries: ['gemini'],
  editor: jsonEditor,
  place(places) {
    // It stands for the home, not for the folder: packages/core/src/utils/paths.ts of gemini-cli.
    const folder = `${folderOf(places, 'GEMINI_CLI_HOME', '').replace(/\/$/, '')}/.gemini`;
    return { folder, file: `${folder}/settings.json` };
  },
  entries({ options: { hook }, extras }) {
    const decides = extras.has('decides');
    const words = decides ? { words: ['--decides'], fallback: ask } : {};
    const command = shellCommand({ hook, agent: 'gemini', timeout, ...words });
    const handler = { type: 'command', name: 'countersign', command, timeout: timeout * 1000 };
    return [{ list: ['hooks', 'BeforeTool'], value: { matcher: decides ? '*' : changing, hooks: [handler] } }];
  },
  entryExtras: [
    {
      id: 'decides',
      title: 'The editor decides',
      detail:
        'For Gemini CLI in YOLO mode, or with a policy that allows its tools: the answer given here is the only one. Without an editor Gemini CLI asks in its terminal; without a terminal the run ends.',
      shows: (_, commands) => commands.some((command) => / --decides(?= |;|$)/.test(command)),
    },
  ],
  notes: [
    {
      kind: 'hint',
      text: 'Gemini CLI takes denials and feedback from here, and no approval: after yours it asks in its terminal once more.',
    },
    {
      kind: 'limit',
      text: 'In YOLO mode a call runs if the hook is killed or takes longer than a day. No hook can prevent that.',
    },
  ],
});

import { jsonEditor } from '../../core/config/json';
import { shellCommand } from '../hookCommand';
import { hookSetUp } from '../hookEntries';
import { folderOf } from '../setup';

/** Seconds. 86400 is accepted (run with 1.0.102); the default is 30. */
const timeout = 86_400;

/**
 * Copilot CLI, a file of our own in the folder of the user's hooks (run with 1.0.102). Plans come by preToolUse only. `bash` is the
 * POSIX form of the command; a matcher must match the tool's whole name.
 */
export const copilotSetUp = hookSetUp({
  id: 'copilot',
  name: 'Copilot CLI',
  binaries: ['copilot'],
  editor: jsonEditor,
  place(places) {
    const folder = folderOf(places, 'COPILOT_HOME', '.copilot');
    return { folder, file: `${folder}/hooks/countersign.json` };
  },
  required: { path: ['version'], value: 1 },
  entries({ options: { hook } }) {
    const bash = shellCommand({ hook, agent: 'copilot', timeout });
    return [
      { list: ['hooks', 'permissionRequest'], value: { type: 'command', bash, timeoutSec: timeout } },
      {
        list: ['hooks', 'preToolUse'],
        value: { type: 'command', matcher: 'exit_plan_mode', bash, timeoutSec: timeout },
      },
    ];
  },
  notes: [
    {
      kind: 'limit',
      text: 'Copilot takes a hook that fails or is killed for a refusal. Ours always ends well; a kill from outside is a refusal.',
    },
    {
      kind: 'hint',
      text: 'A plan can be sent back with feedback from here; it is approved in the terminal. "disableAllHooks" switches the hook off.',
    },
  ],
});

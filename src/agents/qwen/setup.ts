import { jsonEditor } from '../../core/config/json';
import { shellCommand } from '../hookCommand';
import { hookSetUp } from '../hookEntries';
import { folderOf } from '../setup';

/** Seconds. */
const timeout = 86_400;

/**
 * Qwen Code, `settings.json` of the user (run with 0.24.4). Timeouts of 1000 and more are read as **milliseconds**, which is what 0.15 takes
 * all of them for: 86400 would be a minute and a half.
 */
export const qwenSetUp = hookSetUp({
  id: 'qwen',
  name: 'Qwen Code',
  binaries: ['qwen'],
  editor: jsonEditor,
  place(places) {
    // packages/core/src/config/storage.ts of qwen-code.
    const folder = folderOf(places, 'QWEN_HOME', '.qwen');
    return { folder, file: `${folder}/settings.json` };
  },
  entries({ options: { hook } }) {
    const command = shellCommand({ hook, agent: 'qwen', timeout });
    const handler = { type: 'command', name: 'countersign', command, timeout: timeout * 1000 };
    return [{ list: ['hooks', 'PermissionRequest'], value: { matcher: '*', hooks: [handler] } }];
  },
  notes: [
    {
      kind: 'hint',
      text: 'A plan can be sent back with feedback from here; it is approved in the terminal. "qwen -p" refuses before a hook is asked.',
    },
    { kind: 'hint', text: '"disableAllHooks" switches the hook off.' },
  ],
});

import { jsonEditor } from '../../core/config/json';
import { splitCommand } from '../hookCommand';
import { hookSetUp } from '../hookEntries';
import { folderOf } from '../setup';

/** Seconds. The default is 600 and there is no cap (run with 0.171.0). */
const timeout = 86_400;

/**
 * Codex CLI, `hooks.json` of the user (run with 0.171.0). The command runs by `$SHELL -lc`, and the shell need not be one of POSIX: hence
 * `exec` of `/bin/sh`, in quotes that all of them read alike. Trust is kept by position and hash, so the entry is appended.
 */
export const codexSetUp = hookSetUp({
  id: 'codex',
  name: 'Codex CLI',
  binaries: ['codex'],
  editor: jsonEditor,
  place(places) {
    const folder = folderOf(places, 'CODEX_HOME', '.codex');
    return { folder, file: `${folder}/hooks.json` };
  },
  entries: ({ options: { hook } }) => [
    {
      list: ['hooks', 'PermissionRequest'],
      value: {
        hooks: [
          {
            type: 'command',
            command: `exec ${splitCommand({ hook, agent: 'codex', timeout })}`,
            timeout,
            statusMessage: 'Waiting for the editor',
          },
        ],
      },
    },
  ],
  notes: [
    {
      kind: 'step',
      text: 'Codex runs a new or changed hook only after you trust it: start Codex, enter /hooks, and trust this one. Until then it asks in its terminal.',
    },
    {
      kind: 'hint',
      text: 'Codex asks only for what leaves its sandbox: edits inside the workspace are not shown. "codex exec" never asks.',
    },
    {
      kind: 'hint',
      text: 'Codex warns if hooks stand in hooks.json and in config.toml at once. Taking the hook out may make it ask for trust again for hooks after it.',
    },
  ],
});

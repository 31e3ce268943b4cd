import { jsonEditor } from '../../core/config/json';
import { hookSetUp } from '../hookEntries';
import { shellCommand } from '../hookCommand';
import { folderOf } from '../setup';
import { tellsArgument } from './adapter';

/** Seconds. Measured with 2.1.332: 86400 is accepted; without one it is 600. */
const permissionTimeout = 86_400;
/** Seconds. The model waits for it, and the window answers at once. */
const reportTimeout = 10;

function group(matcher: string, timeout: number, hook: string, words: readonly string[] = []) {
  const command = shellCommand({ hook, agent: 'claude', timeout, words });
  return { matcher, hooks: [{ type: 'command', command, timeout }] };
}

/**
 * Claude Code, `settings.json` of the user. Commands without `args` run by `/bin/sh -c`; a matcher of names with `|` is exact, `*` is all
 * (the official hooks reference as of 2.1.240, and measured with 2.1.332).
 */
export const claudeSetUp = hookSetUp({
  id: 'claude',
  name: 'Claude Code',
  binaries: ['claude'],
  editor: jsonEditor,
  place(places) {
    const folder = folderOf(places, 'CLAUDE_CONFIG_DIR', '.claude');
    return { folder, file: `${folder}/settings.json` };
  },
  entries: ({ options: { hook }, extras }) => [
    {
      list: ['hooks', 'PermissionRequest'],
      // The adapter promises the model a message only where the second hook is there to bring it.
      value: group('*', permissionTimeout, hook, extras.has('tellModel') ? [tellsArgument] : []),
    },
    ...(extras.has('tellModel')
      ? [
          { list: ['hooks', 'PostToolUse'], value: group('Bash|Edit|Write|NotebookEdit', reportTimeout, hook) },
          // Of a command that ends with an error.
          { list: ['hooks', 'PostToolUseFailure'], value: group('Bash', reportTimeout, hook) },
        ]
      : []),
  ],
  entryExtras: [
    {
      id: 'tellModel',
      title: 'Tell the model about your changes',
      detail:
        'Claude Code does not tell the model when you change an edit or a command before you approve it. A second hook, after Bash, Edit, Write and NotebookEdit, does.',
      shows: (list) => list.at(-1) === 'PostToolUse',
    },
  ],
  settingExtras: [
    {
      id: 'askByDefault',
      title: 'Start in the mode that asks',
      detail:
        'Newer versions of Claude Code start in auto mode, in which ordinary edits and commands are not asked about. This sets "permissions.defaultMode" to "default". Rules in "permissions.ask" are another way: they ask in auto mode, too.',
      path: ['permissions', 'defaultMode'],
      value: 'default',
    },
  ],
  notes: [
    {
      kind: 'hint',
      text: 'In auto mode, the default of newer versions, Claude Code asks for plans and questions only: little will be seen here unless it starts in the mode that asks.',
    },
    { kind: 'hint', text: 'Sessions that run already take the change when they are started anew.' },
    {
      kind: 'hint',
      text: 'If the Countersign plugin is installed in Claude Code as well, every request is shown twice.',
    },
    {
      kind: 'hint',
      text: '"disableAllHooks" and an organization\'s "allowManagedHooksOnly" switch the hook off; no hook runs in a folder that is not trusted.',
    },
  ],
});

import { valueAt } from '../../core/config/configText';
import { yamlEditor } from '../../core/config/yaml';
import { splitCommand } from '../hookCommand';
import { hookSetUp } from '../hookEntries';
import { folderOf } from '../setup';

/** Seconds: the cap of a hook's own timeout. */
const longest = 300;
/** Where the limit around all hooks stands. Its end **blocks** the call and mutes the hook for a minute. */
const outerPath = ['plugins', 'hook_callback_timeout'] as const;
/** Seconds, without a setting; 0 is no limit. */
const outerDefault = 30;
/** Makes Hermes ask by itself. Not in every version: those that do not know it let the call go on. */
const escalate = {
  name: 'escalate',
  text: '{"action":"approve","message":"No editor is there to decide."}',
} as const;

/**
 * Hermes, `config.yaml` (from its source, not run). The command is split like shlex does and started without a shell. The hook's wait
 * has to end within both limits, so it is told the shorter one.
 */
export const hermesSetUp = hookSetUp({
  id: 'hermes',
  name: 'Hermes',
  binaries: ['hermes'],
  editor: yamlEditor,
  place(places) {
    const folder = folderOf(places, 'HERMES_HOME', '.hermes');
    return { folder, file: `${folder}/config.yaml` };
  },
  entries({ options: { hook }, extras, config }) {
    const set = valueAt(config, outerPath);
    const outer = typeof set === 'number' ? set : outerDefault;
    const timeout = outer > 0 ? Math.min(longest, outer) : longest;
    const fallback = extras.has('escalate') ? escalate : undefined;
    const command = splitCommand({ hook, agent: 'hermes', timeout, fallback });
    return [
      {
        list: ['hooks', 'pre_tool_call'],
        value: { matcher: 'terminal|write_file|patch', command, timeout: longest },
      },
    ];
  },
  entryExtras: [
    {
      id: 'escalate',
      title: 'Without an editor, Hermes asks',
      detail:
        'For versions of Hermes in which a hook can hand a call to its own prompt (action "approve"). Others let the call go on as without the hook.',
      shows: (_, commands) => commands.some((command) => command.includes('--fallback escalate')),
    },
  ],
  settingExtras: [
    {
      id: 'longerWait',
      title: 'Give yourself 5 minutes',
      detail:
        'Hermes ends every hook after 30 seconds and blocks the call then. This sets "plugins.hook_callback_timeout" to 600; the hook itself ends before 300 seconds.',
      path: outerPath,
      value: 600,
    },
  ],
  notes: [
    {
      kind: 'step',
      text: 'Hermes asks for consent when the hook is first used, and again when its command changes; without a terminal it skips the hook silently. "hermes hooks list" shows it.',
    },
    {
      kind: 'hint',
      text: 'This is a gate and not a grant: you can block a call with a message. Hermes may still ask about dangerous commands by itself.',
    },
    {
      kind: 'limit',
      text: 'Hermes waits at most 5 minutes, 30 seconds without the setting for a longer wait. If the hook is killed, the call goes on.',
    },
  ],
});

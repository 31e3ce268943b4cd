import { tomlEditor } from '../../core/config/toml';
import { shellCommand } from '../hookCommand';
import type { HookEntry } from '../hookEntries';
import { hookSetUp } from '../hookEntries';
import { folderOf } from '../setup';

/**
 * Seconds. The most that is valid in 2.1.0; one more, and Kimi Code drops every hook of the file without a word (measured: 900 in 2.1.0,
 * 86401 with the flag).
 */
const longest = 600;
/** Seconds; the default. A result only closes a card. */
const resultTimeout = 30;

/** The keys are all that the strict schema knows: event, matcher, command, timeout. */
function entry(event: string, timeout: number, hook: string, matcher?: string): HookEntry {
  const command = shellCommand({ hook, agent: 'kimi', timeout });
  return { list: ['hooks'], value: { event, ...(matcher === undefined ? {} : { matcher }), command, timeout } };
}

/**
 * Kimi Code, `config.toml`: only the user's file has hooks, run by `/bin/sh -c`. Released versions (2.1.0, run) ignore what a hook of
 * PermissionRequest prints, so that a plan's gate is PreToolUse; a matcher is an unanchored regular expression.
 */
export const kimiSetUp = hookSetUp({
  id: 'kimi',
  name: 'Kimi Code',
  binaries: ['kimi'],
  editor: tomlEditor,
  place(places) {
    const folder = folderOf(places, 'KIMI_CODE_HOME', '.kimi-code');
    return { folder, file: `${folder}/config.toml` };
  },
  // The gate stands in every configuration: with the flag in its environment the adapter lets it go at once.
  entries: ({ options: { hook } }) => [
    entry('PermissionRequest', longest, hook),
    entry('PermissionResult', resultTimeout, hook),
    entry('PreToolUse', longest, hook, '^ExitPlanMode$'),
  ],
  notes: [
    { kind: 'step', text: 'Kimi Code reads its hooks when it starts: restart it, or enter /reload.' },
    {
      kind: 'hint',
      text: 'Released versions take feedback on plans from here; every approval is given in Kimi Code itself. Only versions with the flag hook_permission_decisions take all decisions.',
    },
    {
      kind: 'limit',
      text: 'In auto mode Kimi Code goes on with a plan if you have not answered after 10 minutes, or if the hook is killed. In the other modes it asks in its terminal then.',
    },
    {
      kind: 'hint',
      text: 'A report on versions 0.43.1 and 2.0.0 says that with a PreToolUse hook the web, desktop and VS Code clients may not show approvals (issue 3888).',
    },
  ],
});

import { isObject, valueAt } from '../../core/config/configText';
import { compareVersions } from '../hookFiles';
import { configValue, configuredHooks } from './configured';
import type { AgentLook } from './conflicts';
import type { Problem } from './facts';

/** Managed settings of an organization (the official settings reference). */
const managedFiles = [
  '/etc/claude-code/managed-settings.json',
  '/Library/Application Support/ClaudeCode/managed-settings.json',
];

/** The last version that was measured not to start in auto mode. */
const lastAsking = '2.1.197';

/** Claude Code: what switches hooks off, what makes two cards of one request, and the mode in which little is asked. */
export function claudeProblems(look: AgentLook): readonly Problem[] {
  const { found, folders, read, hooks } = look;
  const { place } = found;
  const projects = folders.flatMap((folder) =>
    ['settings.json', 'settings.local.json'].map((name) => `${folder}/.claude/${name}`),
  );
  const files = [place.file, ...projects].map((file) => ({ file, value: configValue(file, read(file)) }));
  const problems: Problem[] = [];

  for (const { file, value } of files) {
    if (valueAt(value, ['disableAllHooks']) !== true) continue;
    const text = `"disableAllHooks" is on in ${file}: no hook runs.`;
    problems.push({ weight: 'broken', text, step: 'Take it out.', mend: { type: 'open', path: file } });
  }
  for (const file of managedFiles) {
    if (valueAt(configValue(file, read(file)), ['allowManagedHooksOnly']) !== true) continue;
    const text = `"allowManagedHooksOnly" is on in ${file}: your organization allows its own hooks only.`;
    problems.push({ weight: 'broken', text, step: 'Ask who manages this machine.' });
  }
  if (files.some(({ value }) => hasPlugin(value))) {
    const text = 'The Countersign plugin and the settings both have the hook: every request shows as two cards.';
    const mend = { type: 'remove', agent: 'claude' } as const;
    problems.push({ weight: 'limits', text, step: 'Keep one: remove it from the settings, or the plugin.', mend });
  }
  const commands = new Set(hooks.map(({ command }) => command));
  for (const file of projects) {
    // Identical commands in several settings files run once (hooks reference).
    if (configuredHooks('claude', file, read(file)).every(({ command }) => commands.has(command))) continue;
    const text = `${file} has a hook of Countersign, too: every request shows as two cards.`;
    problems.push({ weight: 'limits', text, step: 'Take one of them out.', mend: { type: 'open', path: file } });
  }
  return [...problems, ...modeProblems(look)];
}

function hasPlugin(settings: unknown): boolean {
  const enabled = valueAt(settings, ['enabledPlugins']);
  return (
    isObject(enabled) && Object.entries(enabled).some(([name, on]) => on === true && name.startsWith('countersign@'))
  );
}

function modeProblems({ found, read, version }: AgentLook): readonly Problem[] {
  const { file } = found.place;
  const settings = configValue(file, read(file));
  const mode = valueAt(settings, ['permissions', 'defaultMode']);
  const rules = valueAt(settings, ['permissions', 'ask']);
  // Ask rules fire in auto mode and even when permissions are bypassed (measured with 2.1.332).
  if (Array.isArray(rules) && rules.length > 0) return [];
  if (mode === undefined) {
    if (version !== undefined && compareVersions(version, lastAsking) <= 0) return [];
    const text =
      'It starts in auto mode if its version is a newer one: then the hook fires for plans, and hardly else.';
    const mend = { type: 'extra', agent: 'claude', extra: 'askByDefault' } as const;
    return [
      { weight: 'limits', text, step: 'Let it start in the mode that asks, or add rules to "permissions.ask".', mend },
    ];
  }
  const little: Readonly<Record<string, string>> = {
    auto: 'the hook fires for plans, and hardly else',
    acceptEdits: 'the hook does not fire for edits',
    bypassPermissions: 'the hook hardly fires',
    dontAsk: 'nothing is asked',
  };
  if (typeof mode !== 'string' || !Object.hasOwn(little, mode)) return [];
  const text = `It starts in the mode "${mode}": ${little[mode]}.`;
  const step = 'Set "permissions.defaultMode" to "default", or add rules to "permissions.ask".';
  return [{ weight: 'limits', text, step, mend: { type: 'open', path: file } }];
}

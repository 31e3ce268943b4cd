import { isObject, valueAt } from '../../core/config/configText';
import { isHookCommand } from '../../agents/hookCommand';
import { configValue, configuredHooks } from './configured';
import type { AgentLook } from './conflicts';
import type { Problem } from './facts';

/** Codex: a hook runs only once it is trusted, which is kept in config.toml by file, event and place in the list (run with 0.171.0). */
export function codexProblems({ found: { place }, read }: AgentLook): readonly Problem[] {
  const configFile = `${place.folder}/config.toml`;
  const config = configValue(configFile, read(configFile));
  const problems: Problem[] = [];
  if (valueAt(config, ['features', 'hooks']) === false) {
    const text = 'The feature "hooks" is off in config.toml: no hook runs.';
    problems.push({ weight: 'broken', text, step: 'Switch it on.', mend: { type: 'open', path: configFile } });
  }
  const groups = valueAt(configValue(place.file, read(place.file)), ['hooks', 'PermissionRequest']);
  const states = valueAt(config, ['hooks', 'state']);
  const trusted = isObject(states) ? Object.entries(states) : [];
  const untrusted = (Array.isArray(groups) ? groups : []).some((group: unknown, at) => {
    const handlers = valueAt(group, ['hooks']);
    return (Array.isArray(handlers) ? handlers : []).some((handler: unknown, index) => {
      if (!isHookCommand(valueAt(handler, ['command']))) return false;
      const end = `/hooks.json:permission_request:${at}:${index}`;
      return !trusted.some(([key, state]) => key.endsWith(end) && typeof valueAt(state, ['trusted_hash']) === 'string');
    });
  });
  if (untrusted) {
    const text = 'The hook is not trusted yet: Codex asks in its terminal.';
    problems.push({ weight: 'broken', text, step: 'Start Codex, enter /hooks, and trust it.' });
  }
  const others = configuredHooks('codex', configFile, read(configFile));
  if (others.length > 0) {
    const text = 'config.toml has a hook of Countersign, too: every request shows as two cards.';
    problems.push({ weight: 'limits', text, step: 'Take that one out.', mend: { type: 'open', path: configFile } });
  }
  return problems;
}

/** Copilot CLI: `disableAllHooks` (run with 1.0.102). */
export function copilotProblems({ found: { place }, read }: AgentLook): readonly Problem[] {
  return [place.file, `${place.folder}/settings.json`].flatMap((file) => disabled(file, read(file)));
}

export function qwenProblems({ found: { place }, read }: AgentLook): readonly Problem[] {
  return disabled(place.file, read(place.file));
}

function disabled(file: string, text: string | undefined): readonly Problem[] {
  if (valueAt(configValue(file, text), ['disableAllHooks']) !== true) return [];
  const said = `"disableAllHooks" is on in ${file}: no hook runs.`;
  return [{ weight: 'broken', text: said, step: 'Take it out.', mend: { type: 'open', path: file } }];
}

/** The most seconds that are valid; with one more, all hooks of the file are dropped without a word (run with 2.1.0). */
const kimiLongest = 600;

export function kimiProblems({ found: { place }, read }: AgentLook): readonly Problem[] {
  const hooks = valueAt(configValue(place.file, read(place.file)), ['hooks']);
  const timeouts = (Array.isArray(hooks) ? hooks : []).map((hook: unknown) => valueAt(hook, ['timeout']));
  if (!timeouts.some((timeout) => typeof timeout === 'number' && timeout > kimiLongest)) return [];
  const text = `A hook in config.toml has a timeout over ${kimiLongest} s: released versions drop every hook of the file then.`;
  return [{ weight: 'broken', text, step: 'Lower it.', mend: { type: 'open', path: place.file } }];
}

/** Hermes keeps the consent to each hook in a file (its source, agent/shell_hooks.py; not run). */
export function hermesProblems({ found: { place }, read }: AgentLook): readonly Problem[] {
  const consented = read(`${place.folder}/shell-hooks-allowlist.json`)?.includes('countersign-hook') === true;
  const accepts = valueAt(configValue(place.file, read(place.file)), ['hooks_auto_accept']) === true;
  if (consented || accepts) return [];
  const text =
    'Its list of hooks with your consent does not name this one: without a terminal Hermes skips it silently.';
  return [{ weight: 'limits', text, step: 'Start Hermes in a terminal once and consent.' }];
}

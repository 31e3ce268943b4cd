import { tomlEditor } from '../core/config/toml';
import { claudeSetUp } from './claude/setup';
import { quotedWord } from './hookCommand';
import { kimiSetUp } from './kimi/setup';

/** Stands for the hook while the entries are made. */
const hook = '/HOOK';
/** Where the hook is, for whoever runs the plugin. */
const installed = '"${COUNTERSIGN_HOME:-$HOME/.countersign}/bin/countersign-hook"';

/**
 * The plugin folders for those who prefer a plugin to an entry in their settings, made of the very entries that set-up writes: by path
 * inside `plugins/`, with `/`.
 *
 * Claude Code: `.claude-plugin/plugin.json` and `hooks/hooks.json` (plugins reference; `--plugin-dir` run with 2.1.332). Kimi Code:
 * `kimi.plugin.json` with the four fields of a hook (its documentation on plugins).
 *
 * @param version the extension's
 */
export function pluginFiles(version: string): Readonly<Record<string, string>> {
  const about = {
    name: 'countersign',
    version,
    description: 'Asks for permission in the editor that has the project open.',
  };
  const claude: object = JSON.parse(located(claudeSetUp.add(undefined, { hook })));
  const kimi: object = JSON.parse(located(JSON.stringify(tomlEditor.read(kimiSetUp.add(undefined, { hook })))));
  return {
    'claude-code/.claude-plugin/plugin.json': json(about),
    'claude-code/hooks/hooks.json': json({ description: about.description, ...claude }),
    'kimi-code/kimi.plugin.json': json({ ...about, ...kimi }),
  };
}

/** JSON in which the hook is found by the shell that runs it. */
function located(text: string): string {
  const word = JSON.stringify(installed).slice(1, -1);
  return text.replaceAll(quotedWord(hook), () => word);
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

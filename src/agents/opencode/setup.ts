import { errorAt } from '../../core/config/configText';
import type { AgentSetUp } from '../setup';
import { folderOf } from '../setup';

/** Stands in the plugin's text, by which the file is known as ours. */
export const pluginMarker = 'countersign-plugin';

const isOurs = (text: string) => text.includes(pluginMarker);

function pluginOf(options: { readonly plugin?: string }): string {
  if (options.plugin === undefined || !isOurs(options.plugin)) throw new TypeError('the text of the plugin is needed');
  return options.plugin;
}

function refuse(text: string): void {
  if (!isOurs(text)) throw errorAt(text, 0, 'this file is not one of ours.');
}

/** opencode: no hooks, but a plugin in a folder of the user's (run with 1.18.33). The whole file is ours. */
export const opencodeSetUp: AgentSetUp = {
  kind: 'file',
  id: 'opencode',
  name: 'opencode',
  binaries: ['opencode'],
  place(places) {
    // OPENCODE_CONFIG_DIR: opencode's documentation, "custom directory".
    const folder = folderOf(places, 'OPENCODE_CONFIG_DIR', '');
    const own = places.env['OPENCODE_CONFIG_DIR']?.trim()
      ? folder
      : `${folderOf(places, 'XDG_CONFIG_HOME', '.config')}/opencode`;
    return { folder: own, file: `${own}/plugin/countersign.ts` };
  },
  state(text, options) {
    if (text === undefined) return { type: 'notSetUp' };
    if (!isOurs(text)) return { type: 'broken', problem: 'this file is not one of ours.', line: 1, column: 1 };
    return { type: text === pluginOf(options) ? 'setUp' : 'outdated' };
  },
  add(text, options) {
    if (text !== undefined) refuse(text);
    return pluginOf(options);
  },
  remove: (text) => (isOurs(text) ? undefined : text),
  extras: [],
  notes: [
    {
      kind: 'step',
      text: 'opencode asks only where its configuration says so: "permission": { "bash": "ask", "edit": "ask" } in opencode.json. Restart opencode to load the plugin.',
    },
    {
      kind: 'hint',
      text: 'Its own prompt stays on its screen; the first answer counts. "opencode run" refuses before a plugin can answer.',
    },
  ],
};

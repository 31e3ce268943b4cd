import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { settingKeys, settingsSection } from './ids';

const Settings = z.object({
  openReview: z.catch(z.enum(['onRequest', 'never']), 'onRequest'),
  /** Milliseconds. */
  settleTime: z.catch(z.int().check(z.minimum(200), z.maximum(5000)), 500),
  /** Milliseconds. */
  retractTime: z.catch(z.int().check(z.minimum(0), z.maximum(10_000)), 2000),
  notify: z.catch(z.enum(['whenUnfocused', 'never']), 'whenUnfocused'),
  adoptUnmatched: z.catch(z.boolean(), false),
  quickRemarks: z.catch(z.array(z.string().check(z.maxLength(500))), ['Add a test', 'Out of scope', 'Smaller steps']),
  /** Megabytes. */
  historyLimit: z.catch(z.number().check(z.minimum(1), z.maximum(1000)), 50),
});
export type Settings = z.infer<typeof Settings>;

/** Reads the settings as they are now; a value that is not valid counts as the default. */
export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration(settingsSection);
  return Settings.parse(Object.fromEntries(Object.entries(settingKeys).map(([name, key]) => [name, section.get(key)])));
}

/** Whether a change of the configuration is about this extension. */
export function concernsUs(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration(settingsSection);
}

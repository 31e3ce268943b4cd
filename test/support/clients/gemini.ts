import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntimes } from '../../../scripts/setup.mjs';
import { makeClientHome, openClient, typePrompt, type Client, type ClientOptions } from './client';

/** Prepares the Gemini CLI. Needs the test runtimes. */
export async function makeGemini(options: ClientOptions): Promise<Client> {
  const { gemini, node24 } = await ensureRuntimes();
  const home = makeClientHome('gm-', options);
  const config = join(home.path, '.gemini');
  mkdirSync(config);
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    ui: { hideTips: true },
    model: { name: 'gemini-2.5-flash' },
  };
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings, null, 2));
  options.setUp(home.path, options.hookCommand);
  const env = {
    ...home.env,
    GEMINI_API_KEY: 'x',
    GOOGLE_GEMINI_BASE_URL: options.model.url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  };
  return {
    home: home.path,
    open: (...parameters) =>
      openClient([node24, gemini, ...parameters], { cwd: options.project, env }, /Type your message/),
    prompt: typePrompt,
    remove: () => home.remove(),
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntimes } from '../../../scripts/setup.mjs';
import { makeClientHome, openClient, typePrompt, type Client, type ClientOptions } from './client';

/** Prepares Qwen Code. Needs the test runtimes. */
export async function makeQwen(options: ClientOptions): Promise<Client> {
  const { qwen, node24 } = await ensureRuntimes();
  const home = makeClientHome('qw-', options);
  const config = join(home.path, '.qwen');
  mkdirSync(config);
  const settings = {
    $version: 4,
    security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
    model: { name: 'mock-model' },
  };
  writeFileSync(join(config, 'settings.json'), JSON.stringify(settings, null, 2));
  options.setUp(home.path, options.hookCommand);
  const env = {
    ...home.env,
    OPENAI_API_KEY: 'x',
    OPENAI_BASE_URL: `${options.model.url}/v1`,
    OPENAI_MODEL: 'mock-model',
    QWEN_CODE_NO_RELAUNCH: 'true',
    QWEN_CODE_DISABLE_PRECONNECT: '1',
    QWEN_DISABLE_AUTO_TITLE: '1',
  };
  return {
    home: home.path,
    open: (...parameters) =>
      openClient(
        [
          node24,
          qwen,
          '--auth-type',
          'openai',
          ...(parameters.length > 0 ? parameters : ['--approval-mode', 'default']),
        ],
        { cwd: options.project, env },
        /Type your message/,
      ),
    prompt: typePrompt,
    remove: () => home.remove(),
  };
}

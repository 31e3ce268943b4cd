import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntimes } from '../../../scripts/setup.mjs';
import {
  editJson,
  makeClientHome,
  openClient,
  typePrompt,
  type Client,
  type ClientOptions,
  type SetUp,
} from './client';

/** The hook in the user's settings; Qwen reads a timeout of 1000 or more as milliseconds. */
const setUpQwen: SetUp = (home, command) => {
  const hook = { type: 'command', name: 'editor', command, timeout: 86_400_000 };
  const hooks = { PermissionRequest: [{ matcher: '*', hooks: [hook] }] };
  editJson(join(home, '.qwen/settings.json'), (settings) => ({ ...settings, hooks }));
};

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
  (options.setUp ?? setUpQwen)(home.path, options.hookCommand);
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

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntimes } from '../../../scripts/setup.mjs';
import {
  makeClientHome,
  openClient,
  startClient,
  typePrompt,
  type Client,
  type ClientOptions,
  type ClientRun,
} from './client';

/** The Copilot CLI can be run without a terminal as well. */
export interface Copilot extends Client {
  print(prompt: string): ClientRun;
}

/** Prepares the Copilot CLI. Needs the test runtimes. */
export async function makeCopilot(options: ClientOptions): Promise<Copilot> {
  const { copilot } = await ensureRuntimes();
  const home = makeClientHome('cp-', options);
  const config = join(home.path, '.copilot');
  mkdirSync(config);
  const settings = { trusted_folders: [options.project], banner: 'never', auto_update: false };
  writeFileSync(join(config, 'config.json'), JSON.stringify(settings, null, 2));
  options.setUp(home.path, options.hookCommand);
  const start = {
    cwd: options.project,
    env: {
      ...home.env,
      COPILOT_HOME: config,
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${options.model.url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_MODEL: 'mock-model',
      COPILOT_AUTO_UPDATE: 'false',
    },
  };
  return {
    home: home.path,
    open: (...parameters) => openClient([copilot, ...parameters], start, /❯/),
    prompt: typePrompt,
    print: (prompt) => startClient([copilot, '-p', prompt], start),
    remove: () => home.remove(),
  };
}

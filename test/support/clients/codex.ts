import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureRuntimes } from '../../../scripts/setup.mjs';
import { makeClientHome, openClient, typePrompt, type Client, type ClientOptions } from './client';

/** A model's name by which Codex offers its freeform `apply_patch`. */
const model = 'gpt-5.5';

/** Prepares the Codex CLI. Needs the test runtimes. */
export async function makeCodex(options: ClientOptions): Promise<Client> {
  const { codex } = await ensureRuntimes();
  const home = makeClientHome('cx-', options);
  const config = join(home.path, '.codex');
  mkdirSync(config);
  writeFileSync(
    join(config, 'config.toml'),
    `model = "${model}"
model_provider = "mock"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "${options.model.url}/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 0
stream_max_retries = 0
[sandbox_workspace_write]
exclude_slash_tmp = true
exclude_tmpdir_env_var = true
[tui]
animations = false
show_tooltips = false
[notice.model_migrations]
"${model}" = "gpt-6-sol"
[analytics]
enabled = false
[projects."${options.project}"]
trust_level = "trusted"
`,
  );
  options.setUp(home.path, options.hookCommand);
  const env = { ...home.env, CODEX_HOME: config, MOCK_KEY: 'x' };
  return {
    home: home.path,
    // A person trusts the hook in /hooks; here the answer is given on the command line.
    open: (...parameters) =>
      openClient([codex, '--dangerously-bypass-hook-trust', ...parameters], { cwd: options.project, env }, /› /),
    prompt: typePrompt,
    remove: () => home.remove(),
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ensureRuntimes } from '../../../scripts/setup.mjs';
import { until } from '../until';
import {
  makeClientHome,
  openClient,
  startClient,
  typePrompt,
  type Client,
  type ClientOptions,
  type ClientRun,
} from './client';

/** opencode can be run as a server as well. */
export interface Opencode extends Client {
  serve(): Promise<OpencodeServer>;
}

/** A server with one session in the project. */
export interface OpencodeServer {
  /** Sends a prompt; what comes of it is seen at the model and at the hook. */
  prompt(text: string): Promise<void>;
  /** Waits until a permission is asked for that nobody has answered, and gives its id. */
  pending(): Promise<string>;
  /** Waits until no question of its tool is open any more. */
  noQuestion(): Promise<void>;
  /** Answers it as another client of the server would. */
  reply(id: string, reply: 'once' | 'always' | 'reject', message?: string): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares opencode. Needs the test runtimes. */
export async function makeOpencode(options: ClientOptions): Promise<Opencode> {
  const { opencode } = await ensureRuntimes();
  const home = makeClientHome('oc-', options);
  const config = join(home.path, '.config/opencode');
  mkdirSync(config, { recursive: true });
  const provider = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Mock',
    options: { baseURL: `${options.model.url}/v1`, apiKey: 'x' },
    models: { 'mock-model': { name: 'Mock model', limit: { context: 100_000, output: 8000 } } },
  };
  writeFileSync(
    join(config, 'opencode.json'),
    JSON.stringify({
      model: 'mock/mock-model',
      small_model: 'mock/mock-model',
      enabled_providers: ['mock'],
      provider: { mock: provider },
      permission: { bash: 'ask', edit: 'ask' },
      autoupdate: false,
      share: 'disabled',
    }),
  );
  // It would fetch its plugins' types into the folder, and wait for that: this looks as if it had.
  const dependencies = { '@opencode-ai/plugin': '1.18.33' };
  mkdirSync(join(config, 'node_modules'));
  writeFileSync(join(config, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(config, 'package-lock.json'), JSON.stringify({ packages: { '': { dependencies } } }));
  options.setUp(home.path, options.hookCommand);
  const start = {
    cwd: options.project,
    env: {
      ...home.env,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
  };
  return {
    home: home.path,
    open: (...parameters) => openClient([opencode, ...parameters], start, /Ask anything/),
    prompt: typePrompt,
    serve: () => serve(startClient([opencode, 'serve', '--port', '0', '--hostname', '127.0.0.1'], start)),
    remove: () => home.remove(),
  };
}

const Session = z.looseObject({ id: z.string() });
const Pending = z.array(z.looseObject({ id: z.string() }));

async function serve(run: ClientRun): Promise<OpencodeServer> {
  try {
    const url = await until('the server', () => /listening on (http:\S+)/.exec(run.stdout())?.[1]);
    const post = async (path: string, body: object): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? undefined : response.json();
    };
    const open = async (kind: 'permission' | 'question') => Pending.parse(await (await fetch(`${url}/${kind}`)).json());
    const { id: session } = Session.parse(await post('/session', {}));
    return {
      async prompt(text) {
        await post(`/session/${session}/prompt_async`, { parts: [{ type: 'text', text }] });
      },
      pending: () => until('a pending permission', async () => (await open('permission'))[0]?.id),
      async noQuestion() {
        await until('no open question', async () => (await open('question')).length === 0 || undefined);
      },
      async reply(id, reply, message) {
        await post(`/permission/${id}/reply`, { reply, ...(message === undefined ? {} : { message }) });
      },
      stop: () => run.stop(),
    };
  } catch (error) {
    await run.stop();
    const { stderr } = await run.ended;
    throw new Error(`${String(error)}\n${run.stdout()}${stderr}`, { cause: error });
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ensureRuntimes } from '../../../scripts/setup.mjs';
import { literal, until } from '../until';
import {
  answerQuestion,
  makeClientHome,
  openClient,
  startClient,
  type Client,
  type ClientOptions,
  type ClientRun,
} from './client';

/** Kimi Code can be run as a server as well. */
export interface Kimi extends Client {
  /** Its configuration folder, `KIMI_CODE_HOME`. */
  readonly config: string;
  web(): Promise<KimiWeb>;
}

/** A `kimi web` with one session in the project. */
export interface KimiWeb {
  readonly session: string;
  /** Sends a prompt; what comes of it is seen at the model and at the hook. */
  prompt(text: string): Promise<void>;
  /** Waits until an approval is pending, and gives its id. */
  pending(): Promise<string>;
  /** Resolves it; gives the answer's code, 0 if it was taken. */
  resolve(id: string, body: object): Promise<number>;
  stop(): Promise<void>;
}

/** Prepares Kimi Code. Needs the test runtimes. */
export async function makeKimi(options: ClientOptions): Promise<Kimi> {
  const { kimi, node24 } = await ensureRuntimes();
  const home = makeClientHome('km-', options);
  const config = join(home.path, '.kimi-code');
  mkdirSync(config);
  writeFileSync(
    join(config, 'config.toml'),
    `default_model = "mock"
default_permission_mode = "manual"
telemetry = false

[providers.mock]
type = "openai"
base_url = "${options.model.url}/v1"
api_key = "x"

[models.mock]
provider = "mock"
model = "mock-model"
max_context_size = 100000
capabilities = ["tool_use"]
`,
  );
  options.setUp(home.path, options.hookCommand);
  const start = {
    cwd: options.project,
    env: { ...home.env, KIMI_CODE_HOME: config, KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_DISABLE_TELEMETRY: '1' },
  };
  return {
    home: home.path,
    config,
    async open(...parameters) {
      const terminal = await openClient([node24, kimi, ...parameters], start, /Trust this folder\?/);
      try {
        terminal.type('\r');
        await until('the folder to be trusted', () => !/Trust this folder\?/.test(terminal.screen()));
        await terminal.shows(/context: 0%/);
      } catch (error) {
        await terminal.stop();
        throw new Error(`${String(error)}\n${terminal.screen()}`, { cause: error });
      }
      return terminal;
    },
    async prompt(terminal, text) {
      terminal.type(text);
      // For a moment after text, Enter counts as part of what was pasted.
      await answerQuestion(terminal, new RegExp(`│ > ${literal(text)}`), '\r');
    },
    web: () => serve(options.project, startClient([node24, kimi, 'web', '--no-open', '--port', '0'], start)),
    remove: () => home.remove(),
  };
}

const Answer = z.looseObject({ code: z.number(), data: z.optional(z.unknown()) });
const Session = z.looseObject({ id: z.string() });
const Approvals = z.looseObject({ items: z.array(z.looseObject({ approval_id: z.string() })) });

async function serve(project: string, run: ClientRun): Promise<KimiWeb> {
  try {
    const [, url, token] = await until('the server', () => /(http:\S+)\/#token=(\S+)/.exec(run.stdout()));
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const given = body ? { body: JSON.stringify(body) } : {};
      const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...given });
      return Answer.parse(await response.json());
    };
    const { data } = await call('POST', '/sessions', { metadata: { cwd: project } });
    const { id: session } = Session.parse(data);
    const approvals = `/sessions/${session}/approvals`;
    return {
      session,
      async prompt(text) {
        const content = [{ type: 'text', text }];
        const { code } = await call('POST', `/sessions/${session}/prompts`, {
          model: 'mock',
          permission_mode: 'manual',
          content,
        });
        if (code !== 0) throw new Error(`The prompt was not taken: ${code}`);
      },
      pending: () =>
        until('a pending approval', async () => {
          const answer = await call('GET', `${approvals}?status=pending`);
          return Approvals.parse(answer.data).items[0]?.approval_id;
        }),
      resolve: async (id, body) => (await call('POST', `${approvals}/${id}`, body)).code,
      stop: () => run.stop(),
    };
  } catch (error) {
    await run.stop();
    const { stderr } = await run.ended;
    throw new Error(`${String(error)}\n${run.stdout()}${stderr}`, { cause: error });
  }
}

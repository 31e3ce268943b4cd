// The plugin that opencode loads (run with 1.18.33): hands what it asks its user to the window that has the project open, and gives
// the window's answer back to opencode. opencode's own prompt is on screen all the while; whatever fails here leaves it as it is.
import { realPath, findWindows } from './records';
import { ask, type Question } from './ask';
import { isOpencodeReply, type OpencodeReply } from './guards';
import { crypto } from './lazyCrypto';
import { pickVariables } from './request';
import type { DiscoveryRecord } from '../protocol/discovery';
import type { RequestFrame } from '../protocol/frames';
import { maxFrameBytes } from '../protocol/wire';

/** What is used of opencode's plugin context. The client's own request function answers both kinds (measured). */
interface PluginContext {
  readonly directory: string;
  readonly client: {
    readonly _client: {
      post(
        request: Readonly<Record<string, unknown>>,
      ): Promise<{ readonly error?: unknown; readonly response?: { readonly ok: boolean } } | undefined>;
    };
  };
}

interface OpencodeEvent {
  readonly type: string;
  readonly properties?: {
    readonly id?: unknown;
    readonly requestID?: unknown;
    readonly tool?: { readonly callID?: unknown };
  };
}

interface Hooks {
  readonly event: (input: { readonly event: OpencodeEvent }) => Promise<void>;
  readonly 'tool.execute.before': (
    input: { readonly tool: string; readonly callID: string },
    output: { readonly args: unknown },
  ) => Promise<void>;
  readonly 'tool.execute.after': (input: { readonly callID: string }) => Promise<void>;
}

/** `opencode run` answers by itself within milliseconds: what is answered by then is not shown. */
const settleMs = 100;
const tellEveryMs = 1000;
const maxCalls = 500;

/** One permission that opencode asks for, or one call of its tool `question`. */
interface Asked {
  /** It was answered; by whom, does not matter. */
  replied: boolean;
  /** The window has it, or may have it. */
  sent: boolean;
  /** Nothing more is to be had from the window. */
  done: boolean;
}

/** opencode calls this once for each project. */
export const Countersign = async ({ client, directory }: PluginContext): Promise<Hooks> => {
  const calls = new Map<string, { readonly tool: string; readonly args: unknown }>();
  const asked = new Map<string, Asked>();

  async function onAsked(id: string, event: OpencodeEvent): Promise<void> {
    const state: Asked = { replied: false, sent: false, done: false };
    asked.set(id, state);
    try {
      const callId = event.properties?.tool?.callID;
      const call = typeof callId === 'string' ? calls.get(callId) : undefined;
      const payload = JSON.stringify({ cwd: directory, event, ...(call && { call }) });
      await sleep(settleMs);
      const answered = await put(payload, state);
      if (!answered) return;
      const { answer, connection } = answered;
      try {
        const kind = kindOf(event);
        const reply = answer.type === 'result' ? parseReply(answer.stdout, kind) : undefined;
        // Not confirmed unless opencode took it: the window then says that it was not delivered.
        if (answer.type === 'release' || (reply && !state.replied && (await post(id, kind, reply)))) {
          await connection.finish(JSON.stringify({ type: 'written', id: answer.id }));
        }
      } finally {
        connection.drop();
      }
    } catch {
      // opencode's own prompt is there.
    } finally {
      state.done = true;
      if (state.replied || !state.sent) asked.delete(id);
    }
  }

  /** Tells the window, so that it need not wait any more; again and again while the question may still come to it. */
  async function onReplied(id: string, event: OpencodeEvent): Promise<void> {
    const state = asked.get(id);
    if (!state || state.replied) return;
    state.replied = true;
    try {
      const payload = JSON.stringify({ cwd: directory, event });
      do {
        if (state.sent) (await put(payload))?.connection.drop();
        if (!state.done) await sleep(tellEveryMs);
      } while (!state.done);
    } catch {
      // The window will find out when it decides.
    } finally {
      asked.delete(id);
    }
  }

  /** Asks the window; undefined if there is none. `state` is absent for what is only told. */
  async function put(payload: string, state?: Asked): ReturnType<typeof ask> {
    const cwd = realPath(directory);
    const candidates = state?.replied ? [] : findWindows(cwd);
    const id = crypto().randomUUID();
    const question: Question = {
      id,
      cwd,
      frame(record) {
        if (state?.replied) return undefined;
        const text = JSON.stringify(frameOf(id, cwd, payload, record));
        if (Buffer.byteLength(text) > maxFrameBytes) return undefined;
        if (state) state.sent = true;
        return text;
      },
    };
    return candidates.length > 0 ? ask(question, candidates, undefined) : undefined;
  }

  async function post(requestID: string, kind: Kind, reply: OpencodeReply): Promise<boolean> {
    const dismissed = kind === 'question' && !reply.answers;
    const { _client: raw } = client;
    const result = await raw.post({
      url: `/${kind}/{requestID}/${dismissed ? 'reject' : 'reply'}`,
      path: { requestID },
      ...(!dismissed && { body: reply, headers: { 'content-type': 'application/json' } }),
    });
    return result?.response?.ok ?? (result !== undefined && result.error === undefined);
  }

  return {
    // None of them is waited for, and none can fail: opencode goes on as if they were not there.
    async event({ event }) {
      const { id, requestID } = event.properties ?? {};
      const [, did] = /^(?:permission|question)\.(asked|replied|rejected)$/.exec(event.type) ?? [];
      if (did === 'asked' && typeof id === 'string') void onAsked(id, event);
      if (did && did !== 'asked' && typeof requestID === 'string') void onReplied(requestID, event);
    },
    async 'tool.execute.before'({ tool, callID }, { args }) {
      calls.set(callID, { tool, args });
      if (calls.size > maxCalls) calls.delete(calls.keys().next().value!);
    },
    async 'tool.execute.after'({ callID }) {
      calls.delete(callID);
    },
  };
};

function frameOf(id: string, cwd: string, payload: string, record: DiscoveryRecord): RequestFrame {
  return {
    type: 'request',
    id,
    agent: 'opencode',
    arguments: [],
    payload,
    cwd,
    pids: [process.pid],
    startedAt: Date.now(),
    env: pickVariables(process.env, record.env),
  };
}

type Kind = 'permission' | 'question';

/** What an event is about, which is also where its answer goes. */
function kindOf(event: OpencodeEvent): Kind {
  return event.type === 'question.asked' ? 'question' : 'permission';
}

function parseReply(text: string, kind: Kind): OpencodeReply | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    return isOpencodeReply(reply, kind === 'question') ? reply : undefined;
  } catch {
    return undefined;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Block } from '../mockModel';
import { until } from '../until';

/** What an agent asked of its model, whatever the dialect. */
export interface ModelCall {
  /** Names of the tools that the model may call. */
  readonly tools: readonly string[];
  /** What the model is told about the tools that it called in its last turn. */
  readonly results: readonly string[];
  /** The request's whole text. */
  readonly text: string;
}

/** What the model says when it is asked for the n-th time: fixed, or made from what it was asked. */
export type ScriptedTurn = readonly Block[] | ((call: ModelCall) => readonly Block[]);

/** How one kind of model is spoken to. */
export interface Dialect {
  /** Whether a POST to this path asks for an answer; others get an empty object. */
  asks(path: string): boolean;
  read(body: unknown): Omit<ModelCall, 'text'>;
  /** The whole answer: its kind and its text, streamed where the request wants that. */
  write(blocks: readonly Block[], request: { readonly body: unknown; readonly path: string }): Answer;
}

export interface Answer {
  readonly type: 'text/event-stream' | 'application/json';
  readonly text: string;
}

/** A model on loopback that says what it is told to say. */
export interface ScriptedModel {
  /** Where it listens, without a path. */
  readonly url: string;
  /** The conversation so far, without the agent's side errands such as a title for the session. */
  readonly calls: readonly ModelCall[];
  /** Waits for the n-th request of the conversation (from 1). */
  call(number: number): Promise<ModelCall>;
  /** Waits for the n-th request and gives the only result in it. */
  result(number: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * Serves a model: each request of the conversation gets the next turn, then "Done.". A request belongs to the conversation if it
 * offers `tool`; agents also ask for titles, summaries and the like, with other tools or none.
 */
export async function startScriptedModel(
  dialect: Dialect,
  tool: string,
  turns: readonly ScriptedTurn[],
): Promise<ScriptedModel> {
  const calls: ModelCall[] = [];
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    let text = '';
    incoming.setEncoding('utf8').on('data', (data: string) => (text += data));
    incoming.on('end', () => {
      if (incoming.method !== 'POST' || !dialect.asks(path)) return send(response, other(path));
      const body: unknown = JSON.parse(text);
      const call: ModelCall = { ...dialect.read(body), text };
      let blocks: readonly Block[] = ['mock'];
      if (call.tools.includes(tool)) {
        const turn = turns[calls.length] ?? ['Done.'];
        calls.push(call);
        blocks = typeof turn === 'function' ? turn(call) : turn;
      }
      send(response, dialect.write(blocks, { body, path }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const call = (number: number): Promise<ModelCall> =>
    until(`request ${number} to the model`, () => calls[number - 1], 60_000);
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    call,
    async result(number) {
      const { results } = await call(number);
      if (results.length !== 1) throw new Error(`Not one result: ${JSON.stringify(results)}`);
      return results[0] ?? '';
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Joins events as a stream of server-sent events. */
export function eventStream(events: readonly { readonly event?: string; readonly data: unknown }[]): Answer {
  const text = events
    .map(({ event, data }) => {
      const value = typeof data === 'string' ? data : JSON.stringify(data);
      return `${event ? `event: ${event}\n` : ''}data: ${value}\n\n`;
    })
    .join('');
  return { type: 'text/event-stream', text };
}

export function jsonAnswer(body: unknown): Answer {
  return { type: 'application/json', text: JSON.stringify(body) };
}

let count = 0;
/** An id that no other block or answer of this process has. */
export const newId = (prefix: string): string => `${prefix}_${String(++count).padStart(8, '0')}`;

function other(path: string): Answer {
  const models = { object: 'list', data: [{ id: 'mock-model', object: 'model' }], models: [] };
  return jsonAnswer(path.endsWith('/models') ? models : { totalTokens: 10 });
}

function send(response: ServerResponse, { type, text }: Answer): void {
  response.writeHead(200, { 'content-type': type });
  response.end(text);
}

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { until } from './until';

/** One block of an answer: text, or a call of a tool. */
export type Block = string | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** What the model says when it is asked for the n-th time: fixed, or made from what it was asked. */
export type Turn = readonly Block[] | ((request: ModelRequest) => readonly Block[]);

const ContentBlock = z.looseObject({
  type: z.string(),
  text: z.optional(z.string()),
  tool_use_id: z.optional(z.string()),
  is_error: z.optional(z.boolean()),
  content: z.optional(z.union([z.string(), z.array(z.looseObject({ text: z.optional(z.string()) }))])),
});

const ModelRequest = z.looseObject({
  model: z.string(),
  stream: z.optional(z.boolean()),
  tools: z.optional(z.array(z.looseObject({ name: z.optional(z.string()) }))),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(ContentBlock)]) })),
});
/** A request as the agent sent it. */
export type ModelRequest = z.infer<typeof ModelRequest>;

/** What the model is told about a tool that it called. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** A model that says what it is told to say. */
export interface MockModel {
  readonly url: string;
  /** The conversation's requests so far, without the agent's side errands such as a title for the session. */
  readonly requests: readonly ModelRequest[];
  /** Waits for the n-th request of the conversation (from 1). */
  request(number: number): Promise<ModelRequest>;
  close(): Promise<void>;
}

/** Serves Anthropic's Messages API on loopback: each request of the conversation gets the next turn, then "Done.". */
export async function startMockModel(turns: readonly Turn[]): Promise<MockModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
    incoming.on('end', () => {
      const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
      if (path.endsWith('/count_tokens')) return json(response, 200, { input_tokens: 100 });
      if (!path.endsWith('/v1/messages'))
        return json(response, 404, { type: 'error', error: { type: 'not_found_error' } });
      const parsed = ModelRequest.safeParse(JSON.parse(body));
      if (!parsed.success) return json(response, 400, { type: 'error', error: { type: 'invalid_request_error' } });
      const request = parsed.data;
      const inConversation = request.tools?.some((tool) => tool.name === 'Bash') ?? false;
      let blocks: readonly Block[] = ['mock'];
      if (inConversation) {
        const turn = turns[requests.length] ?? ['Done.'];
        requests.push(request);
        blocks = typeof turn === 'function' ? turn(request) : turn;
      }
      answer(response, request, blocks);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    request: (number) => until(`request ${number} to the model`, () => requests[number - 1], 60_000),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What a request tells the model about the calls of its last turn. */
export function toolResults(request: ModelRequest): readonly ToolResult[] {
  const lastTurn = request.messages.findLastIndex((message) => message.role === 'assistant');
  return request.messages
    .slice(lastTurn + 1)
    .flatMap((message) => (typeof message.content === 'string' ? [] : message.content))
    .filter((block) => block.type === 'tool_result')
    .map((block) => ({
      text:
        typeof block.content === 'string'
          ? block.content
          : (block.content ?? []).map((part) => part.text ?? '').join('\n'),
      isError: block.is_error ?? false,
    }));
}

/** The path of the plan file that the agent has told the model to write. */
export function planPath(request: ModelRequest): string {
  const found = /(\/[^\s"'`\\]*\/plans\/[\w.-]+\.md)/.exec(JSON.stringify(request));
  if (!found?.[1]) throw new Error('The agent named no plan file.');
  return found[1];
}

let count = 0;
const newId = (prefix: string) => `${prefix}_${String(++count).padStart(8, '0')}`;

function answer(response: ServerResponse, request: ModelRequest, blocks: readonly Block[]): void {
  const content = blocks.map((block) =>
    typeof block === 'string'
      ? { type: 'text' as const, text: block }
      : { type: 'tool_use' as const, id: newId('toolu'), name: block.tool, input: block.input },
  );
  const stop = { stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn' };
  const usage = { input_tokens: 10, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = { id: newId('msg'), type: 'message', role: 'assistant', model: request.model, usage };
  if (!request.stream) return json(response, 200, { ...message, content, ...stop, stop_sequence: null });

  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': newId('req') });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } });
  for (const [index, block] of content.entries()) {
    const [start, delta] =
      block.type === 'text'
        ? [
            { type: 'text', text: '' },
            { type: 'text_delta', text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          ];
    send('content_block_start', { index, content_block: start });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { ...stop, stop_sequence: null }, usage: { output_tokens: 20 } });
  send('message_stop', {});
  response.end();
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

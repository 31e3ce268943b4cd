import * as z from 'zod/mini';
import type { Block } from '../mockModel';
import { eventStream, jsonAnswer, newId, type Answer, type Dialect } from './scripted';

const Parts = z.union([z.string(), z.array(z.looseObject({ text: z.optional(z.string()) })), z.null()]);

const Body = z.looseObject({
  model: z.string(),
  stream: z.optional(z.boolean()),
  tools: z.optional(z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) }))),
  messages: z.array(z.looseObject({ role: z.string(), content: z.optional(Parts) })),
});

/** OpenAI's chat completions, as Copilot CLI, Qwen Code, opencode and Kimi Code speak them. */
export const chatCompletions: Dialect = {
  asks: (path) => path.endsWith('/chat/completions'),
  read(given) {
    const { tools = [], messages } = Body.parse(given);
    const lastTurn = messages.findLastIndex((message) => message.role === 'assistant');
    return {
      tools: tools.map((tool) => tool.function.name),
      results: messages
        .slice(lastTurn + 1)
        .filter((message) => message.role === 'tool')
        .map(({ content }) => textOf(content)),
    };
  },
  write: (blocks, { body }) => answer(blocks, Body.parse(body)),
};

function textOf(content: z.infer<typeof Parts> | undefined): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
}

function answer(blocks: readonly Block[], { model, stream }: z.infer<typeof Body>): Answer {
  const text = blocks.filter((block) => typeof block === 'string').join('\n');
  const calls = blocks
    .filter((block) => typeof block !== 'string')
    .map((block, index) => ({
      index,
      id: newId('call'),
      type: 'function',
      function: { name: block.tool, arguments: JSON.stringify(block.input) },
    }));
  const message = {
    role: 'assistant',
    content: text || null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const base = { id: newId('chatcmpl'), created: Math.floor(Date.now() / 1000), model };
  if (!stream) {
    const choices = [{ index: 0, message, finish_reason: reason }];
    return jsonAnswer({ ...base, object: 'chat.completion', choices, usage });
  }
  const chunk = (choices: readonly object[], more: object = {}) => ({
    data: { ...base, object: 'chat.completion.chunk', choices, ...more },
  });
  return eventStream([
    chunk([{ index: 0, delta: message, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: reason }]),
    chunk([], { usage }),
    { data: '[DONE]' },
  ]);
}

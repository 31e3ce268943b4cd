import * as z from 'zod/mini';
import { eventStream, newId, type Dialect } from './scripted';

const Output = z.union([z.string(), z.array(z.looseObject({ text: z.optional(z.string()) }))]);

const Body = z.looseObject({
  tools: z.optional(z.array(z.looseObject({ type: z.string(), name: z.optional(z.string()) }))),
  input: z.array(z.looseObject({ type: z.optional(z.string()), output: z.optional(Output) })),
});

/** A tool of this dialect that takes plain text: its input is `{ text }`. */
const freeform = new Set(['apply_patch']);

/** OpenAI's Responses API, as Codex speaks it. */
export const responses: Dialect = {
  asks: (path) => path.endsWith('/responses'),
  read(given) {
    const { tools = [], input } = Body.parse(given);
    const isResult = (type = '') => type.endsWith('_call_output');
    const lastTurn = input.findLastIndex(({ type = '' }) => type.endsWith('_call'));
    return {
      tools: tools.map((tool) => tool.name ?? tool.type),
      results: input
        .slice(lastTurn + 1)
        .filter((item) => isResult(item.type))
        .map(({ output = '' }) =>
          typeof output === 'string' ? output : output.map((part) => part.text ?? '').join('\n'),
        ),
    };
  },
  write(blocks) {
    const items = blocks.map((block) => {
      if (typeof block === 'string') {
        const content = [{ type: 'output_text', text: block, annotations: [] }];
        return { type: 'message', role: 'assistant', id: newId('msg'), content };
      }
      const call = { id: newId('item'), call_id: newId('call'), name: block.tool };
      return freeform.has(block.tool)
        ? { type: 'custom_tool_call', ...call, input: String(block.input['text']) }
        : { type: 'function_call', ...call, arguments: JSON.stringify(block.input) };
    });
    const id = newId('resp');
    const usage = {
      input_tokens: 10,
      input_tokens_details: null,
      output_tokens: 5,
      output_tokens_details: null,
      total_tokens: 15,
    };
    const events: object[] = [
      { type: 'response.created', response: { id } },
      ...items.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item })),
      { type: 'response.completed', response: { id, output: items, usage } },
    ];
    return eventStream(events.map((data) => ({ event: (data as { type: string }).type, data })));
  },
};

import * as z from 'zod/mini';
import { eventStream, jsonAnswer, newId, type Dialect } from './scripted';

const Part = z.looseObject({
  functionResponse: z.optional(z.looseObject({ response: z.record(z.string(), z.unknown()) })),
});

const Body = z.looseObject({
  tools: z.optional(
    z.array(z.looseObject({ functionDeclarations: z.optional(z.array(z.looseObject({ name: z.string() }))) })),
  ),
  contents: z.array(z.looseObject({ role: z.optional(z.string()), parts: z.optional(z.array(Part)) })),
});

/** Google's generateContent, as Gemini CLI speaks it. */
export const generateContent: Dialect = {
  asks: (path) => /:(stream)?generateContent$/i.test(path),
  read(given) {
    const { tools = [], contents } = Body.parse(given);
    const lastTurn = contents.findLastIndex((content) => content.role === 'model');
    return {
      tools: tools.flatMap((tool) => tool.functionDeclarations ?? []).map((tool) => tool.name),
      results: contents
        .slice(lastTurn + 1)
        .flatMap((content) => content.parts ?? [])
        .flatMap(({ functionResponse }) => functionResponse ?? [])
        .map(({ response }) => Object.values(response).map(String).join('\n')),
    };
  },
  write(blocks, { path }) {
    const parts = blocks.map((block) =>
      typeof block === 'string'
        ? { text: block }
        : { functionCall: { id: newId('call'), name: block.tool, args: block.input } },
    );
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'mock',
    };
    return /:stream/.test(path) ? eventStream([{ data: answer }]) : jsonAnswer(answer);
  },
};

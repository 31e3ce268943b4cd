import * as z from 'zod/mini';
import { Values } from '../values';

/** What every hook of Gemini CLI gets on stdin. */
export const GeminiEvent = z.looseObject({ hook_event_name: z.string() });

/** The stdin of a BeforeTool hook, as captured from 0.61.0. There is no id of the call in it, and no approval mode. */
export const GeminiPayload = z.looseObject({
  hook_event_name: z.literal('BeforeTool'),
  session_id: z.string(),
  cwd: z.string(),
  tool_name: z.string(),
  tool_input: Values,
  /** Only for tools of an MCP server. */
  mcp_context: z.optional(z.looseObject({ server_name: z.optional(z.string()) })),
});
export type GeminiPayload = z.infer<typeof GeminiPayload>;

export const ShellInput = z.looseObject({
  command: z.string(),
  description: z.optional(z.string()),
  /** Where it runs, against the project's folder. */
  dir_path: z.optional(z.string()),
});
export const WriteInput = z.looseObject({ file_path: z.string(), content: z.string() });
export const ReplaceInput = z.looseObject({
  file_path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  allow_multiple: z.optional(z.boolean()),
});
export const PlanInput = z.looseObject({ plan_filename: z.string() });

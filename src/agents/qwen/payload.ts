import * as z from 'zod/mini';
import { Values } from '../values';

/**
 * The stdin of a PermissionRequest hook of Qwen Code, as captured from 0.24.4. Its `permission_suggestions` are of a form of their own
 * (`{type, tool?}`, QwenLM/qwen-code, packages/core/src/hooks/types.ts), were never there when captured, and are not offered.
 */
export const QwenPayload = z.looseObject({
  hook_event_name: z.string(),
  session_id: z.string(),
  cwd: z.string(),
  tool_name: z.string(),
  tool_input: Values,
  /** Only inside subagents. */
  agent_id: z.optional(z.string()),
});
export type QwenPayload = z.infer<typeof QwenPayload>;

export const ShellInput = z.looseObject({
  command: z.string(),
  description: z.optional(z.string()),
  directory: z.optional(z.string()),
});
export const WriteInput = z.looseObject({ file_path: z.string(), content: z.string() });
export const EditInput = z.looseObject({
  file_path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.optional(z.boolean()),
});
export const PlanInput = z.looseObject({ plan: z.string() });

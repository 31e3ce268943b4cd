import * as z from 'zod/mini';
import { Values } from '../values';

/**
 * The stdin of a PermissionRequest, PostToolUse or PostToolUseFailure hook of Claude Code, as captured from 2.1.197 and 2.1.332; the keys
 * are described in the hooks reference. Unknown keys are allowed: new versions add some.
 */
export const ClaudePayload = z.looseObject({
  hook_event_name: z.string(),
  session_id: z.string(),
  transcript_path: z.optional(z.string()),
  cwd: z.string(),
  permission_mode: z.optional(z.string()),
  tool_name: z.string(),
  tool_input: Values,
  /** What it suggests to remember with an approval; parsed where it is used, since kinds may be added. */
  permission_suggestions: z.optional(z.array(z.unknown())),
  /** Only inside subagents. */
  agent_id: z.optional(z.string()),
  agent_type: z.optional(z.string()),
  /** Only for tools of an MCP server. */
  mcp_server: z.optional(z.looseObject({ name: z.string() })),
});
export type ClaudePayload = z.infer<typeof ClaudePayload>;

export const BashInput = z.looseObject({ command: z.string(), description: z.optional(z.string()) });
export const EditInput = z.looseObject({
  file_path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.optional(z.boolean()),
});
export const WriteInput = z.looseObject({ file_path: z.string(), content: z.string() });
export const NotebookInput = z.looseObject({
  notebook_path: z.string(),
  cell_id: z.optional(z.string()),
  new_source: z.string(),
  cell_type: z.optional(z.enum(['code', 'markdown'])),
  edit_mode: z.optional(z.enum(['replace', 'insert', 'delete'])),
});
export const PlanInput = z.looseObject({ plan: z.string(), planFilePath: z.optional(z.string()) });

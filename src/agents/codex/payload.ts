import * as z from 'zod/mini';
import { Values } from '../values';

/**
 * The stdin of a PermissionRequest hook of Codex, as captured from 0.171.0; its schema is in openai/codex, codex-rs/hooks/schema.
 * Unknown keys are allowed: new versions add some.
 */
export const CodexPayload = z.looseObject({
  hook_event_name: z.string(),
  session_id: z.string(),
  cwd: z.string(),
  tool_name: z.string(),
  tool_input: Values,
  /** Only inside subagents. */
  agent_id: z.optional(z.string()),
  agent_type: z.optional(z.string()),
});
export type CodexPayload = z.infer<typeof CodexPayload>;

/** Of Bash: a shell command, and the model's justification or what Codex says of a network approval. */
export const BashInput = z.looseObject({ command: z.string(), description: z.optional(z.string()) });
/** Of apply_patch: the whole patch, in the V4A format. */
export const PatchInput = z.looseObject({ command: z.string() });

import * as z from 'zod/mini';
import { Values } from '../values';

/** What every shell hook of Hermes gets on stdin (NousResearch/hermes-agent, agent/shell_hooks.py). */
export const HermesEvent = z.looseObject({ hook_event_name: z.string() });

/** The stdin of a pre_tool_call hook. Read in the source, not captured. */
export const HermesPayload = z.looseObject({
  hook_event_name: z.literal('pre_tool_call'),
  tool_name: z.string(),
  /** Null for arguments that are not an object. */
  tool_input: z.nullish(Values),
  /** May be empty. */
  session_id: z.optional(z.string()),
  /** Hermes' own folder; empty if it was deleted. */
  cwd: z.optional(z.string()),
  extra: z.optional(z.looseObject({ tool_call_id: z.optional(z.unknown()) })),
});
export type HermesPayload = z.infer<typeof HermesPayload>;

/** Of terminal (tools/terminal_tool.py). */
export const TerminalInput = z.looseObject({ command: z.string(), workdir: z.optional(z.string()) });
export const WriteInput = z.looseObject({ path: z.string(), content: z.string() });
/** Of patch (tools/file_tools.py, PATCH_SCHEMA): one replacement, or a patch in the V4A format. */
export const ReplaceInput = z.looseObject({
  mode: z.optional(z.literal('replace')),
  path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.optional(z.boolean()),
});
export const PatchInput = z.looseObject({ mode: z.literal('patch'), patch: z.string() });

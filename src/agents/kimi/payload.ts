import * as z from 'zod/mini';
import { Values } from '../values';

/**
 * What Kimi Code shows for a call (its ToolInputDisplaySchema in 2.1.0). Only the kinds that are treated apart are named;
 * every other one is shown by its fields.
 */
export const CommandDisplay = z.looseObject({
  kind: z.literal('command'),
  command: z.string(),
  cwd: z.optional(z.string()),
  description: z.optional(z.string()),
  language: z.optional(z.string()),
});
export const FileDisplay = z.looseObject({
  kind: z.literal('file_io'),
  operation: z.string(),
  path: z.string(),
  content: z.optional(z.string()),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
});
export const PlanDisplay = z.looseObject({
  kind: z.literal('plan_review'),
  plan: z.string(),
  path: z.optional(z.string()),
  options: z.optional(z.array(z.looseObject({ label: z.string(), description: z.optional(z.string()) }))),
});

/** What ExitPlanMode is called with. Its plan is in a file. */
export const PlanArguments = z.looseObject({
  options: z.optional(z.array(z.looseObject({ label: z.string(), description: z.optional(z.string()) }))),
});

export type PlanArguments = z.infer<typeof PlanArguments>;

/** The stdin of a PreToolUse, PermissionRequest or PermissionResult hook, as captured from 2.1.0 and from the flag's public fork. */
export const KimiPayload = z.looseObject({
  hook_event_name: z.string(),
  session_id: z.string(),
  session_title: z.optional(z.string()),
  cwd: z.string(),
  id: z.optional(z.string()),
  agent_id: z.optional(z.string()),
  tool_name: z.string(),
  tool_call_id: z.optional(z.string()),
  action: z.optional(z.string()),
  display: z.optional(z.unknown()),
  tool_input: z.optional(Values),
  /** Only in PermissionResult. */
  decision: z.optional(z.string()),
  selected_label: z.optional(z.string()),
  scope: z.optional(z.string()),
});
export type KimiPayload = z.infer<typeof KimiPayload>;

/** Edit's arguments, where `replace_all` stands if the model sent it; the display leaves it out. */
export const EditArguments = z.looseObject({ replace_all: z.optional(z.boolean()) });

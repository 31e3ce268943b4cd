import * as z from 'zod/mini';
import { Values } from '../values';

/** The stdin of a permissionRequest hook of Copilot CLI, as captured from 1.0.102. Its keys are the same whatever the hook is called. */
export const PermissionPayload = z.looseObject({
  hookName: z.literal('permissionRequest'),
  sessionId: z.string(),
  cwd: z.string(),
  toolName: z.string(),
  toolInput: Values,
});
export type PermissionPayload = z.infer<typeof PermissionPayload>;

/** The stdin of a preToolUse hook. It does not name its event. */
export const PreToolPayload = z.looseObject({
  hookName: z.optional(z.literal('preToolUse')),
  sessionId: z.string(),
  cwd: z.string(),
  toolName: z.string(),
  toolArgs: Values,
});
export type PreToolPayload = z.infer<typeof PreToolPayload>;

export const ShellInput = z.looseObject({ command: z.string(), description: z.optional(z.string()) });
/** Of edits and of new files: one file, and a unified diff whose paths are the absolute ones behind `a/` and `b/`. */
export const DiffInput = z.looseObject({ file_path: z.string(), diff: z.string() });
export const PlanArguments = z.looseObject({ summary: z.string() });

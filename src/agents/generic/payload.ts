import * as z from 'zod/mini';
import { ExactNumber } from '../../core/exactJson';

/** Some programs count by numbers beyond those that JavaScript holds. */
const Id = z.union([z.string(), z.number(), z.instanceof(ExactNumber)]);

/** The stdin of an agent that speaks the generic contract: see `generic` in adapter.ts. Unknown keys are shown as they are. */
export const GenericPayload = z.looseObject({
  tool: z.string(),
  reason: z.optional(z.string()),
  session_id: z.optional(Id),
  platform: z.optional(z.string()),
  user_id: z.optional(Id),
  cwd: z.optional(z.string()),
  /** What the agent calls itself. Anybody can claim any name here. */
  agent: z.optional(z.string()),
  input: z.optional(z.unknown()),
  command: z.optional(z.string()),
  path: z.optional(z.string()),
  diff: z.optional(z.string()),
  content: z.optional(z.string()),
  old_text: z.optional(z.string()),
  new_text: z.optional(z.string()),
  plan: z.optional(z.string()),
});
export type GenericPayload = z.infer<typeof GenericPayload>;

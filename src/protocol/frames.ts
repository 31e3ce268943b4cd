import * as z from 'zod/mini';

/** Every id on the wire: made by the hook, a UUID in practice, opaque to the window. */
const Id = z.string().check(z.regex(/^[\w-]{8,64}$/));

/** The hook's first and only question: an agent's payload, untouched, with what only the hook can know. */
export const RequestFrame = z.object({
  type: z.literal('request'),
  id: Id,
  /** The agent's id as it stands on the hook's command line, e.g. `claude`. */
  agent: z.string().check(z.maxLength(64)),
  /** The command line after the agent's id, as given. */
  arguments: z.array(z.string()),
  /** The bytes of stdin as text. */
  payload: z.string(),
  /** The hook's working folder, or an empty string if it was deleted. */
  cwd: z.string(),
  /** Process ids above the script, nearest first. */
  pids: z.array(z.int().check(z.positive())),
  /** Seconds after which the agent ends the hook, from the command line; absent: the agent's own default. */
  timeout: z.optional(z.number().check(z.positive())),
  /** When the hook started, in milliseconds since the epoch. */
  startedAt: z.number(),
  /** The environment variables that the discovery record asked for. */
  env: z.record(z.string(), z.string()),
});
export type RequestFrame = z.infer<typeof RequestFrame>;

/** After the answer (or the fallback) was written to the agent's pipe. */
export const WrittenFrame = z.object({ type: z.literal('written'), id: Id });
export type WrittenFrame = z.infer<typeof WrittenFrame>;

/** What a window accepts from a hook. */
export const FromHook = z.discriminatedUnion('type', [RequestFrame, WrittenFrame]);
export type FromHook = z.infer<typeof FromHook>;

/** The bytes that the agent gets. Adapters answer with exit code 0: the shell front lets no other through. */
export const ResultFrame = z.object({
  type: z.literal('result'),
  id: Id,
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.int().check(z.minimum(0), z.maximum(255)),
});
export type ResultFrame = z.infer<typeof ResultFrame>;

/** No answer from the window: the hook does what it does without one. */
export const ReleaseFrame = z.object({ type: z.literal('release'), id: Id });
export type ReleaseFrame = z.infer<typeof ReleaseFrame>;

/** What a hook accepts from a window. */
export const FromWindow = z.discriminatedUnion('type', [ResultFrame, ReleaseFrame]);
export type FromWindow = z.infer<typeof FromWindow>;

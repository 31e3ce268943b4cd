import * as z from 'zod/mini';
import { Values } from '../values';

/* What our plugin sends: an event of opencode (run with 1.18.33) with what `tool.execute.before` said of the same call. */

const PermissionAsked = z.looseObject({
  type: z.literal('permission.asked'),
  properties: z.looseObject({
    id: z.string(),
    sessionID: z.string(),
    /** `bash`, `edit` (for every tool that writes), `webfetch`, ... */
    permission: z.string(),
    patterns: z.optional(z.array(z.string())),
    /** What "Allow always" would allow from then on. */
    always: z.optional(z.array(z.string())),
    metadata: z.optional(Values),
  }),
});
export type PermissionAsked = z.infer<typeof PermissionAsked>;

const PermissionReplied = z.looseObject({
  type: z.literal('permission.replied'),
  properties: z.looseObject({ sessionID: z.string(), requestID: z.string(), reply: z.string() }),
});

/** The tool `question`; what it asks is read by question.ts. */
const QuestionAsked = z.looseObject({
  type: z.literal('question.asked'),
  properties: z.looseObject({ id: z.string(), sessionID: z.string(), questions: z.unknown() }),
});

const QuestionEnded = z.looseObject({
  type: z.enum(['question.replied', 'question.rejected']),
  properties: z.looseObject({ sessionID: z.string(), requestID: z.string() }),
});

export const OpencodePayload = z.looseObject({
  /** The project's folder, from the plugin's context. */
  cwd: z.string(),
  event: z.discriminatedUnion('type', [PermissionAsked, PermissionReplied, QuestionAsked, QuestionEnded]),
  call: z.optional(z.looseObject({ tool: z.string(), args: z.optional(Values) })),
});
export type OpencodePayload = z.infer<typeof OpencodePayload>;

export const BashArguments = z.looseObject({
  command: z.string(),
  description: z.optional(z.string()),
  workdir: z.optional(z.string()),
});
export const WriteArguments = z.looseObject({ filePath: z.string(), content: z.string() });
export const EditArguments = z.looseObject({
  filePath: z.string(),
  oldString: z.string(),
  newString: z.string(),
  replaceAll: z.optional(z.boolean()),
});
export const FileMetadata = z.looseObject({ filepath: z.optional(z.string()), diff: z.string() });

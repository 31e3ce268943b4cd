import * as z from 'zod/mini';
import type { TranscriptFact, TranscriptReader } from '../adapter';

const Block = z.looseObject({
  type: z.string(),
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  input: z.optional(z.unknown()),
  tool_use_id: z.optional(z.string()),
});

/** The lines of a transcript that matter here (measured with 2.1.332); all others say nothing. */
const Line = z.looseObject({
  type: z.string(),
  timestamp: z.optional(z.string()),
  message: z.optional(z.looseObject({ content: z.optional(z.union([z.string(), z.array(Block)])) })),
  attachment: z.optional(
    z.looseObject({ type: z.string(), toolUseID: z.optional(z.string()), decision: z.optional(z.string()) }),
  ),
  permissionDecision: z.optional(z.looseObject({ decision: z.optional(z.string()), source: z.optional(z.string()) })),
  toolDenialKind: z.optional(z.string()),
  userFeedback: z.optional(z.string()),
  lastPrompt: z.optional(z.string()),
  customTitle: z.optional(z.string()),
});
type Line = z.infer<typeof Line>;

/**
 * Follows one PermissionRequest through a session's transcript. The payload has no tool_use_id (claude-code issue #95116), so the
 * call is found by its name and input among those that have no result yet; where two such calls are the same, nothing is said.
 * What is older than the hook is history, an equal call that came and went included. An answer that a hook gave is there
 * at once, as `hook_permission_decision`; one that a person gave in the terminal only with the tool's result.
 */
export class ClaudeTranscript implements TranscriptReader {
  /** Calls of our tool that have no result yet, by id, oldest first. */
  private readonly open = new Map<string, string>();
  private readonly toolName: string;
  private readonly wanted: string;
  private ours: string | undefined;
  private title = '';

  /** @param since when the hook started, in milliseconds since the epoch */
  constructor(
    readonly path: string,
    call: { readonly tool_name: string; readonly tool_input: Readonly<Record<string, unknown>> },
    private readonly since: number,
  ) {
    this.toolName = call.tool_name;
    this.wanted = canonical(call.tool_input);
  }

  read(text: string): readonly TranscriptFact[] {
    const line = parse(text);
    if (!line) return [];
    return [...this.readTitle(line), ...this.readCalls(line), ...this.readAttachment(line), ...this.readResult(line)];
  }

  private readTitle(line: Line): readonly TranscriptFact[] {
    const title =
      line.type === 'custom-title' ? line.customTitle : line.type === 'last-prompt' ? line.lastPrompt : undefined;
    if (title === undefined || title === this.title) return [];
    this.title = title;
    return [{ type: 'title', title }];
  }

  private readCalls(line: Line): readonly TranscriptFact[] {
    for (const block of blocksOf(line, 'assistant')) {
      if (block.type !== 'tool_use' || block.name !== this.toolName || block.id === undefined) continue;
      this.open.set(block.id, canonical(block.input));
    }
    return [];
  }

  private readAttachment(line: Line): readonly TranscriptFact[] {
    const { attachment } = line;
    if (attachment?.type !== 'hook_permission_decision' || !this.isOurs(line, attachment.toolUseID)) return [];
    return [{ type: 'answeredByHook', decision: attachment.decision === 'deny' ? 'deny' : 'approve' }];
  }

  private readResult(line: Line): readonly TranscriptFact[] {
    const facts: TranscriptFact[] = [];
    for (const block of blocksOf(line, 'user')) {
      if (block.type !== 'tool_result' || block.tool_use_id === undefined) continue;
      if (this.isOurs(line, block.tool_use_id)) facts.push(resultFact(line));
      this.open.delete(block.tool_use_id);
    }
    return facts;
  }

  /** Whether a line is about the call that the hook asks about. Once known it stays: equal later calls are others. */
  private isOurs(line: Line, id: string | undefined): boolean {
    const at = Date.parse(line.timestamp ?? '');
    if (id === undefined || !(at >= this.since)) return false;
    if (this.ours === undefined) {
      const open = [...this.open];
      const same = open.filter(([, input]) => input === this.wanted);
      // ExitPlanMode: the model sends no input, the plan is put into the payload from its file.
      const candidates = same.length > 0 ? same : open;
      if (candidates.length === 1) this.ours = candidates[0]![0];
    }
    return this.ours === id;
  }
}

function resultFact(line: Line): TranscriptFact {
  const { permissionDecision, toolDenialKind } = line;
  const rejected = permissionDecision?.decision === 'reject' || toolDenialKind !== undefined;
  if (permissionDecision?.source === 'hook') return { type: 'answeredByHook', decision: rejected ? 'deny' : 'approve' };
  if (rejected) return { type: 'answeredByPerson', decision: 'deny', detail: 'It was rejected there.' };
  if (permissionDecision) return { type: 'answeredByPerson', decision: 'approve', detail: 'It was accepted there.' };
  return { type: 'answeredByPerson', decision: 'unknown', detail: '' };
}

function blocksOf(line: Line, type: 'assistant' | 'user'): readonly z.infer<typeof Block>[] {
  const content = line.message?.content;
  return line.type === type && Array.isArray(content) ? content : [];
}

function parse(text: string): Line | undefined {
  try {
    const line = Line.safeParse(JSON.parse(text));
    return line.success ? line.data : undefined;
  } catch {
    return undefined;
  }
}

/** JSON with sorted keys: the transcript and the payload order them differently. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? {}, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

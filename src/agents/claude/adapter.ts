import type { Answer, Capabilities, Decision, Mode, Note, PermissionRequest, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { identityOf, jsonAnswer } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import { BashInput, ClaudePayload, EditInput, PlanInput, WriteInput } from './payload';
import { ClaudeTranscript } from './transcript';

/** The feedback that goes out when a person denies without a word; Claude's own text would say that a hook denied. */
const plainDenial = 'The user denied this request in the editor.';

/**
 * Claude Code, by its PermissionRequest hook (hooks reference; measured with 2.1.197 and 2.1.332). In the main session its own
 * prompt shows while the hook waits, and the first answer wins; in a subagent and in print mode the hook is awaited first.
 */
export const claude: Adapter = {
  id: 'claude',
  name: 'Claude Code',
  monogram: 'CC',
  env: { names: ['CLAUDE_PID', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SESSION_ATTENDED'], prefixes: [] },
  // "timeout: default 600 for command hooks" (hooks reference).
  defaultTimeout: 600,
  read,
};

/**
 * What an approved plan can lead to, by `updatedPermissions` with setMode (measured with 2.1.332). Never bypassPermissions: a payload in
 * plan mode does not tell whether the session had it before.
 */
const modes: readonly Mode[] = [
  { id: 'default', label: 'ask for each edit', detail: 'Each edit and command still asks' },
  { id: 'acceptEdits', label: 'accept edits', detail: 'Edits in this session no longer ask' },
  { id: 'auto', label: 'auto mode', detail: 'Only what Claude Code calls risky still asks' },
];

function read(call: HookCall): Reading {
  const parsed = ClaudePayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of Claude Code' };
  const payload = parsed.data;
  if (payload.hook_event_name !== 'PermissionRequest') {
    return { type: 'release', reason: `the event ${payload.hook_event_name} is not one that decides` };
  }
  // An allow without answers would tell the model that the user did not answer (2.1.197) or be dropped (since 2.1.199).
  if (payload.tool_name === 'AskUserQuestion')
    return { type: 'release', reason: 'questions are answered in the terminal' };
  const subject = subjectOf(payload);
  const request: PermissionRequest = {
    id: call.id,
    agent: identityOf(claude),
    session: {
      id: payload.session_id,
      ...(payload.agent_id === undefined ? {} : { subagent: payload.agent_type ?? payload.agent_id }),
    },
    cwd: payload.cwd,
    subject,
    capabilities: capabilitiesOf(call, payload),
    notes: notesOf(payload),
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
  const path = transcriptOf(payload);
  return {
    type: 'request',
    request,
    answer: (decision) => answer(payload, decision),
    ...(path === undefined ? {} : { transcript: new ClaudeTranscript(path, payload, call.startedAt) }),
  };
}

function subjectOf(payload: ClaudePayload): Subject {
  const { tool_name: name, tool_input: input } = payload;
  switch (name) {
    case 'Bash': {
      const bash = BashInput.safeParse(input);
      if (!bash.success) break;
      return {
        type: 'command',
        command: bash.data.command,
        language: 'bash',
        cwd: payload.cwd,
        ...(bash.data.description === undefined ? {} : { description: bash.data.description }),
        fields: fieldsOf(input, ['command', 'description']),
      };
    }
    case 'Edit': {
      const edit = EditInput.safeParse(input);
      if (!edit.success) break;
      const { file_path: path, old_string: oldText, new_string: newText, replace_all: all = false } = edit.data;
      const known = ['file_path', 'old_string', 'new_string', 'replace_all'];
      return {
        type: 'edit',
        edits: [{ type: 'replace', path, oldText, newText, all }],
        fields: fieldsOf(input, known),
      };
    }
    case 'Write': {
      const write = WriteInput.safeParse(input);
      if (!write.success) break;
      const { file_path: path, content } = write.data;
      return {
        type: 'edit',
        edits: [{ type: 'write', path, content }],
        fields: fieldsOf(input, ['file_path', 'content']),
      };
    }
    case 'NotebookEdit':
      return { type: 'edit', edits: [], fields: fieldsOf(input) };
    case 'ExitPlanMode': {
      const plan = PlanInput.safeParse(input);
      if (!plan.success) break;
      const { planFilePath: path } = plan.data;
      return { type: 'plan', markdown: plan.data.plan, ...(path === undefined ? {} : { path }), options: [] };
    }
  }
  const server = payload.mcp_server?.name;
  return { type: 'tool', name, ...(server === undefined ? {} : { server }), fields: fieldsOf(input) };
}

function capabilitiesOf(call: HookCall, payload: ClaudePayload): Capabilities {
  return {
    approve: { type: 'grants' },
    deny: { type: 'honoured' },
    feedback: true,
    changedInput: true,
    modes: payload.tool_name === 'ExitPlanMode' ? modes : [],
    // In print mode there is nobody to ask: "No decision -> denied" (measured with 2.1.332).
    onSilence: call.env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' ? 'denies' : 'asks',
  };
}

function notesOf(payload: ClaudePayload): readonly Note[] {
  // Measured: a subagent's hook is awaited before any dialog exists (claude-code issue #82150).
  if (payload.agent_id === undefined) return [];
  return [
    { kind: 'info', title: 'Asked by a subagent.', text: 'The terminal shows nothing of it until you decide here.' },
  ];
}

/** Subagents have a transcript of their own beside the session's; the payload names only the session's. */
function transcriptOf(payload: ClaudePayload): string | undefined {
  const path = payload.transcript_path;
  if (path === undefined || payload.agent_id === undefined) return path;
  if (!/^[\w-]+$/.test(payload.agent_id) || !path.endsWith('.jsonl')) return undefined;
  return `${path.slice(0, -'.jsonl'.length)}/subagents/agent-${payload.agent_id}.jsonl`;
}

/**
 * The bytes for a decision (hooks reference, "PermissionRequest decision control"). Since 2.1.199 a bare allow of ExitPlanMode
 * is dropped (claude-code issues #74256, #90498), so its input is echoed, which 2.1.197 takes as well. Elsewhere
 * `updatedInput` is sent only when a person changed something. No `interrupt`: the turn goes on, and plan mode stays.
 */
function answer(payload: ClaudePayload, decision: Decision): Answer | undefined {
  if (decision.type === 'handBack') return undefined;
  if (decision.type === 'deny') {
    return hookOutput({ behavior: 'deny', message: decision.feedback.trim() === '' ? plainDenial : decision.feedback });
  }
  const plan = decision.plan === undefined ? {} : { plan: decision.plan };
  const echoed = payload.tool_name === 'ExitPlanMode' ? { ...payload.tool_input, ...plan } : undefined;
  const updatedInput = decision.changedInput ?? echoed;
  const { mode } = decision;
  return hookOutput({
    behavior: 'allow',
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(mode === undefined ? {} : { updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }] }),
  });
}

function hookOutput(decision: Readonly<Record<string, unknown>>): Answer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}

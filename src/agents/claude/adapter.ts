import type { Answer, Capabilities, Decision, Note, PermissionRequest, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { identityOf, jsonAnswer } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import { planModes, suggestedAdditions } from './additions';
import type { ClaudeAddition } from './additions';
import { changedCommandOf, commandNames, commandTool } from './commands';
import { changesOf, editOf } from './edits';
import { BashInput, ClaudePayload, PlanInput } from './payload';
import { answeredInput, questionApproval, questionNotes, questionSubject, questionTool } from './question';
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
  steering: [
    { names: ['.claude', '.claude.json'], what: 'settings, hooks or skills of Claude Code; they steer the agent' },
    { names: ['.mcp.json'], what: 'it names servers that Claude Code starts' },
  ],
  read,
};

function read(call: HookCall): Reading {
  const parsed = ClaudePayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of Claude Code' };
  const payload = parsed.data;
  const { hook_event_name: event } = payload;
  // A command that ends with an error has run all the same (measured with 2.1.332); an edit that fails has changed nothing.
  if (event === 'PostToolUse' || (event === 'PostToolUseFailure' && payload.tool_name === commandTool)) {
    return { type: 'ran', call: callOf(payload), tell: (message) => tell(event, message) };
  }
  if (event !== 'PermissionRequest') {
    return { type: 'release', reason: `the event ${event} is not one that decides` };
  }
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
  const changes = changesOf(payload.tool_name, payload.tool_input);
  const changedCommand = changedCommandOf(payload.tool_name, payload.tool_input);
  return {
    type: 'request',
    request,
    answer: (decision) => answer(payload, decision),
    ...(changes === undefined ? {} : { changes }),
    ...(changedCommand === undefined ? {} : { changedCommand }),
    ...(request.capabilities.approvalMessage
      ? { callOf: ({ changedInput = payload.tool_input }) => callOf({ ...payload, tool_input: changedInput }) }
      : {}),
    ...(path === undefined ? {} : { transcript: new ClaudeTranscript(path, payload, call.startedAt) }),
  };
}

function subjectOf(payload: ClaudePayload): Subject {
  const { tool_name: name, tool_input: input } = payload;
  switch (name) {
    case commandTool: {
      const bash = BashInput.safeParse(input);
      if (!bash.success) break;
      return {
        type: 'command',
        command: bash.data.command,
        language: 'bash',
        cwd: payload.cwd,
        ...(bash.data.description === undefined ? {} : { description: bash.data.description }),
        fields: fieldsOf(input, commandNames),
      };
    }
    case 'ExitPlanMode': {
      const plan = PlanInput.safeParse(input);
      if (!plan.success) break;
      const { planFilePath: path } = plan.data;
      return { type: 'plan', markdown: plan.data.plan, ...(path === undefined ? {} : { path }), options: [] };
    }
    case questionTool:
      return questionSubject(input);
  }
  const found = editOf(name, input);
  if (found) return { type: 'edit', edits: [found.edit], fields: fieldsOf(input, found.known) };
  const server = payload.mcp_server?.name;
  return { type: 'tool', name, ...(server === undefined ? {} : { server }), fields: fieldsOf(input) };
}

function capabilitiesOf(call: HookCall, payload: ClaudePayload): Capabilities {
  const asks = payload.tool_name === questionTool;
  return {
    approve: asks ? questionApproval(payload.tool_input) : { type: 'grants' },
    deny: { type: 'honoured' },
    feedback: true,
    // What goes back with a question is its answers, and nothing else.
    changedInput: !asks,
    additions: additionsOf(payload).map(({ id, label, detail }) => ({ id, label, detail })),
    ...(asks ? {} : toldOf(call, payload)),
    // In print mode there is nobody to ask: "No decision -> denied" (measured with 2.1.332).
    onSilence: call.env['CLAUDE_CODE_SESSION_ATTENDED'] === '0' ? 'denies' : 'asks',
  };
}

/** The argument by which set-up says that the hooks for what has run are there as well. */
export const tellsArgument = '--tells-model';

function toldOf(call: HookCall, payload: ClaudePayload): Pick<Capabilities, 'changedInputTold' | 'approvalMessage'> {
  const { tool_name: tool, tool_input: input } = payload;
  const done = editOf(tool, input) ? 'the edit is done' : changedCommandOf(tool, input) && 'the command has run';
  if (done && call.arguments.includes(tellsArgument)) {
    return { approvalMessage: true, changedInputTold: `The model is told what you changed, once ${done}.` };
  }
  return {
    changedInputTold: 'Claude Code is not told that you changed it: its model believes that all was done as it asked.',
  };
}

function additionsOf(payload: ClaudePayload): readonly ClaudeAddition[] {
  if (payload.tool_name === 'ExitPlanMode') return planModes;
  if (payload.tool_name === questionTool) return [];
  return suggestedAdditions(payload.permission_suggestions ?? []);
}

function notesOf(payload: ClaudePayload): readonly Note[] {
  // Measured: a subagent's hook is awaited before any dialog exists (claude-code issue #82150).
  const notes: Note[] = [];
  if (payload.agent_id !== undefined) {
    const text = 'The terminal shows nothing of it until you decide here.';
    notes.push({ kind: 'info', title: 'Asked by a subagent.', text });
  }
  // Measured with 2.1.332.
  if (payload.tool_name === 'NotebookEdit') {
    const text = 'Claude Code clears the outputs of the cell and writes the whole file anew, indented by one.';
    notes.push({ kind: 'info', title: 'More than the cell changes in the file.', text });
  }
  if (payload.tool_name === questionTool) notes.push(...questionNotes(payload.tool_input));
  return notes;
}

/**
 * Names a call by what PermissionRequest and the hooks after it both say of it. Those have the changed input (measured with 2.1.332);
 * other values of it are filled in by then.
 */
function callOf({
  session_id: session,
  agent_id: agent = '',
  tool_name: tool,
  tool_input: input,
}: ClaudePayload): string {
  const known = editOf(tool, input)?.known ?? (tool === commandTool ? commandNames : []);
  return JSON.stringify([session, agent, tool, known.map((name) => input[name])]);
}

/** Only by the events that come after a call can a hook tell the model something about what it allowed (measured with 2.1.332). */
function tell(event: 'PostToolUse' | 'PostToolUseFailure', message: string): Answer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: event, additionalContext: message } });
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
 * is dropped (claude-code issues #74256, #90498), so its input is echoed, which 2.1.197 takes as well. A question's input goes
 * back with the answers, or not at all: an allow without them would tell the model that the user did not answer. Elsewhere
 * `updatedInput` is sent only when a person changed something. No `interrupt`: the turn goes on, and plan mode stays.
 */
function answer(payload: ClaudePayload, decision: Decision): Answer | undefined {
  if (decision.type === 'handBack') return undefined;
  if (decision.type === 'deny') {
    return hookOutput({ behavior: 'deny', message: decision.feedback.trim() === '' ? plainDenial : decision.feedback });
  }
  if (payload.tool_name === questionTool) {
    const answered = answeredInput(payload.tool_input, decision.answers ?? []);
    return answered && hookOutput({ behavior: 'allow', updatedInput: answered });
  }
  const plan = decision.plan === undefined ? {} : { plan: decision.plan };
  const echoed = payload.tool_name === 'ExitPlanMode' ? { ...payload.tool_input, ...plan } : undefined;
  const updatedInput = decision.changedInput ?? echoed;
  const addition = additionsOf(payload).find((one) => one.id === decision.addition);
  return hookOutput({
    behavior: 'allow',
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(addition === undefined ? {} : { updatedPermissions: [addition.update] }),
  });
}

function hookOutput(decision: Readonly<Record<string, unknown>>): Answer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}

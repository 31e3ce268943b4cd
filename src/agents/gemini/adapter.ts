import type { Answer, Capabilities, Decision, Note, PermissionRequest } from '../../core/request';
import { denialText, identityOf, jsonAnswer, silence } from '../adapter';
import type { Adapter, HookCall, NoDecision, Reading } from '../adapter';
import { GeminiEvent, GeminiPayload } from './payload';
import { shownOf } from './subject';

/** The hook's argument by which the user says that Gemini CLI lets calls run by itself (YOLO, or a policy), and the hook is the gate. */
const decidesArgument = '--decides';

/** What is reviewed where Gemini CLI decides as well; its other tools would only raise cards that nobody needs. */
const reviewed = /^(?:run_shell_command|write_file|replace|exit_plan_mode|mcp_.*)$/s;

/** What is never reviewed where the hook is the gate: it reads, or asks the user itself. */
const harmless: ReadonlySet<string> = new Set([
  ...['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search', 'search_file_content'],
  ...['google_web_search', 'get_internal_docs', 'write_todos', 'ask_user', 'complete_task'],
]);

/** Makes Gemini CLI ask in the terminal, even in YOLO; without a terminal it ends the run (measured with 0.61.0). */
const asks: NoDecision = jsonAnswer({ decision: 'ask' });

/**
 * Gemini CLI, by its BeforeTool hook (measured with 0.61.0). It runs before every call, and can refuse one or have it asked about, not
 * grant it: an allow means that the hook has no objection, and Gemini's own policy goes on. So the editor can decide only where that
 * policy lets everything run; then a hook that says nothing would let it run too, which is why there are words for no decision.
 */
export const gemini: Adapter = {
  id: 'gemini',
  name: 'Gemini CLI',
  monogram: 'GE',
  env: { names: ['GEMINI_PLANS_DIR'], prefixes: [] },
  // "timeout: default 60000" in milliseconds (hooks reference).
  defaultTimeout: 60,
  steering: [{ names: ['.gemini'], what: 'settings, hooks or policies of Gemini CLI; they steer the agent' }],
  read,
};

function read(call: HookCall): Reading {
  const decides = call.arguments.includes(decidesArgument);
  const event = GeminiEvent.safeParse(call.payload);
  if (event.success && event.data.hook_event_name !== 'BeforeTool') {
    // Words for a call mean nothing to another event.
    return release(`the event ${event.data.hook_event_name} is not one that decides`, silence);
  }
  const parsed = GeminiPayload.safeParse(call.payload);
  if (!parsed.success) return release('the payload is not one of Gemini CLI', decides ? asks : undefined);
  const payload = parsed.data;
  const { tool_name: name } = payload;
  if (decides ? harmless.has(name) : !reviewed.test(name)) return release(`the tool ${name} needs no review`, silence);
  const { subject, notes } = shownOf(payload, call.env['GEMINI_PLANS_DIR']);
  const grants = decides && name !== 'exit_plan_mode';
  const request: PermissionRequest = {
    id: call.id,
    agent: identityOf(gemini),
    session: { id: payload.session_id },
    cwd: payload.cwd,
    subject,
    capabilities: { ...capabilities, approve: grants ? { type: 'grants' } : passes(name) },
    notes: decides ? [...notes, gateNote] : notes,
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
  return {
    type: 'request',
    request,
    answer: (decision) => answer(decision, grants),
    ...(decides ? { noDecision: asks } : {}),
  };
}

function release(reason: string, noDecision: NoDecision | undefined): Reading {
  return { type: 'release', reason, ...(noDecision === undefined ? {} : { noDecision }) };
}

const capabilities: Omit<Capabilities, 'approve'> = {
  deny: { type: 'honoured' },
  feedback: true,
  changedInput: false,
  additions: [],
  onSilence: 'asks',
};

function passes(tool: string): Capabilities['approve'] {
  const reason =
    tool === 'exit_plan_mode'
      ? 'Gemini CLI shows its own dialog about the plan, unless its policy lets plans pass.'
      : 'Gemini CLI goes on by its own policy: it asks in the terminal, unless a rule or its mode lets the call run.';
  return { type: 'passes', label: 'Continue in Gemini', reason };
}

const gateNote: Note = {
  kind: 'info',
  title: 'The editor is the only gate.',
  text: 'Without a decision Gemini CLI is made to ask. If it kills the hook, or the hook runs into its timeout, the call runs.',
};

/** The bytes for a decision. `{"decision":"allow"}` skips no prompt of Gemini CLI, so where it only passes nothing is said. */
function answer(decision: Decision, grants: boolean): Answer | undefined {
  switch (decision.type) {
    case 'handBack':
      return undefined;
    case 'approve':
      return grants ? jsonAnswer({ decision: 'allow' }) : silence;
    case 'deny':
      return jsonAnswer({ decision: 'deny', reason: denialText(decision.feedback) });
  }
}

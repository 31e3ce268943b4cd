import type { Answer, Capabilities, Decision, Note, PermissionRequest, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { identityOf, jsonAnswer } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import { CommandDisplay, EditArguments, FileDisplay, KimiPayload, PlanDisplay } from './payload';

const flags = ['KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS', 'KIMI_CODE_EXPERIMENTAL_FLAG'] as const;

/**
 * Kimi Code, by its PermissionRequest hook with `hook_permission_decisions` (kimi-code issue #2960; measured with the public fork
 * that has it). Without the flag the hook only watches: Kimi ignores what it prints (measured with 2.1.0).
 */
export const kimi: Adapter = {
  id: 'kimi',
  name: 'Kimi Code',
  monogram: 'KI',
  env: { names: flags, prefixes: [] },
  // "timeout omitted: 30 s" (measured with both).
  defaultTimeout: 30,
  steering: [{ names: ['.kimi*'], what: 'settings, hooks or skills of Kimi Code; they steer the agent' }],
  read,
};

function read(call: HookCall): Reading {
  const parsed = KimiPayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of Kimi Code' };
  const payload = parsed.data;
  if (payload.hook_event_name === 'PermissionResult' && payload.id !== undefined) {
    return { type: 'resolved', agentRequestId: payload.id, detail: resultDetail(payload) };
  }
  if (payload.hook_event_name !== 'PermissionRequest') {
    return { type: 'release', reason: `the event ${payload.hook_event_name} is not one that decides` };
  }
  const subject = subjectOf(payload);
  const request: PermissionRequest = {
    id: call.id,
    agent: identityOf(kimi),
    session: {
      id: payload.session_id,
      ...(payload.session_title === undefined ? {} : { title: payload.session_title }),
      ...(payload.agent_id === undefined || payload.agent_id === 'main' ? {} : { subagent: payload.agent_id }),
    },
    cwd: payload.cwd,
    subject,
    capabilities: capabilitiesOf(call),
    notes: notesOf(subject),
    ...(payload.id === undefined ? {} : { agentRequestId: payload.id }),
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
  return { type: 'request', request, answer };
}

function subjectOf(payload: KimiPayload): Subject {
  const { display, cwd } = payload;
  const command = CommandDisplay.safeParse(display);
  if (command.success) {
    const { command: text, description, language } = command.data;
    return {
      type: 'command',
      command: text,
      cwd: command.data.cwd ?? cwd,
      ...(language === undefined ? {} : { language }),
      ...(description === undefined ? {} : { description }),
      fields: fieldsOf(payload.tool_input ?? {}, ['command', 'description']),
    };
  }
  const plan = PlanDisplay.safeParse(display);
  if (plan.success) {
    const options = (plan.data.options ?? []).map(({ label, description = '' }) => ({ label, description }));
    return {
      type: 'plan',
      markdown: plan.data.plan,
      ...(plan.data.path === undefined ? {} : { path: plan.data.path }),
      options,
    };
  }
  return editSubject(payload) ?? { type: 'tool', name: payload.tool_name, fields: toolFields(payload) };
}

function editSubject(payload: KimiPayload): Subject | undefined {
  const file = FileDisplay.safeParse(payload.display);
  if (!file.success) return undefined;
  const { operation, path, content, before, after } = file.data;
  const known = ['path', 'content', 'old_string', 'new_string', 'replace_all'];
  const fields = fieldsOf(payload.tool_input ?? {}, known);
  if (operation === 'write' && content !== undefined)
    return { type: 'edit', edits: [{ type: 'write', path, content }], fields };
  if (operation !== 'edit' || before === undefined || after === undefined) return undefined;
  const input = EditArguments.safeParse(payload.tool_input ?? {});
  const all = input.success && input.data.replace_all === true;
  return { type: 'edit', edits: [{ type: 'replace', path, oldText: before, newText: after, all }], fields };
}

function toolFields(payload: KimiPayload): ReturnType<typeof fieldsOf> {
  if (payload.tool_input && Object.keys(payload.tool_input).length > 0) return fieldsOf(payload.tool_input);
  return fieldsOf({ action: payload.action ?? '', display: payload.display ?? {} });
}

function capabilitiesOf(call: HookCall): Capabilities {
  const decides = flags.some((flag) => ['1', 'true'].includes(call.env[flag]?.toLowerCase() ?? ''));
  const common = { feedback: true, changedInput: false, additions: [], onSilence: 'asks' } as const;
  if (decides) return { approve: { type: 'grants' }, deny: { type: 'honoured' }, ...common };
  const reason =
    'Kimi Code asks in its own terminal and ignores answers from hooks: the flag hook_permission_decisions is not set in its environment.';
  return { approve: { type: 'watchOnly', reason }, deny: { type: 'no', reason }, ...common, feedback: false };
}

function notesOf(subject: Subject): readonly Note[] {
  if (subject.type !== 'plan' || subject.options.length === 0) return [];
  // Measured: approved, but the model gets no "Selected approach" line.
  return [
    {
      kind: 'warn',
      title: 'Approve selects none of the options.',
      text: 'To choose one, use Answer in terminal: Kimi Code asks there.',
    },
  ];
}

function resultDetail(payload: KimiPayload): string {
  if (payload.decision === 'approved') return 'It was accepted there.';
  if (payload.decision === 'rejected') return 'It was rejected there.';
  return '';
}

/**
 * The bytes for a decision: exit code 0 and stdout that is one JSON value. A deny without a reason would read "Denied by
 * PermissionRequest hook"; an allow's reason is dropped, so none is sent.
 */
function answer(decision: Decision): Answer | undefined {
  if (decision.type === 'handBack') return undefined;
  if (decision.type === 'approve') return jsonAnswer({ hookSpecificOutput: { permissionDecision: 'allow' } });
  const reason = decision.feedback.trim() === '' ? 'The user denied this request in the editor.' : decision.feedback;
  return jsonAnswer({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason } });
}

import type { Addition, Answer, Capabilities, Decision, Note, PermissionRequest, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { denialText, identityOf, jsonAnswer, silence } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import type { World } from '../world';
import { CommandDisplay, EditArguments, FileDisplay, KimiPayload, PlanArguments, PlanDisplay } from './payload';
import { resolvedOf } from './result';
import { channelTo, homeOf, serverOf, tokenOf } from './server';

const flags = ['KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS', 'KIMI_CODE_EXPERIMENTAL_FLAG'] as const;

/**
 * Kimi Code, in three forms. With `hook_permission_decisions` in its environment its PermissionRequest hook decides (kimi-code issue
 * #2960; measured with the public fork that has it). Without, Kimi ignores what that hook prints (measured with 2.1.0): sessions of
 * `kimi web` are decided through its server, and of those in the terminal plans are gated by PreToolUse, and the rest is watched.
 */
export const kimi: Adapter = {
  id: 'kimi',
  name: 'Kimi Code',
  monogram: 'KI',
  env: { names: [...flags, 'KIMI_CODE_HOME'], prefixes: [] },
  // "timeout omitted: 30 s" (measured with both).
  defaultTimeout: 30,
  steering: [{ names: ['.kimi*'], what: 'settings, hooks or skills of Kimi Code; they steer the agent' }],
  read,
  look,
};

function read(call: HookCall): Reading {
  const parsed = KimiPayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of Kimi Code' };
  const payload = parsed.data;
  if (payload.hook_event_name === 'PermissionResult' && payload.id !== undefined)
    return resolvedOf(payload, payload.id);
  if (payload.hook_event_name !== 'PermissionRequest') {
    return { type: 'release', reason: `the event ${payload.hook_event_name} is not one that decides` };
  }
  const subject = subjectOf(payload);
  const request = requestOf(call, payload, subject, capabilitiesOf(call), optionNotes(subject, 'terminal'));
  return { type: 'request', request, answer, ...(decides(call) ? { awaited: true } : {}) };
}

/** What the payload alone does not tell: whether a server takes the decision, and the plan that PreToolUse is about. */
async function look(call: HookCall, world: World): Promise<Reading> {
  const reading = read(call);
  const parsed = KimiPayload.safeParse(call.payload);
  if (!parsed.success || decides(call)) return reading;
  const payload = parsed.data;
  const isPlanGate = payload.hook_event_name === 'PreToolUse' && payload.tool_name === 'ExitPlanMode';
  if (reading.type !== 'request' && !isPlanGate) return reading;
  const home = homeOf(call, world);
  const server = await serverOf(call, home, world);
  if (isPlanGate) {
    return server
      ? { type: 'release', reason: 'the server takes the decision later' }
      : gate(call, payload, home, world);
  }
  if (!server || reading.type !== 'request' || payload.id === undefined) return reading;
  if (!(await tokenOf(home, world))) return reading;
  const { subject } = reading.request;
  const additions = optionsOf(subject);
  const capabilities: Capabilities = {
    approve: { type: 'grants' },
    deny: { type: 'honoured' },
    feedback: true,
    changedInput: false,
    additions,
    onSilence: 'asks',
    asksIn: 'the browser',
  };
  const approval = {
    session: payload.session_id,
    id: payload.id,
    isPlan: subject.type === 'plan',
    labelOf: (addition: string) => additions.find((one) => one.id === addition)?.label,
  };
  const request = requestOf(call, payload, subject, capabilities, optionNotes(subject, 'server'));
  return {
    type: 'request',
    request: { ...request, deadline: call.receivedAt + serverWaitsMs },
    answer,
    channel: channelTo(server, home, approval, world),
  };
}

/** Its approvals expire after 24 hours (measured); the hook is let go at once, so that its timeout does not count. */
const serverWaitsMs = 24 * 60 * 60 * 1000 - 60_000;

/**
 * The gate of plans in released versions: a PreToolUse hook is awaited and can deny; what it does not deny goes on to Kimi's own prompt
 * (run with 2.1.0). The payload has no plan: it is in the newest file of the session's plan folders. Without one Kimi asks by itself.
 */
async function gate(call: HookCall, payload: KimiPayload, home: string, world: World): Promise<Reading> {
  // It becomes the name of a folder.
  if (!/^[\w-]+$/.test(payload.session_id)) return { type: 'release', reason: 'the session has no plain id' };
  const path = await world.newestFile(home, ['sessions', '*', payload.session_id, 'agents', '*', 'plans', '*.md']);
  const markdown = path === undefined ? undefined : await world.text(path);
  if (path === undefined || markdown === undefined || markdown.trim() === '') {
    return { type: 'release', reason: 'the session has no plan file' };
  }
  const given = PlanArguments.safeParse(payload.tool_input ?? {});
  const subject: Subject = { type: 'plan', markdown, path, options: planOptions(given.success ? given.data : {}) };
  const reason = 'Kimi Code asks once more in its terminal; in auto mode it goes ahead.';
  const capabilities: Capabilities = {
    approve: { type: 'passes', label: 'Continue in Kimi', reason },
    deny: { type: 'honoured' },
    feedback: true,
    changedInput: false,
    additions: [],
    onSilence: 'asks',
  };
  const request = requestOf(call, payload, subject, capabilities, optionNotes(subject, 'gate'));
  return { type: 'request', request, answer: (decision) => (decision.type === 'approve' ? silence : answer(decision)) };
}

function requestOf(
  call: HookCall,
  payload: KimiPayload,
  subject: Subject,
  capabilities: Capabilities,
  notes: readonly Note[],
): PermissionRequest {
  return {
    id: call.id,
    agent: identityOf(kimi),
    session: {
      id: payload.session_id,
      ...(payload.session_title === undefined ? {} : { title: payload.session_title }),
      ...(payload.agent_id === undefined || payload.agent_id === 'main' ? {} : { subagent: payload.agent_id }),
    },
    cwd: payload.cwd,
    subject,
    capabilities,
    notes,
    ...(payload.id === undefined ? {} : { agentRequestId: payload.id }),
    ...(payload.tool_call_id === undefined ? {} : { agentCallId: payload.tool_call_id }),
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
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
    return {
      type: 'plan',
      markdown: plan.data.plan,
      ...(plan.data.path === undefined ? {} : { path: plan.data.path }),
      options: planOptions(plan.data),
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

function planOptions({ options = [] }: PlanArguments): Extract<Subject, { type: 'plan' }>['options'] {
  return options.map(({ label, description = '' }) => ({ label, description }));
}

/** The server takes one of a plan's options with an approval. */
function optionsOf(subject: Subject): readonly Addition[] {
  if (subject.type !== 'plan') return [];
  return subject.options.map(({ label, description }, index) => ({
    id: `option-${index}`,
    label,
    detail: description,
    once: true,
  }));
}

function decides(call: HookCall): boolean {
  return flags.some((flag) => ['1', 'true'].includes(call.env[flag]?.toLowerCase() ?? ''));
}

function capabilitiesOf(call: HookCall): Capabilities {
  const common = { feedback: true, changedInput: false, additions: [], onSilence: 'asks' } as const;
  if (decides(call)) return { approve: { type: 'grants' }, deny: { type: 'honoured' }, ...common };
  const reason =
    'Kimi Code asks in its own terminal and ignores answers from hooks: the flag hook_permission_decisions is not set in its environment.';
  return { approve: { type: 'watchOnly', reason }, deny: { type: 'no', reason }, ...common, feedback: false };
}

/** How a plan's options are chosen: an approval without one selects none, and the model gets no "Selected approach" line (measured). */
const optionHints = {
  terminal: {
    kind: 'warn',
    title: 'Approve selects none of the options.',
    text: 'To choose one, use Answer in terminal: Kimi Code asks there.',
  },
  gate: { kind: 'info', title: 'One of the options is chosen in Kimi Code,', text: 'when it asks once more.' },
  server: {
    kind: 'info',
    title: 'A plain Approve selects none of the options.',
    text: 'Each option is a way to approve of its own, in the menu beside it.',
  },
} as const satisfies Record<string, Note>;

function optionNotes(subject: Subject, form: keyof typeof optionHints): readonly Note[] {
  return subject.type === 'plan' && subject.options.length > 0 ? [optionHints[form]] : [];
}

/**
 * The bytes for a decision: exit code 0 and stdout that is one JSON value. A deny without a reason would read "Denied by
 * PermissionRequest hook" (of PreToolUse: "Blocked by PreToolUse hook"); an allow's reason is dropped, so none is sent.
 */
function answer(decision: Decision): Answer | undefined {
  if (decision.type === 'handBack') return undefined;
  if (decision.type === 'approve') return jsonAnswer({ hookSpecificOutput: { permissionDecision: 'allow' } });
  const permissionDecisionReason = denialText(decision.feedback);
  return jsonAnswer({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason } });
}

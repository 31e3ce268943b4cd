import { parseUnified } from '../../core/edit/unified';
import type { Answer, Capabilities, Decision, Note, PermissionRequest, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { denialText, identityOf, jsonAnswer, silence } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import { shownPatch, shownTool } from '../shown';
import type { Shown } from '../shown';
import { DiffInput, PermissionPayload, PlanArguments, PreToolPayload, ShellInput } from './payload';

/**
 * Copilot CLI, by its permissionRequest hook, and for plans by preToolUse (measured with 1.0.102). It takes every exit code but 0, and
 * every stdout that is not JSON, for a denial; with an empty stdout it asks itself, or denies where it runs with -p.
 */
export const copilot: Adapter = {
  id: 'copilot',
  name: 'Copilot CLI',
  monogram: 'CO',
  env: { names: [], prefixes: [] },
  // "timeoutSec: default 30" (GitHub's reference for hooks).
  defaultTimeout: 30,
  steering: [
    {
      names: ['.copilot', '.github/hooks', '.github/copilot'],
      what: 'settings, hooks or skills of Copilot CLI; they steer the agent',
    },
  ],
  read,
};

function read(call: HookCall): Reading {
  const permission = PermissionPayload.safeParse(call.payload);
  if (permission.success) return permissionReading(call, permission.data);
  const tool = PreToolPayload.safeParse(call.payload);
  if (!tool.success) return { type: 'release', reason: 'the payload is not one of Copilot CLI that decides' };
  const plan = tool.data.toolName === 'exit_plan_mode' ? PlanArguments.safeParse(tool.data.toolArgs) : undefined;
  if (plan?.success) return planReading(call, tool.data, plan.data.summary);
  return { type: 'release', reason: `the tool ${tool.data.toolName} has a request of its own where Copilot CLI asks` };
}

function permissionReading(call: HookCall, payload: PermissionPayload): Reading {
  const { subject, notes } = shownOf(payload);
  const capabilities: Capabilities = { ...common, approve: { type: 'grants' } };
  return {
    type: 'request',
    request: requestOf(call, payload, subject, capabilities, notes),
    answer: permissionAnswer,
  };
}

/** Plans have no permissionRequest. A denial's reason reaches the model, which stays in plan mode; an allow leaves the dialog. */
function planReading(call: HookCall, payload: PreToolPayload, summary: string): Reading {
  const reason = 'Copilot CLI shows its own dialog about the plan, and that one decides.';
  const capabilities: Capabilities = {
    ...common,
    approve: { type: 'passes', label: 'Continue in Copilot', reason },
  };
  const title = 'This is the summary of the plan.';
  const notes: readonly Note[] = [{ kind: 'info', title, text: 'Copilot CLI hands over no more of it than this.' }];
  const subject: Subject = { type: 'plan', markdown: summary, options: [] };
  return { type: 'request', request: requestOf(call, payload, subject, capabilities, notes), answer: planAnswer };
}

const common = {
  deny: { type: 'honoured' },
  feedback: true,
  changedInput: false,
  additions: [],
  onSilence: 'asks',
} as const;

function requestOf(
  call: HookCall,
  payload: PermissionPayload | PreToolPayload,
  subject: Subject,
  capabilities: Capabilities,
  notes: readonly Note[],
): PermissionRequest {
  return {
    id: call.id,
    agent: identityOf(copilot),
    session: { id: payload.sessionId },
    cwd: payload.cwd,
    subject,
    capabilities,
    notes,
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
}

function shownOf(payload: PermissionPayload): Shown {
  const { toolName: name, toolInput: input, cwd } = payload;
  if (name === 'bash' || name === 'powershell') {
    const shell = ShellInput.safeParse(input);
    if (!shell.success) return shownTool(name, input);
    const { command, description } = shell.data;
    const words = description === undefined ? {} : { description };
    const fields = fieldsOf(input, ['command', 'description']);
    return { subject: { type: 'command', command, language: name, cwd, ...words, fields }, notes: [] };
  }
  // New files come as `edit` as well.
  const edit = name === 'edit' || name === 'create' ? DiffInput.safeParse(input) : undefined;
  if (!edit?.success) return shownTool(name, input);
  const { diff, file_path: path } = edit.data;
  return shownPatch(parseUnified(diff, path), name, input, ['file_path', 'diff']);
}

/** Flat, unlike Claude's: `hookSpecificOutput` is ignored (measured). */
function permissionAnswer(decision: Decision): Answer | undefined {
  switch (decision.type) {
    case 'handBack':
      return undefined;
    case 'approve':
      return jsonAnswer({ behavior: 'allow' });
    case 'deny':
      return jsonAnswer({ behavior: 'deny', message: denialText(decision.feedback) });
  }
}

function planAnswer(decision: Decision): Answer | undefined {
  switch (decision.type) {
    case 'handBack':
      return undefined;
    case 'approve':
      return silence;
    case 'deny':
      return jsonAnswer({
        permissionDecision: 'deny',
        permissionDecisionReason: denialText(decision.feedback),
      });
  }
}

import type { Answer, Capabilities, Decision, PermissionRequest } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { denialText, identityOf, jsonAnswer, silence } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import { folderFrom, serverIn, shownTool } from '../shown';
import type { Shown } from '../shown';
import { EditInput, PlanInput, QwenPayload, ShellInput, WriteInput } from './payload';

/**
 * Qwen Code, by its PermissionRequest hook, whose forms are Claude's (measured with 0.24.4). It runs where Qwen Code would ask; no
 * decision, a failure and a timeout lead to its own prompt. With -p it denies before the hook.
 */
export const qwen: Adapter = {
  id: 'qwen',
  name: 'Qwen Code',
  monogram: 'QW',
  env: { names: [], prefixes: [] },
  // 600 seconds; a configured timeout of 1000 and more counts milliseconds (its bundle).
  defaultTimeout: 600,
  steering: [{ names: ['.qwen'], what: 'settings, hooks or skills of Qwen Code; they steer the agent' }],
  read,
};

function read(call: HookCall): Reading {
  const parsed = QwenPayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of Qwen Code that decides' };
  const payload = parsed.data;
  if (payload.hook_event_name !== 'PermissionRequest') {
    return { type: 'release', reason: `the event ${payload.hook_event_name} is not one that decides` };
  }
  // An allow of what needs the user is ignored, and there are no answers in it.
  if (payload.tool_name === 'ask_user_question')
    return { type: 'release', reason: 'questions are answered in the terminal' };
  const { subject, notes } = shownOf(payload);
  const isPlan = payload.tool_name === 'exit_plan_mode';
  const request: PermissionRequest = {
    id: call.id,
    agent: identityOf(qwen),
    session: { id: payload.session_id, ...(payload.agent_id === undefined ? {} : { subagent: payload.agent_id }) },
    cwd: payload.cwd,
    subject,
    capabilities: {
      approve: isPlan ? planPasses : { type: 'grants' },
      deny: { type: 'honoured' },
      feedback: true,
      // `updatedInput` is documented, and nobody has seen it work.
      changedInput: false,
      additions: [],
      onSilence: 'asks',
    },
    notes,
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
  return { type: 'request', request, answer: (decision) => answer(decision, isPlan) };
}

/** Measured: an allow of exit_plan_mode is ignored, and the dialog stays. */
const planPasses: Capabilities['approve'] = {
  type: 'passes',
  label: 'Continue in Qwen Code',
  reason: 'Qwen Code shows its own dialog about the plan, and that one decides.',
};

function shownOf(payload: QwenPayload): Shown {
  const { tool_name: name, tool_input: input, cwd } = payload;
  return toolShown(name, input, cwd) ?? shownTool(name, input, serverIn(name));
}

/** The tools that are shown as more than their values; undefined for others, and for an input that is not one of the tool. */
function toolShown(name: string, input: QwenPayload['tool_input'], cwd: string): Shown | undefined {
  switch (name) {
    case 'run_shell_command': {
      const shell = ShellInput.safeParse(input);
      if (!shell.success) return undefined;
      const { command, description, directory } = shell.data;
      const words = description === undefined ? {} : { description };
      const plain = input['is_background'] === false ? ['is_background'] : [];
      const fields = fieldsOf(input, ['command', 'description', 'directory', ...plain]);
      const place = folderFrom(cwd, directory);
      return { subject: { type: 'command', command, language: 'bash', cwd: place, ...words, fields }, notes: [] };
    }
    case 'write_file': {
      const write = WriteInput.safeParse(input);
      if (!write.success) return undefined;
      const { file_path: path, content } = write.data;
      const fields = fieldsOf(input, ['file_path', 'content']);
      return { subject: { type: 'edit', edits: [{ type: 'write', path, content }], fields }, notes: [] };
    }
    case 'edit': {
      const edit = EditInput.safeParse(input);
      if (!edit.success) return undefined;
      const { file_path: path, old_string: oldText, new_string: newText, replace_all: all = false } = edit.data;
      const fields = fieldsOf(input, ['file_path', 'old_string', 'new_string', 'replace_all']);
      return {
        subject: { type: 'edit', edits: [{ type: 'replace', path, oldText, newText, all }], fields },
        notes: [],
      };
    }
    case 'exit_plan_mode': {
      const plan = PlanInput.safeParse(input);
      return plan.success ? { subject: { type: 'plan', markdown: plan.data.plan, options: [] }, notes: [] } : undefined;
    }
    default:
      return undefined;
  }
}

function answer(decision: Decision, isPlan: boolean): Answer | undefined {
  switch (decision.type) {
    case 'handBack':
      return undefined;
    case 'approve':
      return isPlan ? silence : hookOutput({ behavior: 'allow' });
    case 'deny':
      return hookOutput({ behavior: 'deny', message: denialText(decision.feedback) });
  }
}

function hookOutput(decision: Readonly<Record<string, string>>): Answer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}

import { parseV4a } from '../../core/edit/v4a';
import type { Answer, Decision, Note, PermissionRequest } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { denialText, identityOf, jsonAnswer } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import { serverIn, shownPatch, shownTool } from '../shown';
import type { Shown } from '../shown';
import { BashInput, CodexPayload, PatchInput } from './payload';

/**
 * Codex CLI, by its PermissionRequest hook (measured with 0.171.0). It runs where Codex would ask, before its prompt; no decision, a
 * failure and a timeout all lead to that prompt. PreToolUse can only refuse, so it is let go.
 */
export const codex: Adapter = {
  id: 'codex',
  name: 'Codex',
  monogram: 'CX',
  env: { names: [], prefixes: [] },
  // "timeout 600 s" where the configuration names none (measured; it accepts any number of seconds from 1).
  defaultTimeout: 600,
  steering: [{ names: ['.codex'], what: 'settings, hooks or rules of Codex; they steer the agent' }],
  read,
};

function read(call: HookCall): Reading {
  const parsed = CodexPayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of Codex that decides' };
  const payload = parsed.data;
  if (payload.hook_event_name !== 'PermissionRequest') {
    return { type: 'release', reason: `the event ${payload.hook_event_name} is not one that decides` };
  }
  const { subject, notes } = shownOf(payload);
  const request: PermissionRequest = {
    id: call.id,
    agent: identityOf(codex),
    session: {
      id: payload.session_id,
      ...(payload.agent_id === undefined ? {} : { subagent: payload.agent_type ?? payload.agent_id }),
    },
    cwd: payload.cwd,
    subject,
    capabilities: {
      approve: { type: 'grants' },
      deny: { type: 'honoured' },
      feedback: true,
      // Measured: an answer with `updatedInput` is marked as failed, and the prompt follows.
      changedInput: false,
      additions: [],
      onSilence: 'asks',
    },
    notes,
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
  return { type: 'request', request, answer };
}

function shownOf(payload: CodexPayload): Shown {
  const { tool_name: name, tool_input: input, cwd } = payload;
  if (name === 'Bash') {
    const bash = BashInput.safeParse(input);
    if (!bash.success) return shownTool(name, input);
    const { command, description } = bash.data;
    const words = description === undefined ? {} : { description };
    const fields = fieldsOf(input, ['command', 'description']);
    return {
      subject: { type: 'command', command, language: 'bash', cwd, ...words, fields },
      notes: networkNotes(description ?? ''),
    };
  }
  const patch = name === 'apply_patch' ? PatchInput.safeParse(input) : undefined;
  if (patch?.success) return shownPatch(parseV4a(patch.data.command), name, input, ['command']);
  return shownTool(name, input, serverIn(name));
}

/**
 * Codex describes a request for network access as `network-access <protocol>://<host>:<port>` (codex-rs/core, approvals.rs). In any
 * other request the description is the model's, which could write the same, so nothing is left out by it.
 */
function networkNotes(description: string): readonly Note[] {
  const target = /^network-access (\S{1,300})$/.exec(description)?.[1];
  if (target === undefined) return [];
  const text = `The command wants to reach ${target}. A model can write such words too: approve only what the whole command may do.`;
  return [{ kind: 'warn', title: 'Asks for network access.', text }];
}

/**
 * The bytes for a decision, with no other key than these: Codex takes none it does not know, and asks itself then (measured). Its
 * schema has additionalProperties false.
 */
function answer(decision: Decision): Answer | undefined {
  switch (decision.type) {
    case 'handBack':
      return undefined;
    case 'approve':
      return hookOutput({ behavior: 'allow' });
    case 'deny':
      return hookOutput({ behavior: 'deny', message: denialText(decision.feedback) });
  }
}

function hookOutput(decision: Readonly<Record<string, string>>): Answer {
  return jsonAnswer({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}

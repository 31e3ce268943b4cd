import type { AgentIdentity, Answer, Decision, PermissionRequest } from '../../core/request';
import { denialText, jsonAnswer } from '../adapter';
import type { Adapter, HookCall, Reading } from '../adapter';
import { Values } from '../values';
import { GenericPayload } from './payload';
import { shownOf } from './subject';

/**
 * Any program that can run a command and read JSON. It runs `countersign-hook generic [--timeout SECONDS]` in the project's folder.
 *
 * On stdin, one JSON object. `tool` is required: what the call is named. All else is optional (null is the same as absent), and of
 * strings, but `input` may be anything:
 * - one of these, for what is reviewed: `command` (a shell command); `diff` (a unified diff, with `path` if it is about that one file);
 *   `path` with `content` (the whole file), or with `old_text` and `new_text` (which must occur exactly once); `plan` (Markdown,
 *   with `path` if it is in a file). With none of them, or more, the call is shown by its values. `input` is shown as it is.
 * - `reason`: why the agent asks; `session_id`; `cwd`: the project's folder, if it is not the hook's; `agent`: what to call the agent;
 *   `platform` and `user_id`: from where and for whom it asks.
 *
 * On stdout, one JSON object, with exit code 0: `{"decision":"approve"|"deny"|"escalate","reason":"..."}`. The reason of a denial is what
 * the person wrote, for the model. `escalate` means that nobody decided: ask in another way, or deny. An empty stdout means the
 * same: there is no editor. It is never an approval.
 */
export const generic: Adapter = {
  id: 'generic',
  name: 'Agent',
  monogram: 'AG',
  env: { names: [], prefixes: [] },
  // Nobody's own; `--timeout` on the hook's command line says how long the caller waits.
  defaultTimeout: 600,
  steering: [],
  read,
};

function read(call: HookCall): Reading {
  const given = Values.safeParse(withoutNulls(call.payload));
  const parsed = GenericPayload.safeParse(given.data);
  if (!given.success || !parsed.success) {
    const problem = 'The editor cannot read this request: it needs a string in "tool", and strings in what it names.';
    return { type: 'release', reason: 'the payload is not one of the contract', noDecision: escalated(problem) };
  }
  const payload = parsed.data;
  const cwd = payload.cwd || call.cwd || '/';
  const { subject, notes } = shownOf(payload, given.data, cwd);
  const request: PermissionRequest = {
    id: call.id,
    agent: identity(payload.agent),
    session: { id: String(payload.session_id ?? '') },
    cwd,
    subject,
    capabilities: {
      approve: { type: 'grants' },
      deny: { type: 'honoured' },
      feedback: true,
      changedInput: false,
      additions: [],
      onSilence: 'asks',
    },
    notes,
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
  return { type: 'request', request, answer, noDecision: escalated('Nobody decided in the editor.') };
}

/** Null counts as absent: many languages write out what they do not have. */
function withoutNulls(payload: unknown): unknown {
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload)) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null));
}

/** The name as the agent gives it, of letters, digits and few signs only: it is shown where names of agents are trusted. */
function identity(claimed = ''): AgentIdentity {
  const letters = claimed.slice(0, 200).replace(/[^\p{L}\p{N} ._-]/gu, '');
  const name = Array.from(letters.replace(/ +/g, ' ').trim()).slice(0, 40).join('').trim();
  // In brackets, so that nothing passes for one of the agents that are known.
  return { id: generic.id, name: name === '' ? generic.name : `${name} (generic)`, monogram: generic.monogram };
}

function answer(decision: Decision): Answer {
  switch (decision.type) {
    case 'handBack':
      return escalated('Nobody decided in the editor.');
    case 'approve':
      return jsonAnswer({ decision: 'approve', reason: 'The user approved this request in the editor.' });
    case 'deny':
      return jsonAnswer({ decision: 'deny', reason: denialText(decision.feedback) });
  }
}

function escalated(reason: string): Answer {
  return jsonAnswer({ decision: 'escalate', reason });
}

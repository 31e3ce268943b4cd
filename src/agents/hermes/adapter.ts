import { parseV4a } from '../../core/edit/v4a';
import type { Answer, Capabilities, Decision, Note, PermissionRequest } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { denialText, identityOf, jsonAnswer, silence } from '../adapter';
import type { Adapter, HookCall, NoDecision, Reading } from '../adapter';
import { folderFrom, shownPatch, shownTool } from '../shown';
import type { Shown } from '../shown';
import { HermesEvent, HermesPayload, PatchInput, ReplaceInput, TerminalInput, WriteInput } from './payload';

/** The fallback on the command line by which set-up says that this Hermes can ask by itself. */
const escalatesWord = 'escalate';

/** Hermes waits for a shell hook for 300 seconds at most, whatever is configured; so much is used of it. */
const longestWaitMs = 290_000;

/** What is never reviewed, should the hook have no matcher: it reads, or asks the user itself. */
const harmless: ReadonlySet<string> = new Set([
  ...['read_file', 'search_files', 'web_search', 'web_extract', 'session_search', 'skills_list', 'skill_view'],
  ...['todo', 'clarify', 'vision_analyze'],
]);

/**
 * Hermes' own prompt, which denies when nobody answers. Versions that do not know the word for shell hooks drop it and run the
 * call (hermes-agent issue #92553), hence the argument.
 */
const escalated: NoDecision = jsonAnswer({ action: 'approve', message: 'Nobody decided in the editor.' });

/**
 * Hermes Agent, by a shell hook on pre_tool_call (its source; not run). A hook can block a call with a message, not grant it: silence
 * lets it go on to Hermes' own check of dangerous commands, which may ask or be off. So this is a gate.
 */
export const hermes: Adapter = {
  id: 'hermes',
  name: 'Hermes',
  monogram: 'HE',
  env: { names: [], prefixes: [] },
  // DEFAULT_TIMEOUT_SECONDS in agent/shell_hooks.py.
  defaultTimeout: 60,
  steering: [{ names: ['.hermes'], what: 'settings, hooks or skills of Hermes; they steer the agent' }],
  read,
};

function read(call: HookCall): Reading {
  const escalates = call.arguments.some(
    (word, at) => word === escalatesWord && call.arguments[at - 1] === '--fallback',
  );
  const event = HermesEvent.safeParse(call.payload);
  if (event.success && event.data.hook_event_name !== 'pre_tool_call') {
    return { type: 'release', reason: `the event ${event.data.hook_event_name} is not one that decides` };
  }
  const noDecision = escalates ? { noDecision: escalated } : {};
  const parsed = HermesPayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of Hermes', ...noDecision };
  const payload = parsed.data;
  const { tool_name: name, tool_input: input } = payload;
  if (harmless.has(name)) {
    return { type: 'release', reason: `the tool ${name} needs no review`, noDecision: silence };
  }
  const cwd = payload.cwd || call.cwd || '/';
  const { subject, notes } = toolShown(name, input ?? {}, cwd) ?? shownTool(name, input ?? {});
  const request: PermissionRequest = {
    id: call.id,
    agent: identityOf(hermes),
    session: { id: payload.session_id ?? '' },
    cwd,
    subject,
    capabilities: { ...capabilities, onSilence: escalates ? 'asks' : 'runs' },
    notes: [...notes, gateNote(escalates)],
    receivedAt: call.receivedAt,
    deadline: Math.min(call.deadline, call.startedAt + longestWaitMs),
  };
  return { type: 'request', request, answer, ...noDecision };
}

const capabilities: Omit<Capabilities, 'onSilence'> = {
  approve: {
    type: 'passes',
    label: 'Continue in Hermes',
    reason: 'Hermes runs the call, unless its own check of dangerous commands asks in the terminal.',
  },
  deny: { type: 'honoured' },
  feedback: true,
  changedInput: false,
  additions: [],
};

function gateNote(escalates: boolean): Note {
  const otherwise = escalates ? 'Hermes asks, if its version knows how' : 'the call goes on';
  return {
    kind: escalates ? 'info' : 'warn',
    title: 'This is a gate, not a grant.',
    text: `Without a decision ${otherwise}. If it kills the hook, or the hook runs into its timeout, the call goes on.`,
  };
}

/** The tools that are shown as more than their values; undefined for others, and for an input that is not one of the tool. */
function toolShown(name: string, input: Readonly<Record<string, unknown>>, cwd: string): Shown | undefined {
  switch (name) {
    case 'terminal': {
      const terminal = TerminalInput.safeParse(input);
      if (!terminal.success) return undefined;
      const { command, workdir } = terminal.data;
      const fields = fieldsOf(input, ['command', 'workdir']);
      const place = folderFrom(cwd, workdir);
      return { subject: { type: 'command', command, language: 'bash', cwd: place, fields }, notes: [] };
    }
    case 'write_file': {
      const write = WriteInput.safeParse(input);
      if (!write.success) return undefined;
      const { path, content } = write.data;
      const fields = fieldsOf(input, ['path', 'content']);
      return { subject: { type: 'edit', edits: [{ type: 'write', path, content }], fields }, notes: [] };
    }
    case 'patch': {
      const patch = PatchInput.safeParse(input);
      if (patch.success) return shownPatch(parseV4a(patch.data.patch), name, input, ['mode', 'patch']);
      const replace = ReplaceInput.safeParse(input);
      if (!replace.success) return undefined;
      const { path, old_string: oldText, new_string: newText, replace_all: all = false } = replace.data;
      const fields = fieldsOf(input, ['mode', 'path', 'old_string', 'new_string', 'replace_all']);
      return {
        subject: { type: 'edit', edits: [{ type: 'replace', path, oldText, newText, all }], fields },
        notes: [],
      };
    }
    default:
      return undefined;
  }
}

/** An approval says nothing: `{"action":"approve"}` is Hermes' word for asking a person. */
function answer(decision: Decision): Answer | undefined {
  switch (decision.type) {
    case 'handBack':
      return undefined;
    case 'approve':
      return silence;
    case 'deny':
      return jsonAnswer({ action: 'block', message: denialText(decision.feedback) });
  }
}

import type { Addition, Answer, Capabilities, Decision, Note, PermissionRequest, Subject } from '../../core/request';
import { fieldsOf } from '../../core/request';
import { denialText, identityOf, jsonAnswer } from '../adapter';
import type { Adapter, HookCall, Reading, Resolved } from '../adapter';
import { editSubject } from './edits';
import { BashArguments, OpencodePayload } from './payload';
import type { PermissionAsked } from './payload';
import { answersOf, questionApproval, questionNotes, questionSubject } from './question';

/**
 * opencode has no hooks: our plugin (src/hook/opencodePlugin.ts) speaks to the window (run with 1.18.33). Its own prompt shows from the
 * start, and the first answer wins.
 *
 * What the plugin sends as its payload: `{"cwd", "event": <permission.asked, question.asked, or what became of one>, "call"?: {"tool",
 * "args"}}`. What it takes as stdout: `{"reply": "once" | "always" | "reject", "message"?: string}`, which it posts to
 * `/permission/{id}/reply`; for questions `{"answers": string[][]}` or `{"reply": "reject"}`, for `/question/{id}/reply` and `/reject`. The
 * request counts as written once opencode has accepted that. Nothing, or anything else: it leaves opencode alone.
 */
export const opencode: Adapter = {
  id: 'opencode',
  name: 'opencode',
  monogram: 'OC',
  env: { names: [], prefixes: [] },
  // It waits for ever; a day is enough.
  defaultTimeout: 24 * 60 * 60,
  steering: [
    {
      names: ['.opencode', 'opencode.json', 'opencode.jsonc'],
      what: 'settings or plugins of opencode; they steer the agent',
    },
  ],
  read,
};

/** What both kinds of requests have in common. */
const capabilities = {
  approve: { type: 'grants' },
  deny: { type: 'honoured' },
  feedback: true,
  changedInput: false,
  additions: [],
  onSilence: 'asks',
} as const satisfies Capabilities;

function read(call: HookCall): Reading {
  const parsed = OpencodePayload.safeParse(call.payload);
  if (!parsed.success) return { type: 'release', reason: 'the payload is not one of our plugin for opencode' };
  const { cwd, event, call: { args = {} } = {} } = parsed.data;
  switch (event.type) {
    case 'permission.replied':
      return resolvedOf(event.properties);
    case 'question.replied':
    case 'question.rejected':
      return questionResolved(event.type, event.properties.requestID);
    case 'question.asked': {
      const { properties } = event;
      const subject = questionSubject(properties.questions, args);
      // Its way to dismiss a question takes no text.
      const own = { ...capabilities, approve: questionApproval(properties.questions), feedback: false };
      const request = requestOf(call, cwd, properties, subject, own, questionNotes(own.approve));
      return { type: 'request', request, answer: (decision) => questionAnswer(decision, subject) };
    }
    case 'permission.asked': {
      const { properties } = event;
      const own = { ...capabilities, additions: alwaysOf(properties) };
      return {
        type: 'request',
        request: requestOf(call, cwd, properties, subjectOf(cwd, properties, args), own),
        answer,
      };
    }
  }
}

function requestOf(
  call: HookCall,
  cwd: string,
  asked: { readonly id: string; readonly sessionID: string },
  subject: Subject,
  own: Capabilities,
  notes: readonly Note[] = [],
): PermissionRequest {
  return {
    id: call.id,
    agent: identityOf(opencode),
    session: { id: asked.sessionID },
    cwd,
    subject,
    capabilities: own,
    notes,
    agentRequestId: asked.id,
    receivedAt: call.receivedAt,
    deadline: call.deadline,
  };
}

type Asked = PermissionAsked['properties'];

function subjectOf(cwd: string, asked: Asked, args: Readonly<Record<string, unknown>>): Subject {
  const { permission, patterns = [], metadata = {} } = asked;
  if (permission === 'bash') {
    const command = BashArguments.safeParse(Object.keys(args).length > 0 ? args : metadata);
    if (command.success) {
      const { command: text, description, workdir } = command.data;
      return {
        type: 'command',
        command: text,
        cwd: workdir ?? cwd,
        ...(description === undefined ? {} : { description }),
        fields: fieldsOf(args, ['command', 'description', 'workdir']),
      };
    }
  }
  const edit = permission === 'edit' ? editSubject(args, metadata) : undefined;
  const known = Object.keys(args).length > 0 ? args : metadata;
  return edit ?? { type: 'tool', name: permission, fields: fieldsOf({ ...known, patterns: patterns.join('\n') }) };
}

/** "Allow always" of opencode's own prompt. For edits it offers `*`, which is every edit. */
function alwaysOf({ permission, always = [] }: Asked): readonly Addition[] {
  if (always.length === 0) return [];
  const what = always.includes('*') ? `every ${permission}` : always.join(', ');
  return [
    { id: 'always', label: `always allow ${what}`, detail: 'The same as Allow always in opencode: it no longer asks' },
  ];
}

function answer(decision: Decision): Answer | undefined {
  if (decision.type === 'handBack') return undefined;
  // Without a message opencode would end the turn.
  if (decision.type === 'deny') return jsonAnswer({ reply: 'reject', message: denialText(decision.feedback) });
  return jsonAnswer({ reply: decision.addition === 'always' ? 'always' : 'once' });
}

function questionAnswer(decision: Decision, subject: Extract<Subject, { type: 'question' }>): Answer | undefined {
  if (decision.type === 'handBack') return undefined;
  if (decision.type === 'deny') return jsonAnswer({ reply: 'reject' });
  const answers = answersOf(subject, decision.answers);
  return answers && jsonAnswer({ answers });
}

function questionResolved(type: 'question.replied' | 'question.rejected', agentRequestId: string): Resolved {
  return type === 'question.replied'
    ? { type: 'resolved', agentRequestId, decision: 'approve', detail: 'It was answered there.' }
    : { type: 'resolved', agentRequestId, decision: 'deny', detail: 'It was dismissed there.' };
}

function resolvedOf({ requestID, reply }: { readonly requestID: string; readonly reply: string }): Resolved {
  const details: Readonly<Record<string, string>> = {
    once: 'It was accepted there.',
    always: 'It was accepted there, always.',
    reject: 'It was rejected there.',
  };
  const detail = Object.hasOwn(details, reply) ? details[reply]! : '';
  return {
    type: 'resolved',
    agentRequestId: requestID,
    ...(detail === '' ? {} : { decision: reply === 'reject' ? 'deny' : 'approve' }),
    detail,
  };
}

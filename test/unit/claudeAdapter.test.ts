import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HookCall, Reading } from '../../src/agents/adapter';
import { claude } from '../../src/agents/claude/adapter';
import { fixtureNames, fixtureText } from '../support/fixtures';

const bareAllow = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
const denied = (message: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":${JSON.stringify(message)}}}}`;
const plan = '# Plan: greet\\n\\n1. Edit hello.txt\\n2. Run tests\\n';
const planAllow = (path: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"plan":"${plan}","planFilePath":"/home/dev/.claude/plans/${path}.md"}}}}`;

/** What each captured payload becomes: its subject, and the bytes of an approval. */
const golden: Readonly<Record<string, readonly [subject: string, approved: string]>> = {
  'Bash-auto.v2.1.332': ['command', bareAllow],
  'Bash-plan.v2.1.332': ['command', bareAllow],
  'Bash-print.v2.1.332': ['command', bareAllow],
  'Bash-sdk.v2.1.332': ['command', bareAllow],
  'Bash-subagent.v2.1.332': ['command', bareAllow],
  'Bash.v2.1.332': ['command', bareAllow],
  'Edit.v2.1.332': ['edit', bareAllow],
  'ExitPlanMode.v2.1.197': ['plan', planAllow('mainprompt-go-elegant-backus')],
  'ExitPlanMode.v2.1.332': ['plan', planAllow('mainprompt-go-reflective-valiant')],
  'NotebookEdit.v2.1.332': ['edit', bareAllow],
  'Read.v2.1.332': ['tool', bareAllow],
  'WebFetch.v2.1.332': ['tool', bareAllow],
  'Write.v2.1.332': ['edit', bareAllow],
  'mcp__rig__ask.v2.1.332': ['tool', bareAllow],
};
/** Theirs are in claudeQuestion.test.ts. */
const questions = 'AskUserQuestion';

function callOf(payload: unknown, env: Readonly<Record<string, string>> = {}): HookCall {
  return { id: 'hook-00000001', payload, arguments: [], env, startedAt: 1000, receivedAt: 1000, deadline: 601_000 };
}

function requestOf(name: string): Extract<Reading, { type: 'request' }> {
  const reading = claude.read(callOf(JSON.parse(fixtureText('claude', `PermissionRequest-${name}.json`))));
  assert.equal(reading.type, 'request');
  return reading as Extract<Reading, { type: 'request' }>;
}

test('every captured payload is covered here', () => {
  const captured = fixtureNames('claude', 'PermissionRequest-').map((name) =>
    name.slice('PermissionRequest-'.length, -'.json'.length),
  );
  const asked = captured.filter((name) => !name.startsWith(questions));
  assert.deepEqual([...asked].sort(), Object.keys(golden).sort());
});

for (const [name, [subject, approved]] of Object.entries(golden)) {
  test(`${name}: golden bytes`, () => {
    const { request, answer } = requestOf(name);
    assert.equal(request.subject.type, subject);
    assert.deepEqual(answer({ type: 'approve' }), { stdout: approved, stderr: '', exitCode: 0 });
    const feedback = 'Not so: use `UTF-8`.\n\n- "quoted", \\ and \u2028';
    assert.equal(answer({ type: 'deny', feedback })?.stdout, denied(feedback));
    assert.equal(
      answer({ type: 'deny', feedback: ' ' })?.stdout,
      denied('The user denied this request in the editor.'),
    );
    assert.equal(answer({ type: 'handBack' }), undefined);
  });
}

test('a changed input is sent whole, in any tool', () => {
  const { answer } = requestOf('Bash.v2.1.332');
  const changed = { command: 'touch other.txt', description: 'Create a file' };
  assert.deepEqual(
    JSON.parse(answer({ type: 'approve', changedInput: changed })?.stdout ?? '').hookSpecificOutput.decision,
    {
      behavior: 'allow',
      updatedInput: changed,
    },
  );
});

test('a plan can be approved with another text and into a mode', () => {
  const { answer, request } = requestOf('ExitPlanMode.v2.1.332');
  const changed = '# Plan: greet politely\n';
  const sent = JSON.parse(answer({ type: 'approve', plan: changed, addition: 'acceptEdits' })?.stdout ?? '')
    .hookSpecificOutput.decision;
  assert.deepEqual(sent, {
    behavior: 'allow',
    updatedInput: { plan: changed, planFilePath: '/home/dev/.claude/plans/mainprompt-go-reflective-valiant.md' },
    updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  });
  assert.deepEqual(
    request.capabilities.additions.map((one) => one.id),
    ['default', 'acceptEdits', 'auto'],
  );
});

test('the subjects carry what the agent sent', () => {
  assert.deepEqual(requestOf('Bash.v2.1.332').request.subject, {
    type: 'command',
    command: 'touch made-by-bash.txt',
    language: 'bash',
    cwd: '/home/dev/project',
    description: 'Create a file',
    fields: [],
  });
  assert.deepEqual(requestOf('Edit.v2.1.332').request.subject, {
    type: 'edit',
    edits: [
      {
        type: 'replace',
        path: '/home/dev/project/hello.txt',
        oldText: 'hello',
        newText: 'howdy',
        all: false,
        takesLineBreak: true,
        spellings: ['quotes', 'escapes'],
        unifiesEndings: true,
      },
    ],
    fields: [],
  });
  assert.deepEqual(requestOf('mcp__rig__ask.v2.1.332').request.subject, {
    type: 'tool',
    name: 'mcp__rig__ask',
    server: 'rig',
    fields: [{ name: 'what', text: 'name' }],
  });
});

test('a subagent is named, and its own transcript followed', () => {
  const { request, transcript } = requestOf('Bash-subagent.v2.1.332');
  assert.equal(request.session.subagent, 'general-purpose');
  assert.equal(
    transcript?.path,
    '/home/dev/.claude/projects/-home-dev-project/68263cef-cdbe-481e-9922-037924a40280/subagents/agent-a88cc2025f6a600bd.jsonl',
  );
});

test('without a person at the terminal, silence is a denial', () => {
  const payload: unknown = JSON.parse(fixtureText('claude', 'PermissionRequest-Bash-print.v2.1.332.json'));
  const reading = claude.read(callOf(payload, { CLAUDE_CODE_SESSION_ATTENDED: '0' }));
  assert.equal(reading.type === 'request' && reading.request.capabilities.onSilence, 'denies');
});

test('the model is told of changes only where set-up says that the hooks for it are there', () => {
  for (const [name, done] of [
    ['Bash.v2.1.332', 'the command has run'],
    ['Edit.v2.1.332', 'the edit is done'],
    ['WebFetch.v2.1.332', undefined],
  ] as const) {
    const payload: unknown = JSON.parse(fixtureText('claude', `PermissionRequest-${name}.json`));
    for (const words of [[], ['--tells-model']]) {
      const reading = claude.read({ ...callOf(payload), arguments: words });
      assert.ok(reading.type === 'request');
      const { approvalMessage, changedInputTold = '' } = reading.request.capabilities;
      const tells = done !== undefined && words.length > 0;
      assert.deepEqual([approvalMessage === true, reading.callOf !== undefined], [tells, tells], name);
      assert.match(changedInputTold, tells ? new RegExp(`^The model is told .* once ${done}`) : /is not told/, name);
    }
  }
});

test('of a failure only a command is told: an edit that failed has changed nothing', () => {
  const failed = JSON.parse(fixtureText('claude', 'PostToolUseFailure-Bash.v2.1.332.json')) as Record<string, unknown>;
  assert.equal(claude.read(callOf(failed)).type, 'ran');
  const { tool_input: edit } = JSON.parse(fixtureText('claude', 'PostToolUse-Edit.v2.1.332.json')) as typeof failed;
  assert.equal(claude.read(callOf({ ...failed, tool_name: 'Edit', tool_input: edit })).type, 'release');
});

test('nasty payloads are let go or shown as fields, never thrown on', () => {
  const base = JSON.parse(fixtureText('claude', 'PermissionRequest-Bash.v2.1.332.json')) as Record<string, unknown>;
  for (const payload of [
    null,
    3,
    [],
    {},
    { ...base, tool_input: 'x' },
    { ...base, cwd: 7 },
    { ...base, hook_event_name: 'Stop' },
  ]) {
    assert.equal(claude.read(callOf(payload)).type, 'release');
  }
  const odd = claude.read(callOf({ ...base, tool_input: { command: ['rm', '-rf'] } }));
  assert.deepEqual(odd.type === 'request' && odd.request.subject, {
    type: 'tool',
    name: 'Bash',
    fields: [{ name: 'command', text: '[\n  "rm",\n  "-rf"\n]', json: true }],
  });
  const climbing = claude.read(callOf({ ...base, agent_id: '../../../etc/passwd' }));
  assert.equal(climbing.type === 'request' && climbing.transcript, undefined);
});

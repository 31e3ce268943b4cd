import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Reading } from '../../src/agents/adapter';
import { fileChange } from '../../src/core/edit/change';
import type { FileState } from '../../src/core/edit/text';
import type { PermissionRequest } from '../../src/core/request';
import { prepare } from '../../src/core/view';
import type { PreparedRequest } from '../../src/core/view';
import { readFrame } from '../../src/window/hookCalls';
import { errorText } from '../../src/window/log';
import type { Log } from '../../src/window/log';
import { aRequest } from '../support/requests';

/* That the values on the page, and those that go back to the agent, are the ones that came: digit for digit, with every name. */

const input =
  '{"id":9007199254740993,"at":{"x":[1.0,-0,1e400,0.1000000000000000055511151231257827]},"__proto__":{"a":1},"note":"n"}';
const shownInput = [
  ['id', '9007199254740993'],
  ['at', '{\n  "x": [\n    1.0,\n    -0,\n    1e400,\n    0.1000000000000000055511151231257827\n  ]\n}'],
  ['__proto__', '{\n  "a": 1\n}'],
  ['note', 'n'],
];

/** A call as Claude Code asks for it, and those that took over its hooks. */
const permissionRequest = (tool: string, values: string): string =>
  `{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/p","tool_name":"${tool}","tool_input":${values}}`;

/** For each agent, a request for a tool that nobody knows, as its payload's text. */
const calls: Readonly<Record<string, (input: string) => string>> = {
  claude: (values) => permissionRequest('mcp__db__put', values),
  codex: (values) => permissionRequest('mcp__db__put', values),
  qwen: (values) => permissionRequest('mcp__db__put', values),
  copilot: (values) =>
    `{"hookName":"permissionRequest","sessionId":"s","cwd":"/p","toolName":"db-put","toolInput":${values}}`,
  gemini: (values) =>
    `{"hook_event_name":"BeforeTool","session_id":"s","cwd":"/p","tool_name":"mcp_db_put","tool_input":${values}}`,
  hermes: (values) =>
    `{"hook_event_name":"pre_tool_call","session_id":"s","cwd":"/p","tool_name":"db_put","tool_input":${values}}`,
  kimi: (values) => permissionRequest('mcp__db__put', values),
  opencode: (values) =>
    `{"cwd":"/p","event":{"type":"permission.asked","properties":{"id":"r","sessionID":"s","permission":"db_put","patterns":["*"]}},"call":{"tool":"db_put","args":${values}}}`,
  generic: (values) => `{"tool":"put","session_id":12345678901234567890,"cwd":"/p",${values.slice(1)}`,
};

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function readingOf(agent: string, payload: string, log: Log = silent): Promise<Reading> {
  const frame = { type: 'request', id: 'hook-00000001', agent, payload, cwd: '/p', startedAt: 1000, env: {} } as const;
  return readFrame({ ...frame, arguments: [], pids: [] }, log);
}

async function requestOf(agent: string, payload: string): Promise<Extract<Reading, { type: 'request' }>> {
  const reading = await readingOf(agent, payload);
  if (reading.type !== 'request') assert.fail(`${agent}: ${JSON.stringify(reading)}`);
  return reading;
}

function fieldsIn({ subject }: PermissionRequest): readonly (readonly string[])[] {
  return 'fields' in subject ? subject.fields.map(({ name, text }) => [name, text]) : [];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hashOf(request: PermissionRequest): string {
  return prepare(request, 'p', [], undefined, sha256).hash;
}

for (const [agent, payload] of Object.entries(calls)) {
  test(`${agent}: values are shown with all digits and all names`, async () => {
    const { request } = await requestOf(agent, payload(input));
    assert.equal(request.subject.type, 'tool');
    assert.deepEqual(fieldsIn(request).slice(0, shownInput.length), shownInput);
  });

  test(`${agent}: calls that differ in one digit are not the same call`, async () => {
    const hashes = ['9007199254740992', '9007199254740993', '9007199254740993.0'].map(async (number) =>
      hashOf((await requestOf(agent, payload(`{"id":${number}}`))).request),
    );
    assert.equal(new Set(await Promise.all(hashes)).size, 3);
  });

  test(`${agent}: a request in which a name stands twice is shown whole and cannot be approved`, async () => {
    const text = payload('{"a":{"path":"/tmp/x","path":"/"}}');
    const { request } = await requestOf(agent, text);
    assert.deepEqual(fieldsIn(request).at(-1), ['the whole request', text]);
    assert.notEqual(request.capabilities.approve.type, 'grants');
    assert.notEqual(request.capabilities.approve.type, 'passes');
    assert.equal(request.notes.at(-1)?.title, 'A name stands twice in this request.');
  });

  test(`${agent}: values nested without end are not taken`, async () => {
    const { type } = await readingOf(agent, payload(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`));
    assert.equal(type, 'release');
  });
}

test('a plan in which a name stands twice cannot be approved either', async () => {
  const { request } = await requestOf('generic', '{"tool":"plan","plan":"rm","plan":"# Plan"}');
  assert.equal(request.subject.type, 'plan');
  assert.equal(request.capabilities.approve.type, 'no');
});

const rest = '"timeout":9007199254740993,"more":[1.0,{"x":1e400}],"__proto__":{"a":1}';
const allowed = (values: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":${values}}}}`;

test('an edited command goes back with all else as it came', async () => {
  const { answer, changedCommand } = await requestOf('claude', permissionRequest('Bash', `{"command":"ls",${rest}}`));
  const changedInput = changedCommand?.inputFor('ls -l');
  assert.ok(changedInput);
  assert.equal(answer({ type: 'approve', changedInput })?.stdout, allowed(`{"command":"ls -l",${rest}}`));
});

test('an edited file goes back with all else as it came', async () => {
  const text = permissionRequest('Write', `{"file_path":"/p/a","content":"x",${rest}}`);
  const { answer, changes } = await requestOf('claude', text);
  const changedInput = changes?.inputFor([{ path: '/p/a', before: '', result: 'y', ending: '\n' }]);
  assert.ok(changedInput);
  assert.equal(
    answer({ type: 'approve', changedInput })?.stdout,
    allowed(`{"file_path":"/p/a","content":"y",${rest}}`),
  );
});

test('a plan and a question go back with all else as it came', async () => {
  const plan = `{"plan":"# Plan",${rest}}`;
  const planned = await requestOf('claude', permissionRequest('ExitPlanMode', plan));
  assert.equal(planned.answer({ type: 'approve' })?.stdout, allowed(plan));
  const questions = '"questions":[{"question":"Q?","options":[{"label":"A"},{"label":"B"}],"weight":1.0}]';
  const asked = await requestOf('claude', permissionRequest('AskUserQuestion', `{${questions},${rest}}`));
  const answers = [{ chosen: [1], text: '', note: '' }];
  assert.equal(
    asked.answer({ type: 'approve', answers })?.stdout,
    allowed(`{${questions},${rest},"answers":{"Q?":"B"}}`),
  );
});

test('a rule that is remembered goes back as it was suggested', async () => {
  const suggestion =
    '{"type":"addRules","rules":[{"toolName":"Bash"}],"behavior":"allow","destination":"session","x":9007199254740993}';
  const text = permissionRequest('Bash', '{"command":"ls"}').replace('{', `{"permission_suggestions":[${suggestion}],`);
  const { answer, request } = await requestOf('claude', text);
  const stdout = answer({ type: 'approve', addition: request.capabilities.additions[0]?.id })?.stdout;
  assert.ok(stdout?.includes(`"updatedPermissions":[${suggestion}]`), stdout);
});

test('what an agent calls a tool forges no line of the log', async () => {
  const lines: string[] = [];
  const log = { ...silent, info: (line: string) => void lines.push(line) };
  const event = 'x\\n2026-01-01 [info] window: ready\\u001b[2K\\u202e';
  const payload = `{"hook_event_name":"${event}","session_id":"s","cwd":"/p","tool_name":"t","tool_input":{}}`;
  await readingOf('codex', payload, log);
  assert.deepEqual(lines, [
    'Codex: not taken: the event x ⏎ 2026-01-01 [info] window: ready⟨ESC[2K⟩⟨RLO⟩ is not one that decides',
  ]);
  assert.equal(errorText(new Error('no file a\nb\u001bc')), 'no file a ⏎ b⟨ESCc⟩');
});

/** A write of a file as it is prepared against the disk. */
function preparedWrite(content: string, file: FileState): PreparedRequest {
  const edit = { type: 'write', path: '/p/a', content } as const;
  const request = aRequest({ id: 'r', cwd: '/p', subject: { type: 'edit', edits: [edit], fields: [] } });
  const state = { digest: '', proposalLost: false, unsaved: false, ending: '\n', warnings: [] } as const;
  const prepared = { edits: [edit], path: 'a', absolutePath: '/p/a', change: fileChange([edit], file), ...state };
  return prepare(request, 'p', [prepared], undefined, sha256);
}

test('edits that differ in what no diff shows are not the same call', () => {
  const text: FileState = { type: 'text', text: 'a\r\nb\nc\n' };
  const hashes = ['x\r\ny\nz\n', 'x\ny\r\nz\n', 'x\ny\nz\r\n'].map((content) => preparedWrite(content, text).hash);
  assert.equal(new Set(hashes).size, 3);
  const unreadable: FileState = { type: 'unreadable', reason: 'it is too large' };
  assert.notEqual(preparedWrite('one', unreadable).hash, preparedWrite('two', unreadable).hash);
});

test('what would be written over a file that is not read is shown', () => {
  const { subject } = preparedWrite('new text', { type: 'unreadable', reason: 'it is too large' });
  assert.deepEqual(subject.type === 'edit' && subject.fields, [{ name: 'content', text: 'new text' }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generic } from '../../src/agents/generic/adapter';
import type { Subject } from '../../src/core/request';
import {
  bytesFor,
  callOf,
  checkAnswers,
  checkHostile,
  hardFeedback,
  isOf,
  isText,
  isWord,
  plainDenial,
  requestOf,
} from '../support/agentCalls';

/** The request that Hermes' users asked for (hermes-agent issue #16475). */
const bot = {
  tool: 'terminal',
  command: 'kubectl delete deployment api',
  reason: 'deletes a deployment',
  session_id: 'abc123',
  platform: 'discord',
  user_id: '364815244633',
};
const diff = '--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-one\n+ONE\n';
const forms = {
  bot,
  diff: { tool: 'edit', path: '/w/b.txt', diff },
  content: { tool: 'write', path: '/w/b.txt', content: 'one\n' },
  replace: { tool: 'edit', path: '/w/b.txt', old_text: 'one', new_text: 'ONE' },
  plan: { tool: 'plan', plan: '# Plan\n', path: '/w/plan.md', agent: 'deploy-bot' },
  other: { tool: 'send_mail', input: { to: ['a@b'] }, urgent: true },
};

const isAnswer = (value: unknown): boolean =>
  isOf(value, { decision: isWord('approve', 'deny', 'escalate'), reason: isText });
const subjectOf = (payload: unknown): Subject => requestOf(generic, payload).request.subject;

test('golden bytes: every decision has words, and no decision is an escalation', () => {
  for (const payload of Object.values(forms)) {
    const reading = requestOf(generic, payload);
    assert.equal(
      bytesFor(reading, { type: 'approve' }),
      '{"decision":"approve","reason":"The user approved this request in the editor."}',
    );
    assert.equal(
      bytesFor(reading, { type: 'deny', feedback: hardFeedback }),
      `{"decision":"deny","reason":${JSON.stringify(hardFeedback)}}`,
    );
    assert.equal(bytesFor(reading, { type: 'deny', feedback: '' }), `{"decision":"deny","reason":"${plainDenial}"}`);
    const escalated = '{"decision":"escalate","reason":"Nobody decided in the editor."}';
    assert.equal(bytesFor(reading, { type: 'handBack' }), escalated);
    assert.equal(reading.noDecision?.stdout, escalated);
    checkAnswers(reading, isAnswer);
    assert.deepEqual(reading.request.capabilities.approve, { type: 'grants' });
    assert.equal(reading.request.capabilities.onSilence, 'asks');
  }
});

test('what is not of the contract is escalated, with why', () => {
  for (const payload of [null, 3, 'x', [], {}, { tool: 7 }, { ...bot, command: ['rm'] }, { ...bot, plan: {} }]) {
    const reading = generic.read(callOf(payload));
    assert.equal(reading.type, 'release');
    assert.match(
      bytesFor(reading, { type: 'approve' }) ?? '',
      /^\{"decision":"escalate","reason":"The editor cannot read/,
    );
  }
});

test('the subjects carry what was sent, and who asks for whom', () => {
  assert.deepEqual(subjectOf(forms.bot), {
    type: 'command',
    command: 'kubectl delete deployment api',
    language: 'bash',
    cwd: '/home/dev/project',
    description: 'deletes a deployment',
    fields: [
      { name: 'platform', text: 'discord' },
      { name: 'user_id', text: '364815244633' },
    ],
  });
  assert.deepEqual(subjectOf(forms.diff), {
    type: 'edit',
    edits: [
      {
        type: 'patch',
        path: '/w/b.txt',
        chunks: [{ anchors: [], oldLines: ['one'], newLines: ['ONE'], line: 1 }],
        matching: 'exact',
      },
    ],
    fields: [],
  });
  assert.deepEqual(subjectOf(forms.content), {
    type: 'edit',
    edits: [{ type: 'write', path: '/w/b.txt', content: 'one\n' }],
    fields: [],
  });
  assert.deepEqual(subjectOf(forms.replace), {
    type: 'edit',
    edits: [{ type: 'replace', path: '/w/b.txt', oldText: 'one', newText: 'ONE', all: false }],
    fields: [],
  });
  assert.deepEqual(subjectOf(forms.plan), { type: 'plan', markdown: '# Plan\n', path: '/w/plan.md', options: [] });
  assert.deepEqual(subjectOf(forms.other), {
    type: 'tool',
    name: 'send_mail',
    fields: [
      { name: 'input', text: '{\n  "to": [\n    "a@b"\n  ]\n}', json: true },
      { name: 'urgent', text: 'true', json: true },
    ],
  });
});

test('what a plan comes with is told in bounded notes', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, 'x'.repeat(5000)]));
  const { notes } = requestOf(generic, { ...forms.plan, reason: 'because', ...many }).request;
  assert.deepEqual(notes[0], { kind: 'info', title: 'reason:', text: 'because' });
  assert.equal(notes.length, 8);
  assert.ok(notes.every(({ text }) => text.length <= 501));
});

test('several things at once, and edits that cannot be shown, are shown by their values', () => {
  const two = subjectOf({ ...bot, plan: '# Plan' });
  assert.equal(two.type, 'tool');
  assert.deepEqual(two.type === 'tool' && two.fields.map((one) => one.name), [
    ...['command', 'reason', 'platform', 'user_id', 'plan'],
  ]);
  for (const odd of [
    { tool: 'edit', diff: 'x' },
    { tool: 'edit', content: 'x' },
    { tool: 'edit', path: '/w/a', old_text: 'x' },
    { tool: 'edit', path: '/w/a', diff, content: 'x' },
  ]) {
    const { subject, notes } = requestOf(generic, odd).request;
    assert.equal(subject.type, 'tool');
    assert.equal(notes[0]?.title, 'This cannot be shown as a diff.');
  }
});

test('null is absent, and ids may be numbers', () => {
  const { request } = requestOf(generic, { ...bot, cwd: null, plan: null, session_id: 7, user_id: 9 });
  assert.equal(request.subject.type, 'command');
  assert.equal(request.session.id, '7');
});

test('the folder is the payload’s, or else the hook’s', () => {
  assert.equal(requestOf(generic, { ...bot, cwd: '/w/app' }).request.cwd, '/w/app');
  assert.equal(requestOf(generic, bot, { cwd: '/srv' }).request.cwd, '/srv');
  assert.equal(requestOf(generic, bot, { cwd: '' }).request.cwd, '/');
});

test('a claimed name is bounded, without signs, and never that of a known agent', () => {
  const nameOf = (agent: unknown): string => requestOf(generic, { ...bot, agent }).request.agent.name;
  assert.equal(nameOf('deploy-bot 2.0'), 'deploy-bot 2.0 (generic)');
  assert.equal(nameOf('Claude Code'), 'Claude Code (generic)');
  assert.equal(nameOf('[x](command:y) $(gear)\u202E\n'), 'xcommandy gear (generic)');
  assert.equal(nameOf('\u200B\u0000'), 'Agent');
  assert.equal(nameOf(null), 'Agent');
  assert.equal(nameOf('a'.repeat(1024 * 1024)), `${'a'.repeat(40)} (generic)`);
  assert.equal(nameOf(`${'a'.repeat(39)}\u{1D400}b`), `${'a'.repeat(39)}\u{1D400} (generic)`);
});

test('nasty payloads never make it throw, and always get an answer', () => {
  checkHostile(generic, Object.values(forms), isAnswer);
  for (const payload of [undefined, Number.NaN, JSON.parse('{"tool":"x","__proto__":{"command":"rm"}}')]) {
    assert.ok(bytesFor(generic.read(callOf(payload)), { type: 'handBack' }));
  }
});

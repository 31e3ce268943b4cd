import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copilot } from '../../src/agents/copilot/adapter';
import { warningsOf } from '../../src/core/edit/warnings';
import {
  bytesFor,
  callOf,
  captured,
  checkAnswers,
  checkHostile,
  hardFeedback,
  isOf,
  isText,
  isWord,
  plainDenial,
  requestOf,
} from '../support/agentCalls';
import { fixtureNames } from '../support/fixtures';

const shell = captured('copilot', '2-permissionRequest.json');
const create = captured('copilot', '4-permissionRequest.json');
const edit = captured('copilot', '6-permissionRequest.json');
const plan = captured('copilot', 'plan-preToolUse.json');

/** Copilot takes an answer of a permissionRequest flat, and one of a preToolUse by other keys. */
const isPermission = (value: unknown): boolean =>
  isOf(value, { behavior: isWord('allow') }) || isOf(value, { behavior: isWord('deny'), message: isText });
const isPreTool = (value: unknown): boolean =>
  isOf(value, { permissionDecision: isWord('deny'), permissionDecisionReason: isText });

test('golden bytes for every captured permissionRequest', () => {
  const names = fixtureNames('copilot').filter((name) => name.includes('permissionRequest'));
  assert.equal(names.length, 3);
  for (const name of names) {
    const reading = requestOf(copilot, captured('copilot', name));
    assert.equal(bytesFor(reading, { type: 'approve' }), '{"behavior":"allow"}');
    assert.equal(
      bytesFor(reading, { type: 'deny', feedback: hardFeedback }),
      `{"behavior":"deny","message":${JSON.stringify(hardFeedback)}}`,
    );
    assert.equal(bytesFor(reading, { type: 'deny', feedback: '' }), `{"behavior":"deny","message":"${plainDenial}"}`);
    assert.equal(bytesFor(reading, { type: 'handBack' }), undefined);
    assert.deepEqual(reading.request.capabilities.approve, { type: 'grants' });
    checkAnswers(reading, isPermission);
  }
});

test('golden bytes for a plan: only a denial says anything', () => {
  const reading = requestOf(copilot, plan);
  assert.equal(bytesFor(reading, { type: 'approve' }), '');
  assert.equal(
    bytesFor(reading, { type: 'deny', feedback: hardFeedback }),
    `{"permissionDecision":"deny","permissionDecisionReason":${JSON.stringify(hardFeedback)}}`,
  );
  assert.equal(
    bytesFor(reading, { type: 'deny', feedback: '' }),
    `{"permissionDecision":"deny","permissionDecisionReason":"${plainDenial}"}`,
  );
  assert.equal(bytesFor(reading, { type: 'handBack' }), undefined);
  checkAnswers(reading, isPreTool);
  const { approve, feedback, onSilence } = reading.request.capabilities;
  assert.equal(approve.type === 'passes' && approve.label, 'Continue in Copilot');
  assert.deepEqual([feedback, onSilence], [true, 'asks']);
});

test('the plan is its summary, and says so', () => {
  const { subject, notes } = requestOf(copilot, plan).request;
  assert.deepEqual(subject, { type: 'plan', markdown: '- do a\n- do b', options: [] });
  assert.equal(notes[0]?.title, 'This is the summary of the plan.');
});

test('every other preToolUse is let go without a word', () => {
  const names = fixtureNames('copilot').filter((name) => /^\d-preToolUse/.test(name));
  assert.equal(names.length, 3);
  for (const name of names) {
    const reading = copilot.read(callOf(captured('copilot', name)));
    assert.equal(reading.type, 'release', name);
    assert.equal(bytesFor(reading, { type: 'approve' }), undefined);
  }
  // Without a summary there is nothing to review.
  assert.equal(copilot.read(callOf({ ...plan, toolArgs: {} })).type, 'release');
});

test('the subjects carry what Copilot sent', () => {
  assert.deepEqual(requestOf(copilot, shell).request.subject, {
    type: 'command',
    command: 'echo hi > a.txt && ls',
    language: 'bash',
    cwd: '/home/dev/project',
    fields: [],
  });
  assert.deepEqual(requestOf(copilot, create).request.subject, {
    type: 'edit',
    edits: [{ type: 'write', path: '/home/dev/project/b.txt', content: 'one\ntwo\n' }],
    fields: [],
  });
  assert.deepEqual(requestOf(copilot, edit).request.subject, {
    type: 'edit',
    edits: [
      {
        type: 'patch',
        path: '/home/dev/project/b.txt',
        chunks: [{ anchors: [], oldLines: ['one', 'two', ''], newLines: ['ONE', 'two', ''], line: 1 }],
        matching: 'exact',
      },
    ],
    fields: [],
  });
  const other = requestOf(copilot, { ...shell, toolName: 'web_fetch', toolInput: { url: 'https://example.com' } });
  assert.deepEqual(other.request.subject, {
    type: 'tool',
    name: 'web_fetch',
    fields: [{ name: 'url', text: 'https://example.com' }],
  });
});

test('a diff that cannot be read is shown by its text', () => {
  const input = { file_path: '/home/dev/project/b.txt', diff: 'no diff' };
  const { subject, notes } = requestOf(copilot, { ...edit, toolInput: input }).request;
  assert.deepEqual(subject, {
    type: 'tool',
    name: 'edit',
    fields: [
      { name: 'file_path', text: '/home/dev/project/b.txt' },
      { name: 'diff', text: 'no diff' },
    ],
  });
  assert.equal(notes[0]?.title, 'This cannot be shown as a diff.');
});

test('its own folders steer it, the rest of .github does not', () => {
  const kinds = (path: string): readonly string[] =>
    warningsOf({ path, realPath: path, outsideProject: false }, copilot.steering).map((one) => one.kind);
  for (const path of ['/h/.copilot/hooks/a.json', '/w/.github/hooks/a.json', '/w/.GitHub/Copilot/settings.json']) {
    assert.deepEqual(kinds(path), ['steering'], path);
  }
  for (const path of [
    '/w/.github/ISSUE_TEMPLATE/bug.md',
    '/w/a.github/hooks',
    '/w/.github/hooksmith/a',
    '/w/hooks/a',
  ]) {
    assert.deepEqual(kinds(path), [], path);
  }
});

test('nasty payloads are let go or shown as values, never thrown on', () => {
  for (const payload of [
    null,
    3,
    [],
    {},
    { ...shell, toolInput: 'x' },
    { ...shell, cwd: 7 },
    { ...shell, hookName: 'x' },
  ]) {
    assert.equal(copilot.read(callOf(payload)).type, 'release');
  }
  checkHostile(copilot, [shell, create, edit, plan], (value) => isPermission(value) || isPreTool(value));
});

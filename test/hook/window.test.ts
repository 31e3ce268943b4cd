import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { LiveWindow } from '../support/liveWindow';
import { fixtureText, transcriptLines } from '../support/fixtures';
import type { HookRun } from '../support/runHook';
import { until } from '../support/until';

const allow = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
const bash = 'PermissionRequest-Bash.v2.1.332.json';
let window: LiveWindow;

beforeEach(async () => {
  window = await LiveWindow.start();
});
afterEach(() => window.stop());

test('approve: the hook prints the bytes, and the window knows that it did', async () => {
  const hook = window.hook('claude', bash);
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual(pick(await hook.ended), { stdout: allow, exitCode: 0 });
  const { status } = await window.ended(entry.request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'approved');
  assert.equal(status.type === 'ended' && status.delivery, 'sent');
});

test('deny: the feedback goes out word for word; hand back: nothing goes out', async () => {
  const feedback = 'Not yet: "quotes", \\ and\n\n- a list\u2028';
  const denied = window.hook('claude', bash);
  await window.decide(await window.request(), { type: 'deny', feedback });
  assert.equal(JSON.parse((await denied.ended).stdout).hookSpecificOutput.decision.message, feedback);
  const back = window.hook('claude', bash);
  const second = await window.request(1);
  await window.decide(second, { type: 'handBack' });
  assert.deepEqual(pick(await back.ended), { stdout: '', exitCode: 0 });
  const { status } = await window.ended(second.request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'handedBack');
});

test('hand back with a fallback in words prints the words', async () => {
  const hook = window.hook('claude', bash, { parameters: ['--fallback', 'ask'] });
  await window.decide(await window.request(), { type: 'handBack' });
  assert.equal((await hook.ended).stdout, '{"decision":"ask"}');
});

test('while paused a request is let go at once and is not on the list', async () => {
  window.open.review.take({ type: 'pause' });
  assert.deepEqual(pick(await window.hook('claude', bash).ended), { stdout: '', exitCode: 0 });
  assert.equal(window.open.review.state.entries.length, 0);
});

test('an agent that is killed takes its request along', async () => {
  const hook = window.hook('claude', bash);
  const entry = await window.request();
  hook.kill('SIGKILL');
  const { status } = await window.ended(entry.request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'withdrawn');
});

test('the request is handed back before the agent gives up, and is expired, not refused', async () => {
  const hook = window.hook('claude', bash, { parameters: ['--timeout', '1.5'] });
  const entry = await window.request();
  assert.deepEqual(pick(await hook.ended), { stdout: '', exitCode: 0 });
  const { status } = await window.ended(entry.request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'expired');
  await window.decide(entry, { type: 'approve' });
  assert.equal((await window.ended(entry.request.id)).status.type, 'ended');
});

test('a window that is reloaded gets the same request again, with what was typed', async () => {
  const hook = window.hook('claude', bash);
  const { request } = await window.request();
  window.open.drafts.change(request.id, { text: 'half a sent' });
  window.open.dispose();
  await window.reopen();
  const again = await window.request();
  assert.equal(again.request.id, request.id);
  assert.equal(window.open.review.viewOf(request.id)?.draft, 'half a sent');
  await window.decide(again, { type: 'approve' });
  assert.equal((await hook.ended).stdout, allow);
});

test('an edit is decided on what the file is now: changed meanwhile, the decision is refused and the new diff shown', async () => {
  const file = join(window.folder, 'hello.txt');
  writeFileSync(file, 'hello world\n');
  const hook = window.hook('claude', 'PermissionRequest-Edit.v2.1.332.json');
  const entry = await window.request();
  writeFileSync(file, 'hello new world\n');
  await window.decide(entry, { type: 'approve' });
  const changed = await window.request();
  assert.equal(changed.status.type, 'open');
  assert.notEqual(changed.hash, entry.hash);
  const view = window.open.review.viewOf(entry.request.id);
  assert.equal(view?.subject.type === 'edit' && view.subject.files[0]?.hunks[0]?.lines[1]?.text, 'howdy new world');
  await window.decide(changed, { type: 'approve' });
  assert.equal((await hook.ended).stdout, allow);
});

test('an edit that would not apply cannot be approved, and says why', async () => {
  writeFileSync(join(window.folder, 'hello.txt'), 'nothing of it here\n');
  const hook = window.hook('claude', 'PermissionRequest-Edit.v2.1.332.json');
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  const view = window.open.review.viewOf(entry.request.id);
  assert.equal(view?.status.type, 'open');
  assert.equal(view?.abilities.approve.possible, false);
  assert.match(view?.notes[0]?.text ?? '', /not in the file/);
  // There is no diff, so what the agent wants is shown as it came.
  assert.deepEqual(view?.subject.type === 'edit' && view.subject.fields.map(({ text }) => text), ['hello', 'howdy']);
  await window.decide(entry, { type: 'deny', feedback: 'no' });
  assert.match((await hook.ended).stdout, /"deny"/);
});

test('Kimi without the flag: the hook is let go at once, the card stays until the result with its id', async () => {
  const hook = window.hook('kimi', 'PermissionRequest.Bash.command.json', { agent: 'kimi' });
  assert.deepEqual(pick(await hook.ended), { stdout: '', exitCode: 0 });
  const entry = await window.request();
  assert.equal(entry.status.type, 'watching');
  const { id } = JSON.parse(fixtureText('kimi', 'PermissionRequest.Bash.command.json')) as { id: string };
  const result = window.hook('kimi', 'PermissionResult.Bash.command.approved.json', {
    agent: 'kimi',
    change: (text) => text.replace(/approval_[\w-]+/, id),
  });
  await result.ended;
  const { status } = await window.ended(entry.request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'answeredElsewhere');
});

test('Kimi with the flag: approved', async () => {
  const env = { KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS: '1' };
  const hook = window.hook('kimi-flag', 'PermissionRequest-Bash.raw.json', { agent: 'kimi', env });
  await window.decide(await window.request(), { type: 'approve' });
  assert.equal((await hook.ended).stdout, '{"hookSpecificOutput":{"permissionDecision":"allow"}}');
});

function withTranscript(path: string): (text: string) => string {
  return (text) =>
    text
      .replace(/"transcript_path": "[^"]*"/, `"transcript_path": ${JSON.stringify(path)}`)
      .replace('touch made-by-bash.txt', 'touch x1')
      .replace('"description": "Create a file"', '"description": "make"');
}

test('answered in the terminal: the card ends, the hook is let go, the session has its title', async () => {
  const path = join(window.folder, 't.jsonl');
  const lines = transcriptLines('answeredInTerminal.v2.1.332.jsonl');
  const result = lines.findIndex((line) => line.includes('"tool_result"'));
  writeFileSync(path, lines.slice(0, result).join('\n') + '\n');
  const hook = window.hook('claude', bash, { change: withTranscript(path) });
  const { request } = await window.request();
  await window.entry(request.id, (entry) => entry.request.session.title === 'MAINPROMPT go');
  // In two pieces, as a reader may see a line that is being written.
  appendFileSync(path, lines[result]!.slice(0, 100));
  appendFileSync(path, lines[result]!.slice(100) + '\n');
  const { status } = await window.ended(request.id);
  assert.equal(status.type === 'ended' && status.outcome, 'answeredElsewhere');
  assert.equal(status.type === 'ended' && status.detail, 'It was accepted there.');
  assert.deepEqual(pick(await hook.ended), { stdout: '', exitCode: 0 });
});

test('our answer is confirmed by the transcript; one that came too late is overtaken', async () => {
  const taken = join(window.folder, 'taken.jsonl');
  writeFileSync(taken, '');
  const hook = window.hook('claude', bash, { change: withTranscript(taken) });
  const first = await window.request();
  await window.decide(first, { type: 'approve' });
  await hook.ended;
  appendFileSync(taken, transcriptLines('hookAnswered.v2.1.332.jsonl').join('\n') + '\n');
  await window.entry(
    first.request.id,
    (entry) => entry.status.type === 'ended' && entry.status.delivery === 'confirmed',
  );

  const late = join(window.folder, 'late.jsonl');
  writeFileSync(late, '');
  const second = window.hook('claude', bash, { change: withTranscript(late) });
  const entry = await window.request(1);
  await window.decide(entry, { type: 'deny', feedback: 'kept words' });
  await second.ended;
  appendFileSync(late, transcriptLines('answeredInTerminal.v2.1.332.jsonl').join('\n') + '\n');
  await window.entry(entry.request.id, (one) => one.status.type === 'ended' && one.status.delivery === 'overtaken');
  assert.equal(window.open.review.viewOf(entry.request.id)?.draft, 'kept words');
});

test('an agent that no adapter knows, and payloads of another kind, are let go at once', async () => {
  for (const options of [{ agent: 'nobody' }, { change: () => '{"hello":1}' }, { change: () => '[]' }]) {
    assert.deepEqual(pick(await window.hook('claude', bash, options).ended), { stdout: '', exitCode: 0 });
  }
  assert.equal(window.open.review.state.entries.length, 0);
});

test('twenty that wait at once are twenty requests, each answered with its own answer', async () => {
  const hooks: HookRun[] = [];
  for (let index = 0; index < 20; index++) {
    hooks.push(window.hook('claude', bash, { change: (text) => text.replace('made-by-bash.txt', `file-${index}`) }));
    // One start after the other: twenty at once hold up the window in this process, and hooks give up one that is held up for 2 s.
    await window.request(index);
  }
  for (const entry of window.open.review.state.entries) {
    const { subject } = entry.request;
    await window.decide(entry, { type: 'deny', feedback: subject.type === 'command' ? subject.command : '' });
  }
  const answers = await Promise.all(hooks.map((hook) => hook.ended));
  answers.forEach(({ stdout }, index) => {
    assert.equal(JSON.parse(stdout).hookSpecificOutput.decision.message, `touch file-${index}`);
  });
});

test('a removed record comes back, so that a cleaned home does not cut the window off', async () => {
  const name = readdirSync(window.home.windows)[0]!;
  const before = readFileSync(join(window.home.windows, name), 'utf8');
  rmSync(join(window.home.windows, name));
  await until('the record', () => readdirSync(window.home.windows).includes(name));
  assert.equal(readFileSync(join(window.home.windows, name), 'utf8'), before);
});

function pick(end: { readonly stdout: string; readonly exitCode: number | null }): unknown {
  return { stdout: end.stdout, exitCode: end.exitCode };
}

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { LiveWindow } from '../support/liveWindow';
import { bash, endOf, idsOf, planAsked, planGate, silent, useKimi } from './useKimi';

/* Kimi Code in a terminal, as it is and with the flag by which its hooks decide. */

const planResult = 'PermissionResult.ExitPlanMode.plan_review-options.approved-Shell_script.json';
const flag = { KIMI_CODE_EXPERIMENTAL_HOOK_PERMISSION_DECISIONS: '1' };

let window: LiveWindow;
const { run: kimi, endedAs, planFile } = useKimi((fresh) => (window = fresh));

test('a plan is shown from its newest file, and denied with the comments', async () => {
  planFile('old', '# Old\n');
  const path = planFile('new', '# Plan\n\n1. Do it\n');
  const hook = kimi(planGate);
  const entry = await window.request();
  const { subject } = entry.request;
  assert.deepEqual(subject, { type: 'plan', markdown: '# Plan\n\n1. Do it\n', path, options: [] });
  const view = window.open.review.viewOf(entry.request.id);
  assert.deepEqual([view?.abilities.approveLabel, view?.notes], ['Continue in Kimi', []]);
  await window.decide(entry, { type: 'deny', feedback: 'Use `UTF-8`\n\n- and 👍' });
  assert.deepEqual(JSON.parse((await hook.ended).stdout), {
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'Use `UTF-8`\n\n- and 👍' },
  });
  assert.deepEqual(await endedAs(entry), ['denied', 'sent', undefined]);
  assert.equal(window.open.review.viewOf(entry.request.id)?.review?.type, 'plan');
});

test('the file changes while the plan waits: the decision is refused and the new text shown', async () => {
  const path = planFile('plan', '# First\n');
  const hook = kimi(planGate);
  const entry = await window.request();
  writeFileSync(path, '# Second\n');
  await window.decide(entry, { type: 'approve' });
  const again = await window.request();
  const view = window.open.review.viewOf(again.request.id);
  assert.deepEqual(
    [again.status.type, view?.subject.type === 'plan' && view.subject.markdown, view?.notes[0]?.title],
    ['open', '# Second\n', 'The plan file changed while this waited.'],
  );
  await window.decide(again, { type: 'approve' });
  assert.deepEqual(await endOf(hook), silent);
});

test('continued in Kimi: its own prompt makes no second card, and what is chosen there is told on the first', async () => {
  planFile('plan', '# Plan\n');
  const gate = kimi(planGate);
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  assert.deepEqual(await endOf(gate), silent);
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', undefined]);
  const { session_id, tool_call_id } = idsOf(planGate);
  assert.deepEqual(await endOf(kimi(planAsked, { session_id, tool_call_id })), silent);
  assert.equal(window.open.review.state.entries.length, 1);
  await kimi(planResult, { session_id, tool_call_id }).ended;
  await window.entry(entry.request.id, ({ status }) => status.type === 'ended' && status.detail !== undefined);
  assert.deepEqual(await endedAs(entry), ['approved', 'sent', 'It was accepted there, with “Shell script”.']);
});

test('no plan file: Kimi asks by itself, and its prompt is watched', async () => {
  assert.deepEqual(await endOf(kimi(planGate)), silent);
  const { session_id, tool_call_id } = idsOf(planGate);
  assert.deepEqual(await endOf(kimi(planAsked, { session_id, tool_call_id })), silent);
  assert.equal((await window.request()).status.type, 'watching');
});

test('other tools, and every tool with the flag, are not reviewed twice', async () => {
  planFile('plan', '# Plan\n');
  for (const tool of ['Bash', 'Edit', 'Write', 'Read', 'EnterPlanMode']) {
    assert.deepEqual(await endOf(kimi(`PreToolUse.${tool}.json`)), silent, tool);
  }
  assert.deepEqual(await endOf(kimi(planGate, {}, flag)), silent);
  assert.equal(window.open.review.state.entries.length, 0);
});

test('a result that comes before its request ends the card at once', async () => {
  const { id, session_id, tool_call_id } = idsOf(bash);
  await kimi('PermissionResult.Bash.command.rejected.json', { id, session_id, tool_call_id }).ended;
  await kimi(bash).ended;
  assert.deepEqual(await endedAs(await window.request()), ['answeredElsewhere', undefined, 'It was rejected there.']);
});

// With the flag

const askFlagged = () => kimi(bash, {}, flag);
const result = (decision: 'approved' | 'rejected') =>
  kimi(`PermissionResult.Bash.command.${decision}.json`, idsOf(bash), flag).ended;

test('a result that bears out our answer confirms it', async () => {
  const hook = askFlagged();
  const entry = await window.request();
  await window.decide(entry, { type: 'approve' });
  await hook.ended;
  await window.ended(entry.request.id);
  await result('approved');
  assert.deepEqual(await endedAs(entry), ['approved', 'confirmed', undefined]);
  const again = askFlagged();
  assert.equal((await window.request(1)).status.type, 'open');
  again.kill();
});

for (const contradicted of ['an approval that was rejected', 'a denial that was approved', 'an answer while we wait']) {
  test(`${contradicted} turns Kimi to be watched only, and says so`, async () => {
    const hook = askFlagged();
    const entry = await window.request();
    if (contradicted === 'an answer while we wait') await result('approved');
    else {
      const denies = contradicted === 'a denial that was approved';
      await window.decide(entry, denies ? { type: 'deny', feedback: 'my words' } : { type: 'approve' });
      await hook.ended;
      await window.ended(entry.request.id);
      await result(denies ? 'approved' : 'rejected');
      const [, delivery] = (await endedAs(entry)) as unknown[];
      assert.equal(delivery, 'overtaken');
      if (denies) assert.equal(window.open.review.viewOf(entry.request.id)?.draft, 'my words');
    }
    await hook.ended;
    assert.deepEqual(await endOf(askFlagged()), silent);
    const next = await window.request(1);
    assert.equal(next.status.type, 'watching');
    assert.equal(window.open.review.viewOf(next.request.id)?.notes.at(-1)?.title, 'Only watched.');
  });
}

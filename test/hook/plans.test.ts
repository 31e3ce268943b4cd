import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Entry } from '../../src/core/queueState';
import type { PlanReviewView } from '../../src/protocol/views';
import type { ReviewComment } from '../../src/protocol/comment';
import { fileNamedIn } from '../../src/window/planReviews';
import { LiveWindow } from '../support/liveWindow';
import type { HookRun } from '../support/runHook';

const payload = 'PermissionRequest-ExitPlanMode.v2.1.332.json';
const first = '# Plan: greet\n\n1. Edit hello.txt\n2. Run tests\n';
const second = '# Plan: greet\n\n1. Edit hello.txt, in UTF-8\n2. Run tests\n';
let window: LiveWindow;
let file: string;

beforeEach(async () => {
  window = await LiveWindow.start();
  file = join(window.folder, 'plan.md');
});
afterEach(() => window.stop());

/** A plan of a session, in the plan file of this project. */
function send(plan: string, session = '9d0079d4', path = file): HookRun {
  return window.hook('claude', payload, {
    change: (text) => {
      const parsed = JSON.parse(text) as { session_id: string; tool_input: { plan: string; planFilePath: string } };
      parsed.session_id = session;
      parsed.tool_input = { plan, planFilePath: path };
      return JSON.stringify(parsed);
    },
  });
}

const comment = (
  id: string,
  startLine: number,
  quote: string,
  kind: ReviewComment['kind'] = 'comment',
): ReviewComment => ({
  id,
  kind,
  body: `about ${quote}`,
  anchor: { startLine, endLine: startLine, quote },
});

function reviewOf(entry: Entry): PlanReviewView {
  const review = window.open.review.viewOf(entry.request.id)?.review;
  assert.ok(review?.type === 'plan');
  return review;
}

test('a second plan of the session is revision 2, with a ledger of what was said to the first', async () => {
  const one = send(first);
  const entry = await window.request();
  assert.deepEqual([reviewOf(entry).revision, reviewOf(entry).ledger], [1, null]);
  window.open.review.reviews.setComments(entry.request.id, [
    comment('a', 3, '1. Edit hello.txt'),
    comment('b', 4, '2. Run tests'),
  ]);
  await window.decide(entry, { type: 'deny', feedback: 'compiled' });
  await one.ended;
  await window.ended(entry.request.id);
  const two = send(second);
  const next = await window.request(1);
  const review = reviewOf(next);
  assert.deepEqual([review.revision, review.revisions, review.earlier], [2, 2, [first]]);
  assert.deepEqual(
    review.ledger?.entries.map(({ comment: { id }, state, was, sent }) => ({ id, state, was, sent })),
    [
      { id: 'a', state: 'textChanged', was: '1. Edit hello.txt', sent: true },
      { id: 'b', state: 'unchanged', was: '2. Run tests', sent: true },
    ],
  );
  await window.decide(next, { type: 'handBack' });
  await two.ended;
});

test('two sessions are two threads', async () => {
  const hooks = [send(first, 'one'), send(first, 'two')];
  await window.request(1);
  for (const entry of window.open.review.state.entries) assert.equal(reviewOf(entry).revisions, 1);
  window.open.review.take({ type: 'pause' });
  await Promise.all(hooks.map((hook) => hook.ended));
});

test('comments outlive a reload, and the request; what was not sent is offered in the next plan', async () => {
  const hook = send(first);
  const { request } = await window.request();
  window.open.review.reviews.setComments(request.id, [comment('a', 3, '1. Edit hello.txt')]);
  window.close();
  await window.reopen();
  const again = await window.request();
  assert.deepEqual(
    reviewOf(again).comments.map((one) => one.body),
    ['about 1. Edit hello.txt'],
  );
  hook.kill('SIGKILL');
  await window.ended(request.id);
  const next = send(first);
  const entry = await window.request(1);
  const [kept] = reviewOf(entry).ledger?.entries ?? [];
  assert.deepEqual([kept?.comment.body, kept?.sent, kept?.state], ['about 1. Edit hello.txt', false, 'unchanged']);
  await window.decide(entry, { type: 'handBack' });
  await next.ended;
});

test('an approval can carry another plan and a mode', async () => {
  const hook = send(first);
  await window.decide(await window.request(), { type: 'approve', plan: second, addition: 'acceptEdits' });
  const { decision } = JSON.parse((await hook.ended).stdout).hookSpecificOutput;
  assert.equal(decision.updatedInput.plan, second);
  assert.deepEqual(decision.updatedPermissions, [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]);
});

test('a plan file that changes while the plan waits: the decision is refused, the new text shown, and that is what is approved', async () => {
  writeFileSync(file, first);
  const hook = send(first);
  const entry = await window.request();
  writeFileSync(file, second);
  await window.decide(entry, { type: 'approve' });
  const changed = await window.request();
  assert.equal(changed.status.type, 'open');
  const view = window.open.review.viewOf(changed.request.id);
  assert.equal(view?.subject.type === 'plan' && view.subject.markdown, second);
  assert.equal(view?.notes[0]?.title, 'The plan file changed while this waited.');
  await window.decide(changed, { type: 'approve' });
  assert.equal(JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision.updatedInput.plan, second);
});

test('a plan that is only in its file is shown from there; an empty one cannot be approved', async () => {
  writeFileSync(file, first);
  const hook = send('');
  const entry = await window.request();
  const view = window.open.review.viewOf(entry.request.id);
  assert.equal(view?.subject.type === 'plan' && view.subject.markdown, first);
  await window.decide(entry, { type: 'approve' });
  assert.equal(JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision.updatedInput.plan, first);

  const blank = send('', 'other', join(window.folder, 'none.md'));
  const empty = await window.request(1);
  await window.decide(empty, { type: 'approve' });
  assert.equal((await window.request(1)).status.type, 'open');
  assert.equal(window.open.review.viewOf(empty.request.id)?.abilities.approve.possible, false);
  await window.decide(empty, { type: 'deny', feedback: 'Where is it?' });
  assert.match((await blank.ended).stdout, /Where is it\?/);
});

test('a plan names files of the workspace only', async () => {
  mkdirSync(join(window.folder, 'src'));
  writeFileSync(join(window.folder, 'src/a.ts'), '');
  const folders = [window.folder];
  assert.equal(await fileNamedIn('src/a.ts', window.folder, folders), join(window.folder, 'src/a.ts'));
  assert.equal(await fileNamedIn(join(window.folder, 'src/a.ts'), '/', folders), join(window.folder, 'src/a.ts'));
  for (const path of ['src', 'src/none.ts', '/etc/passwd', '../../../../../../etc/passwd', 'a\0b', '']) {
    assert.equal(await fileNamedIn(path, window.folder, folders), undefined, path);
  }
});

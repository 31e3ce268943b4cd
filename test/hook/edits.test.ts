import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { applyEdits } from '../../src/core/edit/apply';
import type { Entry } from '../../src/core/queueState';
import type { EditReviewView, FileView } from '../../src/protocol/views';
import { cellPayload, editPayload, writePayload } from '../support/claudePayloads';
import { LiveWindow } from '../support/liveWindow';
import type { HookRun } from '../support/runHook';

/** Two hunks: lines 2 and 20 of 25. */
const lines = Array.from({ length: 25 }, (_, index) => `line ${index + 1}`);
const before = `${lines.join('\n')}\n`;
const after = before.replace('line 2\n', 'line two\n').replace('line 20\n', 'line twenty\n');

let window: LiveWindow;

beforeEach(async () => {
  window = await LiveWindow.start();
});
afterEach(() => window.stop());

const path = (name = 'a.txt'): string => join(window.folder, name);

function filesOf({ request }: Entry): readonly FileView[] {
  const subject = window.open.review.viewOf(request.id)?.subject;
  assert.ok(subject?.type === 'edit');
  return subject.files;
}

function reviewOf({ request }: Entry): EditReviewView {
  const review = window.open.review.viewOf(request.id)?.review;
  assert.ok(review?.type === 'edit');
  return review;
}

/** Asks for an edit of the whole of a file, from line 2 to line 20. */
async function asked(content = before, index = 0): Promise<{ hook: HookRun; entry: Entry }> {
  writeFileSync(path(), content);
  const [oldText, newText] = [before, after].map((text) => text.slice('line 1\n'.length, text.indexOf('line 21')));
  const hook = window.claude(editPayload(window.folder, 'a.txt', oldText!, newText!));
  return { hook, entry: await window.request(index) };
}

/** What the answer makes of the file, with LF endings. */
async function written(hook: HookRun): Promise<string> {
  const { updatedInput } = JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision;
  const { old_string: oldText, new_string: newText, replace_all: all } = updatedInput;
  const edit = { type: 'replace', path: '', oldText, newText, all, takesLineBreak: true } as const;
  const result = applyEdits([edit], readFileSync(path(), 'utf8'));
  assert.ok(result.type === 'text', JSON.stringify(result));
  return result.text;
}

test('one of two hunks is taken: the answer makes the agent write just that', async () => {
  for (const index of [0, 1]) {
    const { hook, entry: now } = await asked(before, index);
    const hunks = filesOf(now)[0]!.hunks;
    assert.equal(hunks.length, 2);
    await window.decide(now, { type: 'approve', left: [hunks[index]!.id] });
    const wanted =
      index === 0 ? before.replace('line 20\n', 'line twenty\n') : before.replace('line 2\n', 'line two\n');
    assert.equal(await written(hook), wanted);
    await window.ended(now.request.id);
  }
});

test('all hunks taken is the plain answer; none is no approval', async () => {
  const { hook, entry } = await asked();
  const left = filesOf(entry)[0]!.hunks.map((hunk) => hunk.id);
  await window.decide(entry, { type: 'approve', left });
  assert.equal((await window.request()).status.type, 'open');
  await window.decide(entry, { type: 'approve', left: ['of another text'] });
  assert.doesNotMatch((await hook.ended).stdout, /updatedInput/);
});

test('an edited text is what the agent writes, also in a CRLF file', async () => {
  const { hook, entry } = await asked(before.replaceAll('\n', '\r\n'));
  const edited = after.replace('line 1\n', 'LINE ONE\n').replace('line twenty', 'line XX');
  await window.open.review.reviews.setEditedFile(entry.request.id, path(), edited.replaceAll('\n', '\r\n'));
  const now = await window.request();
  assert.notEqual(now.hash, entry.hash);
  const [file] = filesOf(now);
  assert.deepEqual([file?.edited, file?.tags], [true, ['CRLF kept']]);
  assert.equal(window.open.review.viewOf(entry.request.id)?.basis !== undefined, true);
  await window.decide(entry, { type: 'approve' });
  assert.equal((await window.request()).status.type, 'open', 'a decision on the text before it was edited is refused');
  await window.decide(now, { type: 'approve' });
  assert.equal(await written(hook), edited);
});

test('an edit of the text stays when the file changes elsewhere, and goes when it does not fit', async () => {
  const { hook, entry } = await asked();
  const { id } = entry.request;
  await window.open.review.reviews.setEditedFile(id, path(), after.replace('line 10\n', 'line TEN\n'));
  writeFileSync(path(), `new first line\n${before}`);
  await window.open.review.look(id);
  const texts = window.open.review.reviews.textsOf(id, path());
  assert.equal(texts?.proposed, `new first line\n${after.replace('line 10\n', 'line TEN\n')}`);
  writeFileSync(path(), before.replace('line 10\n', 'line 10, but other\n').replace('line 2\n', 'line 2\n'));
  await window.open.review.look(id);
  assert.equal(filesOf(await window.request())[0]?.edited, false);
  const lost = (): boolean | undefined =>
    window.open.review.viewOf(id)?.notes.some((note) => note.title.startsWith('The text that you edited is left out'));
  assert.equal(lost(), true);
  writeFileSync(path(), before);
  await window.open.review.look(id);
  assert.deepEqual([filesOf(await window.request())[0]?.edited, lost()], [true, false]);
  await window.decide(await window.request(), { type: 'handBack' });
  await hook.ended;
});

test('marks and comments stay where they fit when the file changes, and outlive the window', async () => {
  const { hook, entry } = await asked();
  const { id } = entry.request;
  const { reviews } = window.open.review;
  const second = filesOf(entry)[0]!.hunks[1]!;
  reviews.setMarks(id, { left: [second.id], viewed: [path()] });
  const anchor = { startLine: 20, endLine: 20, quote: 'line twenty' };
  reviews.setComments(id, [
    { id: 'a', kind: 'comment', body: 'why?', file: path(), anchor },
    {
      id: 'b',
      kind: 'comment',
      body: 'was?',
      file: path(),
      side: 'old',
      anchor: { startLine: 3, endLine: 3, quote: 'line 3' },
    },
  ]);
  writeFileSync(path(), `new first line\n${before}`);
  await window.open.review.look(id);
  const now = await window.request();
  assert.equal(filesOf(now)[0]?.hunks[1]?.id, second.id);
  assert.deepEqual(reviewOf(now).left, [second.id]);
  assert.deepEqual(
    reviewOf(now).comments.map((one) => one.anchor?.startLine),
    [21, 4],
  );
  window.close();
  await window.reopen();
  const again = await window.request();
  assert.equal(again.request.id, id);
  assert.deepEqual([reviewOf(again).left, reviewOf(again).comments.length], [[second.id], 2]);
  await window.decide(again, { type: 'deny', feedback: 'no' });
  await hook.ended;
});

test('a suggestion becomes part of what is approved', async () => {
  const { hook, entry } = await asked();
  const { id } = entry.request;
  const { reviews } = window.open.review;
  const anchor = { startLine: 20, endLine: 20, quote: 'line twenty' };
  reviews.setComments(id, [
    { id: 's', kind: 'replace', body: 'line 20a\nline 20b', file: path(), anchor },
    {
      id: 'c',
      kind: 'question',
      body: 'and this?',
      file: path(),
      anchor: { startLine: 22, endLine: 22, quote: 'line 22' },
    },
  ]);
  await reviews.applySuggestion(id, 's');
  const now = await window.request();
  const left = [['c', 23]];
  assert.deepEqual(
    reviewOf(now).comments.map((one) => [one.id, one.anchor?.startLine]),
    left,
  );
  // A page that has not heard of it names the applied one once more.
  reviews.setComments(id, [...reviewOf(now).comments, { id: 's', kind: 'replace', body: 'x', file: path(), anchor }]);
  assert.equal(reviewOf(now).comments.length, left.length);
  await window.decide(now, { type: 'approve' });
  assert.equal(await written(hook), after.replace('line twenty', 'line 20a\nline 20b'));
});

test('a part of a written file keeps the line endings that are on disk', async () => {
  writeFileSync(path(), before.replaceAll('\n', '\r\n'));
  const hook = window.claude(writePayload(window.folder, 'a.txt', after));
  const entry = await window.request();
  await window.decide(entry, { type: 'approve', left: [filesOf(entry)[0]!.hunks[0]!.id] });
  const { updatedInput } = JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision;
  assert.equal(updatedInput.content, before.replace('line 20\n', 'line twenty\n').replaceAll('\n', '\r\n'));
});

test('a cell of a notebook is shown as its source, and edited as such', async () => {
  const cells = [{ cell_type: 'code', id: 'c1', source: 'print(1)', metadata: {}, outputs: [] }];
  writeFileSync(path('a.ipynb'), JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
  const hook = window.claude(cellPayload(window.folder, 'a.ipynb', { cell_id: 'c1', new_source: 'print(2)' }));
  const entry = await window.request();
  assert.deepEqual(
    filesOf(entry)[0]?.hunks[0]?.lines.map((line) => line.text),
    ['print(1)', 'print(2)'],
  );
  await window.open.review.reviews.setEditedFile(entry.request.id, path('a.ipynb'), 'print(3)');
  await window.decide(await window.request(), { type: 'approve' });
  assert.equal(JSON.parse((await hook.ended).stdout).hookSpecificOutput.decision.updatedInput.new_source, 'print(3)');
});

test('two requests for one file do not disturb one another', async () => {
  const { hook: one, entry: first } = await asked();
  const two = window.claude(editPayload(window.folder, 'a.txt', 'line 24', 'line 24, changed'));
  const second = await window.request(1);
  window.open.review.reviews.setMarks(second.request.id, { left: [], viewed: [path()] });
  assert.deepEqual(reviewOf(first).viewed, []);
  await window.decide(first, { type: 'approve' });
  await one.ended;
  // The agent writes; the second is shown anew before it can be approved.
  writeFileSync(path(), after);
  await window.decide(second, { type: 'approve' });
  const now = await window.request(1);
  assert.equal(now.status.type, 'open');
  await window.decide(now, { type: 'approve' });
  assert.doesNotMatch((await two.ended).stdout, /updatedInput/);
});

test('a file that is deleted, or changed by one byte, refuses the decision', async () => {
  const { hook, entry } = await asked();
  writeFileSync(path(), before.replace('line 12\n', 'line 12 \n'));
  await window.decide(entry, { type: 'approve' });
  assert.equal((await window.request()).status.type, 'open');
  rmSync(path());
  await window.open.review.look(entry.request.id);
  const gone = await window.request();
  assert.equal(filesOf(gone)[0]?.status, 'wouldNotApply');
  await window.decide(gone, { type: 'deny', feedback: '' });
  await hook.ended;
});

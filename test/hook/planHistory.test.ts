import assert from 'node:assert/strict';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { exportThread } from '../../src/core/plan/export';
import { PlanHistory } from '../../src/window/planHistory';
import { temporaryFolder } from '../support/cleanup';
import type { TemporaryFolder } from '../support/cleanup';
import { quietLog } from '../support/liveWindow';

let folder: TemporaryFolder;
let path: string;

beforeEach(() => {
  folder = temporaryFolder('ph-');
  path = join(folder.path, 'plans');
});
afterEach(() => folder.remove());

const key = (session: string) => ({ agent: 'claude', session, path: '/p.md' });
const plan = (requestId: string, markdown: string, at = 0) => ({ requestId, at, markdown });
const opened = (limit = 1_000_000): PlanHistory => new PlanHistory(path, () => limit, quietLog);

test('what was saved is there for the next window; the same request is one revision', () => {
  const history = opened();
  history.add(key('s'), plan('r1', 'one'));
  history.add(key('s'), plan('r1', 'one'));
  history.add(key('s'), plan('r2', 'two'));
  history.change(key('s'), 'r1', { outcome: 'denied', remark: 'no' });
  history.change(key('s'), 'unknown', { outcome: 'lost' });
  const { revisions } = opened().thread(key('s'));
  assert.deepEqual(
    revisions.map(({ requestId, markdown, outcome }) => [requestId, markdown, outcome]),
    [
      ['r1', 'one', 'denied'],
      ['r2', 'two', ''],
    ],
  );
});

test('a file that is no thread counts as none, and does no harm', () => {
  const history = opened();
  history.add(key('s'), plan('r1', 'one'));
  const [name] = readdirSync(path);
  writeFileSync(join(path, name!), '{"agent":3}');
  writeFileSync(join(path, 'note.txt'), 'hello');
  assert.deepEqual(opened().all(), []);
  assert.deepEqual(opened().thread(key('s')).revisions, []);
});

test('over the limit the oldest threads go, the youngest stays whatever its size', () => {
  const history = opened(3000);
  for (const [index, session] of ['a', 'b', 'c'].entries()) {
    history.add(key(session), plan(session, session.repeat(2000), index));
    // Saved within the same instant; the order is by the time of the file.
    const newest = readdirSync(path).find((name) => Date.now() - statSync(join(path, name)).mtimeMs < 60_000)!;
    utimesSync(join(path, newest), new Date(), new Date(Date.now() - (10 - index) * 3_600_000));
  }
  history.add(key('d'), plan('d', 'd'.repeat(5000), 4));
  assert.deepEqual(
    opened()
      .all()
      .map((thread) => thread.session),
    ['d'],
  );
});

test('an export holds each revision whole, whatever fences are in it', () => {
  const history = opened();
  const nasty = '# Plan\n\n````md\n```js\nunclosed\n````\n```\nopen to the end';
  history.add(key('s'), plan('r1', nasty));
  history.change(key('s'), 'r1', {
    outcome: 'denied',
    comments: [{ id: 'a', kind: 'comment', body: 'Why?' }],
    remark: 'Smaller.',
  });
  const text = exportThread(history.thread(key('s')));
  const tokens = new MarkdownIt('commonmark').parse(text, {});
  assert.deepEqual(
    tokens.filter((token) => token.type === 'fence').map((token) => token.content),
    [`${nasty}\n`],
  );
  assert.match(text, /## Revision 1, 1970-01-01T00:00:00\.000Z: denied/);
  assert.match(text, /### Comments\n\n1\. Comment on the whole plan:\n\n {3}Why\?\n\nSmaller\.\n$/);
});

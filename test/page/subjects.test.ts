import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestView, SubjectView } from '../../src/protocol/views';
import type { ReviewPage } from '../support/reviewHarness';
import { brokenEdit, edit, someFile } from './editSubjects';
import * as fixtures from './requests';
import { commandView, ended, request } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh), { mayFail: true });

async function show(subject: SubjectView, change: Partial<RequestView> = {}): Promise<string> {
  await review.show(request({ subject, ...change }));
  return review.read();
}

function plan(markdown: string): SubjectView {
  return { type: 'plan', markdown, options: [] };
}

function commandOf(command: string): SubjectView {
  return commandView(command);
}

test('the header names agent, session, project, age, time left and place', async () => {
  await review.takeTime();
  await review.stopTime();
  const now = await review.page.evaluate(() => Date.now());
  await review.queue({ position: 2, total: 5, waiting: 4 });
  const asked = request({
    subject: edit,
    session: { title: 'Speed up sign-in', subagent: 'tester' },
    receivedAt: now - 12_000,
    deadline: now + 40_000,
  });
  await review.tell({ type: 'request', request: asked });
  const head = await review.read(review.page.locator('header'));
  for (const words of [
    'Claude Code',
    'Speed up sign-in',
    '2 of 5',
    'Edit · 3 files · +9 −4',
    'from subagent tester',
    'atlas-api',
  ]) {
    assert.ok(head.includes(words), words);
  }
  assert.match(head, /asked 12 s ago/);
  assert.match(head, /waits 40 s/);
  await review.pass(1500);
  await review.page.getByText('waits 39 s').waitFor();
});

test('edit: a unified diff with numbers, gaps, tags and word marks', async () => {
  const text = await show(edit);
  for (const words of [
    '40 unchanged lines',
    '17 unchanged lines',
    '75 unchanged lines',
    'New file',
    'Outside the project',
    'CRLF kept',
    'No newline at end of file',
    '+3 −3',
  ]) {
    assert.ok(text.includes(words), `${words} not in ${text}`);
  }
  const line = review.main.locator('.dl.add').first();
  await line.locator('ins').first().waitFor();
  assert.equal(await line.getAttribute('data-new'), '42');
  assert.deepEqual(await review.readAll(line.locator('ins')), ['await ', 'redis', 'key(', ')']);
  const snapshot = await review.main.ariaSnapshot();
  assert.match(snapshot, /removed: /);
  assert.match(snapshot, /added: /);
});

test('edit: would not apply, unchanged, unreadable, empty, blank lines', async () => {
  const text = await show(brokenEdit);
  assert.match(text, /Would not apply/);
  assert.match(text, /The text it replaces is not in the file/);
  assert.match(text, /this\.cache\.get\(id\)/);
  const file = {
    path: 'a.txt',
    absolutePath: '/p/a.txt',
    warnings: [],
    tags: [],
    edited: false,
    unsaved: false,
    added: 0,
    removed: 0,
    hunks: [],
    oldLines: 3,
  };
  const added = (count: number): { type: 'add'; text: string; new: number }[] =>
    Array.from({ length: count }, (_, i) => ({ type: 'add', text: i === count - 1 ? 'rm -rf' : '', new: i + 1 }));
  const more = await show(
    {
      type: 'edit',
      files: [
        { ...file, status: 'unchanged' },
        { ...file, status: 'unreadable', problem: 'It is not text.' },
        { ...file, status: 'new', oldLines: 0 },
        {
          ...file,
          status: 'new',
          oldLines: 0,
          added: 301,
          hunks: [{ id: 'h', oldStart: 0, newStart: 1, lines: added(301) }],
        },
      ],
      fields: [{ name: 'mode', text: '0755' }],
    },
    { id: 'r2' },
  );
  for (const words of [
    'the file already has this text',
    'It is not text.',
    'The new file is empty.',
    '300 blank lines',
    'rm -rf',
    '0755',
  ]) {
    assert.ok(more.includes(words), `${words} not in ${more}`);
  }
});

test('command: whole, with where it runs and what the agent says', async () => {
  const text = await show(fixtures.longCommand);
  for (const words of [
    '308 lines',
    '300 blank lines',
    '/home/mira/atlas-api',
    '“Clean the build and install the helper”',
    'ZWSP',
    'RLO',
    'ESC',
    'timeout',
    '120000',
  ]) {
    assert.ok(text.includes(words), `${words} not in ${text}`);
  }
  assert.match(text, /invoice\s*RLO\s*fdp\.exe/);
  const box = review.main.locator('.inv', { hasText: 'ZWSP' });
  assert.match((await box.getAttribute('title')) ?? '', /zero width space, U\+200B/);
});

test('tool and question: all values, whole', async () => {
  const text = await show(fixtures.tool);
  for (const words of ['mcp__tracker__create_issue', 'tracker', 'ATLAS', 'delete its tests', 'auth', 'empty']) {
    assert.ok(text.includes(words), `${words} not in ${text}`);
  }
  assert.match(await show(fixtures.question, { id: 'r2' }), /Which database should we use\?/);
});

test('hostile text stays text, everywhere', async () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u200b\u001b[31m';
  const told: SubjectView[] = [
    plan(evil),
    commandOf(evil),
    { type: 'tool', name: evil, server: evil, fields: [{ name: evil, text: evil }] },
    {
      type: 'edit',
      files: [{ ...someFile, path: evil, absolutePath: evil, tags: [evil], problem: evil }],
      fields: [{ name: evil, text: evil }],
    },
  ];
  for (const [index, subject] of told.entries()) {
    const text = await show(subject, {
      id: `evil${index}`,
      agent: { id: 'x', name: evil, monogram: 'XX' },
      session: { title: evil, subagent: evil },
      project: evil,
      cwd: evil,
      notes: [{ kind: 'warn', title: evil, text: evil }],
      abilities: { ...request().abilities, approve: { possible: false, reason: evil } },
    });
    assert.ok(text.includes('<script>alert(2)</script>'), text);
    assert.equal(await review.page.locator('img, script:not([nonce])').count(), 0);
    const whole = await review.page.evaluate(() => document.documentElement.outerHTML);
    assert.doesNotMatch(whole, /[\u202e\u200b\u001b]/, 'an invisible character reached the document');
  }
});

test('300 blank lines, 10,000 spaces and a lone CR hide nothing', async () => {
  const text = await show(commandOf(`echo a${'\n'.repeat(301)}echo b${' '.repeat(10_000)}echo c\recho d\r\necho e`));
  assert.match(text, /echo a[\s\S]*300 blank lines[\s\S]*echo b\s*10,000 spaces\s*echo c\s*CR\s*echo d/);
  assert.match(text, /CR LF at the end of 1 line/);
  const fenced = await show(plan(`\`\`\`\na${'\n'.repeat(301)}b\n\`\`\``), { id: 'r2' });
  assert.match(fenced, /a\s*⋯ 300 blank lines ⋯\s*b/);
});

test('banners: the worst two, and the others counted', async () => {
  await review.queue({ paused: true });
  await show(fixtures.command, {
    notes: [
      { kind: 'info', title: 'Info one.', text: '' },
      { kind: 'warn', title: 'Warn one.', text: '' },
      { kind: 'error', title: 'Error one.', text: '' },
    ],
  });
  const titles = (): Promise<string[]> => review.readAll(review.page.locator('.banner b'));
  assert.deepEqual(await titles(), ['Error one.', 'Warn one.']);
  await review.button('2 more').click();
  assert.deepEqual(await titles(), ['Error one.', 'Warn one.', 'Info one.', 'Paused.']);
  await review.button('Resume').click();
  await review.waitFor((message) => message.type === 'resume');
});

test('outcomes take the place of the buttons, at their height', async () => {
  await review.queue({ total: 2, waiting: 1 });
  await review.show(request());
  const height = (): Promise<number> =>
    review.page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().height);
  const open = await height();
  await review.tell({ type: 'status', id: 'r1', status: { type: 'answering', decision: 'deny' } });
  await review.page.getByText('Denied. Sending…').waitFor();
  assert.equal(await height(), open);
  await review.tell({ type: 'status', id: 'r1', status: ended('denied', { delivery: 'confirmed' }) });
  await review.page.getByText('Denied, delivered').waitFor();
  assert.equal(await height(), open);
  assert.equal(await review.page.locator('[data-decide]').count(), 0);
  await review.button('Dismiss').click();
  assert.deepEqual(await review.waitFor((message) => message.type === 'dismiss'), { type: 'dismiss', id: 'r1' });
});

test('a request that is only watched can be dismissed and nothing else', async () => {
  await show(fixtures.command, { status: { type: 'watching', reason: 'Kimi Code ignores answers from here.' } });
  await review.page.keyboard.press('Control+Shift+Enter');
  await review.button('Approve').click({ force: true });
  assert.equal(await review.button('Answer in terminal').count(), 0);
  await review.button('Dismiss').click();
  await review.waitFor((message) => message.type === 'dismiss');
  assert.equal((await review.messages('decide')).length, 0);
});

test('nothing waits; paused; not told yet', async () => {
  assert.equal((await review.read()).trim(), '');
  await review.queue({ total: 0, waiting: 0, position: 0, paused: true });
  await review.tell({ type: 'request', request: null });
  await review.page.getByText('Nothing waits for you.').waitFor();
  await review.button('Resume').waitFor();
  assert.equal(await review.page.locator('.bar').count(), 0);
});

test('"shown" is said once for each text, and not while the panel is hidden', async () => {
  await review.tell({ type: 'visible', visible: false });
  await review.tell({ type: 'request', request: request() });
  assert.equal((await review.messages('shown')).length, 0);
  await review.tell({ type: 'visible', visible: true });
  await review.waitFor((message) => message.type === 'shown');
  await review.show(request());
  await review.show(request({ hash: 'h2' }));
  assert.deepEqual(
    (await review.messages('shown')).map((message) => message.hash),
    ['h1', 'h2'],
  );
});

test('a request is announced once, politely', async () => {
  await show(fixtures.longCommand);
  const live = review.page.locator('.sr[aria-live=polite]');
  assert.equal(await live.textContent(), 'Claude Code asks. Command · 308 lines. atlas-api.');
  await show(fixtures.longCommand, { risk: 'dangerous' });
  assert.equal(await live.textContent(), 'Claude Code asks. Command · 308 lines. Dangerous. atlas-api.');
});

test('an error on the page is told', async () => {
  await review.page.evaluate(
    () => void setTimeout(() => window.dispatchEvent(new ErrorEvent('error', { message: 'it broke' }))),
  );
  assert.deepEqual(await review.waitFor((message) => message.type === 'failed'), {
    type: 'failed',
    message: 'it broke',
  });
});

test('a subject that cannot be drawn is shown as it came', async () => {
  const broken = { ...fixtures.command, command: 'echo whole', cwd: null } as unknown as SubjectView;
  const text = await show(broken);
  assert.match(text, /could not be drawn[\s\S]*echo whole/);
  await review.waitFor((message) => message.type === 'failed');
});

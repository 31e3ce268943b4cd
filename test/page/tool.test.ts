import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubjectView } from '../../src/protocol/views';
import type { ReviewPage } from '../support/reviewHarness';
import { flaws, outside } from './checks';
import { request } from './requests';
import { richTool, toolOf } from './toolRequests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

let count = 0;
async function show(subject: SubjectView): Promise<string> {
  await review.show(request({ id: `tool${(count += 1)}`, subject }));
  return review.read();
}

test('a tool is named without its server, and whole; values are a tree that is open', async () => {
  const text = await show(richTool);
  for (const words of [
    'create_issue',
    'mcp__tracker__create_issue',
    'Server',
    'tracker',
    'ATLAS',
    'empty list',
    'null',
  ])
    assert.ok(text.includes(words), words);
  assert.match(text, /sprint\s+3 values\s+id\s+42\s+name\s+Week 49\s+goals\s+2 items\s+0\s+ship\s+1\s+measure/);
  assert.match(text, /assignee\s+empty/);
  // A string that reads like a number is told from one.
  assert.match(text, /code\s+0755\s+text/);
  assert.equal(await review.main.locator('details:not([open])').count(), 0);
  await review.main.locator('summary', { hasText: '2 values' }).first().click();
  assert.equal(await review.main.locator('details:not([open])').count(), 1);
});

test('JSON in a text is a tree, with all digits, names that stand twice, and __proto__; Raw shows it as it is', async () => {
  const text = await show(richTool);
  assert.match(
    text,
    /id\s+9007199254740993\s+id\s+same name again\s+1\s+nested\s+1 value\s+__proto__\s+1 value\s+admin\s+true/,
  );
  const raw = review.main.getByRole('button', { name: 'Raw' });
  await raw.nth(1).click();
  assert.ok((await review.read()).includes('"id":9007199254740993,"id":1'));
});

test('Markdown in a text is rendered, and links say where they lead; Raw shows it as it is', async () => {
  await show(richTool);
  await review.main.getByRole('heading', { name: 'Why' }).waitFor();
  const text = await review.read();
  assert.match(text, /sign in \(evil\.example\. “github\.com” is a user name here, not the host/);
  await review.main.getByRole('link', { name: 'the dashboard' }).click();
  const opened = await review.waitFor((message) => message.type === 'openLink');
  assert.deepEqual(opened, { type: 'openLink', url: 'https://grafana.example.com/d/42' });
  await review.main.getByRole('button', { name: 'Raw' }).first().click();
  assert.ok((await review.read()).includes('- delete `refreshInline`'));
});

test('line ends of CR LF are told of', async () => {
  assert.match(await show(toolOf({ some: 'a\r\nb\nc' })), /CR LF at the end of 1 line/);
  assert.match(await show(toolOf({ all: 'a\r\nb\r\n' })), /CR LF at the end of all lines/);
  assert.doesNotMatch(await show(toolOf({ none: 'a\nb\n' })), /CR LF/);
});

test('addresses are whole, with the real host', async () => {
  const text = await show(richTool);
  assert.match(text, /Leads to get\.xn--exmple-4nf\.dev/);
  assert.equal(await review.read(review.main.locator('.address b').last()), 'hooks.example.com');
  assert.ok(text.includes('https://hooks.example.com:8443/tracker?token=abc'));
  assert.match(text, /127\.0\.0\.1\. 2130706433 is a way to write the address 127\.0\.0\.1/);
});

test('tabs in a line, blanks at its end and blank lines are told', async () => {
  await show(richTool);
  const names = await review.main
    .locator('.inv')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  for (const name of ['1 tab within the line', '2 spaces at the end of the line', 'zero width space, U+200B'])
    assert.ok(names.includes(name), name);
  assert.ok((await review.read()).includes('4 blank lines'));
});

test('deep, wide and long values are all there', { timeout: 120_000 }, async () => {
  const deep = `${'{"a":['.repeat(500)}"bottom"${']}'.repeat(500)}`;
  const wide = `{${Array.from({ length: 10_000 }, (_, i) => `"key${i}":${i}`).join(',')}}`;
  const many = JSON.stringify(
    Array.from({ length: 200 }, (_, i) => Array.from({ length: 150 }, (_v, k) => `v${i}-${k}`)),
  );
  const subject: SubjectView = {
    ...toolOf({}),
    fields: [
      { name: 'deep', text: deep, json: true },
      { name: 'wide', text: wide, json: true },
      { name: 'many', text: many, json: true },
      { name: 'long', text: `${'word '.repeat(200_000)}end` },
      { name: '__proto__', text: 'named' },
      { name: '', text: 'nameless' },
      { name: 'broken', text: '{"a": ', json: true },
    ],
  };
  await review.tell({ type: 'request', request: request({ id: 'large', subject }) });
  await review.waitFor((message) => message.type === 'shown' && message.id === 'large', 90_000);
  const whole = (await review.main.textContent()) ?? '';
  for (const words of ['"bottom"', 'key9999', '"v199-149"', 'word end', '{"a":'])
    assert.ok(whole.includes(words), words);
  assert.match(whole, /__proto__\s*named/);
  assert.match(whole, /no name\s*nameless/);
  assert.deepEqual(await outside(review), []);
});

test('nothing outside the page, and nothing for axe, in any theme', async () => {
  for (const size of [
    { width: 1200, height: 900 },
    { width: 400, height: 800 },
  ]) {
    await review.page.setViewportSize(size);
    const name = `tool-${size.width}`;
    await review.show(request({ id: name, subject: richTool }));
    await review.main.getByRole('heading', { name: 'Why' }).waitFor();
    assert.deepEqual(await flaws(review, { axe: size.width === 1200 ? 'all' : 'one', name }), []);
  }
});

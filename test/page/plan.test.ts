import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestView, SubjectView } from '../../src/protocol/views';
import type { ReviewPage } from '../support/reviewHarness';
import * as fixtures from './requests';
import { request } from './requests';
import { usePage } from './usePage';

let review: ReviewPage;
usePage((fresh) => (review = fresh));

async function show(subject: SubjectView, change: Partial<RequestView> = {}): Promise<string> {
  await review.show(request({ subject, ...change }));
  return review.read();
}

function plan(markdown: string): SubjectView {
  return { type: 'plan', markdown, options: [] };
}

test('plan: rendered, with its path, and as source with line numbers', async () => {
  const text = await show(fixtures.plan);
  assert.ok(text.includes('Plan file: /home/mira/.claude/plans/go-reflective-valiant.md'));
  const count = (selector: string): Promise<number> => review.main.locator(selector).count();
  assert.equal(await count('h2.md-h1'), 1);
  assert.equal(await count('table tr'), 4);
  assert.equal(await count('li.task input:disabled'), 2);
  assert.equal(await count('li.task input:checked'), 1);
  assert.equal(await count('blockquote'), 1);
  assert.equal(await count('s'), 1);
  await review.button('Source').click();
  const source = await review.readAll(review.main.locator('.rows code'));
  assert.equal(source.join('\n'), fixtures.planText.trimEnd());
});

test('plan: links say where they go; only web addresses can be followed, and only by asking', async () => {
  const text = await show(
    plan(
      '[docs](https://docs.example.com/a "tip") [https://github.com](https://evil.example/x) <https://same.example/> ' +
        '[run](javascript:alert(1)) [file](file:///etc/passwd) [cmd](command:workbench.action.quit) [data](data:text/html,x) ![alt](https://img.example/p.png "t") [rel](src/a.ts)',
    ),
  );
  for (const words of [
    'docs (docs.example.com “tip”)',
    'https://github.com (evil.example)',
    'run (javascript:alert(1))',
    'file (file:///etc/passwd)',
    'cmd (command:workbench.action.quit)',
    'data (data:text/html,x)',
    '[image: alt] (https://img.example/p.png “t”)',
    'rel (src/a.ts)',
  ]) {
    assert.ok(text.includes(words), `${words} not in ${text}`);
  }
  assert.ok(!text.includes('https://same.example/ ('));
  const links = review.main.locator('a');
  assert.deepEqual(await links.evaluateAll((all) => all.map((a) => a.getAttribute('href'))), [
    'https://docs.example.com/a',
    'https://evil.example/x',
    'https://same.example/',
  ]);
  await links.nth(1).click();
  await links.nth(2).click({ button: 'middle' });
  await links.nth(2).click({ modifiers: ['Control'] });
  assert.deepEqual(
    (await review.messages('openLink')).map((message) => message.url),
    ['https://evil.example/x', 'https://same.example/'],
  );
});

test('plan: nothing that the parser drops goes unseen', async () => {
  const text = await show(
    plan(
      [
        '---\ntitle: front\n---',
        '<script>alert(1)</script><!-- a comment --> &lt;b&gt;',
        '[ref]: https://example.com "hidden words one"',
        '[ref]: https://example.com "hidden words two"',
        '> quoted\n>\n> [in]: x "hidden in quote"',
        '| a | b |\n| - | - |\n| 1 | 2 | three | four |',
        '```sh extra info\necho hi\n```',
        `${'>'.repeat(150)} very deep`,
        `a\\\n${'\\\n'.repeat(40)}b`,
        '#',
      ].join('\n\n'),
    ),
  );
  for (const words of [
    'title: front',
    '<script>alert(1)</script><!-- a comment --> <b>',
    'hidden words one',
    'hidden words two',
    'hidden in quote',
    'three | four',
    'sh extra info',
    'very deep',
    '41 line breaks',
  ]) {
    assert.ok(text.includes(words), `${words} not in ${text}`);
  }
});

test('plan: ways that the agent offers are listed', async () => {
  const text = await show(fixtures.planWithWays);
  assert.match(text, /The agent offers 2 ways/);
  assert.match(text, /Shell script\s+Runs\./);
});

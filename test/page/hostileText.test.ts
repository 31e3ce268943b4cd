import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RequestView, SubjectView } from '../../src/protocol/views';
import { ReviewHarness, type ReviewPage } from '../support/reviewHarness';
import { dangerous, hostile, touch } from './commandRequests';
import { editReview } from './editReviews';
import { planRequest } from './planRequests';
import { brokenEdit, edit } from './editSubjects';
import * as fixtures from './requests';
import { ended, request } from './requests';
import { richTool } from './toolRequests';

/** One of each kind of what must never stand in the document as it is. */
const evil =
  '<img src=x onerror=alert(1)>\u0000\u0007\u0008\u001b[2K\u001b]0;t\u0007\u009b1A\u0085a\u00adb\u061c\u200b\u200d\u200e\u202e\u2028\u2066\u2069\u3164\ufeff\u{e0041}\ud800z\u00a0';

/** Written apart from the code under test. */
const forbidden =
  /[\0-\x08\x0B-\x1F\x7F-\xA0\xAD\u061C\u115F\u1160\u200B-\u200F\u2028-\u202E\u2060-\u2069\u2800\u3164\uFEFF\uFFA0]|[\u{E0000}-\u{E0FFF}]|[\uD800-\uDFFF](?![\uDC00-\uDFFF])(?<![\uD800-\uDBFF][\uDC00-\uDFFF])/u;

/** Strings by which the page tells things apart. They are ours: no agent writes them. */
const ours =
  /^(?:type|status|kind|risk|verb|back|choose|id|hash|basis|language|cellLanguage|rule|outcome|delivery|decision|counts|side|depth)$/;

/** The same view with the hostile text added to every string that is not one of ours. */
function poisoned<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (ours.test(key) ? value : `${value}${evil}`) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => poisoned(one, key)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned<unknown>(one, name)])) as T;
}

function view(subject: SubjectView, change: Partial<RequestView> = {}): RequestView {
  return request({
    subject,
    session: { title: 'Session', subagent: 'helper' },
    notes: [
      { kind: 'warn', title: 'Note.', text: 'Its text' },
      { kind: 'error', title: 'Error.', text: 'Its text' },
    ],
    abilities: {
      approve: { possible: true },
      approveLabel: 'Continue',
      approveMeans: 'it goes on',
      deny: { possible: true },
      additions: [{ id: 'a', label: 'Always', detail: 'in this session' }],
      feedback: true,
      handBack: 'The agent asks.',
      asksIn: 'the browser',
    },
    identical: [{ id: 'other', session: 'Another', receivedAt: 1 }],
    ...change,
  });
}

const comment = { id: 'c', kind: 'comment', body: 'A comment' } as const;
const views: Readonly<Record<string, RequestView>> = {
  plan: {
    ...planRequest({ comments: [comment], revision: 2, revisions: 2, earlier: ['# Before\n\ntext'] }),
    id: 'plan',
  },
  planWithWays: view(fixtures.planWithWays),
  edit: view(edit, { review: editReview() }),
  editWhole: view(edit, { review: editReview({ edits: { possible: false, reason: 'It cannot.' } }) }),
  brokenEdit: view(brokenEdit, { review: editReview() }),
  command: view(fixtures.command),
  longCommand: view(fixtures.longCommand),
  // With a reason for each mark, an earlier text of it, and values of its own.
  markedCommand: view({ ...dangerous, asked: 'rm -rf cache', fields: [{ name: 'timeout', text: '120000' }] }),
  hostileCommand: view({ ...hostile, analysis: { ...hostile.analysis, steps: null, unparsed: 'It is not closed.' } }),
  fixedCommand: view(dangerous, {
    abilities: {
      ...request().abilities,
      editedCommand: {
        edits: { possible: false, reason: 'It cannot take an edited command.' },
        told: 'It is not told.',
      },
    },
  }),
  question: view(fixtures.question),
  questions: view(
    {
      type: 'question',
      questions: [
        {
          text: 'Where?',
          header: 'Place',
          options: [
            { label: 'Here', description: 'Near', preview: 'a map' },
            { label: 'There', description: 'Far', preview: 'another map' },
          ],
          choose: 'one',
          freeText: true,
          notes: true,
        },
        { text: 'Which?', options: [{ label: 'This' }, { label: 'That' }], choose: 'any', freeText: true, notes: true },
      ],
      fields: [],
    },
    {
      answers: [
        { chosen: [0], text: '', note: 'near the door' },
        { chosen: [], text: 'both', note: '' },
      ],
    },
  ),
  tool: view(fixtures.tool),
  richTool: view(richTool),
  noApprove: view(fixtures.tool, {
    abilities: {
      ...request().abilities,
      approve: { possible: false, reason: 'It cannot.' },
      deny: { possible: false, reason: 'It cannot.' },
    },
  }),
  watching: view(fixtures.command, { status: { type: 'watching', reason: 'It ignores answers.' } }),
  failed: view(fixtures.command, { status: ended('denied', { delivery: 'failed', detail: 'gone' }) }),
  overtaken: view(fixtures.command, { status: ended('approved', { delivery: 'overtaken', detail: 'It ran.' }) }),
  approved: view(fixtures.command, { status: ended('approved', { delivery: 'confirmed' }) }),
  elsewhere: view(fixtures.command, { status: ended('answeredElsewhere', { detail: 'It was allowed.' }) }),
};

let harness: ReviewHarness;
let review: ReviewPage;
before(async () => {
  harness = await ReviewHarness.start();
  review = await harness.open();
});
after(() => harness.stop());

/** Every text and attribute in the document that has something forbidden; values of boxes that people write in are theirs. */
function found(): Promise<string[]> {
  return review.page.evaluate((source) => {
    const pattern = new RegExp(source, 'u');
    const all: string[] = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const { name, value } of node.attributes)
          if (pattern.test(value) && !name.startsWith('data-'))
            all.push(`${node.tagName} ${name}: ${escape(value.slice(0, 200))}`);
      } else if (pattern.test(node.nodeValue ?? '') && node.parentElement?.tagName !== 'TEXTAREA') {
        all.push(`${node.parentElement?.className}: ${escape(node.nodeValue?.slice(0, 200) ?? '')}`);
      }
    }
    return all;
  }, forbidden.source);
}

for (const [name, clean] of Object.entries(views)) {
  test(`${name}: whatever stands in any of its texts, none of it is in the document as it is`, async () => {
    const shown = { ...poisoned(clean), id: name, hash: name, basis: name, draft: '' };
    await review.show(shown);
    if (clean.subject.type === 'command') {
      await review.tell({ type: 'touch', id: name, touch: poisoned({ ...touch, cwdWarning: 'It is elsewhere.' }) });
      await review.page.getByRole('table').first().waitFor();
    }
    await review.rest();
    assert.deepEqual(await found(), []);
    assert.equal(await review.page.locator('img, script:not([nonce])').count(), 0);
    const text = await review.read(review.page.locator('body'));
    assert.match(text, /<img src=x onerror=alert\(1\)>/);
    for (const label of ['RLO', 'TAG A', 'ESC[2K']) assert.ok(text.includes(label), label);
    assert.deepEqual(review.problems, []);
    assert.deepEqual(await review.messages('failed'), []);
  });
}

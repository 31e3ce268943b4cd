import type { AbilitiesView, LedgerEntry, PlanReviewView, RequestView } from '../../src/protocol/views';
import type { Anchor, ReviewComment } from '../../src/protocol/comment';
import { planText, request } from './requests';

/** The place of a text that stands once in the plan. */
export function anchorOn(text: string, markdown = planText): Anchor {
  const at = markdown.indexOf(text);
  if (at < 0 || markdown.includes(text, at + 1)) throw new Error(`not once: ${text}`);
  const before = markdown.slice(0, at);
  const startLine = before.split('\n').length;
  const startColumn = at - before.lastIndexOf('\n') - 1;
  return { startLine, endLine: startLine, startColumn, endColumn: startColumn + text.length, quote: text };
}

/** Whole lines. */
export function anchorLine(start: string, markdown = planText): Anchor {
  const lines = markdown.split('\n');
  const index = lines.findIndex((line) => line.startsWith(start));
  if (index < 0) throw new Error(`no line: ${start}`);
  return { startLine: index + 1, endLine: index + 1, quote: lines[index] ?? '' };
}

export const question: ReviewComment = {
  id: 'q-1',
  kind: 'question',
  body: 'What does the first request after a cold start get, before the loop has run once?',
  anchor: anchorOn('refreshes tokens every 30 s'),
};

export const replacement: ReviewComment = {
  id: 'r-1',
  kind: 'replace',
  body: 'then keep the old path behind a flag for one release',
  anchor: anchorOn('then delete the old path'),
};

export const again: ReviewComment = {
  id: 'a-1',
  kind: 'comment',
  body: 'What if the clock is off by a minute?',
  anchor: anchorOn('compares `exp` with `Date.now()`'),
  madeOn: 1,
};

/** The revision before: another approach, no rollout list, another risk. */
export const earlierText = planText
  .replace(
    'outside the request path **refreshes tokens every 30 s**, five minutes',
    'in the middleware **refreshes tokens on each request**, a minute',
  )
  .replace(
    'Tokens move from process memory to the Redis that sessions already use.',
    'Tokens move to a separate cache.',
  )
  .replace('   - [ ] Watch the miss rate for a day; then delete the old path\n', '')
  .replace('> If the miss rate is over 1 %, page the on-call.\n\n', '')
  .replace(
    '- ~~A second Redis~~ is not needed.\n',
    '- ~~A second Redis~~ is not needed.\n- The provider may limit us.\n',
  );

const entry = (id: string, state: LedgerEntry['state'], body: string, was: string, anchor?: Anchor): LedgerEntry => ({
  comment: { id, kind: 'comment', body, ...(anchor ? { anchor } : {}) },
  state,
  was,
  sent: true,
});

export const ledger: NonNullable<PlanReviewView['ledger']> = {
  revision: 1,
  entries: [
    entry(
      'l-1',
      'textChanged',
      'Do not refresh on every request.',
      'refreshes tokens on each request',
      anchorLine('A loop outside'),
    ),
    entry(
      'l-2',
      'unchanged',
      'Which Redis, and who pays for it?',
      'is encrypted with the session key',
      anchorOn('is encrypted with the session key'),
    ),
    entry('l-3', 'unchanged', again.body, 'compares `exp` with `Date.now()`', again.anchor),
    { ...entry('l-4', 'gone', 'Why would it?', 'The provider may limit us.'), sent: false },
  ],
};

export function review(change: Partial<PlanReviewView> = {}): PlanReviewView {
  return {
    type: 'plan',
    comments: [],
    revision: 1,
    revisions: 1,
    earlier: [],
    ledger: null,
    edits: { possible: true },
    quickRemarks: ['Add a test', 'Out of scope', 'Smaller steps'],
    ...change,
  };
}

export const secondRevision: PlanReviewView = review({
  comments: [question, replacement, again],
  revision: 2,
  revisions: 2,
  earlier: [earlierText],
  ledger,
});

export const modes: AbilitiesView['additions'] = [
  { id: 'default', label: 'ask for each edit', detail: 'As it is now' },
  { id: 'acceptEdits', label: 'accept edits', detail: 'Edits in this session no longer ask' },
];

export function planRequest(change: Partial<PlanReviewView> = {}, more: Partial<RequestView> = {}): RequestView {
  const path = '/home/mira/.claude/plans/go-reflective-valiant.md';
  return request({
    subject: { type: 'plan', markdown: planText, path, options: [] },
    review: review(change),
    abilities: { ...request().abilities, additions: modes },
    ...more,
  });
}

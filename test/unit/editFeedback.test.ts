import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { compileEditFeedback, inEditOrder } from '../../src/core/edit/feedback';
import type { CommentKind, ReviewComment } from '../../src/protocol/comment';
import type { FileHunkView, FileView, LineView } from '../../src/protocol/views';

/** A hunk from the lines of a patch. */
function hunk(id: string, oldStart: number, newStart: number, text: string): FileHunkView {
  let [old, now] = [oldStart, newStart];
  const lines = text.split('\n').map((line): LineView => {
    const rest = line.slice(1);
    if (line.startsWith('+')) return { type: 'add', text: rest, new: now++ };
    if (line.startsWith('-')) return { type: 'remove', text: rest, old: old++ };
    return { type: 'context', text: rest, old: old++, new: now++ };
  });
  return { id, oldStart, newStart, lines };
}

function file(path: string, hunks: readonly FileHunkView[], more: Partial<FileView> = {}): FileView {
  return {
    path,
    absolutePath: `/p/${path}`,
    status: 'changed',
    warnings: [],
    tags: [],
    added: 0,
    removed: 0,
    hunks,
    oldLines: 100,
    edited: false,
    unsaved: false,
    ...more,
  };
}

const store = file('src/store.ts', [
  hunk(
    'h1',
    41,
    41,
    ' get() {\n-  const a = 1;\n-  if (a) go();\n+  const a = await one();\n+  if (a === null) go();\n+  log(a);\n }',
  ),
  hunk('h2', 63, 64, ' set() {\n-  put();\n+  await put({ ttl: 86400 });\n }'),
]);
const env = file('~/.zshrc', [hunk('h3', 12, 12, ' a\n+b\n c')], { absolutePath: '/home/m/.zshrc' });
const files = [store, env];

const at = (startLine: number, quote: string, endLine = startLine): Pick<ReviewComment, 'anchor'> => ({
  anchor: { startLine, endLine, quote },
});
const comments: readonly ReviewComment[] = [
  { id: 'e', kind: 'question', body: 'Who reads it?', file: '/home/m/.zshrc', ...at(13, 'b') },
  {
    id: 'c',
    kind: 'replace',
    body: '  if (a === undefined) go();',
    file: '/p/src/store.ts',
    ...at(43, '  if (a === null) go();'),
  },
  {
    id: 'b',
    kind: 'comment',
    body: 'Why must it go?',
    file: '/p/src/store.ts',
    side: 'old',
    ...at(42, '  const a = 1;\n  if (a) go();', 43),
  },
  { id: 'd', kind: 'comment', body: 'Add a test.', file: '/p/src/store.ts' },
  { id: 'a', kind: 'comment', body: 'Too much at once.' },
];

test('golden: the whole, files and lines in order, left hunks, questions apart, the remark last', () => {
  assert.equal(
    compileEditFeedback(files, { comments, left: ['h2', 'h3', 'gone'], remark: 'Keep the API.\n' }),
    `Edit not approved; nothing was written. Change it as asked below and try again. Keep everything else as you proposed it. Lines are those of the file as you proposed it, unless it says "on disk".

## Changes asked for

1. Comment on the whole edit:

   Too much at once.

2. Comment on the whole of \`src/store.ts\`:

   Add a test.

3. Comment on \`src/store.ts\`, lines 42 to 43 on disk:

   \`\`\`
     const a = 1;
     if (a) go();
   \`\`\`

   Why must it go?

4. Replace in \`src/store.ts\`, line 43:

   \`\`\`
     if (a === null) go();
   \`\`\`

   with:

   \`\`\`
     if (a === undefined) go();
   \`\`\`

## Leave as it is on disk

- Do not change line 64 on disk of \`src/store.ts\`. You proposed:

  \`\`\`diff
  -  put();
  +  await put({ ttl: 86400 });
  \`\`\`

- Do not insert after line 12 on disk of \`~/.zshrc\`. You proposed:

  \`\`\`diff
  +b
  \`\`\`

## Questions (answer them; no change asked for)

5. On \`~/.zshrc\`, line 13:

   \`\`\`
   b
   \`\`\`

   Who reads it?

## General

Keep the API.`,
  );
});

test('a remark alone goes out as it was typed; questions alone ask for answers only', () => {
  assert.equal(compileEditFeedback(files, { comments: [], left: ['gone'], remark: ' as typed \n' }), ' as typed \n');
  const asked = compileEditFeedback(files, { comments: [comments[0]!], left: [], remark: '' });
  assert.match(asked, /^Edit not approved yet; nothing was written\. Answer the questions below/);
  assert.doesNotMatch(asked, /Changes asked for|General/);
});

test('hunks that are left out are named without comments too; a long one is not quoted whole', () => {
  const long = file('a', [hunk('h', 1, 1, Array.from({ length: 300 }, (_, index) => `+line ${index}`).join('\n'))]);
  const message = compileEditFeedback([long], { comments: [], left: ['h'], remark: '' });
  assert.match(message, /^Edit not approved; nothing was written\. Change it/);
  assert.match(message, /- Do not insert at the beginning of `a`\. You proposed:/);
  assert.match(message, /\+line 19\n {2}```\n\n {2}and 280 lines more\.$/);
});

test('a name with anything in it stays on its line, as code', () => {
  const odd = file('a`b``\n## c', [hunk('h', 1, 1, '+x')]);
  const message = compileEditFeedback([odd], {
    comments: [{ id: 'c', kind: 'comment', body: 'x', file: odd.absolutePath }],
    left: [],
    remark: '',
  });
  assert.match(message, /^1\. Comment on the whole of ```a`b``⏎## c```:$/m);
});

test('removed lines stand before those that replace them, and after hunks above have shifted them', () => {
  const order = inEditOrder(files, [
    { id: 'new 42', kind: 'comment', body: '', file: '/p/src/store.ts', ...at(42, '') },
    { id: 'old 64', kind: 'comment', body: '', file: '/p/src/store.ts', side: 'old', ...at(64, '') },
    { id: 'old 50', kind: 'comment', body: '', file: '/p/src/store.ts', side: 'old', ...at(50, '') },
    { id: 'old 43', kind: 'comment', body: '', file: '/p/src/store.ts', side: 'old', ...at(43, '') },
    { id: 'new 65', kind: 'comment', body: '', file: '/p/src/store.ts', ...at(65, '') },
    { id: 'new 51', kind: 'comment', body: '', file: '/p/src/store.ts', ...at(51, '') },
  ]);
  assert.deepEqual(
    order.map(({ id }) => id),
    ['old 43', 'new 42', 'old 50', 'new 51', 'old 64', 'new 65'],
  );
});

// The message is Markdown, and a model reads it as such: whatever a body or a quote holds, it must come out whole and end nothing.
const parser = new MarkdownIt('commonmark');
const line = fc.oneof(
  fc.constantFrom(
    '',
    '```',
    '````js',
    '~~~',
    '# heading',
    '- item',
    '1. one',
    '> quote',
    '    code',
    '<!--',
    '<div>',
    '---',
    '\t',
    '[a]: b',
    '\\',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n\0]/g, ' ')),
);
const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
const kind: fc.Arbitrary<CommentKind> = fc.constantFrom('comment', 'question', 'replace', 'insert', 'delete');

test('round trip: each body and each quote comes out whole from its own list item, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, text, text), { minLength: 1, maxLength: 12 }), (given) => {
      const made = given.map(([one, body, quote], index): ReviewComment => ({
        id: String(index),
        kind: one,
        body,
        file: '/p/src/store.ts',
        ...at(index + 1, quote),
      }));
      const message = compileEditFeedback(files, { comments: made, left: ['h2'], remark: '' });
      const lines = message.split('\n');
      const items = new Map<number, { text: string; codes: readonly string[] }>();
      const tokens = parser.parse(message, {});
      for (const [index, token] of tokens.entries()) {
        if (token.type !== 'list_item_open' || token.level !== 1 || !token.map || token.info === '') continue;
        const number = Number(token.info);
        const own = lines.slice(...token.map).map((one) => one.slice(`${number}. `.length));
        const end = tokens.findIndex(
          (one, place) => place > index && one.type === 'list_item_close' && one.level === 1,
        );
        const codes = tokens.slice(index, end).filter((one) => one.type === 'fence' && one.level === 2);
        items.set(number, { text: own.join('\n'), codes: codes.map((one) => one.content) });
      }
      made.forEach((comment, index) => {
        const item = items.get(index + 1);
        assert.ok(item);
        assert.ok(item.text.includes(comment.body.trimEnd()), `item ${index + 1} of:\n${message}`);
        const asCode = comment.kind === 'replace' || comment.kind === 'insert';
        for (const code of [comment.anchor?.quote ?? '', ...(asCode ? [comment.body] : [])]) {
          assert.ok(item.codes.includes(`${code}\n`), `code of ${index + 1} of:\n${message}`);
        }
      });
      assert.equal(items.size, made.length);
    }),
    { numRuns: 1000 },
  );
});

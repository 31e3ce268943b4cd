import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textRows } from '../../src/core/textRows';
import { segmentsBetween, visibleSegments, visibleString, type TextKind } from '../../src/core/visibleText';

/** What must never stand in a text segment, written apart from the code under test. */
const mustShow =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u180E\u2000-\u200F\u202A-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/u;

function boxes(text: string, kind?: TextKind): string[] {
  return visibleSegments(text, kind).flatMap((segment) => (segment.type === 'text' ? [] : [segment.label]));
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
        '\u001b]8;;https://a.example\u0007',
        '\u001b',
        '\u0430',
        '\u2215',
        '\u0301',
        '\u0338',
        ' '.repeat(60),
      ),
      { maxLength: 60 },
    )
    .map((a) => a.join('')),
);

const kinds = fc.constantFrom<TextKind>('prose', 'code', 'exact');

test('segments joined are the text again', () => {
  fc.assert(
    fc.property(unit, kinds, (text, kind) => {
      assert.equal(
        visibleSegments(text, kind)
          .map((segment) => segment.text)
          .join(''),
        text,
      );
    }),
    { numRuns: 1000 },
  );
});

test('no text segment hides anything, emoji apart', () => {
  const emoji =
    /\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*|[0-9#*]\uFE0F\u20E3/gu;
  fc.assert(
    fc.property(unit, kinds, (text, kind) => {
      for (const segment of visibleSegments(text, kind)) {
        if (segment.type !== 'text') continue;
        const rest = segment.text.replace(emoji, '').replace(/[\n\t]/g, '');
        assert.doesNotMatch(rest, mustShow);
      }
    }),
    { numRuns: 1000 },
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
  assert.deepEqual(boxes('a\u200bb\u202ec\u001b[0m\u00a0\u00ad'), ['ZWSP', 'RLO', 'ESC[0m', 'NBSP', 'SHY']);
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

function names(text: string, kind?: TextKind): string[] {
  return visibleSegments(text, kind).flatMap((segment) => (segment.type === 'text' ? [] : [segment.name]));
}

test('marks beyond what any language puts on a letter are counted, not drawn over the lines around it', () => {
  const marks = (count: number): string => 'a' + '\u0301\u0316'.repeat(count / 2) + 'b';
  assert.deepEqual(boxes(marks(10_000)), ['10,000 combining marks']);
  assert.deepEqual(boxes(`x${'\u0E49'.repeat(40)}`), ['40 combining marks']);
  assert.equal(visibleSegments(marks(10_000))[1]?.text.length, 10_000);
  assert.deepEqual(boxes(marks(4)), []);
  for (const natural of [
    'Vie\u0323\u0302t Nam, e\u0328\u0301, \u0251\u0303',
    '\u05D1\u05BC\u05B0\u05E8\u05B5\u05D0\u05E9\u05C1\u05B4\u0596\u05D9\u05EA',
    '\u0628\u0650\u0633\u0652\u0645\u0651\u064E\u0670',
    '\u1016\u103B\u103D\u103E\u102F\u1036\u1037\u1038',
    '\u0F67\u0F90\u0FB5\u0FA8\u0FB3\u0FBA\u0FBC\u0FBB\u0F82',
    '\u0915\u094D\u0937\u093F, \u0E17\u0E35\u0E48',
  ])
    for (const kind of ['prose', 'code', 'exact'] as const) assert.deepEqual(boxes(natural, kind), [], natural);
});

test('in what must be read to the letter, marks that make another sign are seen', () => {
  assert.deepEqual(boxes('rm a \u0338b', 'exact'), ['U+0338']);
  assert.deepEqual(boxes('cat x\u0335y /\u0308 1\u20E3', 'exact'), ['U+0335', 'U+0308', 'U+20E3']);
  assert.deepEqual(boxes('\u0301a', 'exact'), ['U+0301']);
  assert.deepEqual(boxes('cat cafe\u0301 \u0439', 'exact'), []);
  assert.deepEqual(boxes('a \u2260 b, =\u0338', 'prose'), []);
});

test('joiners that a language is written with are text, in sentences and in code', () => {
  const [persian, hindi] = ['\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645', '\u0915\u094D\u200D\u0937'];
  for (const kind of ['prose', 'code'] as const) {
    assert.deepEqual(boxes(`${persian} ${hindi}`, kind), []);
    assert.deepEqual(boxes('a\u200Cb \u0645\u200C b\u200D\u0915 \u0645\u200C\u200C\u0645', kind), [
      ...['ZWNJ', 'ZWNJ', 'ZWJ', 'ZWNJ \u00D72'],
    ]);
  }
  assert.deepEqual(boxes(`${persian} ${hindi}`, 'exact'), ['ZWNJ', 'ZWJ']);
});

test('terminal sequences are wholes that say what they do, with all that is in them', () => {
  for (const [sequence, label, name] of [
    ['\u001b[2K', 'ESC[2K', 'clears the line'],
    ['\u001b[K', 'ESC[K', 'clears the rest of the line'],
    ['\u001b[2J', 'ESC[2J', 'clears the screen'],
    ['\u001b[1A', 'ESC[1A', 'moves the cursor up'],
    ['\u001b[31;1m', 'ESC[31;1m', 'sets colours or style'],
    ['\u001b[8m', 'ESC[8m', 'hides the text after it'],
    ['\u009b0m', 'CSI 0m', 'sets colours or style'],
    ['\u001b[?25l', 'ESC[?25l', 'hides the cursor'],
    ['\u001b[6n', 'ESC[6n', 'makes the terminal send an answer, as if it were typed'],
    ['\u001b]0;rm -rf ~\u0007', 'ESC]0;rm -rf ~ BEL', 'sets the title'],
    ['\u001b]2;x\u001b\\', 'ESC]2;xESC\\', 'sets the title'],
    ['\u001b]8;;https://evil.example/\u0007', 'ESC]8;;https://evil.example/ BEL', 'hyperlink to https://evil.example/'],
    ['\u001b]8;;\u0007', 'ESC]8;; BEL', 'ends a hyperlink'],
    ['\u001b]52;c;cm0=\u0007', 'ESC]52;c;cm0= BEL', 'writes to the clipboard'],
    ['\u001bc', 'ESCc', 'resets the terminal'],
  ] as const) {
    const segments = visibleSegments(`a${sequence}b`);
    assert.deepEqual(
      segments.map((one) => one.text),
      ['a', sequence, 'b'],
    );
    assert.deepEqual(boxes(sequence), [label]);
    assert.deepEqual(names(sequence), [`terminal sequence: ${name}`]);
  }
  assert.deepEqual(names('\u001bPq#0\u001b\\'), ['terminal control sequence']);
  // One that does not end, or that holds something else, hides none of its text.
  assert.deepEqual(boxes('\u001b]0;rm -rf ~'), ['ESC']);
  assert.deepEqual(boxes('\u001b]0;\u200b\u0007'), ['ESC', 'ZWSP', 'BEL']);
  assert.deepEqual(boxes('\u200b\u001b[0m\u200b'), ['ZWSP', 'ESC[0m', 'ZWSP']);
});

test('a carriage return says when it takes what follows over what stands before', () => {
  assert.match(names('rm -rf ~\recho hi')[0] ?? '', /^carriage return, U\+000D: what follows is written over/);
  for (const text of ['a\r\nb', '\ra', 'a\n\rb', 'a\r'])
    assert.deepEqual(names(text), ['carriage return, U+000D'], text);
});

test('in what must be read to the letter, tabs in a line, its last blanks and look-alikes are seen', () => {
  assert.deepEqual(names('rm a\tb  \nc\t\n\tindented\n  \nd ', 'exact'), [
    '1 tab within the line',
    '2 spaces at the end of the line',
    '1 tab at the end of the line',
    '1 space at the end of the line',
  ]);
  assert.deepEqual(boxes('a b\r\n', 'exact'), ['CR']);
  assert.deepEqual(boxes(`a${' '.repeat(60)}b${'\t '.repeat(60)}c`, 'exact'), ['60 spaces, 60 tabs']);
  assert.deepEqual(boxes('https://ex\u0430mple.dev\u2215x'), []);
  assert.deepEqual(boxes('https://ex\u0430mple.dev\u2215x', 'code'), ['Cyrillic \u0430']);
  assert.deepEqual(boxes('https://ex\u0430mple.dev\u2215x', 'exact'), ['Cyrillic \u0430', 'division slash']);
  assert.equal(visibleString('ex\u200b\u0430m', 'exact'), 'ex⟨ZWSP⟩\u0430⟨Cyrillic \u0430⟩m');
  for (const kind of ['prose', 'code'] as const) assert.deepEqual(boxes('a\tb \n\tc', kind), []);
});

test('a range of a text has the segments of the whole', () => {
  const text = 'rm ex\u0430mple\u001b[0m  x ';
  const whole = visibleSegments(text, 'exact');
  assert.deepEqual(
    segmentsBetween(whole, 3, 9).map((one) => one.text),
    ['ex', '\u0430', 'mpl'],
  );
  assert.deepEqual(segmentsBetween(whole, 0, 3), [{ type: 'text', text: 'rm ' }]);
  fc.assert(
    fc.property(unit, fc.array(fc.nat(60), { maxLength: 4 }), (sample, cuts) => {
      const all = visibleSegments(sample, 'exact');
      const places = [0, ...cuts.map((cut) => Math.min(cut, sample.length)).sort((a, b) => a - b), sample.length];
      const texts = places
        .slice(1)
        .flatMap((to, at) => segmentsBetween(all, places[at] ?? 0, to).map((one) => one.text));
      assert.equal(texts.join(''), sample);
    }),
  );
});

test('a long text takes no more than linear time, whatever it holds', () => {
  for (const text of [
    'x'.repeat(2e5),
    'a\u200b'.repeat(1e5),
    '\u200b'.repeat(2e5),
    '\u200b\u200c'.repeat(1e5),
    '👩\u200d'.repeat(6e4),
    ' '.repeat(2e5),
    ' \t'.repeat(1e5),
    `${' '.repeat(99)}\t`.repeat(2e3),
    '\u001b[0m'.repeat(5e4),
    '\u001b]'.repeat(1e5),
    `\u001b[${'0;'.repeat(1e5)}`,
    '\r'.repeat(2e5),
    'a\r'.repeat(1e5),
    'a\u0430'.repeat(1e5),
    'a\tb \n'.repeat(4e4),
  ]) {
    assert.ok(visibleSegments(text, 'exact').length <= text.length);
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

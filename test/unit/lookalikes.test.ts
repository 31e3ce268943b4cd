import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lookalikesIn, type LookalikeScope } from '../../src/core/lookalikes';

/** The text with what each look-alike looks like in brackets after it. */
function marked(text: string, scope?: LookalikeScope): string {
  let out = '';
  let at = 0;
  for (const { from, to, like } of lookalikesIn(text, scope)) {
    out += `${text.slice(at, to)}[${like}]`;
    assert.ok(from >= at);
    at = to;
  }
  return out + text.slice(at);
}

test('letters of another script among Latin ones', () => {
  assert.equal(
    marked('curl https://get.ex\u0430mple.dev/install.sh'),
    'curl https://get.ex\u0430[a]mple.dev/install.sh',
  );
  assert.equal(marked('p\u0440y'), 'p\u0440[p]y');
  assert.equal(marked('cd \u0455rc'), 'cd \u0455[s]rc');
  assert.equal(marked('\u03BFpenssl'), '\u03BF[o]penssl');
  assert.equal(marked('\uA4F2D'), '\uA4F2[I]D');
  assert.equal(marked('\u0261it pull'), '\u0261[g]it pull');
});

test('a word of look-alikes alone, where nothing else on the line is of its language', () => {
  assert.equal(
    marked('https://\u0430\u0440\u0440\u04CF\u0435.com'),
    'https://\u0430[a]\u0440[p]\u0440[p]\u04CF[l]\u0435[e].com',
  );
  assert.equal(marked('\u0455\u0441\u0440 a b'), '\u0455[s]\u0441[c]\u0440[p] a b');
});

test('other languages are left alone', () => {
  for (const text of [
    'git commit -m "Добавить проверку сроков и её тесты"',
    '# это комментарий на русском: с оса, HTTP-запрос',
    'cat файл.txt тест_api.py',
    'echo "Καλημέρα κόσμε"',
    'git commit -m "修复：登录，并加上测试（API）。"',
    'git commit -m "ログイン：修正ー"',
    'echo "Müller naïve café kΩ Δt 10 µs m² ½ ℃"',
    'git commit -m "Don’t wait — it’s done – really"',
    'echo 5 − 3',
    'ascii only: a-b/c.d;e|f',
  ])
    assert.equal(marked(text), text, text);
});

test('punctuation that a shell, a path or a host would not take for what it looks like', () => {
  assert.equal(marked('rm -rf a\u2215b \u2014force \u2010x'), 'rm -rf a\u2215[/]b \u2014[-]force \u2010[-]x');
  assert.equal(marked('x\uFF0Fy\uFF0Ecom\u2044z\u29F8'), 'x\uFF0F[/]y\uFF0E[.]com\u2044[/]z\u29F8[/]');
  assert.equal(marked('a\u037E b \uFF5C c \u2223'), 'a\u037E[;] b \uFF5C[|] c \u2223[|]');
  assert.equal(marked('echo \u201C$HOME\u201D \u2018x\u2019'), 'echo \u201C["]$HOME\u201D["] \u2018[\']x\u2019');
  assert.equal(marked('ｒｍ 𝐫𝐦'), 'ｒ[r]ｍ[m] 𝐫[r]𝐦[m]');
  assert.equal(marked('my\u2013host.example'), 'my\u2013[-]host.example');
});

test('quotation marks around words are writing; around anything that a shell would read they are not', () => {
  const natural = 'git commit -m "Don\u2019t read \u201Ctokens\u201D twice, \u201Conce is enough.\u201D"';
  assert.equal(marked(natural), natural);
  for (const inside of ['$HOME', '-rf', '/', 'a; b', 'a/b', '*', 'x"', '~'])
    assert.match(marked(`rm \u201C${inside}\u201D`), /\u201C\["\].*\u201D\["\]/, inside);
  assert.equal(marked('a\u201Cb\u201D'), 'a\u201C["]b\u201D["]');
});

test('one of each kind that the standard lists and common fonts have', () => {
  const inWord: Readonly<Record<string, string>> = {
    Cyrillic: '\u0430a \u{417}3',
    Greek: '\u03B1a \u037FJ',
    Armenian: '\u0585o \u0563q',
    Cherokee: '\u13AAA \u13D4W \uABAFc',
    Lisu: '\uA4D2d',
    Coptic: '\u2C9Fo \u2CA2P',
    'Canadian syllabic': '\u146DP \u15F7B',
    Tifinagh: '\u2D54O',
    Georgian: '\u10E7y',
    Thai: '\u0E50o',
    Latin: '\u0261g \u0131i \u017Ff',
    'full width': '\uFF41a \u{FF10}0',
    mathematical: '\u{1D41A}a \u{1D7CE}0 \u{1D6C2}a \u{1D6A8}A',
    dots: '\u2024. \u3002. \uFF0E. \u0660. \u06F0. \uA60E.',
    slashes: '\u2044/ \u2215/ \u29F8/ \u2571/ \uFF0F/ \u30CE/ \u3033/ \u4E3F/ \u1735/',
    backslashes: '\u2216\\ \uFF3C\\ \uFE68\\ \u4E36\\',
    hyphens: '\u2010- \u2212- \uFE58- \u06D4- \uFE63-',
    others: "\u02D0: \uFE30: \u2236: \uFF5C| \uFFE8| \u037E; \uFF1B; \uFE4D_ \uA4FF= \u055A'",
  };
  for (const [kind, pairs] of Object.entries(inWord)) {
    for (const [character = '', like = ''] of pairs.split(' ').map((pair) => Array.from(pair)))
      assert.equal(marked(`git${character}hub`), `git${character}[${like}]hub`, `${kind}: ${like}`);
  }
});

test('signs and letters are at home among their like', () => {
  for (const text of [
    '// APIサーバーを起動、URLノート',
    'git commit -m "צה״ל, ג׳ירפה"',
    'echo "الإصدار ٢٠٢٤؛ جاهز، ۱۰۲۰"',
    'echo "مکمل ہو گیا۔"',
    'git commit -m "Şifre sıfırlama bağlantısı"',
  ]) {
    assert.equal(marked(text), text, text);
    assert.equal(marked(text, 'words'), text, text);
  }
  for (const twice of ['\u30FC', '\u30CE', '\u0660', '\u05C3', '\u0589', '\u0585'])
    assert.equal(lookalikesIn(`rm x${twice}${twice}force`).length, 2, twice);
  assert.equal(marked('rm \u30FC\u30FCforce'), 'rm \u30FC[-]\u30FC[-]force');
  assert.equal(marked('// kalıp ƒn', 'words'), '// kalıp ƒn');
  assert.equal(marked('curl g\u0131thub.com\u30CEx'), 'curl g\u0131[i]thub.com\u30CE[/]x');
});

test('in code only words of two scripts', () => {
  assert.equal(
    marked('if (is\u0410dmin) // “да” — это проверка', 'words'),
    'if (is\u0410[A]dmin) // “да” — это проверка',
  );
  assert.equal(marked('a \u2215 b; ｒｍ', 'words'), 'a \u2215 b; ｒｍ');
});

test('each has a label and a name that say what it is', () => {
  assert.deepEqual(lookalikesIn('ex\u0430mple'), [
    { from: 2, to: 3, like: 'a', label: 'Cyrillic \u0430', name: 'Cyrillic letter, U+0430, looks like “a”' },
  ]);
  assert.deepEqual(lookalikesIn('a\u2215b'), [
    { from: 1, to: 2, like: '/', label: 'division slash', name: 'division slash, U+2215, looks like “/”' },
  ]);
});

test('ranges are in order, apart, never ASCII, and like one ASCII character', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\u0430',
      '\u2215',
      '\u2014',
      'ｒ',
      '修',
      '\u{1D42B}',
      '.',
      'файл',
      '\ud835',
      '\u2019',
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom('exact' as const, 'words' as const),
      (pieces, scope) => {
        const text = pieces.join('');
        let at = 0;
        for (const { from, to, like, name } of lookalikesIn(text, scope)) {
          assert.ok(from >= at && to > from);
          at = to;
          assert.match(text.slice(from, to), /^[^\0-\x7F]$/u);
          assert.match(like, /^[!-~]$/);
          assert.match(name, /^[^\p{Cc}\p{Cf}]+$/u);
        }
        assert.ok(at <= text.length);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a long text of anything ends', () => {
  for (const text of [
    '\u0430'.repeat(1e5),
    'a\u0430'.repeat(5e4),
    'файл '.repeat(2e4),
    '\u2215 '.repeat(5e4),
    '\u0430\n'.repeat(5e4),
  ])
    assert.ok(lookalikesIn(text).length <= text.length);
});

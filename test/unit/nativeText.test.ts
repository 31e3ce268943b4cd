import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { nativeText } from '../../src/core/nativeText';

test('icons and links are dead', () => {
  assert.equal(nativeText('$(check) ok'), '$ (check) ok');
  assert.equal(nativeText('\\$(check) $$(x)'), '\\$ (check) $$ (x)');
  assert.equal(nativeText('[x](command:evil) [a](https://b "c")'), '[x] (command:evil) [a] (https://b "c")');
  // A character that is taken out does not join what stands around it.
  assert.equal(nativeText('$\u200b(check) ]\u001b[0m('), '$⟨ZWSP⟩(check) ]⟨ESC[0m⟩(');
});

test('what has no ink, or passes for something else, is named', () => {
  assert.equal(nativeText('a\u202Eb\u200Bc\u001B[31m\r\nd'), 'a⟨RLO⟩b⟨ZWSP⟩c⟨ESC[31m⟩⟨CR⟩ ⏎ d');
  assert.equal(nativeText('a\u00a0b\u2028c\u{e0041}\u001b]0;t\u0007'), 'a⟨NBSP⟩b⟨LS⟩c⟨TAG A⟩⟨ESC]0;t BEL⟩');
  assert.equal(nativeText('ex\u0430mple'), 'ex\u0430⟨Cyrillic \u0430⟩mple');
  assert.equal(nativeText('a\u2215b', 40, 'exact'), 'a\u2215⟨division slash⟩b');
  assert.equal(nativeText('Проверить HTTP-запрос'), 'Проверить HTTP-запрос');
});

test('it is one line; blanks are one space', () => {
  assert.equal(nativeText('  a\tb   c\n\n  d \n'), 'a b c ⏎ d');
  assert.equal(nativeText(`rm${' '.repeat(300)}x`), 'rm⟨300 spaces⟩x');
});

test('what is plain text in these places stays as it is', () => {
  for (const text of [
    '<a href="https://x">y</a>',
    '&nbsp;&lt;',
    '`code` **bold** # not a heading',
    '👩‍💻 ok',
    '100% {0}',
  ])
    assert.equal(nativeText(text), text);
});

test('a long text is cut, with an ellipsis, without being read to its end', () => {
  assert.equal(nativeText('x'.repeat(200)).length, 120);
  assert.equal(nativeText(`a${'\u200b'.repeat(1_000_000)}`, 20).endsWith('…'), true);
  assert.equal(Array.from(nativeText('😀'.repeat(200), 10)).length, 10);
  assert.equal(nativeText('x'.repeat(120)), 'x'.repeat(120));
});

test('nothing live survives, whatever stands around it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '$',
      '(',
      ')',
      '[',
      ']',
      'command:x',
      '\n',
      '\t',
      '\r',
      '\u202E',
      '\u200B',
      '\u{E0041}',
      'a',
      ' ',
      '\u001b[0m',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 2, max: 150 }), (pieces, limit) => {
      const out = nativeText(pieces.join(''), limit);
      assert.doesNotMatch(
        out,
        /\$\(|\]\(|[\p{Cc}\p{Zl}\p{Zp}\u00A0\u061C\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u{E0000}-\u{E007F}]/u,
      );
      assert.ok(Array.from(out).length <= limit);
    }),
    { numRuns: 1000 },
  );
});

/** The inside of each call of a function in a source text. */
function callsOf(name: string, source: string): readonly string[] {
  return source
    .split(`${name}(`)
    .slice(1)
    .map((rest) => {
      let depth = 1;
      let at = 0;
      for (; at < rest.length && depth > 0; at += 1) depth += { '(': 1, ')': -1 }[rest.charAt(at)] ?? 0;
      return rest.slice(0, at - 1);
    });
}

test('no text of an agent goes into the words of a native surface by another way', () => {
  const folder = fileURLToPath(new URL('../../src/extension/', import.meta.url));
  // What set-ups are called, and a count of their notes, are our own words.
  const ours = /\bsetUp\.name\b/g;
  const untrusted =
    /\.(?:name|title|reason|detail|command|cwd|path|absolutePath|movedTo|server|description|problem|markdown|text|what|label)\b/;
  for (const file of readdirSync(folder)) {
    const source = readFileSync(folder + file, 'utf8');
    assert.doesNotMatch(source, /new vscode\.MarkdownString|isTrusted = true|supportThemeIcons/, file);
    for (const call of callsOf('l10n.t', source)) {
      let bare = call.replace(ours, '').replace(/'(?:[^'\\]|\\.)*'/g, "''");
      for (const safe of ['nativeText', 'subjectName', 'agentName'])
        for (const inner of callsOf(safe, bare)) bare = bare.replace(`${safe}(${inner})`, '');
      // Names that were made safe where they were put together.
      bare = bare.replace(/\bfirst\.name\b|\bchange\.path\b/g, '');
      assert.doesNotMatch(bare, untrusted, `${file}: ${call}`);
    }
  }
});

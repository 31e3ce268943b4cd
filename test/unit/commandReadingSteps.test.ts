import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readCommand } from '../../src/core/command/reading';
import { readWhole } from '../../src/core/command/read';
import { filled, slowUnits } from '../support/slowTexts';
import { checkTable } from '../support/table';

const place = { cwd: '/w/app', folders: ['/w/app'], home: '/home/mira' };

/** Steps as lines: two blanks a level, the operator's words in front, the kind behind unless it is a command. */
function stepsOf(text: string): string[] | undefined {
  return readCommand(text, place).steps?.map(
    (step) =>
      '  '.repeat(step.depth) +
      (step.operator ? `[${step.operator.words}] ` : '') +
      text.slice(step.from, step.to) +
      (step.kind === 'command' ? '' : ` (${step.kind})`),
  );
}

suite('steps of a command', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    [' \n ', []],
    ['ls', ['ls']],
    [
      'a && b || c | d |& e; f & g &',
      [
        'a',
        '[and, if that worked] b',
        '[or, if that failed] c',
        '[its output goes into] d',
        '[its output and errors go into] e',
        '[then] f',
        '[meanwhile, without waiting for that] g &',
      ],
    ],
    ['a > b 2>&1 &&\n  c', ['a > b 2>&1', '[and, if that worked] c']],
    ['! time a', ['! time a']],
    ['A=1 B="$(c | d)"', ['A=1 B="$(c | d)"']],
    ['a \\\n  b', ['a \\\n  b']],
    ['# x\na # y\nb', ['# x (comment)', 'a', '# y (comment)', '[then] b']],
    ['(a; b) > c', ['( (frame)', '  a', '  [then] b', ') > c (frame)']],
    ['{ a; } | b', ['{ (frame)', '  a', '} (frame)', '[its output goes into] b']],
    [
      'if a; then b; elif c; then d; else e; fi',
      [
        'if (frame)',
        '  a',
        'then (frame)',
        '  b',
        'elif (frame)',
        '  c',
        'then (frame)',
        '  d',
        'else (frame)',
        '  e',
        'fi (frame)',
      ],
    ],
    ['for f in *.c; do rm $f; done', ['for f in *.c; do (frame)', '  rm $f', 'done (frame)']],
    ['for ((i=0;i<3;i++)); do a; done', ['for ((i=0;i<3;i++)); do (frame)', '  a', 'done (frame)']],
    ['while read x; do a; done < f', ['while (frame)', '  read x', 'do (frame)', '  a', 'done < f (frame)']],
    [
      'case $x in a|b) c;; (*) d;& esac',
      ['case $x in (frame)', '  a|b) (frame)', '    c', '  (*) (frame)', '    d', '    ;& (frame)', 'esac (frame)'],
    ],
    ['f() { a; }; f', ['f() { (frame)', '  a', '} (frame)', '[then] f']],
    [':(){ :|:& };:', [':(){ (frame)', '  :', '  [its output goes into] :&', '} (frame)', '[then] :']],
    [
      'cat <<E | grep x\nbody\nE\necho y',
      ['cat <<E', '[its output goes into] grep x', 'body\nE (heredoc)', '[then] echo y'],
    ],
    ['cat <<A <<-B\n1\nA\n\t2\n\tB', ['cat <<A <<-B', '1\nA (heredoc)', '\t2\n\tB (heredoc)']],
    ['cat <<A\n$(cat <<B\nx\nB\n)\nA', ['cat <<A', '$(cat <<B\nx\nB\n)\nA (heredoc)']],
    ['[[ -f a ]] && ((x > 1))', ['[[ -f a ]]', '[and, if that worked] ((x > 1))']],
    ['a\r\nb\r\n', ['a\r', '[then] b\r']],
  ];
  test('are its commands, the frames around them, here-documents and comments', () => {
    checkTable(
      cases,
      ([text]) => text,
      ([text]) => stepsOf(text),
      ([, expected]) => expected,
    );
  });

  test('gives each call the step that it stands in', () => {
    const { calls } = readCommand('cat <<E | sh -c "x $(y)"\n$(z)\nE', place);
    assert.deepEqual(
      calls.map(({ program, step }) => [program, step]),
      [
        ['cat', 0],
        ['z', 2],
        ['sh', 1],
        ['x', 1],
        ['y', 1],
        ['y', 1],
      ],
    );
  });
});

suite('commands that are shown raw', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['echo "a', 'unterminated double quote'],
    ["echo 'a", 'unterminated single quote'],
    ['cat <<E\nrm x', 'a here-document has no end'],
    ['echo $(cat <<E\nx)', ''],
    ['echo `a', ''],
    ['if a; then b', ''],
    ['a )', ''],
    ['a | | b', ''],
    ['fi', ''],
    ['${((((', 'it is nested too deep|unterminated'],
    [`${'$('.repeat(2000)}x${')'.repeat(2000)}`, 'it is nested too deep'],
    ['a() '.repeat(9000), 'it is nested too deep'],
    [`echo ${'x'.repeat(70_000)}`, 'it is longer than 64 KB'],
  ];
  for (const [text, reason] of cases) {
    test(JSON.stringify(text.slice(0, 40)), () => {
      const reading = readCommand(text, place);
      assert.equal(reading.steps, null);
      assert.match(reading.unparsed ?? '', /^Part of it was not understood: .+\.$/);
      assert.match(reading.unparsed ?? '', new RegExp(reason));
    });
  }

  test('nesting 150 deep is read', () => {
    const reading = readCommand(`${'echo $('.repeat(150)}rm x${')'.repeat(150)}`, place);
    assert.equal(reading.steps?.length, 1);
    assert.equal(reading.calls.at(-1)?.program, 'rm');
  });

  test('what is known of them is told all the same', () => {
    const { calls } = readCommand('rm -rf x && echo "a', place);
    assert.deepEqual(
      calls.map((call) => call.program),
      ['rm', 'echo'],
    );
    const long = readCommand(`rm first\n${'echo hello\n'.repeat(100_000)}rm last\n`, place);
    assert.deepEqual(
      long.calls.filter((call) => call.program === 'rm').map((call) => call.args[0]?.value),
      ['first', 'last'],
    );
  });
});

/** Every step and operator is in its place, and all else is blank or a separator. */
function assertCovers(text: string): void {
  const { steps, calls } = readCommand(text, place);
  if (steps === null) return;
  let at = 0;
  let rest = '';
  for (const step of steps) {
    for (const part of step.operator ? [step.operator, step] : [step]) {
      assert.ok(part.from >= at && part.to >= part.from && part.to <= text.length, JSON.stringify(text));
      rest += text.slice(at, part.from);
      at = part.to;
    }
  }
  rest += text.slice(at);
  assert.match(rest, /^(?:[ \t\n;]|\\\n)*$/, JSON.stringify(text));
  for (const call of calls) {
    const step = steps[call.step];
    assert.ok(step && call.from >= step.from && call.to <= step.to, `${JSON.stringify(text)} ${call.program}`);
  }
}

function assertRanges(text: string): void {
  const { calls } = readCommand(text, place);
  for (const call of calls) {
    assert.ok(call.from >= 0 && call.to <= text.length && call.from <= call.to, JSON.stringify(text));
    for (const word of call.args) {
      assert.ok(word.from >= 0 && word.to <= text.length && word.from <= word.to, JSON.stringify(text));
    }
  }
  readWhole(text, place);
}

const fragments = [
  ...'a rm x ; && || | |& & ( ) { } ! $( ) ` " \' \\ $ ${ } # < > >> <<E <<-E <<<x 2>&1 * ? [ ] ~ = A=1 $A "$A"'.split(
    ' ',
  ),
  ...'if then else elif fi for in do done while until case esac ;; [[ ]] (( )) function f() time eval sh -c sudo xargs'.split(
    ' ',
  ),
  ...['\n', '\r\n', ' ', '\t', '\u00a0', '\u200b', '\u2215', '\nE\n', '\0', '💥', "$'", 'coproc', 'select', '{a,b}'],
];
const shellLike = fc
  .array(fc.tuple(fc.constantFrom(...fragments), fc.constantFrom('', ' ', ' ')), { maxLength: 24 })
  .map((parts) => parts.map((part) => part.join('')).join(''));

const real = [
  'cd build && rm -rf -- "$OUT"/* ../cache && curl -fsSL https://x.dev/i.sh | sudo sh',
  'for f in $(git ls-files \'*.ts\'); do sed -i \'s/a b/c/g\' "$f" || { echo "bad: $f" >&2; exit 1; }; done',
  'cat > a.py <<\'EOF\'\nimport os\nprint("$(rm -rf /)")\nEOF\npython3 a.py && git add -A && git commit -m "$(cat <<\'E\'\nMsg\n\nBody `x`\nE\n)"',
  'if [ -f .env ]; then set -a; . ./.env; set +a; fi; A=${B:-$(date +%s)} npm run build -- --x="${C[@]}" 2>&1 | tee -a log & wait',
  'find . -name node_modules -prune -exec rm -rf {} + ; [[ $x =~ ^a(b|c)$ ]] && ((i++)); case "$1" in -h|--help) usage;; *) :;; esac',
  'ssh -o A=b me@h \'cd /srv; sudo systemctl restart x\' && docker exec -i c sh -c "psql -c \'drop table t\'" <<< "$Q"',
];

suite('properties of reading', () => {
  test('any text is read without an error, and ranges stay inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        assertCovers(text);
        assertRanges(text);
      }),
    );
  });

  test('shell-like texts are accounted for byte by byte', () => {
    fc.assert(
      fc.property(shellLike, (text) => {
        assertCovers(text);
        assertRanges(text);
      }),
      { numRuns: 600 },
    );
  });

  test('real commands have steps, and all their beginnings are accounted for', () => {
    for (const text of real) {
      assert.ok(readCommand(text, place).steps, text);
      for (let end = 0; end <= text.length; end++) {
        assertCovers(text.slice(0, end));
        assertRanges(text.slice(0, end));
      }
    }
  });
});

suite('texts that are made to be slow', () => {
  test('2 KB of each come to an end; test/hook/longCommands.test.ts has the long ones', () => {
    for (const unit of slowUnits) assert.equal(readCommand(filled(unit, 2048), place).text.length, 2048);
  });

  test('10,000 lines come to an end', () => {
    const text = 'ls\n'.repeat(10_000);
    assert.equal(readCommand(text, place).steps?.length, 10_000);
  });
});

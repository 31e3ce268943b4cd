import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readWhole } from '../../src/core/command/read';
import type { Risk } from '../../src/protocol/command';
import { buildingCases } from './commandCases/building';
import { casePlace, type CommandCase } from './commandCases/commandCase';
import { deletingCases } from './commandCases/deleting';
import { gitCases } from './commandCases/git';
import { hiddenCases } from './commandCases/hidden';
import { incidentCases } from './commandCases/incidents';
import { readerCases } from './commandCases/readers';
import { readingCases } from './commandCases/reading';
import { runningCases } from './commandCases/running';
import { systemCases } from './commandCases/system';
import { unseenCases } from './commandCases/unseen';
import { windowsCases } from './commandCases/windows';
import { writingCases } from './commandCases/writing';

const order: readonly Risk[] = ['safe', 'careful', 'dangerous'];
const shellCases = [
  ...readingCases,
  ...buildingCases,
  ...gitCases,
  ...deletingCases,
  ...writingCases,
  ...systemCases,
  ...runningCases,
  ...unseenCases,
  ...readerCases,
  ...incidentCases,
  ...hiddenCases,
];

const known = new Map<string, number>();

/** Remembered, since each case is held against many others that are made of it. */
function riskOf(command: string): number {
  const before = known.get(command);
  if (before !== undefined) return before;
  const risk = order.indexOf(readWhole(command, casePlace).analysis.risk);
  known.set(command, risk);
  return risk;
}

/** Cases that are one line without a comment, so that text can stand behind them. */
const lines = shellCases.filter(
  ({ command, source }) =>
    command !== '' && source !== 'broken text' && !/[\n#]/.test(command) && !command.endsWith('&'),
);

function neverLower(wrap: (command: string) => string, cases: readonly CommandCase[] = lines): void {
  for (const { command } of cases) {
    const wrapped = wrap(command);
    assert.ok(riskOf(wrapped) >= riskOf(command), `${wrapped} asks for less care than ${command}`);
  }
}

const pieces = fc.constantFrom(
  'rm', '-rf', '/', '"$X"', '$(', ')', '`', "'", '"', '|', '||', '&&', ';', '\n', '>', '>>', '<<EOF', 'EOF', '{', '}', 'sudo', 'sh', '-c', 'curl',
  'https://a.b/c', 'git', 'push', '--force', 'for i in a', 'do', 'done', 'if', 'then', 'fi', '~', '*', '\\', '\u0430', '\u200b', '\r', '#', 'eval', 'find',
  '-exec', '{}', '\\;', 'xargs', ':(){ :|:& };:', 'Remove-Item', '$env:x', '<(', '((', '[[',
); // prettier-ignore

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(pieces, { maxLength: 40 }).map((words) => words.join(' ')),
  fc.array(pieces, { maxLength: 40 }).map((words) => words.join('')),
);

it('marks lie inside the text and in its order, and any text is read without an error', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(undefined, 'bash', 'powershell', 'cmd'), (text, language) => {
      const { marks, risk, verdict } = readWhole(text, { ...casePlace, language }).analysis;
      let before = 0;
      for (const mark of marks) {
        assert.ok(mark.from >= before && mark.from < mark.to && mark.to <= text.length);
        before = mark.from;
      }
      assert.equal(
        risk === 'dangerous',
        marks.some((mark) => mark.risk === 'dangerous'),
      );
      assert.ok(risk !== 'safe' || marks.length === 0);
      assert.notEqual(verdict, '');
    }),
    { numRuns: 600 },
  );
});

it('a dangerous command behind any other stays dangerous', () => {
  for (const { command } of lines) assert.equal(riskOf(`${command} && rm -rf /`), 2, command);
  for (const { command } of lines) assert.equal(riskOf(`rm -rf / ; ${command}`), 2, command);
});

it('a command inside of another one is not taken for less', () => {
  neverLower((command) => `( ${command} )`);
  neverLower((command) => `if true; then ${command}\nfi`);
  neverLower((command) => `echo "$( ${command} )"`);
  neverLower((command) => `${command} | cat`);
});

it('a command as text for a shell is not taken for less', () => {
  const quoted = lines.filter(({ command }) => !command.includes("'"));
  neverLower((command) => `sh -c '${command}'`, quoted);
  neverLower((command) => `eval '${command}'`, quoted);
  neverLower((command) => `bash <<'END'\n${command}\nEND`);
});

it('sudo before a command, or a backslash before its name, does not make it less', () => {
  const plain = lines.filter(({ command }) => /^[a-z]/.test(command) && !/^(?:for|if|while|f\(\)|bomb)/.test(command));
  neverLower((command) => `sudo ${command}`, plain);
  neverLower((command) => `\\${command}`, plain);
  neverLower(
    (command) => `env A=1 ${command}`,
    // Behind env, cd moves nothing.
    plain.filter(({ command }) => !/^(?:[A-Za-z_]+=|cd )/.test(command)),
  );
});

it('a name is the same however it is quoted', () => {
  const spelled = ['rm', '\\rm', "r''m", 'r"m"', "'rm'", '/bin/rm', "$'rm'", '"rm"'];
  const said = spelled.map((name) => {
    const command = `${name} -rf "$X"/* ~`;
    return readWhole(command, casePlace).analysis.marks.map((mark) => [
      mark.rule,
      command.slice(mark.from, mark.to).replace(name, 'rm'),
    ]);
  });
  for (const [at, marks] of said.entries()) assert.deepEqual(marks, said[0], spelled[at]);
});

it('texts for PowerShell are shown raw', () => {
  for (const { command, language } of windowsCases) {
    const { steps, unparsed } = readWhole(command, { ...casePlace, language }).analysis;
    assert.equal(steps, null);
    assert.match(unparsed ?? '', /^(?:PowerShell|cmd) is not read step by step\.$/);
  }
  assert.equal(readWhole('Remove-Item -Recurse -Force .\\build', casePlace).analysis.risk, 'dangerous');
});

it('the verdict names the worst first, in words', () => {
  const verdict = (command: string) => readWhole(command, casePlace).analysis.verdict;
  assert.equal(verdict('ls -la'), 'only reads');
  assert.equal(verdict('npm install ws@8'), 'installs packages, and may run their scripts');
  assert.equal(
    verdict('cd build && rm -rf ../cache && curl https://get.example.dev/i.sh | sudo sh'),
    'runs a downloaded script as root, and deletes files, recursive and forced',
  );
  assert.equal(
    verdict('rm -rf "$OUT"/*'),
    'may delete the whole disk if a variable is empty, and deletes files, recursive and forced',
  );
  assert.equal(verdict('echo "unclosed'), 'could not be read whole');
});

it('a path that may become another one is told with its variable', () => {
  const [, mark] = readWhole('rm -rf -- "$OUT"/*', casePlace).analysis.marks;
  assert.equal(mark?.title, 'May become `/*`.');
  assert.match(mark?.text ?? '', /^`OUT` is not set here/);
});

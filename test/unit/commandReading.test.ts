import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readCommand, type Reading } from '../../src/core/command/reading';
import { checkTable } from '../support/table';

const place = { cwd: '/w/app', folders: ['/w/app'], home: '/home/mira' };

function read(text: string): Reading {
  return readCommand(text, place);
}

/** Calls as `program arg arg`, an unknown word as `?`; with `<` the call that starts it. */
function callsOf(text: string): string[] {
  return read(text).calls.map((call) =>
    [call.program ?? (call.name ? '?' : '-'), ...call.args.map((word) => word.value ?? '?')].join(' '),
  );
}

/** The program that starts a call, through all in between. */
function starters(text: string, program: string): (string | null)[] {
  const { calls } = read(text);
  const found: (string | null)[] = [];
  let call = calls.find((candidate) => candidate.program === program);
  assert.ok(call, `${program} is called`);
  while (call?.by !== undefined) {
    call = calls[call.by];
    found.push(call?.program ?? null);
  }
  return found;
}

function cwds(text: string, program: string): (string | null)[] {
  return read(text)
    .calls.filter((call) => call.program === program)
    .map((call) => call.cwd);
}

suite('calls of a command', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['rm a', ['rm a']],
    ['\\rm a', ['rm a']],
    ["r''m a", ['rm a']],
    ['"r"m a', ['rm a']],
    ["$'\\x72m' a", ['rm a']],
    ['/bin/rm a', ['rm a']],
    ['./node_modules/.bin/tsc -b', ['tsc -b']],
    ['git.exe status', ['git status']],
    ['$RM a', ['? a']],
    ['$(which rm) a', ['? a', 'which rm']],
    ['/bin/r? a', ['? a']],
    ['A=1 B=2', ['-']],
    ['echo `date`', ['echo ?', 'date']],
    ['echo `rm \\`which x\\``', ['echo ?', 'rm ?', 'which x']],
    ['diff <(sort a) <(sort b)', ['diff ? ?', 'sort a', 'sort b']],
    ['X=/tmp/a; rm -rf "$X/b"', ['-', 'rm -rf /tmp/a/b']],
    ['X="a b"; rm $X', ['-', 'rm a b']],
    ['X="rm -rf a"; $X b', ['-', 'rm -rf a b']],
    ['X="a b"; rm "$X"', ['-', 'rm a b']],
    ['IFS=,; X="a b"; rm $X', ['-', '-', 'rm ?']],
    ['X=1; X=$(y); rm $X', ['-', '-', 'y', 'rm ?']],
    ['X=1; read X; rm $X', ['-', 'read X', 'rm ?']],
    ['if a; then X=1; fi; rm $X', ['a', '-', 'rm ?']],
    ['X=1; (X=2); rm $X', ['-', '-', 'rm 1']],
    ['X=1; for i in a b; do rm $X; X=2; done', ['-', 'rm ?', '-']],
    ['X=1; for i in a b; do rm $X; done', ['-', 'rm 1']],
    ['f() { X=/; }; X=a; f; rm $X', ['-', '-', 'f', 'rm ?']],
    ['X=1; source y; rm $X', ['-', 'source y', 'rm ?']],
    ["X=a; sh -c 'rm $X'", ['-', 'sh -c rm $X', 'rm ?']],
    ['X=a; sh -c "rm $X"', ['-', 'sh -c rm a', 'rm a']],
    ['X=a; sh -c "X=b; rm $X"', ['-', 'sh -c X=b; rm a', '-', 'rm ?']],
    ['X=1; Y=2 rm $Y', ['-', 'rm ?']],
    ['rm ~/a $HOME/b "$PWD"', ['rm /home/mira/a /home/mira/b /w/app']],
    ['HOME=/; rm $HOME/b', ['-', 'rm //b']],
    ['rm ~root', ['rm ?']],
    ['rm ${X:?} ${Y:-/tmp}', ['rm ? ?']],
    ['rm "~"', ['rm ~']],
    ['((X = 2)); rm $X', ['rm ?']],
    ['sudo -u bob rm -rf /x', ['sudo -u bob rm -rf /x', 'rm -rf /x']],
    ['sudo A=1 rm x', ['sudo A=1 rm x', 'rm x']],
    ['sudo -l', ['sudo -l']],
    ['env -i A=1 node x', ['env -i A=1 node x', 'node x']],
    ['command -v rm', ['command -v rm']],
    ['command rm x', ['command rm x', 'rm x']],
    ['nohup nice -n 5 rm x &', ['nohup nice -n 5 rm x', 'nice -n 5 rm x', 'rm x']],
    ['timeout -k 5 10 rm x', ['timeout -k 5 10 rm x', 'rm x']],
    ['ls | xargs -0 -n 1 rm -f', ['ls', 'xargs -0 -n 1 rm -f', 'rm -f']],
    ['find . -name x -exec rm {} \\; -exec ls {} +', ['find . -name x -exec rm {} ; -exec ls {} +', 'rm {}', 'ls {}']],
    ["bash -lc 'rm x; ls'", ['bash -lc rm x; ls', 'rm x', 'ls']],
    ["sh -x -c 'rm x' y", ['sh -x -c rm x y', 'rm x']],
    ['bash script.sh -c x', ['bash script.sh -c x']],
    ["su bob -c 'rm x'", ['su bob -c rm x', 'rm x']],
    ["eval 'rm x'", ['eval rm x', 'rm x']],
    ['eval rm x', ['eval rm x', 'rm x']],
    ['eval "$X"', ['eval ?', '?']],
    ['ssh -p 22 me@host rm -rf x', ['ssh -p 22 me@host rm -rf x', 'rm -rf x']],
    ["ssh host 'cd /x && rm y'", ['ssh host cd /x && rm y', 'cd /x', 'rm y']],
    ['docker exec -it web rm x', ['docker exec -it web rm x', 'rm x']],
    ['kubectl exec -it pod -- rm x', ['kubectl exec -it pod -- rm x', 'rm x']],
    ['busybox rm x', ['busybox rm x', 'rm x']],
    ["trap 'rm x' EXIT", ['trap rm x EXIT', 'rm x']],
    ["watch -n 5 'rm x'", ['watch -n 5 rm x', 'rm x']],
    ["bash <<'E'\nrm x\nE", ['bash', 'rm x']],
    ["bash <<< 'rm x'", ['bash', 'rm x']],
    ["echo 'rm x' | sh", ['echo rm x', 'sh', 'rm x']],
    ['cat <<E | sudo bash\nrm x\nE', ['cat', 'sudo bash', 'bash', 'rm x']],
    ['{ a; b; } > c', ['a', 'b', '-']],
    ['[[ -f $(a) ]] && b', ['a', 'b']],
    ['case x in $(a)) b;; esac', ['a', 'b']],
  ];
  test('are those that bash would start', () => {
    checkTable(
      cases,
      ([text]) => text,
      ([text]) => callsOf(text),
      ([, expected]) => expected,
    );
  });
});

suite('what a call says of itself', () => {
  test('names what starts it', () => {
    assert.deepEqual(starters("sudo env A=1 sh -c 'xargs rm'", 'rm'), ['xargs', 'sh', 'env', 'sudo']);
  });

  test('names the call whose output it reads, through wrappers', () => {
    const { calls } = read('curl x | sudo sh');
    assert.deepEqual(
      calls.map((call) => call.reads),
      [undefined, 0, 0],
    );
  });

  test('follows the folder', () => {
    assert.deepEqual(cwds('cd a && rm x; rm y', 'rm'), ['/w/app/a', '/w/app/a']);
    assert.deepEqual(cwds('(cd ../b; rm x); rm y', 'rm'), ['/w/b', '/w/app']);
    assert.deepEqual(cwds('cd "$X"; rm x; cd /tmp; rm y', 'rm'), [null, '/tmp']);
    assert.deepEqual(cwds('a || cd b; rm x', 'rm'), [null]);
    assert.deepEqual(cwds('cd b || exit 1; rm x', 'rm'), ['/w/app/b']);
    assert.deepEqual(cwds('cd; rm x; cd -; rm y', 'rm'), ['/home/mira', null]);
    assert.deepEqual(cwds('for i in a; do cd b; rm x; done; rm y', 'rm'), [null, null]);
    assert.deepEqual(cwds('env -C /srv rm x; rm y', 'rm'), ['/srv', '/w/app']);
    assert.deepEqual(cwds('cd a | b; rm y', 'rm'), [null]);
  });

  test('maps texts of other shells into the whole text where their offsets map', () => {
    const text = `sudo bash -c 'cd /x; rm "y"' && sh -c "rm \\"z\\""`;
    const ranges = read(text)
      .calls.filter((call) => call.program === 'rm')
      .map((call) => text.slice(call.from, call.to));
    assert.deepEqual(ranges, ['rm "y"', '"rm \\"z\\""']);
  });

  test('says where it runs elsewhere', () => {
    const { calls, elsewhere } = read('ssh host rm x; rm y');
    assert.deepEqual(
      [...elsewhere].map((index) => calls[index]?.args[0]?.value),
      ['x'],
    );
  });

  test('tells functions and aliases that the text defines', () => {
    const { defined } = read("rm() { echo; }; alias ls='rm -rf'; rm x; ls y");
    assert.deepEqual(
      [...defined].map(([name, { kind }]) => [name, kind]),
      [
        ['rm', 'function'],
        ['ls', 'alias'],
      ],
    );
  });

  test('tells quoted from unquoted, globs, variables and fallbacks', () => {
    const [call] = read('rm "$A"/*${B:-c} ${D:?} \'*\'').calls;
    assert.deepEqual(call?.args[0]?.pieces, [
      { type: 'variable', name: 'A', quoted: true },
      { type: 'text', text: '/', quoted: false },
      { type: 'glob', text: '*' },
      { type: 'variable', name: 'B', quoted: false, fallback: 'c' },
    ]);
    assert.deepEqual(call?.args[1]?.pieces, [{ type: 'variable', name: 'D', quoted: false, mustBeSet: true }]);
    assert.deepEqual(call?.args[2]?.pieces, [{ type: 'text', text: '*', quoted: true }]);
  });

  test('says when a text for another shell was not understood', () => {
    assert.equal(read("sh -c 'echo \"'").notRead.length, 1);
    assert.deepEqual(read("sh -c 'echo'").notRead, []);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readWhole } from '../../src/core/command/read';
import { checkTable } from '../support/table';

const place = { cwd: '/w/app', folders: ['/w/app'], home: '/home/mira' };

/** Targets as `1 deletes path`, `path/**` with all inside, `?reason` if unknown, `@host`. */
function targets(text: string): string[] {
  return readWhole(text, place).targets.map(({ step, verb, about }) => {
    switch (about.type) {
      case 'path':
        return `${step} ${verb} ${about.pattern.map((piece) => (piece.type === 'glob' ? `<${piece.text}>` : piece.text)).join('')}${about.recursive ? '/**' : ''}`;
      case 'host':
        return `${step} ${verb} @${about.host}`;
      case 'git':
        return `${step} ${verb} ${about.discards} ${about.paths.join(',')}|${about.folders}|${about.ignored}`;
      case 'unknown':
        return `${step} ${verb} ?${about.reason}`;
    }
  });
}

suite('what a command names to touch', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['ls -la', []],
    ['rm a', ['1 deletes a']],
    ['rm -rf -- -x "a b"', ['1 deletes -x/**', '1 deletes a b/**']],
    ['rm -fr *.log ~/c', ['1 deletes <*>.log/**', '1 deletes /home/mira/c/**']],
    ['rm -rf "$DIR"/*', ['1 deletes ?Not expanded: DIR is not set here.']],
    ['DIR=$(x); rm -rf "$DIR"', ['2 deletes ?Not expanded: DIR is set while the command runs.']],
    ['DIR=out; rm -rf "$DIR"', ['2 deletes out/**']],
    ['rm $(x)', ["1 deletes ?Not expanded: it comes from a command's output."]],
    ['rm -rf {dist,build}', ['1 deletes dist/**', '1 deletes build/**']],
    ['sudo rm a && rmdir b; unlink c', ['1 deletes a', '2 deletes b', '3 deletes c']],
    ['mv a b c', ['1 moves a/**', '1 moves b/**', '1 overwrites c']],
    ['mv -t c a', ['1 overwrites c', '1 moves a/**']],
    ['cp a b', ['1 copies a/**', '1 overwrites b']],
    ['mkdir -p -m 700 a', ['1 creates a']],
    ['touch -d now a', ['1 creates a']],
    ['truncate -s 0 a', ['1 overwrites a']],
    ['tee a', ['1 overwrites a']],
    ['tee -a a', ['1 appends a']],
    ['dd if=a of=/dev/sda bs=1M', ['1 overwrites /dev/sda']],
    ['sed -i s/a/b/ f', ['1 edits f']],
    ['sed s/a/b/ f', []],
    ['sed -i -e s/a/b/ f', ['1 edits f']],
    ['perl -pi -e s/a/b/ f', ['1 edits f']],
    ['chmod -R 755 a b', ['1 setsMode a/**', '1 setsMode b/**']],
    ['chown bob a', ['1 setsMode a']],
    ['echo > a 2>&1 >> b < c', ['1 overwrites a', '1 appends b']],
    ['echo > /dev/null 2> /dev/stderr', []],
    ['{ a; } &> b', ['3 overwrites b']],
    ['git clean -fdx', ['1 discards untracked |true|too']],
    ['git clean -n', []],
    ['git checkout -- a b', ['1 discards changes a,b|true|no']],
    ['git checkout main', []],
    ['git checkout .', ['1 discards changes .|true|no']],
    ['git restore a', ['1 discards changes a|true|no']],
    ['git restore --staged a', []],
    ['git reset --hard HEAD~1', ['1 discards changes |true|no']],
    ['git reset HEAD', []],
    ['git stash drop', ['1 discards ?Not looked up: what a stash holds.']],
    ['git rm -r a', ['1 deletes a/**']],
    ['git clone https://github.com/a/b.git', ['1 contacts @github.com', '1 creates b']],
    ['git push git@example.com:a/b.git main', ['1 contacts @example.com']],
    ['curl -fsSL https://u:p@get.example.com:8443/x -o y', ['1 contacts @get.example.com', '1 overwrites y']],
    ['curl -O https://a.b/c.tgz', ['1 contacts @a.b', '1 overwrites c.tgz']],
    ['curl example.com', ['1 contacts @example.com']],
    ['curl -H "A: b" "https://$HOST/x"', ['1 contacts ?Not expanded: HOST is not set here.']],
    ['wget http://[::1]/z', ['1 contacts @[::1]', '1 overwrites z']],
    ['scp a me@host:b', ['1 contacts @host']],
    ['ssh host rm x', ['1 contacts @host']],
    ['rsync -a --delete a/ b/', ['1 deletes b//**', '1 overwrites b//**']],
    ['npm publish --registry https://r.example.com/', ['1 contacts @r.example.com']],
    ['tar xzf a.tgz -C out', ['1 creates out']],
    ['unzip a.zip -d out', ['1 creates out']],
    ['find . -delete', ['1 deletes ?Not looked up: find chooses the files.']],
    ['find . -exec rm {} +', ['1 deletes ?Not known before it runs: find puts in the names.']],
    ['ls | xargs rm', ['2 deletes ?Not known before it runs: xargs adds names from its input.']],
    ['rm() { :; }; rm x', []],
    ["bash -c 'rm x'", ['1 deletes x']],
  ];
  test('is told with the verb and the step', () => {
    checkTable(
      cases,
      ([text]) => text,
      ([text]) => targets(text).sort(),
      ([, expected]) => [...expected].sort(),
    );
  });

  test('goes with the folder', () => {
    const found = readWhole('cd a && rm x; git -C b rm y; cd "$Z"; rm z', place).targets;
    assert.deepEqual(
      found.map(({ cwd }) => cwd),
      ['/w/app/a', '/w/app/a/b', null],
    );
  });

  test('knows nothing of other shells of Windows', () => {
    assert.deepEqual(readWhole('rm x', { ...place, language: 'powershell' }).targets, []);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readWhole } from '../../src/core/command/read';
import type { GitAbout } from '../../src/core/command/targets';
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
        return `${step} ${verb} ${about.discards} ${about.paths.join(',')}|${about.folders}|${about.ignored}${extrasOf(about)}`;
      case 'unknown':
        return `${step} ${verb} ?${about.reason}`;
    }
  });
}

/** What else is said of what git throws away: `|HEAD` for the commit, `|leading`, `|removes`, ... */
function extrasOf({ from, since, joins, globs, excludes = [], ...about }: GitAbout): string {
  const flags = Object.entries(about).flatMap(([name, value]) => (value === true && name !== 'folders' ? [name] : []));
  const patterns = (globs ?? []).map((glob) => `<${glob.map((piece) => piece.text).join('')}>`);
  return [from, joins, since === undefined ? undefined : `since ${since}`, ...patterns, ...excludes, ...flags.sort()]
    .flatMap((extra) => extra ?? [])
    .map((one) => `|${one}`)
    .join('');
}

const theirs = 'Files that git ignores are overwritten if they are among theirs.';

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
    ['echo > /dev/null 2> /dev/stderr; cp /dev/null - ; tee /dev/tty', []],
    ['rm -f /dev/null; chmod 600 /dev/null', ['1 deletes /dev/null', '2 setsMode /dev/null']],
    ['mv a /dev/null', ['1 moves a/**', '1 overwrites /dev/null']],
    ['patch -o a b c', ['1 overwrites a']],
    ['{ a; } &> b', ['3 overwrites b']],
    ['git clean -fdx', ['1 discards untracked |true|too']],
    ['git clean -n', []],
    ['git clean -ffd -e "*.x" a', ['1 discards untracked a|true|no|*.x|nested']],
    ['git clean -f -f', ['1 discards untracked |false|no|nested']],
    ['git clean -f *.c', ['1 discards untracked |false|no|<*.c>']],
    ['git clean -fd "$D"', ['1 discards ?Not expanded: D is not set here.']],
    ['git checkout -b new', []],
    ['git checkout main *.c', ['1 discards changes main|true|no|<*.c>|leading']],
    ['git checkout *.c', ['1 discards changes |true|no|<*.c>']],
    ['git rm --pathspec-from-file=list', ['1 discards ?Not looked up: a file names the paths.']],
    ['git checkout HEAD~2 -- a', ['1 discards changes a|true|no|HEAD~2']],
    ['git checkout -f', ['1 discards changes |true|no|HEAD|removes']],
    ['git checkout -f main', ['1 discards changes main|true|no|leading|removes']],
    ['git switch main', ['1 overwrites inTheWay |true|only|main']],
    ['git switch -c new; git switch --orphan bare', []],
    ['git switch -c new "$X"', ['1 overwrites ?Not expanded: X is not set here.']],
    ['git checkout -b new main', ['1 overwrites inTheWay |true|only|main']],
    ['git checkout -fb new main', ['1 discards changes |true|no|main|removes']],
    ['git checkout main --', ['1 overwrites inTheWay |true|only|main']],
    ['git checkout --no-overwrite-ignore -b x main', []],
    ['git merge -m "a b" main', ['1 overwrites inTheWay |true|only|main|merge']],
    ['git merge', ['1 overwrites inTheWay |true|only|@{upstream}|merge']],
    ['git merge --continue; git rebase --quit', []],
    ['git merge --abort', ['1 discards changes |true|no|HEAD|removes']],
    ['git rebase --skip', ['1 discards changes |true|no|HEAD|removes']],
    ['git rebase main', ['1 overwrites inTheWay |true|only|main|rebase']],
    ['git rebase --onto a b c', ['1 overwrites inTheWay |true|only|a', '1 overwrites inTheWay |true|only|c']],
    ['git cherry-pick -m 1 a', ['1 overwrites inTheWay |true|only|a|since a^1']],
    ['git cherry-pick a..b', ['1 overwrites inTheWay |true|only|b|since a']],
    ['git revert --no-edit HEAD', ['1 overwrites inTheWay |true|only|HEAD^|since HEAD']],
    ['git reset --keep a', ['1 overwrites inTheWay |true|only|a']],
    ['git read-tree -u --reset a', ['1 discards changes |true|no|a|removes']],
    ['git read-tree a', []],
    ['git checkout-index -fa', ['1 discards changes |true|no']],
    ['git commit -am x && git switch main', ['2 overwrites inTheWay |true|only|main']],
    ['git rm --cached a && git switch main', ['2 overwrites inTheWay |true|only|main|afterForgetting']],
    ['git fetch && git merge origin/main', ['2 overwrites inTheWay |true|only|origin/main|merge|afterFetch']],
    ['git archive -o a HEAD', ['1 overwrites a']],
    ['git bisect good', [`1 overwrites ?Not looked up: git chooses the commit. ${theirs}`]],
    ['git bisect log; git submodule status; git sparse-checkout list', []],
    ['git pull', [`1 overwrites ?Not looked up: the server has the commits. ${theirs}`]],
    ['git submodule update --init', ['1 overwrites ?Not looked up: what submodules hold.']],
    ['git sparse-checkout set a', ['1 deletes ?Not looked up: git chooses the files.']],
    [
      'git diff --name-only | xargs git checkout --',
      ['2 discards ?Not known before it runs: xargs adds names from its input.'],
    ],
    ['cp a{,.bak}', ['1 copies a/**', '1 overwrites a.bak']],
    ['mv src/{a,b} c', ['1 moves src/a/**', '1 moves src/b/**', '1 overwrites c']],
    ['mv a*', ['1 overwrites ?Not expanded: it stands for several names.']],
    ['cp $A', ['1 overwrites ?Not expanded: A is not set here.']],
    ['cp "$A"', []],
    [
      'echo b | xargs mv a',
      [
        '2 moves ?Not known before it runs: xargs adds names from its input.',
        '2 overwrites ?Not known before it runs: xargs adds names from its input.',
      ],
    ],
    ['echo x 1<> a; exec 3<>/dev/tcp/h.example/80', ['1 overwrites a', '2 contacts @h.example']],
    ['curl -sS --output-dir d -o a https://h.x', ['1 contacts @h.x', '1 overwrites d/a']],
    ['curl --output-dir d -O https://h.x/a', ['1 contacts @h.x', '1 overwrites d/a']],
    ['curl -c jar --output-dir d https://h.x', ['1 contacts @h.x', '1 overwrites jar']],
    [
      "curl -o 'a#1' 'https://h.x/[1-9]'",
      ['1 contacts @h.x', '1 overwrites ?Not expanded: it stands for several names.'],
    ],
    ['curl -O "https://h.x/$V/a.tgz"', ['1 contacts @h.x', '1 overwrites a.tgz']],
    ['curl -O "https://h.x/$V"', ['1 contacts @h.x', '1 overwrites ?Not expanded: V is not set here.']],
    ['wget -P d https://h.x/a', ['1 contacts @h.x', '1 overwrites d/a']],
    ['wget -qr https://h.x/', ['1 contacts @h.x', '1 overwrites ?Not looked up: the server names the files.']],
    ['zip -r a.zip b', []],
    ['zip -rm a.zip b', ['1 deletes b/**']],
    ['tar --remove-files -cf a b', ['1 deletes b/**', '1 overwrites a']],
    ['tar -C x --remove-files -cf a b', ['1 deletes ?Not looked up: it works in another folder.', '1 overwrites a']],
    ['tar -rf a b', ['1 edits a']],
    ['rsync -an --delete a/ b/', []],
    ['rsync -a --remove-source-files a b', ['1 deletes a/**', '1 overwrites b/**']],
    ['rename s/a/b/ *.txt', ['1 moves ?Not looked up: it makes the names itself.']],
    ['find . -name a -fprint b', ['1 overwrites b']],
    ['openssl req -x509 -keyout k -out c', ['1 overwrites c', '1 overwrites k']],
    ['npx rimraf a', ['1 deletes a/**']],
    ["ed -s a; ex -sc '%d|x' b; yq -i .a=1 c; zstd --rm d", ['1 edits a', '2 edits b', '3 edits c', '4 deletes d']],
    ['git switch --discard-changes main', ['1 discards changes |true|no|main|removes']],
    ['git restore -SW a', ['1 discards changes a|true|no|HEAD|removes']],
    ['git restore -s HEAD~1 a', ['1 discards changes a|true|no|HEAD~1|keepsIndex|removes']],
    ['git reset --hard', ['1 discards changes |true|no|HEAD|removes']],
    ['git stash', ['1 moves changes |true|no|HEAD|removes|stashed']],
    ['git stash push -u a', ['1 moves changes a|true|no|HEAD|removes|stashed', '1 moves untracked a|true|no|stashed']],
    ['git stash list', []],
    ['git stash pop', ['1 edits ?Not looked up: what a stash holds.']],
    ['git add -A && git reset --hard', ['2 discards changes |true|no|HEAD|afterOthers|removes']],
    ['git submodule deinit -f lib', ['1 deletes lib/**']],
    ['git apply x.patch', ['1 edits ?Not looked up: the patch names the files.']],
    ['patch -p1', ['1 edits ?Not looked up: the patch names the files.']],
    ['ln -s a b', ['1 creates b']],
    ['ln -sf a b', ['1 overwrites b']],
    ['ln -sf x/a', ['1 overwrites .']],
    ['install -m 644 a b', ['1 overwrites b']],
    ['install -d a b', ['1 creates a', '1 creates b']],
    ['chmod -x a', ['1 setsMode a']],
    ['chmod -R -w a', ['1 setsMode a/**']],
    ['gzip a', ['1 edits a']],
    ['gzip -k a', []],
    ['awk -i inplace 1 a', ['1 edits a']],
    ['uniq a b', ['1 overwrites b']],
    ['rm ~+/a', ['1 deletes ?Not expanded: ~+ is known to the shell alone.']],
    ['HOME=/x; rm ~/a', ['2 deletes ?Not expanded: HOME is set while the command runs.']],
    ['IFS=x; A=bxc; rm $A', ['3 deletes ?Not expanded: the value of A is split into words.']],
    ['shopt -s dotglob; rm *', ['2 deletes ?Not expanded: the command changes how names are matched.']],
    ['GLOBIGNORE=a; rm *', ['2 deletes ?Not expanded: the command changes how names are matched.']],
    ['git checkout -- a b', ['1 discards changes a,b|true|no']],
    ['git checkout main', ['1 discards changes main|true|no|leading']],
    ['git checkout .', ['1 discards changes .|true|no|leading']],
    ['git restore a', ['1 discards changes a|true|no|keepsIndex|removes']],
    ['git restore --staged a', []],
    ['git reset --hard HEAD~1', ['1 discards changes |true|no|HEAD~1|removes']],
    ['git reset HEAD', []],
    ['git stash drop', ['1 discards ?Not looked up: what a stash holds.']],
    ['git rm -r a', ['1 deletes tracked a|true|no']],
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
    ['tar xzf a.tgz -C out', ['1 overwrites ?Not looked up: the archive names the files.']],
    ['unzip a.zip -d out', ['1 overwrites ?Not looked up: the archive names the files.']],
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

  test('says what is put into a folder, and what need not be there', () => {
    const intoOf = (text: string): unknown => {
      for (const { about } of readWhole(text, place).targets) {
        if (about.type !== 'path' || !about.into) continue;
        const { sources, ...flags } = about.into;
        const names = sources?.map((source) => source.map((piece) => piece.text).join('')) ?? null;
        return [names, Object.entries(flags).flatMap(([name, value]) => (value ? [name] : []))];
      }
      return undefined;
    };
    const folders: readonly (readonly [string, unknown])[] = [
      ['cp a b c', [['a', 'b'], []]],
      ['cp -r a c', [['a'], ['merges']]],
      ['cp -aT a c', [['a'], ['flat', 'merges']]],
      ['cp -t c a *.x', [['a', '*.x'], []]],
      ['cp --parents a/b c', [null, []]],
      ['cp "$A" c', [null, []]],
      ['mv a c', [['a'], ['replacesLinks']]],
      ['ls | xargs mv -t c', [null, ['replacesLinks']]],
      ['ln -sf a c', [['a'], ['replacesLinks', 'namesOnly']]],
      ['ln -sfn a c', [['a'], ['flat', 'replacesLinks', 'namesOnly']]],
      ['git mv a c', [['a'], ['replacesLinks']]],
      ['tee c', undefined],
    ];
    checkTable(
      folders,
      ([text]) => text,
      ([text]) => intoOf(text),
      ([, expected]) => expected,
    );
  });

  test('says where git would work on other files than those of the folder', () => {
    const cwdOf = (text: string): unknown => readWhole(text, place).targets[0]?.cwd;
    assert.equal(cwdOf('git -C x checkout .'), '/w/app/x');
    for (const text of [
      'git --work-tree=x checkout .',
      'git --git-dir x/.git reset --hard',
      'git -c core.worktree=x clean -fd',
      'git -c core.excludesFile=/dev/null clean -fd',
      'GIT_WORK_TREE=x git checkout -f',
      'export GIT_DIR=x; git rm a',
    ]) {
      assert.equal(cwdOf(text), null, text);
    }
  });

  test('knows nothing of other shells of Windows', () => {
    assert.deepEqual(readWhole('rm x', { ...place, language: 'powershell' }).targets, []);
  });
});

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { TrialProject } from '../support/touchTrial';
import type { Trial } from '../support/touchTrial';

/*
 * What the card says is held against what a command really does: each is looked at, then run by bash in a throw-away project, and then
 * what is gone or changed, and what of that git still has, is counted.
 */

/**
 * What the card says, against what happens. `exact`: as many files and bytes, of which git has as many. `more`: it says more, since the
 * command fails or keeps some. `open`: it says of some of it that it does not know.
 */
type Claim = 'exact' | 'more' | 'open';

/** By what the card claims of a command, the commands. */
const commands: Readonly<Record<Claim, readonly string[]>> = {
  exact: [
    'ls',
    'rm added.txt staged.txt both.txt back.txt uncached.txt',
    "rm -rf src ../outside/sub; bash -c 'rm kept.txt lib/m.c inner/i.txt'",
    'rm *.txt .hid*',
    'rm {new,new2}.txt x{,.o} a{,.o}',
    'rm lower/[a-c]* \'lower/Z4\' odd/a\\*b "odd/[a]" odd/*\\ *',
    "rm -f lower/[!a-z]* lower/[[:lower:]]?; rm odd/$'new\\nline'",
    'cd odd && rm -- *',
    'rm -r link olink flink',
    'rm -rf link/*',
    '(cd src; rm -r *); rm *.o',
    'cd link && rm -f ../new.txt',
    'mkdir -p build && cd build && rm -rf ../dir',
    'X=dir; rm -rf $X/*',
    'git reset -q; rm added.txt',
    'rm added.txt; git add -A',
    'mv new.txt changed.txt',
    'mv kept.txt new.txt dir',
    'mv -t dir/ kept.txt',
    'mv new.txt olink',
    'mv -f src/* dir/src/',
    'cp kept.txt dir',
    'cp -r src dir',
    'cp -r src/* dir/src',
    'cp -rT src dir/src',
    'cp *.txt link/',
    'cp kept.txt olink',
    'ln -s kept.txt newlink; ln -sf kept.txt new.txt; install -m 644 kept.txt main.sh; cp kept.txt changed.txt',
    'tar cf new.txt src; gzip a.o; uniq kept.txt new2.txt; dd if=/dev/null of=main.sh; perl -pi -e s/n/x/ risen.txt',
    'sed -i s/t/x/ flink changed.txt; cat flink | tee new.txt new2.txt; echo x > olink; echo x > fresh',
    'truncate -s 0 *.txt; rm -rf ./dir/',
    'ln -sf ../kept.txt dir',
    'ln -sfn src link',
    'echo x > new.txt; echo x >| changed.txt; ls &> kept.txt; ls nowhere 2> a.o',
    'chmod -R 700 src; chmod -R 777 link; chmod -r kept.txt; chmod -R -r cache',
    'git status && git clean -f; git -C src clean -fdX',
    'git clean -fdx',
    'git clean -fdX',
    "git clean -fd -e '*.txt'",
    'git clean -fdX -e new.txt',
    'git clean -f dir src/*.c',
    'git checkout changed.txt src',
    'git checkout -- .',
    'git checkout main',
    'git checkout HEAD -- staged.txt both.txt',
    'git checkout HEAD~2 kept.txt risen.txt',
    'git restore .',
    'git restore -SW both.txt added.txt',
    'git restore -s HEAD~2 .',
    'git stash push -u -- changed.txt dir',
    'git rm -f changed.txt added.txt',
    "git rm -f '*.c'",
    'git mv -f kept.txt changed.txt',
    // Ignored files that another commit has are overwritten without a word.
    'git checkout feat',
    'git switch -c fresh over',
    'git add -A && git commit -qm x && git merge --no-edit feat',
    'git add new.txt && git commit -qam x && git cherry-pick feat',
    'git reset --keep over',
    'git checkout way',
    'git checkout-index -fa',
    'git checkout over -- cache',
    'git archive -o new.txt HEAD; echo x 1<> kept.txt',
    'echo x >> new.txt; tee -a changed.txt < kept.txt; tar rf ../outside/a.tar src',
    'cp new.txt{,.bak}; mv kept.txt{,.bak}; mv src/{kept,changed}.c dir',
    'tar --remove-files -cf x.tar dir; find . -maxdepth 1 -name x -fprint new.txt',
  ],
  more: [
    // They take no folders without being told, and do not put one over another.
    'rm -f *',
    'mv src dir',
    // What git has itself goes too.
    'rm -rf lib',
    'rm -rf tree',
    'rm -rf inner',
    'rm kept.txt; rm -rf .git',
    'git clean -ffdx',
    'git rm -rfq .',
    // What is staged is lost, where the file on disk is as before.
    'git reset --hard HEAD~2',
    'git checkout -f HEAD~2',
    'git checkout HEAD .',
    'git stash -u',
    'git checkout -f way',
    'git reset --hard way',
    'git read-tree -u --reset HEAD',
    'git cherry-pick feat',
    'git stash -q && git rebase -q feat',
    'git merge --abort',
  ],
  open: [
    'cd opt && rm *',
    'cd nowhere; rm -f new.txt',
    'shopt -s dotglob; rm -f dir/*',
    'shopt -s globstar; rm -f src/**/*.c',
    'HOME=$PWD/dir; rm -rf ~/*',
    'rm $(ls *.o)',
    "find . -name '*.o' -delete",
    "find . -name '*.o' | xargs rm",
    'for f in *.o; do rm "$f"; done',
    'mv new.txt dir/keep && rm -rf dir',
    'mkdir x && mv *.txt x && rm -rf x',
    'cp --parents src/kept.c dir',
    'tar xf ../outside/a.tar',
    'tar -xf ../outside/a.tar -C dir',
    'git add -A && git reset --hard',
    'git reset && git clean -fd',
    'git stash && git stash drop',
    'rm .gitignore && git clean -fd',
    'git --work-tree=dir checkout HEAD -- .',
    'git -c core.excludesFile=/dev/null clean -fd',
    'git worktree remove tree',
    'git pull',
    'git fetch -q; git merge origin/main',
    'git rm -q --cached kept.txt && git checkout feat',
    "echo '*.txt' >> .gitignore && git checkout way",
    'git diff --name-only | xargs git checkout --',
    'git submodule update --init --force',
    'tar -C dir --remove-files -cf x.tar kept.txt',
    'echo new2.txt | xargs mv new.txt',
    'mv ne*',
  ],
};

interface Sums {
  readonly count: number;
  readonly bytes: number;
  readonly beyondGit: number;
}

/** What the card says in all: files and folders that are touched, and those of them that git could not bring back. */
function claimed({ rows }: Trial): Sums {
  const sums = { count: 0, bytes: 0, beyondGit: 0 };
  for (const { verb, note = '', count = 0, bytes = 0, back, why } of rows) {
    if (verb === 'copies' || verb === 'creates' || verb === 'contacts' || note.startsWith('It is not there')) continue;
    sums.count += count;
    sums.bytes += bytes;
    if (back === 'no' || back === 'part') sums.beyondGit += Number(/^(\d+) files? of/.exec(why)?.[1] ?? count);
  }
  return sums;
}

function happened({ done }: Trial): Sums {
  const count = done.lost.length + done.kept.length || done.modes.length;
  return { count, bytes: done.bytes, beyondGit: done.beyondGit.length };
}

/** What is wrong with what the card says; undefined if nothing. */
function lieIn(trial: Trial, claim: Claim): unknown {
  const [said, real] = [claimed(trial), happened(trial)];
  const isOpen = trial.rows.some((row) => row.count === undefined || row.atLeast === true || row.back === 'unknown');
  const isLess = said.count < real.count || said.beyondGit < real.beyondGit;
  const isMode = trial.done.modes.length > 0 && real.bytes === 0;
  const isOther =
    said.count !== real.count || said.beyondGit !== real.beyondGit || (said.bytes !== real.bytes && !isMode);
  const found = isOpen ? 'open' : isLess ? 'less' : isOther ? 'more' : 'exact';
  return found === claim ? undefined : { found, said, real, ...trial };
}

suite('what the card says of a command is what the command does', () => {
  const project = new TrialProject();
  after(() => project.remove());

  for (const claim of ['exact', 'more', 'open'] as const) {
    const says = { exact: 'to the file and the byte', more: 'and rather more', open: 'or that it is not known' }[claim];
    test(says, async () => {
      const lies: Record<string, unknown> = {};
      for (const command of commands[claim]) {
        const lie = lieIn(await project.try(command), claim);
        if (lie !== undefined) lies[command] = lie;
      }
      assert.deepEqual(lies, {});
    });
  }

  test('what git is said to bring back it does bring back, and nothing else', async () => {
    const names = ['kept', 'changed', 'staged', 'added', 'both', 'back', 'uncached', 'new'].map(
      (name) => `${name}.txt`,
    );
    const told: Record<string, unknown> = {};
    const real: Record<string, unknown> = {};
    for (const name of names) {
      const { rows } = await project.try(`rm ${name}`);
      told[name] = rows[0]?.back === 'yes';
      real[name] = project.isRestored(name);
    }
    assert.deepEqual(told, real);
  });

  // The last one, since the project is none for git behind it.
  test('without a repository nothing is said to come back', async () => {
    project.forgetGit();
    for (const command of ['rm kept.txt', 'cp kept.txt dir', 'echo x > new.txt', 'rm -rf dir']) {
      const trial = await project.try(command);
      const last = trial.rows.at(-1);
      assert.deepEqual([last?.back, last?.why], ['unknown', 'Not in a repository'], command);
      assert.equal(claimed(trial).count, happened(trial).count, command);
    }
  });
});

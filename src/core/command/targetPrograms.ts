import type { TargetProgram, TargetRule } from './targetRules';

const intoFolder = '-t --target-directory';
const withinTree = '-r -R --recursive';
const merging = '-r -R -a --recursive --archive';
const moved: TargetRule = {
  verb: 'overwrites',
  operands: 'last',
  pathOptions: intoFolder,
  into: { replacesLinks: true },
};
const compressing: TargetProgram = {
  values: '-S --suffix',
  rules: [
    {
      verb: 'edits',
      operands: 'all',
      recursive: '-r --recursive',
      unless: '-c -k -l -t --stdout --keep --list --test',
    },
  ],
};
const streamEditor: TargetProgram = {
  values: '-e -f -l --expression --file --line-length',
  rules: [{ verb: 'edits', operands: 'allButFirst', onlyWith: '-i --in-place' }],
  firstIsFileWith: '-e -f --expression --file',
};
/** GNU awk takes `-i inplace`. */
const awk: TargetProgram = {
  values: '-F -v -f -i -e',
  rules: [{ verb: 'edits', operands: 'allButFirst', onlyWith: '-i' }],
  firstIsFileWith: '-f -e',
};
const removing: TargetProgram = { rules: [{ verb: 'deletes', operands: 'all', recursive: true }] };
const editing: TargetProgram = { values: '-c -S -u -i -w -W -p --cmd', rules: [{ verb: 'edits', operands: 'all' }] };
const renaming: TargetProgram = {
  chooses: {
    verb: 'moves',
    reason: 'Not looked up: it makes the names itself.',
    unless: '-n --no-act --nono --dry-run',
  },
};
const crawling = '-r -m -i --recursive --mirror --input-file --page-requisites';
const elsewhere = '-C --directory';
const dry = '-n --dry-run --list-only';
const archived = 'Not looked up: the archive names the files.';
const patched = 'Not looked up: the patch names the files.';
const compiled: readonly TargetRule[] = [{ verb: 'overwrites', pathOptions: '-o --output' }];

const compiler: TargetProgram = { values: '-o -I -L -D', rules: compiled };

/** By name of the program. */
export const targetPrograms: Readonly<Record<string, TargetProgram>> = {
  rm: { rules: [{ verb: 'deletes', operands: 'all', recursive: withinTree }] },
  grm: { rules: [{ verb: 'deletes', operands: 'all', recursive: withinTree }] },
  rmdir: { rules: [{ verb: 'deletes', operands: 'all' }] },
  unlink: { rules: [{ verb: 'deletes', operands: 'all' }] },
  trash: removing,
  'trash-put': removing,
  srm: removing,
  rimraf: removing,
  'del-cli': removing,
  shred: { values: '-n -s --iterations --size --random-source', rules: [{ verb: 'overwrites', operands: 'all' }] },
  mv: {
    folderOptions: intoFolder,
    values: '-S --suffix',
    rules: [{ verb: 'moves', operands: 'allButLast', recursive: true }, moved],
  },
  cp: {
    folderOptions: intoFolder,
    values: '-S --suffix',
    rules: [
      { verb: 'copies', operands: 'allButLast', recursive: true },
      { verb: 'overwrites', operands: 'last', pathOptions: intoFolder, into: { merges: merging } },
    ],
  },
  ln: {
    folderOptions: intoFolder,
    values: '-S --suffix',
    rules: [
      { verb: 'creates', operands: 'last', pathOptions: intoFolder, unless: '-f --force' },
      {
        ...moved,
        onlyWith: '-f --force',
        into: { replacesLinks: true, flatWith: '-n --no-dereference -h', namesOnly: true },
      },
    ],
  },
  install: {
    folderOptions: intoFolder,
    values: '-m -o -g -S --mode --owner --group --suffix',
    rules: [
      { ...moved, unless: '-d --directory' },
      { verb: 'creates', operands: 'all', onlyWith: '-d --directory' },
    ],
  },
  rsync: {
    values:
      '-e -f -T -B --rsh --filter --exclude --include --exclude-from --include-from --files-from --backup-dir --suffix --rsync-path --log-file --partial-dir',
    rules: [
      {
        verb: 'deletes',
        operands: 'last',
        recursive: true,
        onlyWith:
          '--del --delete --delete-after --delete-before --delete-delay --delete-during --delete-excluded --delete-missing-args',
        unless: dry,
      },
      { verb: 'deletes', operands: 'allButLast', recursive: true, onlyWith: '--remove-source-files', unless: dry },
      { verb: 'overwrites', operands: 'last', recursive: true, unless: dry },
    ],
    hosts: 'remote',
  },
  mkdir: { values: '-m --mode', rules: [{ verb: 'creates', operands: 'all' }] },
  touch: { values: '-d -r -t --date --reference --time', rules: [{ verb: 'creates', operands: 'all' }] },
  truncate: { values: '-s -r --size --reference', rules: [{ verb: 'overwrites', operands: 'all' }] },
  tee: {
    rules: [
      { verb: 'appends', operands: 'all', onlyWith: '-a --append' },
      { verb: 'overwrites', operands: 'all', unless: '-a --append' },
    ],
  },
  ed: editing,
  ex: editing,
  vi: editing,
  vim: editing,
  nvim: editing,
  rename: renaming,
  prename: renaming,
  mmv: renaming,
  zip: {
    values: '-b -t -n -P -s -tt',
    rules: [{ verb: 'deletes', operands: 'allButFirst', recursive: withinTree, onlyWith: '-m --move' }],
  },
  zstd: {
    rules: [...compiled, { verb: 'deletes', operands: 'all', recursive: '-r', onlyWith: '--rm' }],
  },
  find: { before: '-fprint -fprint0 -fprintf -fls' },
  openssl: { before: '-out -keyout' },
  yq: { rules: [{ verb: 'edits', operands: 'last', onlyWith: '-i --inplace --in-place' }] },
  ruby: {
    values: '-e -E -I -r',
    rules: [{ verb: 'edits', operands: 'allButFirst', onlyWith: '-i' }],
    firstIsFileWith: '-e',
  },
  dd: { named: { of: 'overwrites' } },
  sed: streamEditor,
  gsed: streamEditor,
  perl: {
    values: '-e -E -I -M',
    rules: [{ verb: 'edits', operands: 'allButFirst', onlyWith: '-i' }],
    firstIsFileWith: '-e -E',
  },
  awk,
  gawk: awk,
  chmod: {
    rules: [{ verb: 'setsMode', operands: 'allButFirst', recursive: '-R --recursive' }],
    firstIsFileWith: '--reference',
    firstOption: /^-[^-]*[rwxXstugoa,+=0-7]/,
  },
  chown: {
    values: '--from',
    rules: [{ verb: 'setsMode', operands: 'allButFirst', recursive: '-R --recursive' }],
    firstIsFileWith: '--reference',
  },
  chgrp: {
    rules: [{ verb: 'setsMode', operands: 'allButFirst', recursive: '-R --recursive' }],
    firstIsFileWith: '--reference',
  },
  curl: {
    values:
      '-X -H -d -o -u -A -e -b -c -F -T -x -m -w -K -E -r -C -y -Y -z -Q -P -D --request --header --data --data-raw --data-binary --data-urlencode --output --user --user-agent --referer --cookie --cookie-jar --form --upload-file --proxy --max-time --connect-timeout --write-out --config --cert --key --cacert --range --retry --retry-delay --output-dir --json --resolve',
    rules: [
      { verb: 'overwrites', pathOptions: '-o --output', inOutputFolder: true },
      { verb: 'overwrites', pathOptions: '-c --cookie-jar -D --dump-header' },
    ],
    namedByUrl: { with: '-O --remote-name --remote-name-all' },
    outputFolder: '--output-dir',
    patterns: /[#[{]/,
    hosts: 'url',
  },
  wget: {
    values:
      '-O -o -a -P -U -e -t -T -w -Q -i -A -R -D --output-document --output-file --directory-prefix --user-agent --header --post-data --tries --timeout',
    rules: [{ verb: 'overwrites', pathOptions: '-O --output-document -o --output-file' }],
    namedByUrl: { without: `-O --output-document --spider ${crawling}` },
    outputFolder: '-P --directory-prefix',
    chooses: {
      verb: 'overwrites',
      reason: 'Not looked up: the server names the files.',
      onlyWith: crawling,
      unless: '-O --output-document --spider',
    },
    hosts: 'url',
  },
  http: { rules: compiled, values: '-o --output -a --auth', hosts: 'url' },
  scp: {
    values: '-P -i -F -o -c -J -l -S -D',
    rules: [{ verb: 'overwrites', operands: 'last', recursive: true }],
    hosts: 'remote',
  },
  sftp: { values: '-P -i -F -o -b -c -J -l', hosts: 'first' },
  ssh: { values: '-b -B -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w', hosts: 'first' },
  nc: { values: '-e -c -g -G -i -I -m -o -O -p -P -q -s -T -V -w -W -x -X', hosts: 'first' },
  ncat: { values: '-e -c -g -G -i -m -o -p -w -x', hosts: 'first' },
  telnet: { hosts: 'first' },
  ping: { values: '-c -i -W -s -t', hosts: 'first' },
  tar: {
    values:
      '-f -C -T -X -b -I -g --file --directory --exclude --files-from --exclude-from --transform --strip-components',
    bareCluster: true,
    rules: [
      { verb: 'overwrites', onlyWith: '-c --create', pathOptions: '-f --file' },
      {
        verb: 'edits',
        onlyWith: '-r -u -A --append --update --concatenate',
        pathOptions: '-f --file',
      },
      { verb: 'deletes', operands: 'all', recursive: true, onlyWith: '--remove-files', movedBy: elsewhere },
    ],
    chooses: {
      verb: 'overwrites',
      reason: archived,
      onlyWith: '-x --extract --get',
      unless: '-O --to-stdout',
      folder: elsewhere,
    },
  },
  unzip: {
    values: '-d -x -P',
    chooses: { verb: 'overwrites', reason: archived, unless: '-l -t -p -v -z -Z', folder: '-d' },
  },
  gzip: compressing,
  gunzip: compressing,
  bzip2: compressing,
  bunzip2: compressing,
  xz: compressing,
  unxz: compressing,
  pigz: compressing,
  unpigz: compressing,
  gcc: compiler,
  cc: compiler,
  clang: compiler,
  'g++': compiler,
  'clang++': compiler,
  go: compiler,
  ld: compiler,
  rustc: compiler,
  pandoc: compiler,
  dot: compiler,
  gpg: compiler,
  uniq: { values: '-f -s -w', rules: [{ verb: 'overwrites', operands: 'last' }] },
  sponge: {
    rules: [
      { verb: 'appends', operands: 'all', onlyWith: '-a' },
      { verb: 'overwrites', operands: 'all', unless: '-a' },
    ],
  },
  patch: {
    values: '-i -d -p -o -r -D -F -B -z --input --directory --strip',
    rules: [{ verb: 'edits', operands: 'all', unless: '--dry-run -o --output' }, ...compiled],
    chooses: {
      verb: 'edits',
      reason: patched,
      unless: '--dry-run -o --output',
      folder: '-d --directory',
      ifAlone: true,
    },
  },
  sort: { values: '-k -t -o -S -T --key --output', rules: compiled },
};

/** Programs that fetch or publish: whatever URL stands among their words is contacted. */
export const urlPrograms: ReadonlySet<string> = new Set(
  'git npm npx pnpm yarn bun pip pip3 pipx uv cargo go gem bundle composer docker podman helm brew apt apt-get dnf yum apk gh glab aws gsutil twine nuget'.split(
    ' ',
  ),
);

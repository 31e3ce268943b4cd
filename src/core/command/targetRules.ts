import type { TouchVerb } from '../../protocol/command';

/** Which words of a call a rule is about, after options are taken out. */
export type Operands = 'all' | 'last' | 'allButLast' | 'allButFirst' | 'none';

/** What a program does to the paths that its arguments name. From the manual pages of GNU coreutils, BSD and the tools themselves. */
export interface TargetRule {
  readonly verb: TouchVerb;
  readonly operands: Operands;
  /** Whether folders are taken with all that is in them: always, or with one of these options. */
  readonly recursive?: true | readonly string[];
  /** The rule holds only with one of these options: `sed -i`. Single letters also stand in clusters. */
  readonly onlyWith?: readonly string[];
  /** The rule does not hold with one of these. */
  readonly unless?: readonly string[];
  /** Options whose value is a path of this rule: `-o` of `curl -o file`. */
  readonly pathOptions?: readonly string[];
  /** The other operands are put into it if it is a folder. */
  readonly into?: {
    /** With these, folders are put in with all that is in them. */
    readonly merges: readonly string[];
    /** It replaces links, and does not write to what they point to. */
    readonly replacesLinks?: true;
    /** With these too, nothing is put into a folder that a link points to. */
    readonly flatWith?: readonly string[];
    /** The other operands need not be there. */
    readonly namesOnly?: true;
  };
}

/** A program: its options that take the next word as their value, and its rules. */
export interface TargetProgram {
  /** Space-separated. */
  readonly values?: string;
  readonly rules: readonly TargetRule[];
  /** Options that name the folder to put things in: then no operand is it. */
  readonly folderOptions?: readonly string[];
  /** `NAME=path` operands: `of=` of `dd`. */
  readonly named?: Readonly<Record<string, TouchVerb>>;
  /** With these options the first operand is a file like the others: `chmod --reference=x`, `sed -e x`. */
  readonly firstIsFileWith?: readonly string[];
  /** An option like this stands for the first operand: `chmod -x`. */
  readonly firstOption?: RegExp;
  /** It touches what something else names: an archive, a patch. */
  readonly chooses?: {
    readonly verb: TouchVerb;
    /** A sentence. */
    readonly reason: string;
    readonly onlyWith?: readonly string[];
    readonly unless: readonly string[];
    /** Options that name the folder where it does. */
    readonly folder: readonly string[];
    /** Not if its operands name the files. */
    readonly ifAlone?: true;
  };
  /** Its first word is options even without a dash: `tar xzf`. */
  readonly bareCluster?: true;
  /** It writes a file named as the last part of its URL: with one of these options, or unless one of them is given. */
  readonly namedByUrl?: { readonly with: readonly string[] } | { readonly without: readonly string[] };
  /** It contacts hosts: those of its URLs (`url`), of `user@host:path` operands (`remote`), of its first operand (`first`). */
  readonly hosts?: 'url' | 'remote' | 'first';
}

const intoFolder: readonly string[] = ['-t', '--target-directory'];
const withinTree = ['-r', '-R', '--recursive'];
const merging = ['-r', '-R', '-a', '--recursive', '--archive'];
const moved: TargetRule = {
  verb: 'overwrites',
  operands: 'last',
  pathOptions: intoFolder,
  into: { merges: [], replacesLinks: true },
};
const compressing: TargetProgram = {
  values: '-S --suffix',
  rules: [
    {
      verb: 'edits',
      operands: 'all',
      recursive: ['-r', '--recursive'],
      unless: ['-c', '-k', '-l', '-t', '--stdout', '--keep', '--list', '--test'],
    },
  ],
};
const streamEditor: TargetProgram = {
  values: '-e -f -l --expression --file --line-length',
  rules: [{ verb: 'edits', operands: 'allButFirst', onlyWith: ['-i', '--in-place'] }],
  firstIsFileWith: ['-e', '-f', '--expression', '--file'],
};
/** GNU awk takes `-i inplace`. */
const awk: TargetProgram = {
  values: '-F -v -f -i -e',
  rules: [{ verb: 'edits', operands: 'allButFirst', onlyWith: ['-i'] }],
  firstIsFileWith: ['-f', '-e'],
};
const archived = 'Not looked up: the archive names the files.';
const patched = 'Not looked up: the patch names the files.';
const compiled: readonly TargetRule[] = [{ verb: 'overwrites', operands: 'none', pathOptions: ['-o', '--output'] }];

/** By name of the program. */
export const targetPrograms: Readonly<Record<string, TargetProgram>> = {
  rm: { rules: [{ verb: 'deletes', operands: 'all', recursive: withinTree }] },
  grm: { rules: [{ verb: 'deletes', operands: 'all', recursive: withinTree }] },
  rmdir: { rules: [{ verb: 'deletes', operands: 'all' }] },
  unlink: { rules: [{ verb: 'deletes', operands: 'all' }] },
  trash: { rules: [{ verb: 'deletes', operands: 'all', recursive: true }] },
  rimraf: { rules: [{ verb: 'deletes', operands: 'all', recursive: true }] },
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
      { verb: 'creates', operands: 'last', pathOptions: intoFolder, unless: ['-f', '--force'] },
      {
        ...moved,
        onlyWith: ['-f', '--force'],
        into: { merges: [], replacesLinks: true, flatWith: ['-n', '--no-dereference', '-h'], namesOnly: true },
      },
    ],
  },
  install: {
    folderOptions: intoFolder,
    values: '-m -o -g -S --mode --owner --group --suffix',
    rules: [
      { ...moved, unless: ['-d', '--directory'] },
      { verb: 'creates', operands: 'all', onlyWith: ['-d', '--directory'] },
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
        onlyWith: ['--delete', '--delete-after', '--delete-before', '--delete-during', '--delete-excluded'],
      },
      { verb: 'overwrites', operands: 'last', recursive: true },
    ],
    hosts: 'remote',
  },
  mkdir: { values: '-m --mode', rules: [{ verb: 'creates', operands: 'all' }] },
  touch: { values: '-d -r -t --date --reference --time', rules: [{ verb: 'creates', operands: 'all' }] },
  truncate: { values: '-s -r --size --reference', rules: [{ verb: 'overwrites', operands: 'all' }] },
  tee: {
    rules: [
      { verb: 'appends', operands: 'all', onlyWith: ['-a', '--append'] },
      { verb: 'overwrites', operands: 'all', unless: ['-a', '--append'] },
    ],
  },
  dd: { rules: [], named: { of: 'overwrites' } },
  sed: streamEditor,
  gsed: streamEditor,
  perl: {
    values: '-e -E -I -M',
    rules: [{ verb: 'edits', operands: 'allButFirst', onlyWith: ['-i'] }],
    firstIsFileWith: ['-e', '-E'],
  },
  awk,
  gawk: awk,
  chmod: {
    rules: [{ verb: 'setsMode', operands: 'allButFirst', recursive: ['-R', '--recursive'] }],
    firstIsFileWith: ['--reference'],
    firstOption: /^-[^-]*[rwxXstugoa,+=0-7]/,
  },
  chown: {
    values: '--from',
    rules: [{ verb: 'setsMode', operands: 'allButFirst', recursive: ['-R', '--recursive'] }],
    firstIsFileWith: ['--reference'],
  },
  chgrp: {
    rules: [{ verb: 'setsMode', operands: 'allButFirst', recursive: ['-R', '--recursive'] }],
    firstIsFileWith: ['--reference'],
  },
  curl: {
    values:
      '-X -H -d -o -u -A -e -b -c -F -T -x -m -w -K -E -r -C -y -Y -z -Q -P -D --request --header --data --data-raw --data-binary --data-urlencode --output --user --user-agent --referer --cookie --cookie-jar --form --upload-file --proxy --max-time --connect-timeout --write-out --config --cert --key --cacert --range --retry --retry-delay --output-dir --json --resolve',
    rules: [
      {
        verb: 'overwrites',
        operands: 'none',
        pathOptions: ['-o', '--output', '-c', '--cookie-jar', '-D', '--dump-header'],
      },
    ],
    namedByUrl: { with: ['-O', '--remote-name', '--remote-name-all'] },
    hosts: 'url',
  },
  wget: {
    values:
      '-O -o -a -P -U -e -t -T -w -Q -i -A -R -D --output-document --output-file --directory-prefix --user-agent --header --post-data --tries --timeout',
    rules: [{ verb: 'overwrites', operands: 'none', pathOptions: ['-O', '--output-document', '-o', '--output-file'] }],
    namedByUrl: { without: ['-O', '--output-document', '--spider', '-P', '--directory-prefix', '-r'] },
    hosts: 'url',
  },
  http: { rules: compiled, values: '-o --output -a --auth', hosts: 'url' },
  scp: {
    values: '-P -i -F -o -c -J -l -S -D',
    rules: [{ verb: 'overwrites', operands: 'last', recursive: true }],
    hosts: 'remote',
  },
  sftp: { values: '-P -i -F -o -b -c -J -l', rules: [], hosts: 'first' },
  ssh: { values: '-b -B -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w', rules: [], hosts: 'first' },
  nc: { values: '-e -c -g -G -i -I -m -o -O -p -P -q -s -T -V -w -W -x -X', rules: [], hosts: 'first' },
  ncat: { values: '-e -c -g -G -i -m -o -p -w -x', rules: [], hosts: 'first' },
  telnet: { rules: [], hosts: 'first' },
  ping: { values: '-c -i -W -s -t', rules: [], hosts: 'first' },
  tar: {
    values:
      '-f -C -T -X -b -I -g --file --directory --exclude --files-from --exclude-from --transform --strip-components',
    bareCluster: true,
    rules: [{ verb: 'overwrites', operands: 'none', onlyWith: ['-c', '--create'], pathOptions: ['-f', '--file'] }],
    chooses: {
      verb: 'overwrites',
      reason: archived,
      onlyWith: ['-x', '--extract', '--get'],
      unless: ['-O', '--to-stdout'],
      folder: ['-C', '--directory'],
    },
  },
  unzip: {
    values: '-d -x -P',
    rules: [],
    chooses: { verb: 'overwrites', reason: archived, unless: ['-l', '-t', '-p', '-v', '-z', '-Z'], folder: ['-d'] },
  },
  gzip: compressing,
  gunzip: compressing,
  bzip2: compressing,
  bunzip2: compressing,
  xz: compressing,
  unxz: compressing,
  gcc: { values: '-o -I -L -D', rules: compiled },
  cc: { values: '-o -I -L -D', rules: compiled },
  clang: { values: '-o -I -L -D', rules: compiled },
  'g++': { values: '-o -I -L -D', rules: compiled },
  'clang++': { values: '-o -I -L -D', rules: compiled },
  uniq: { values: '-f -s -w', rules: [{ verb: 'overwrites', operands: 'last' }] },
  sponge: {
    rules: [
      { verb: 'appends', operands: 'all', onlyWith: ['-a'] },
      { verb: 'overwrites', operands: 'all', unless: ['-a'] },
    ],
  },
  patch: {
    values: '-i -d -p -o -r -D -F -B -z --input --directory --strip',
    rules: [{ verb: 'edits', operands: 'all', unless: ['--dry-run'] }],
    chooses: { verb: 'edits', reason: patched, unless: ['--dry-run'], folder: ['-d', '--directory'], ifAlone: true },
  },
  sort: { values: '-k -t -o -S -T --key --output', rules: compiled },
};

/** Programs that fetch or publish: whatever URL stands among their words is contacted. */
export const urlPrograms: ReadonlySet<string> = new Set(
  'git npm npx pnpm yarn bun pip pip3 pipx uv cargo go gem bundle composer docker podman helm brew apt apt-get dnf yum apk gh glab aws gsutil twine nuget'.split(
    ' ',
  ),
);

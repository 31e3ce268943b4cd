import { lines, optionLines, type CallRule } from './callRule';

/** What starts a program or writes a file in the text of awk. Strings are passed over; repetitions are bounded. */
const awkStarts =
  /system\s{0,8}\(|(?:^|[;{}\s])@[A-Za-z_]\w{0,40}\s{0,8}["(]|\|&?\s{0,8}getline|\|&?\s{0,8}"|\bprintf?\b(?:"(?:[^"\\]|\\.){0,200}"|[^"|>};]){0,200}(?:>>?|\|&?(?!\|))\s{0,8}(?!"\/dev\/std(?:out|err)")["\w$(]/;

const recursive = '-r -R --recursive';

/** Tests by which find names what it looks for; without one it takes files of any name. */
export const namedTests = '-name -iname -path -ipath -wholename -regex -iregex -empty -inum -samefile';

/** Deleting, writing, permissions. */
export const fileRules: readonly CallRule[] = [
  { rule: 'delete.forced', programs: 'rm', some: `${recursive} --no-preserve-root`, and: '-f --force' },
  { rule: 'delete.recursive', programs: 'rm', some: recursive },
  { rule: 'delete.files', programs: 'rm', some: '-f -i -v -I --force --verbose' },
  ...lines('delete.files', { 'rm rmdir unlink trash trash-put srm del': '', git: 'rm' }),
  ...lines('delete.recursive', { 'rimraf del-cli': '' }),
  ...lines('delete.shred', { shred: '' }),
  {
    rule: 'delete.found',
    programs: 'find gfind',
    some: '-delete',
    having: namedTests,
    mark: 'options',
  },
  { rule: 'delete.foundAll', programs: 'find gfind', some: '-delete', mark: 'options' },
  { rule: 'write.file', programs: 'find gfind', some: '-fprint -fprint0 -fprintf -fls', mark: 'options' },
  {
    rule: 'delete.mirror',
    programs: 'rsync',
    some: '--delete --delete-before --delete-after --delete-excluded --delete-during --remove-source-files',
  },
  { rule: 'delete.mirror', programs: 'rclone', sub: 'sync|delete|purge' },
  { rule: 'write.inplace', programs: 'sed gsed', some: '-i --in-place' },
  {
    rule: 'code.inline',
    programs: 'awk gawk mawk nawk',
    operand: awkStarts,
    mark: 'options',
  },
  ...optionLines('write.file', {
    sort: '-o --output',
    tree: '-o',
    tee: '-a --append',
  }),
  ...lines('write.file', { 'tee patch truncate split csplit ed ex vim vi nvim nano emacs': '', git: 'apply|am' }),
  ...lines('write.copies', { 'cp gcp install ditto': '' }).flatMap((line) => [
    { ...line, some: `${recursive} -a -f -p -v -n -u` },
    line,
  ]),
  { rule: 'write.moves', programs: 'mv gmv', some: '-f -n -v -i' },
  ...lines('write.moves', { 'mv gmv rename': '', git: 'mv' }),
  { rule: 'write.link', programs: 'ln', some: '-s -f -n --symbolic --force' },
  ...lines('write.link', { ln: '' }),
  { rule: 'write.archive', programs: 'unzip', some: '-o -q -d', none: '-l -t -Z -v' },
  { rule: 'write.archive', programs: 'unzip', none: '-l -t -Z -v' },
  {
    rule: 'write.archive',
    programs: 'tar bsdtar',
    some: '-x -c -r -u -A --extract --get --create --append --update --delete',
  },
  {
    rule: 'write.archive',
    programs: 'tar bsdtar',
    sub: 'c*|x*|r*|u*|zx*|zc*|jx*|jc*|vx*|vc*|-x*',
    none: '-t -f -z --list',
  },
  {
    rule: 'write.archive',
    programs: 'gzip gunzip bzip2 bunzip2 xz unxz zstd',
    operand: /^[^-]/,
    none: '-l -t -c --list --test --stdout',
  },
  ...lines('write.archive', { 'zip 7z 7za cpio unrar ar': '' }),
  { rule: 'permission.setuid', programs: 'chmod', operand: /^(?:[ugoa]*[+=][rwxXt]*s|0?[4-7][0-7]{3}$)/ },
  {
    rule: 'permission.open',
    programs: 'chmod',
    some: recursive,
    operand: /^(?:0?[0-7]{2}[2367]|(?:[ug]*[oa][ugoa]*)?[+=][rx]*w.*|.*,[ugoa]*[oa][ugoa]*[+=]\w*w.*)$/,
  },
  {
    rule: 'permission.open',
    programs: 'chmod',
    operand: /^(?:0?[0-7]{2}[2367]|[ug]*[oa][ugoa]*[+=][rx]*w.*|.*,[ug]*[oa][ugoa]*[+=]\w*w.*)$/,
  },
  { rule: 'permission.recursive', programs: 'chmod chown chgrp setfacl chattr', some: recursive },
  ...lines('permission.change', { 'chmod chown chgrp setfacl chattr xattr chflags setcap umask': '' }),
];

/** How a program uses the paths among its arguments. */
export interface PathUse {
  readonly programs: string;
  readonly sub?: string;
  /** Only with one of these options. */
  readonly some?: string;
  readonly use: 'delete' | 'write' | 'mode' | 'read';
  /** `last`: the last argument is the target. `firsts`: all but that. `leading`: those before the first option. `option`: what follows the option. */
  readonly which: 'all' | 'last' | 'firsts' | 'leading' | 'option';
  /** How many come before the paths: a mode, a script. */
  readonly skip?: number;
}

export const pathUses: readonly PathUse[] = [
  { programs: 'curl wget', some: '-o --output -O --output-document', use: 'write', which: 'option' },
  { programs: 'rm rmdir unlink shred rimraf trash srm', use: 'delete', which: 'all' },
  { programs: 'find gfind', some: '-delete', use: 'delete', which: 'leading' },
  { programs: 'mv gmv', use: 'delete', which: 'firsts' },
  { programs: 'mv gmv cp gcp ln install ditto', use: 'write', which: 'last' },
  { programs: 'tee touch mkdir truncate sponge mkfifo', use: 'write', which: 'all' },
  { programs: 'sed gsed', some: '-i --in-place', use: 'write', which: 'all', skip: 1 },
  { programs: 'chmod chown chgrp', some: recursive, use: 'mode', which: 'all', skip: 1 },
  {
    programs:
      'cat less more head tail bat nl strings xxd base64 grep egrep rg cut awk gawk sed gsed sort source . tac rev od hexdump diff comm paste column fold zcat',
    use: 'read',
    which: 'all',
  },
  { programs: 'jq yq', use: 'read', which: 'all', skip: 1 },
  { programs: 'git', sub: 'show|diff|blame|annotate|cat-file', use: 'read', which: 'all' },
  { programs: 'git', sub: 'grep', use: 'read', which: 'all', skip: 2 },
  { programs: 'git', sub: 'log', some: '-p --patch -u', use: 'read', which: 'all' },
  { programs: 'date file', some: '-f --file --files-from', use: 'read', which: 'option' },
  { programs: 'cp scp rsync', use: 'read', which: 'firsts' },
];

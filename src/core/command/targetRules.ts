import type { TouchVerb } from '../../protocol/command';

/** Which words of a call a rule is about, after options are taken out. */
export type Operands = 'all' | 'last' | 'allButLast' | 'allButFirst';

/** What a program does to the paths that its arguments name. Options are space-separated. From the manual pages of GNU coreutils, BSD and the tools themselves. */
export interface TargetRule {
  readonly verb: TouchVerb;
  readonly operands?: Operands;
  /** Whether folders are taken with all that is in them: always, or with one of these options. */
  readonly recursive?: true | string;
  /** The rule holds only with one of these options: `sed -i`. Single letters also stand in clusters. */
  readonly onlyWith?: string;
  /** The rule does not hold with one of these. */
  readonly unless?: string;
  /** Options whose value is a path of this rule: `-o` of `curl -o file`. */
  readonly pathOptions?: string;
  /** Its paths begin in the program's `outputFolder`. */
  readonly inOutputFolder?: true;
  /** With these options its paths begin in another folder: where they lie is not looked up then. */
  readonly movedBy?: string;
  /** The other operands are put into it if it is a folder. */
  readonly into?: {
    /** With these, folders are put in with all that is in them. */
    readonly merges?: string;
    /** It replaces links, and does not write to what they point to. */
    readonly replacesLinks?: true;
    /** With these too, nothing is put into a folder that a link points to. */
    readonly flatWith?: string;
    /** The other operands need not be there. */
    readonly namesOnly?: true;
  };
}

/** A program touches files that its arguments do not name. */
export interface Chooses {
  readonly verb: TouchVerb;
  /** A sentence. */
  readonly reason: string;
  readonly onlyWith?: string;
  readonly unless?: string;
  /** Options that name the folder where it does. */
  readonly folder?: string;
  /** Not if its operands name the files. */
  readonly ifAlone?: true;
}

/** A program: its options that take the next word as their value, and its rules. */
export interface TargetProgram {
  /** Space-separated. */
  readonly values?: string;
  readonly rules?: readonly TargetRule[];
  /** Options that name the folder to put things in: then no operand is it. */
  readonly folderOptions?: string;
  /** Words behind which a path stands that is overwritten, where they are no clusters of letters. Space-separated. */
  readonly before?: string;
  /** `NAME=path` operands: `of=` of `dd`. */
  readonly named?: Readonly<Record<string, TouchVerb>>;
  /** With these options the first operand is a file like the others: `chmod --reference=x`, `sed -e x`. */
  readonly firstIsFileWith?: string;
  /** An option like this stands for the first operand: `chmod -x`. */
  readonly firstOption?: RegExp;
  /** It touches what something else names: an archive, a patch. */
  readonly chooses?: Chooses;
  /** Its first word is options even without a dash: `tar xzf`. */
  readonly bareCluster?: true;
  /** It writes a file named as the last part of its URL: with one of these options, or unless one of them is given. */
  readonly namedByUrl?: { readonly with: string } | { readonly without: string };
  /** Options that name the folder of all that it writes. */
  readonly outputFolder?: string;
  /** Names in its arguments stand for several files: `curl -o '#1' x/{a,b}`. */
  readonly patterns?: RegExp;
  /** It contacts hosts: those of its URLs (`url`), of `user@host:path` operands (`remote`), of its first operand (`first`). */
  readonly hosts?: 'url' | 'remote' | 'first';
}

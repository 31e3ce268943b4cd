/* What is shown of a command. Ranges are offsets into its text in UTF-16 units, the end exclusive. Typed only: it is ours. */

/** How much care a request asks for. `safe` claims nothing but that no rule has marked it and that all of it is known. */
export type Risk = 'safe' | 'careful' | 'dangerous';

/** A range of a command that a rule has marked. Our words; names in them are untrusted. */
export interface MarkView {
  /** The rule's name, for tests and for looking it up: "delete.recursive". */
  readonly rule: string;
  readonly risk: 'careful' | 'dangerous';
  readonly from: number;
  readonly to: number;
  /** What it is, in a few words with a full stop: "Deletes, recursive and forced." */
  readonly title: string;
  /** What that means, a sentence; may be empty. */
  readonly text: string;
}

/** A part of a command that is read by itself. */
export interface StepView {
  readonly from: number;
  readonly to: number;
  /** What stands between it and the step before, and what that means: `&&`, "and, if that worked". */
  readonly operator?: { readonly from: number; readonly to: number; readonly words: string };
  /** How deep it is inside loops, conditions, subshells and substitutions; 0 outermost. */
  readonly depth: number;
  /** `frame`: the words of a loop or a condition around other steps. */
  readonly kind: 'command' | 'frame' | 'heredoc' | 'comment';
}

/** What was found out by reading a command. Nothing was run for it. */
export interface CommandAnalysis {
  readonly risk: Risk;
  /** The reason in words, without a full stop: "deletes files, recursive and forced". */
  readonly verdict: string;
  /** In the order of the text; they may overlap. */
  readonly marks: readonly MarkView[];
  /** How many more there are than can be shown; they are of the lower risks, or the later ones. */
  readonly unshown?: number;
  /**
   * In the order of the text, without overlaps. What stands outside of them and of their operators is blank, or it is `;` and the like. Null
   * if the command is shown raw only.
   */
  readonly steps: readonly StepView[] | null;
  /** Why it is shown raw only, in a sentence. */
  readonly unparsed?: string;
}

/** What a command does to something that it names. */
export type TouchVerb =
  | 'deletes'
  | 'moves'
  | 'copies'
  | 'overwrites'
  | 'appends'
  | 'edits'
  | 'creates'
  | 'setsMode'
  | 'discards'
  | 'contacts';

/** One thing that a command would touch, as it is on disk now. */
export interface TouchRow {
  /** The 1-based place of its step; 0 if there are no steps. */
  readonly step: number;
  readonly verb: TouchVerb;
  /** As the command names it, or the host with its real name. Untrusted. */
  readonly what: string;
  /** Why it is not known, or not all of it, in a sentence: "Not expanded: OUT is not set here." */
  readonly note?: string;
  /** The first names, for reading. Untrusted. */
  readonly names: readonly string[];
  /** How many; absent if unknown. */
  readonly count?: number;
  /** What is counted; absent for files, and for the host of `contacts`. `both`: files and folders, or which of them it is, is not known. */
  readonly counts?: 'folder' | 'both';
  /** Total size in bytes; absent if unknown or without sense. */
  readonly bytes?: number;
  /** There is more than was counted: a limit was reached. */
  readonly atLeast?: true;
  /** Whether git could bring it back. `nothing`: there is nothing to bring back. */
  readonly back: 'yes' | 'part' | 'no' | 'unknown' | 'nothing';
  /** Why, in a few words: "Ignored by git". */
  readonly why: string;
}

/** What a command would touch, read from the disk. */
export interface TouchView {
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly rows: readonly TouchRow[];
  /** Where it would run, links followed, and what has to be said of that; a sentence. */
  readonly cwd: string;
  readonly cwdWarning?: string;
}

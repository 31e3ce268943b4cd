import type { TouchVerb } from '../../protocol/command';
import type { CommandPlace } from './analysis';

/** A piece of a path as a command names it. */
export type PatternPiece =
  | { readonly type: 'text'; readonly text: string }
  /** As the shell expands it: `*`, `?`, `[a-z]`. */
  | { readonly type: 'glob'; readonly text: string };

/** What a command names to touch, before anybody has looked. */
export interface Target {
  /** The 1-based place of its step. */
  readonly step: number;
  readonly verb: TouchVerb;
  /** Where the command names it. */
  readonly from: number;
  readonly to: number;
  /** As the command names it, or what says it best: "all changes" for `git reset --hard`. */
  readonly what: string;
  readonly about:
    | {
        readonly type: 'path';
        /** `~` is resolved. Relative to `cwd`. */
        readonly pattern: readonly PatternPiece[];
        /** With all that is in it, if it is a folder. */
        readonly recursive: boolean;
      }
    /** What git would throw away: untracked files (`clean`), changes of files (`changes`). Below the paths; none: below `cwd`. */
    | {
        readonly type: 'git';
        readonly discards: 'untracked' | 'changes';
        readonly paths: readonly string[];
        /** Folders too, and ignored files: besides the others, or alone. */
        readonly folders: boolean;
        readonly ignored: 'no' | 'too' | 'only';
      }
    /** As the URL has it. */
    | { readonly type: 'host'; readonly host: string }
    /** It cannot be known before; the reason in a sentence: "Not expanded: OUT is not set here." */
    | { readonly type: 'unknown'; readonly reason: string };
  /** The folder in which the step would run, absolute; null if that cannot be known. */
  readonly cwd: string | null;
}

/** What a command names to touch, in the order of the text. Pure, never throws. */
export function targetsOf(_command: string, _place: CommandPlace): readonly Target[] {
  return [];
}

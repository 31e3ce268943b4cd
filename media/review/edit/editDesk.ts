import { createContext } from 'preact';
import type { Preferences } from '../../../src/protocol/page';
import type { FileHunkView, FileView, Possible, SubjectView } from '../../../src/protocol/views';
import { Board } from '../comments/board';
import type { Context, Marks } from './editState';
import { Whitespace } from './whitespace';

export type Edit = Extract<SubjectView, { type: 'edit' }>;

/** A hunk with its number, which counts over all files. */
export interface NumberedHunk {
  readonly hunk: FileHunkView;
  readonly number: number;
}

export interface EditFile {
  readonly file: FileView;
  readonly index: number;
  readonly hunks: readonly NumberedHunk[];
}

/** What can be done in an edit. None of it decides. */
export interface EditActs {
  readonly take: (hunkId: string, taken: boolean) => void;
  readonly view: (file: FileView, viewed: boolean) => void;
  /** Asks for lines of the file on disk, 1-based and inclusive. */
  readonly findContext: (file: string, from: number, to: number) => void;
  /** Without a file: the changes of all. */
  readonly openDiff: (edit: boolean, file?: string) => void;
  readonly discard: (file: string) => void;
  readonly prefer: (change: Partial<Preferences>) => void;
}

/** What all of the drawn edit has in common. */
export interface Common {
  /** Whether the request waits for a decision. */
  readonly open: boolean;
  /** Whether a part can be approved; null where nothing is known about it, and nothing is offered. */
  readonly edits: Possible | null;
  /** Both sides stand beside each other. */
  readonly split: boolean;
}

/**
 * What the parts of a drawn edit have in common. An edit may have 50,000 lines in 10,000 files, which are drawn once; what changes at
 * one of them reaches that one alone.
 */
export class EditDesk {
  readonly files: readonly EditFile[];
  readonly hunks: number;
  readonly common = new Board<Common>();
  /** By the ids of hunks. */
  readonly left = new Board<true>();
  /** By absolute path. */
  readonly viewed = new Board<true>();
  /** By the indexes of files. */
  readonly folded = new Board<true>();
  /** By absolute path. */
  readonly context = new Board<ReadonlyMap<number, string>>();
  /** Where the person is: `hunk` is its number, `file` its index, and `file 3` is there if that is it. */
  readonly here = new Board<number>();
  /** Told each time something is folded. */
  readonly folds = new Board<object>();
  readonly whitespace = new Whitespace();
  private foldings: ReadonlySet<string>;

  constructor(
    edit: Edit,
    readonly acts: EditActs,
    told: { readonly common: Common; readonly marks: Marks; readonly context: Context; readonly whitespace: boolean },
  ) {
    let number = 0;
    this.files = edit.files.map((file, index) => ({
      file,
      index,
      hunks: file.hunks.map((hunk) => ({ hunk, number: ++number })),
    }));
    this.hunks = number;
    this.foldings = new Set(
      this.files.filter(({ file }) => told.marks.viewed.includes(file.absolutePath)).map(({ index }) => String(index)),
    );
    this.folded.set(all(this.foldings));
    this.tellMarks(told.marks);
    this.common.set(new Map([['', told.common]]));
    this.context.set(told.context);
    this.whitespace.show(told.whitespace);
  }

  tellMarks({ left, viewed }: Marks): void {
    this.left.set(all(left));
    this.viewed.set(all(viewed));
  }

  /** Folds a file away, or shows it. */
  fold(index: number, folded: boolean): void {
    const next = new Set(this.foldings);
    if (folded) next.add(String(index));
    else next.delete(String(index));
    this.foldings = next;
    this.folded.set(all(next));
    this.folds.set(new Map([['', {}]]));
  }
}

function all(names: Iterable<string>): ReadonlyMap<string, true> {
  return new Map(Array.from(names, (name) => [name, true] as const));
}

/** More files or hunks than this are laid out only when they come near. Fewer keep their places from the first frame. */
const many = 50;

/** How high one of so many is thought to be. */
export function estimate(items: number, itemHeight: number): { readonly itemHeight?: number } {
  return items > many ? { itemHeight } : {};
}

export const EditContext = createContext<EditDesk | null>(null);
/** The file that is being drawn. */
export const FileContext = createContext<FileView | null>(null);

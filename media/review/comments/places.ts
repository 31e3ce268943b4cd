import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { FileView, LineView } from '../../../src/protocol/views';
import { Board } from './board';
import type { Spot } from './commentState';

/*
 * The places of an edit have names: each drawn line on the side that it is commented on, each file (its absolute path), and
 * `whole`. What stands at a place is drawn by `<Slot slot={name} />` beneath it.
 */

export type DiffSide = 'old' | 'new';

export function lineKey(file: string, side: DiffSide, line: number): string {
  return `${side === 'old' ? '-' : '+'}${line} ${file}`;
}

/** The names that a drawn line has. A comment that ends on it may have been made from either side. */
export function keysOfLine(file: string, line: Pick<LineView, 'old' | 'new'>): readonly string[] {
  const keys = line.new === undefined ? [] : [lineKey(file, 'new', line.new)];
  return line.old === undefined ? keys : [...keys, lineKey(file, 'old', line.old)];
}

/** The file of a line's name. */
export function fileOfKey(key: string): string | undefined {
  return /^[-+]\d+ (.*)$/s.exec(key)?.[1];
}

/** Where a comment stands: beneath its last line, or at its file if that line is not drawn. */
export function placeOf(lines: DiffLines, { file, side, anchor }: Spot): string {
  if (file === undefined || !lines.has(file)) return 'whole';
  if (!anchor || lines.text(file, side ?? 'new', anchor.endLine) === undefined) return file;
  return lineKey(file, side ?? 'new', anchor.endLine);
}

type Numbers = Readonly<Record<DiffSide, ReadonlyMap<number, string>>>;

/** The lines of an edit by their numbers, as far as they are drawn: those of hunks, and what was expanded around them. */
export class DiffLines {
  private readonly files: ReadonlyMap<string, FileView>;
  private readonly numbers = new Map<string, Numbers>();

  /** @param context lines on disk that are drawn beside the hunks, by file and number */
  constructor(
    files: readonly FileView[],
    private readonly context: ReadonlyMap<string, ReadonlyMap<number, string>>,
  ) {
    this.files = new Map(files.map((file) => [file.absolutePath, file]));
  }

  has(file: string): boolean {
    return this.files.has(file);
  }

  text(file: string, side: DiffSide, line: number): string | undefined {
    return this.of(file)[side].get(line);
  }

  /** A range of lines as far as they are drawn one after the other, from the line that it begins with. */
  range(file: string, side: DiffSide, from: number, to: number): Spot {
    const step = to < from ? -1 : 1;
    const texts: string[] = [];
    let last = from;
    for (let line = from; line !== to + step; line += step) {
      const text = this.text(file, side, line);
      if (text === undefined) break;
      texts.push(text);
      last = line;
    }
    if (step < 0) texts.reverse();
    const anchor = { startLine: Math.min(from, last), endLine: Math.max(from, last), quote: texts.join('\n') };
    return { file, ...(side === 'old' ? { side } : {}), anchor };
  }

  private of(path: string): Numbers {
    const known = this.numbers.get(path);
    if (known) return known;
    const [old, now] = [new Map<number, string>(), new Map<number, string>()];
    const context = this.context.get(path);
    // How much further down a line on disk stands after the hunks above it.
    let [shift, next] = [0, 0];
    const hunks = this.files.get(path)?.hunks ?? [];
    const around = [...(context ?? [])].sort(([a], [b]) => a - b);
    const addAround = (before: number): void => {
      for (; next < around.length && around[next]![0] < before; next += 1) {
        const [number, text] = around[next]!;
        old.set(number, text);
        now.set(number + shift, text);
      }
    };
    for (const { lines, oldStart } of hunks) {
      addAround(oldStart);
      for (const line of lines) {
        if (line.old !== undefined) old.set(line.old, line.text);
        if (line.new !== undefined) now.set(line.new, line.text);
        if (line.type === 'add') shift += 1;
        if (line.type === 'remove') shift -= 1;
      }
    }
    addAround(Infinity);
    const numbers = { old, new: now };
    this.numbers.set(path, numbers);
    return numbers;
  }
}

/** By file: the names of places on its lines that something stands at. */
export const NotedContext = createContext<Board<ReadonlySet<string>> | null>(null);

const nobody = new Board<ReadonlySet<string>>();
const nothing: ReadonlySet<string> = new Set();

/**
 * For a stretch of drawn lines: which of their places (see `keysOfLine`) something stands at. It is drawn again only when that
 * changes, so that thousands of stretches cost nothing.
 */
export function useNoted(file: string, lines: readonly Pick<LineView, 'old' | 'new'>[]): ReadonlySet<string> {
  const board = useContext(NotedContext) ?? nobody;
  const [, again] = useState('');
  const ours = (): readonly string[] => {
    const noted = board.get(file);
    // Most stretches have nothing, and most files.
    if (!noted?.size) return [];
    return lines.flatMap((line) => keysOfLine(file, line).filter((key) => noted.has(key)));
  };
  const found = ours();
  useLayoutEffect(() => {
    const told = (): void => again(ours().join('\n'));
    told();
    return board.watch(file, told);
  }, [board, file, lines]);
  return found.length === 0 ? nothing : new Set(found);
}

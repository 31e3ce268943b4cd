/* A lazy chunk: what is drawn on changed lines after their text. */
import type { LineView } from '../../../src/protocol/views';
import type { CodePiece } from '../highlighting';
import { wordMarks } from '../wordMarks';
import { tellContrast } from './contrast';
import type { Span } from './paint';

/** Longer text stays plain. */
const longest = 60_000;

type Colours = ReadonlyMap<LineView, readonly Span[]>;

/** The colours of lines, each side for itself: what was removed is not part of the text as proposed. */
async function colours(lines: readonly LineView[], language: string): Promise<Colours | null> {
  const old = lines.filter((line) => line.type !== 'add');
  const now = lines.filter((line) => line.type !== 'remove');
  if ([old, now].some((side) => side.reduce((sum, line) => sum + line.text.length + 1, 0) > longest)) return null;
  const { codePieces } = await import('../highlighting');
  const found = new Map<LineView, Span[]>();
  // Lines on both sides take their colours from the proposed text.
  for (const side of [old, now]) {
    const pieces = codePieces(side.map((line) => line.text).join('\n'), language);
    if (!pieces) return null;
    spread(side, pieces, found);
  }
  tellContrast();
  return found;
}

/** Cuts pieces of code at the ends of lines. */
function spread(lines: readonly LineView[], pieces: readonly CodePiece[], found: Map<LineView, Span[]>): void {
  let [index, column] = [0, 0];
  for (const line of lines) found.set(line, []);
  const walk = (all: readonly CodePiece[], name: string | undefined): void => {
    for (const piece of all) {
      if (typeof piece !== 'string') {
        walk(piece.pieces, piece.name ?? name);
        continue;
      }
      piece.split('\n').forEach((text, at) => {
        if (at > 0) [index, column] = [index + 1, 0];
        const line = lines[index];
        const to = column + text.length;
        if (name !== undefined && line && text !== '') found.get(line)?.push({ from: column, to, name });
        column = to;
      });
    }
  };
  walk(pieces, undefined);
}

export const painting = { wordMarks, colours };
export type Painting = typeof painting;

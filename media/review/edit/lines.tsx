import type { JSX } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LineView } from '../../../src/protocol/views';
import { Board, useBoard } from '../comments/board';
import { keysOfLine, useNoted } from '../comments/places';
import { Slot } from '../comments/slot';
import { Chunked } from '../chunked';
import { drawNothing, drawRow, type RowLook } from './drawRow';
import { EditContext, FileContext, type Common } from './editDesk';
import { PaintContext, usePaint } from './paint';
import { chunksOf, linesIn, linesOfPair, type RowChunk } from './rows';

const nothing = new Board<Common>();

/** Lines of a file one after the other, or both sides beside each other. */
export function Lines({ lines, language }: { lines: readonly LineView[]; language?: string | undefined }): JSX.Element {
  const desk = useContext(EditContext);
  const split = useBoard(desk?.common ?? nothing, '')?.split ?? false;
  const place = useRef<HTMLDivElement>(null);
  const paint = usePaint(lines, language, place);
  const chunks = useMemo(() => chunksOf(lines, split), [lines, split]);
  return (
    <div class="lines" ref={place}>
      <PaintContext.Provider value={paint}>
        <Chunked key={String(split)} items={chunks} draw={(chunk) => <Chunk chunk={chunk} />} size={1} />
      </PaintContext.Provider>
    </div>
  );
}

/** Rows that are drawn, and drawn again, together. */
function Chunk({ chunk }: { chunk: RowChunk }): JSX.Element {
  const desk = useContext(EditContext);
  const paint = useContext(PaintContext);
  const file = useContext(FileContext)?.absolutePath ?? '';
  const [whitespace, setWhitespace] = useState(desk?.whitespace.shown ?? false);
  const place = useRef<HTMLDivElement>(null);
  const noted = useNoted(file, chunk.lines);
  useEffect(() => (place.current ? desk?.whitespace.watch(place.current, setWhitespace) : undefined), [desk]);
  const { rows, pairs } = chunk;
  const look: RowLook = { paint, whitespace };
  const slots = (lines: readonly LineView[]): readonly JSX.Element[] =>
    noted.size === 0
      ? none
      : lines
          .flatMap((line) => keysOfLine(file, line))
          .filter((key) => noted.has(key))
          .map((key) => (
            <div class="inline-thread" key={key}>
              <Slot slot={key} />
            </div>
          ));
  const height = (rows ?? pairs ?? []).length * 20;
  return (
    <div class={pairs ? 'chunk split' : 'chunk'} style={{ containIntrinsicBlockSize: `auto ${height}px` }} ref={place}>
      {rows?.flatMap((row, index) => [drawRow(row, look, `r${index}`), ...slots(linesIn(row))])}
      {pairs?.flatMap((pair, index) => [
        ...(['old', 'new'] as const).map((side, column) => {
          const row = pair[column];
          const key = `${side}${index}`;
          return row ? drawRow(row, { ...look, side }, key) : drawNothing(key);
        }),
        ...slots(linesOfPair(pair)),
      ])}
    </div>
  );
}

const none: readonly JSX.Element[] = [];

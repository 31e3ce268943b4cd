import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { textRows } from '../../../src/core/textRows';
import { codeText, visible } from '../text';
import type { CodePiece } from '../highlighting';

/** Longer code stays plain. */
const longest = 60_000;

/** Code that is coloured once it comes into view. Its text is the same before and after. */
export function Code({ text, language }: { text: string; language: string }): JSX.Element {
  const [pieces, setPieces] = useState<readonly CodePiece[] | null>(null);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Blank lines by the hundred are counted instead of drawn, which the plain drawing does.
    const plain = language === '' || text.length > longest || textRows(text).rows.some((row) => row.type === 'blank');
    if (plain || !place.current) return;
    const observer = new IntersectionObserver((all) => {
      if (!all.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      void import('../highlighting').then(({ codePieces }) => setPieces(codePieces(text, language)));
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [text, language]);
  return <code ref={place}>{pieces ? pieces.map(draw) : codeText(text)}</code>;
}

function draw(piece: CodePiece): ComponentChildren {
  if (typeof piece === 'string') return visible(piece, 'code');
  const inner = piece.pieces.map(draw);
  return piece.name === undefined ? inner : <span class={piece.name}>{inner}</span>;
}

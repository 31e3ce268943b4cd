import type { RefObject } from 'preact';
import { createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LineView } from '../../../src/protocol/views';
import type { Piece } from '../wordMarks';
import { loadPainting, painting } from './lazyPainting';

/** Columns of a line that have a colour, by the name of its class. In order, and none in another. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** What lines are drawn with beside their text, as far as it is known. */
export interface Paint {
  /** Words that changed. */
  readonly marks?: ReadonlyMap<LineView, readonly Piece[]>;
  readonly colours?: ReadonlyMap<LineView, readonly Span[]>;
}

const plain: Paint = {};

export const PaintContext = createContext<Paint>(plain);

/** The words that changed in these lines, and their colours. The text is there before both; colours wait until it comes into view. */
export function usePaint(
  lines: readonly LineView[],
  language: string | undefined,
  place: RefObject<Element | null>,
): Paint {
  const [paint, setPaint] = useState<Paint>(() => {
    const loaded = painting();
    return loaded ? { marks: loaded.wordMarks(lines) } : plain;
  });
  useEffect(() => {
    let gone = false;
    const stop = whenSeen(place.current, () => {
      void loadPainting().then(async ({ wordMarks, colours }) => {
        if (gone) return;
        const { marks = wordMarks(lines) } = paint;
        setPaint({ marks });
        const found = language === undefined ? null : await colours(lines, language);
        if (found && !gone) setPaint({ marks, colours: found });
      });
    });
    return () => {
      gone = true;
      stop();
    };
  }, [lines, language]);
  return paint;
}

const waiting = new WeakMap<Element, () => void>();
// One for all: an edit may have 10,000 hunks.
const observer = new IntersectionObserver(
  (all) => {
    for (const { target, isIntersecting } of all) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      waiting.get(target)?.();
    }
  },
  { rootMargin: '400px' },
);

function whenSeen(element: Element | null, then: () => void): () => void {
  if (!element) return () => {};
  waiting.set(element, then);
  observer.observe(element);
  return () => observer.unobserve(element);
}

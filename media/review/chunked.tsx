import { createContext, type JSX, type VNode } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Knows whether all of the subject stands in the document, or more of it is still to come. */
export class Drawing {
  private readonly unfinished = new Set<symbol>();

  constructor(private readonly onDone: () => void) {}

  get done(): boolean {
    return this.unfinished.size === 0;
  }

  /** Something has more to draw. */
  begin(): symbol {
    const work = Symbol();
    this.unfinished.add(work);
    return work;
  }

  end(work: symbol): void {
    this.unfinished.delete(work);
    // A step that ends may be followed at once by the next one's beginning.
    queueMicrotask(() => this.done && this.onDone());
  }
}

/** Where long lists report to. */
export const DrawingContext = createContext<Drawing | null>(null);

/** Chunks that a list adds in one step at most, so that no step holds up the page for long. */
const maxStep = 40;

interface ChunkedProps<T> {
  readonly items: readonly T[];
  readonly draw: (item: T) => VNode;
  /** Items in a chunk. */
  readonly size: number;
  /** How high an item is thought to be before it is laid out. Without it, chunks are no elements of their own. */
  readonly itemHeight?: number;
  readonly class?: string;
}

/**
 * A long list, drawn in steps: enough for a screen or two at once, the rest from frame to frame. What is out of view is
 * laid out only when it comes near. Nothing is ever taken away again, so all of it can be found, selected and read out.
 */
export function Chunked<T>(props: ChunkedProps<T>): JSX.Element {
  const { items, draw, size, itemHeight } = props;
  const drawing = useContext(DrawingContext);
  const total = Math.ceil(items.length / size);
  const [wanted, setWanted] = useState(1);
  const drawn = useRef<VNode[]>([]);
  const more = wanted < total;
  while (drawn.current.length < Math.min(wanted, total)) {
    const from = drawn.current.length * size;
    const chunk = items.slice(from, from + size);
    drawn.current.push(
      itemHeight === undefined ? (
        <>{chunk.map(draw)}</>
      ) : (
        <div
          class={`chunk ${props.class ?? ''}`}
          style={{ containIntrinsicBlockSize: `auto ${chunk.length * itemHeight}px` }}
        >
          {chunk.map(draw)}
        </div>
      ),
    );
  }
  useLayoutEffect(() => {
    if (!more) return;
    const work = drawing?.begin();
    const stop = nextFrame(() => setWanted(Math.min(total, wanted + Math.min(maxStep, wanted * 2))));
    return () => {
      stop();
      if (work) drawing?.end(work);
    };
  }, [wanted, more]);
  // Handing the same nodes back tells Preact that nothing in them changed. A copy, because it looks into the old list.
  return <>{[...drawn.current]}</>;
}

/** Another state of what is shown is drawn from its beginning on, in steps; the person stays where they were. */
export function scrollBack(main: HTMLElement | null, place: number, drawing: Drawing): void {
  if (!main) return;
  main.scrollTop = place;
  if (main.scrollTop < place - 1 && !drawing.done) requestAnimationFrame(() => scrollBack(main, place, drawing));
}

/** After the next frame has been painted. A hidden page has no frames. */
function nextFrame(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    timer = setTimeout(then);
  };
  const frame = document.visibilityState === 'visible' ? requestAnimationFrame(later) : (later(), 0);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

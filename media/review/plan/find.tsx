import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../text';
import { useBox } from '../comments/box';
import { drawnText } from './marks';

/** More are not marked. */
const mostMarked = 2000;

/** Finds words in the plan as it is drawn. */
export function Find({ close, redrawn }: { close: () => void; redrawn: unknown }): JSX.Element {
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const [found, setFound] = useState<readonly Range[]>([]);
  const box = useRef<HTMLInputElement>(null);
  useBox(box, close);
  // Before the next key comes: letters mean something outside of the box.
  useLayoutEffect(() => box.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      setFound(search(wanted));
      setAt(0);
    }, 80);
    return () => clearTimeout(timer);
  }, [wanted, redrawn]);
  useEffect(() => {
    CSS.highlights.set('cs-find', new Highlight(...found.slice(0, mostMarked)));
    const now = found[at];
    CSS.highlights.set('cs-find-on', now ? new Highlight(now) : new Highlight());
    const element = now?.startContainer.parentElement;
    if (element) element.scrollIntoView({ block: 'nearest' });
  }, [found, at]);
  useEffect(
    () => () => {
      CSS.highlights.delete('cs-find');
      CSS.highlights.delete('cs-find-on');
    },
    [],
  );
  const step = (by: number): void => {
    if (found.length > 0) setAt((at + by + found.length) % found.length);
  };
  return (
    <search class="find" aria-label="Find in plan">
      <input
        ref={box}
        type="text"
        aria-label="Find in plan"
        placeholder="Find"
        spellcheck={false}
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      <span class="quiet small num" role="status">
        {wanted !== '' && (found.length === 0 ? 'No results' : `${at + 1} of ${found.length}`)}
      </span>
      <button
        type="button"
        class="icon-btn"
        aria-label="Previous match"
        title="Previous match (Shift+Enter)"
        onClick={() => step(-1)}
      >
        <Icon name="arrow-up" />
      </button>
      <button type="button" class="icon-btn" aria-label="Next match" title="Next match (Enter)" onClick={() => step(1)}>
        <Icon name="arrow-down" />
      </button>
      <button type="button" class="icon-btn" aria-label="Close find" title="Close (Escape)" onClick={close}>
        <Icon name="close" />
      </button>
    </search>
  );
}

/** Every place of the words, in the order of the document, big and small letters alike. */
function search(wanted: string): readonly Range[] {
  const article = document.querySelector('main article');
  const needle = wanted.toLowerCase();
  if (!article || needle === '') return [];
  const found: Range[] = [];
  for (const block of article.querySelectorAll('.blk:not(.folded), .row, .dl')) {
    const drawn = drawnText(block);
    const text = drawn.text.toLowerCase();
    // Letters that grow when they are made small would move what follows.
    if (text.length !== drawn.text.length) continue;
    for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + needle.length)) {
      found.push(drawn.range(from, from + needle.length));
    }
  }
  return found;
}

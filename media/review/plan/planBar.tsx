import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { State } from '../state';
import { Icon, visible } from '../text';
import { count } from '../words';
import { numbered } from './desk';
import { hasRemarks } from './planWords';
import { commentsOf } from './planState';
import type { PlanUi } from './planUi';
import { goTo } from './slot';

interface BarProps {
  readonly state: State;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** How many comments there are, and the way to what they become. */
export function PlanBarParts({ state, ui, setUi }: BarProps): JSX.Element | null {
  const { request } = state;
  const comments = commentsOf(request);
  const written = request && state.written.get(request.id);
  if (comments.length === 0 && !request?.review?.edited && !(written && !written.stale)) return null;
  const next = (): void => {
    const all = numbered(comments);
    const focused = document.activeElement?.closest<HTMLElement>('[data-comment]')?.dataset.comment;
    const at = all.findIndex((one) => one.comment.id === focused);
    const to = all[(at + 1) % all.length];
    setUi({ view: 'rendered' });
    if (to) setTimeout(() => goTo(to.comment.id));
  };
  return (
    <>
      {comments.length > 0 && (
        <button
          type="button"
          class="btn ghost"
          title="Go to the next comment"
          onClick={next}
          aria-label={count(comments.length, 'comment')}
        >
          <Icon name="comment-discussion" />
          <span class="num">
            {comments.length}
            <span class="t"> {comments.length === 1 ? 'comment' : 'comments'}</span>
          </span>
        </button>
      )}
      <button
        type="button"
        class="btn ghost"
        aria-expanded={ui.drawer !== null}
        aria-label="Preview message"
        title="Preview message (M)"
        onClick={() => setUi({ drawer: ui.drawer === null ? 'deny' : null })}
      >
        <Icon name="preview" />
        <span class="t">
          Preview<span class="hide-s"> message</span>
        </span>
      </button>
    </>
  );
}

/** The other half of the approve button: opens the list of modes. */
export function ModesButton({ ui, setUi }: Omit<BarProps, 'state'>): JSX.Element {
  return (
    <button
      type="button"
      class="btn primary modes"
      aria-label="Mode after approval"
      title="Mode after approval"
      aria-haspopup="menu"
      aria-expanded={ui.menu}
      onClick={() => setUi({ menu: !ui.menu })}
    >
      <Icon name="chevron-down" />
    </button>
  );
}

/** The modes that an approval can choose. Each is a decision button like the others; none is chosen beforehand. */
export function ModesMenu({ state, setUi }: Omit<BarProps, 'ui'>): JSX.Element | null {
  const menu = useRef<HTMLDivElement>(null);
  const close = (): void => setUi({ menu: false });
  useEffect(() => {
    menu.current?.focus();
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest('.menu, .modes')) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  const label = hasRemarks(state) ? 'Approve with remarks' : 'Approve';
  const move = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      document.querySelector<HTMLElement>('.modes')?.focus();
      close();
      if (event.key === 'Tab') return;
    } else if (by !== undefined)
      items[at < 0 ? (by > 0 ? 0 : items.length - 1) : (at + by + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" role="menu" aria-label="Mode after approval" tabIndex={-1} ref={menu} onKeyDown={move}>
      {state.request?.review?.modes.map((mode) => (
        <button type="button" role="menuitem" tabIndex={-1} data-decide="approve" data-mode={mode.id}>
          <span>
            {label}: {visible(mode.label)}
          </span>
          <small>{visible(mode.detail)}</small>
        </button>
      ))}
    </div>
  );
}

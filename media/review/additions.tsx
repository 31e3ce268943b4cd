import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PlanUi } from './plan/planUi';
import { approveLabel } from './sayings';
import type { State } from './state';
import { Icon, visible } from './text';

interface AdditionsProps {
  readonly state: State;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** The other half of the approve button: opens the list of what it can add. */
export function AdditionsButton({ ui, setUi }: Omit<AdditionsProps, 'state'>): JSX.Element {
  return (
    <button
      type="button"
      class="btn primary additions"
      aria-label="More ways to approve"
      title="More ways to approve"
      aria-haspopup="menu"
      aria-expanded={ui.menu}
      onClick={() => setUi({ menu: !ui.menu })}
    >
      <Icon name="chevron-down" />
    </button>
  );
}

/** What an approval can add. Each is a decision button like the others; none is chosen beforehand. */
export function AdditionsMenu({ state, setUi }: Omit<AdditionsProps, 'ui'>): JSX.Element | null {
  const menu = useRef<HTMLDivElement>(null);
  const close = (): void => setUi({ menu: false });
  // Before the next key comes.
  useLayoutEffect(() => {
    menu.current?.focus();
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest('.menu, .additions')) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  const more = approveLabel(state);
  const label = more?.now ? more.text : 'Approve';
  const move = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      document.querySelector<HTMLElement>('.additions')?.focus();
      close();
      if (event.key === 'Tab') return;
    } else if (by !== undefined)
      items[at < 0 ? (by > 0 ? 0 : items.length - 1) : (at + by + items.length) % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" role="menu" aria-label="More ways to approve" tabIndex={-1} ref={menu} onKeyDown={move}>
      {state.request?.abilities.additions.map((addition) => (
        <button type="button" role="menuitem" tabIndex={-1} data-decide="approve" data-addition={addition.id}>
          <span>
            {label}: {visible(addition.label)}
          </span>
          <small>{visible(addition.detail)}</small>
        </button>
      ))}
    </div>
  );
}

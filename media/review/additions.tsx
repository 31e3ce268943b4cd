import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RequestView } from '../../src/protocol/views';
import { visibleString } from '../../src/core/visibleText';
import { decisionAttributes } from './decisionButton';
import { HoldLabel, phaseOf } from './decisionParts';
import { approvable } from './parts';
import type { PlanUi } from './plan/planUi';
import { approveLabel, holdWords } from './sayings';
import type { State } from './state';
import { Icon, visible } from './text';
import { ago } from './time';

interface AdditionsProps {
  readonly state: State;
  readonly ui: PlanUi;
  readonly setUi: (change: Partial<PlanUi>) => void;
}

/** The other half of the approve button: opens the list of what it can add. */
export function AdditionsButton({ ui, setUi, look }: Omit<AdditionsProps, 'state'> & { look: string }): JSX.Element {
  return (
    <button
      type="button"
      class={`btn${look} additions`}
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

/** What an approval can add, and whom else it can be for. Each is a decision button like the others; none is chosen beforehand. */
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
      <IdenticalItem state={state} />
      {state.request?.abilities.additions.map((addition) => (
        <AdditionItem key={addition.id} state={state} addition={addition} />
      ))}
    </div>
  );
}

function labelOf(state: State): string {
  const more = approveLabel(state);
  return more?.now ? more.text : 'Approve';
}

/** An approval that adds something asks for the same as one that does not. */
function AdditionItem(props: { state: State; addition: RequestView['abilities']['additions'][number] }): JSX.Element {
  const { state, addition } = props;
  const button = { act: 'approve', addition: addition.id } as const;
  const can = approvable(state);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={can.possible ? undefined : true}
      title={can.possible ? undefined : visibleString(can.reason)}
      {...decisionAttributes(button)}
    >
      {state.request?.risk === 'dangerous' ? (
        <span class="both in-menu">
          <HoldLabel phase={phaseOf(state, button)} {...holdWords(state, addition.label)} />
        </span>
      ) : (
        <span>
          {visible(labelOf(state))}: {visible(addition.label)}
        </span>
      )}
      <small>{visible(addition.detail)}</small>
    </button>
  );
}

/** The same call of others, all named. What is named here is what is approved: the list stays as it was when the menu opened. */
function IdenticalItem({ state }: { state: State }): JSX.Element | null {
  const { request } = state;
  const [others] = useState(() => request?.identical ?? []);
  const [now] = useState(Date.now);
  if (!request || others.length === 0 || request.risk === 'dangerous') return null;
  const all = [{ id: request.id, session: request.session.title, receivedAt: request.receivedAt }, ...others];
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      {...decisionAttributes({ act: 'approve', identical: others.map((one) => one.id) })}
    >
      <span>
        {visible(labelOf(state))} these {all.length} identical calls
      </span>
      {all.map((one, index) => (
        <small key={one.id} class="num">
          {visible(one.session) || 'Untitled session'}, {ago(one.receivedAt, now)}
          {index === 0 ? ' (this one)' : ''}
        </small>
      ))}
    </button>
  );
}

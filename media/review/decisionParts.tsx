import type { ButtonHTMLAttributes, JSX } from 'preact';
import type { Possible } from '../../src/protocol/views';
import { visibleString } from '../../src/core/visibleText';
import { decisionAttributes, nameOf, type DecisionButton } from './decisionButton';
import { holdMs, type Intent } from './presses';
import type { State } from './state';
import { Icon, visible } from './text';
import { Seconds } from './seconds';

const isMac = /mac/i.test(navigator.platform);

export type ChordKey = 'Enter' | 'Backspace';

/** What all decision buttons in the bar have in common: the mark that `input.ts` looks for, and the reason if there is nothing to press. */
export function decision(
  button: DecisionButton,
  ability: Possible,
  main: ChordKey,
): ButtonHTMLAttributes<HTMLButtonElement> {
  return {
    ...decisionAttributes(button),
    'aria-describedby': 'bar-say',
    'aria-keyshortcuts': `${isMac ? 'Meta' : 'Control'}+Shift+${main}`,
    ...(ability.possible ? {} : { 'aria-disabled': true, title: visibleString(ability.reason) }),
  };
}

/** The chord that does the same, shown quietly. */
export function Keys({ main }: { main: ChordKey }): JSX.Element {
  const sign = main === 'Enter' ? 'Enter' : '⌫';
  return (
    <kbd class="hide-m" aria-hidden="true">
      {isMac ? `⇧⌘${main === 'Enter' ? '⏎' : sign}` : `Ctrl+Shift+${sign}`}
    </kbd>
  );
}

/** How far a person is with a button that asks for more than a press. */
export function phaseOf({ intent }: State, button: DecisionButton): Intent['type'] | 'idle' {
  return intent?.button === nameOf(button) ? intent.type : 'idle';
}

/** The words in a button that has to be held, in one place, so that it keeps its width; and the fill while it is held. */
export function HoldLabel(props: {
  phase: Intent['type'] | 'idle';
  /** What stands there at rest, and when it is to be pressed again. */
  hold: string;
  confirm: string;
}): JSX.Element {
  const { phase, hold, confirm } = props;
  const show = (at: typeof phase): string => (phase === at ? '' : 'off');
  return (
    <>
      <span class={show('idle')}>
        <Icon name="warning" tone="danger" />
        {visible(hold)}
      </span>
      <span class={show('holding')}>
        <Icon name="warning" tone="danger" />
        Keep holding
        {phase === 'holding' && (
          <span class="reduced-only num">
            <Seconds left={holdMs} />
          </span>
        )}
      </span>
      <span class={show('confirming')}>{visible(confirm)}</span>
      {phase === 'holding' && (
        <span class="hold-fill" aria-hidden="true" style={{ animationDuration: `${holdMs}ms` }} />
      )}
    </>
  );
}

import type { PageDecision } from '../../src/protocol/page';
import type { Gate } from './gate';
import { keyIntent, type KeyPress } from './keys';

export type DecisionType = PageDecision['type'];

/** What input leads to. */
export interface InputTarget {
  /** @param addition what the approval adds, if something was chosen */
  decide(decision: DecisionType, addition?: string): void;
  go(to: 'next' | 'previous'): void;
  /** The person leaves the box they write in; or has finished with it. */
  leaveBox(box: EventTarget | null, finished: boolean): void;
}

/** The attribute that makes a button a decision button. Only our own components set attributes; text from agents cannot. */
const attribute = 'data-decide';
/** A decision button may name what the approval adds. */
const additionAttribute = 'data-addition';

interface DecisionButton {
  readonly decision: DecisionType;
  readonly addition: string | undefined;
  /** For telling one button from another. */
  readonly name: string;
}

/**
 * Listens to all keys and pointers of the page, before anyone else, and is the only way by which a decision comes about.
 * Events that a script made do not count.
 */
export function listenForInput(window: Window, gate: Gate, target: InputTarget): void {
  const on = <K extends keyof WindowEventMap>(type: K, handle: (event: WindowEventMap[K]) => unknown): void =>
    window.addEventListener(type, (event) => void (event.isTrusted ? handle(event) : swallow(event)), {
      capture: true,
    });

  on('keydown', (event) => {
    const fresh = gate.keyDown(event.code, event.repeat);
    const intent = keyIntent(describe(event));
    const activates = event.key === 'Enter' || event.key === ' ';
    if (intent === null) {
      // The browser would click: a decision button by Shift+Enter, any button again and again while the key is held.
      if (activates && (decisionOf(event.target) || (event.repeat && isButton(event.target)))) stop(event);
      return;
    }
    // VS Code hears the page's keys too and would run its own binding as well.
    stop(event);
    if (intent === 'press') {
      const button = decisionOf(event.target);
      if (fresh && button) gate.begin(button.name, `key:${event.code}`, event.timeStamp);
    } else if (intent === 'approve' || intent === 'deny') {
      if (fresh && gate.wait(event.timeStamp) === 0) target.decide(intent);
    } else if (intent === 'leave' || intent === 'finish') {
      target.leaveBox(event.target, intent === 'finish');
    } else if (!event.repeat) {
      target.go(intent);
    }
  });

  on('keyup', (event) => {
    gate.keyUp(event.code);
    const button = decisionOf(event.target);
    if (!button) return;
    if (event.key === ' ') event.preventDefault();
    if (gate.end(button.name, `key:${event.code}`)) target.decide(button.decision, button.addition);
  });

  const begin = (event: MouseEvent): void => {
    const button = decisionOf(event.target);
    if (button && event.button === 0) gate.begin(button.name, 'pointer', event.timeStamp);
    else gate.cancel();
  };
  // Screen readers press with a mouse event alone. After a touch the mouse event comes late, when the finger has gone up.
  let pointed = false;
  on('pointerdown', (event) => {
    pointed = true;
    begin(event);
  });
  on('mousedown', (event) => pointed || begin(event));
  on('pointercancel', () => (pointed = false));

  on('click', (event) => {
    pointed = false;
    const button = decisionOf(event.target);
    if (!button) return;
    stop(event);
    // Keys never come here as clicks (their default is prevented); so a click with no pointer behind it is a screen reader's.
    const unpointed = event.detail === 0 && gate.wait(event.timeStamp) === 0;
    if (gate.end(button.name, 'pointer') || unpointed) target.decide(button.decision, button.addition);
  });

  window.addEventListener('blur', () => gate.keysLost());
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A script's click on a decision button is not even left to the browser. */
function swallow(event: Event): void {
  if (event.type === 'click' && decisionOf(event.target)) stop(event);
}

function decisionOf(target: EventTarget | null): DecisionButton | null {
  const button = target instanceof Element ? target.closest(`[${attribute}]`) : null;
  const decision = button?.getAttribute(attribute);
  if (decision !== 'approve' && decision !== 'deny' && decision !== 'handBack') return null;
  const addition = button?.getAttribute(additionAttribute) ?? undefined;
  return { decision, addition, name: addition === undefined ? decision : `${decision} ${addition}` };
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, summary, a') !== null;
}

function describe(event: KeyboardEvent): KeyPress {
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    shift: event.shiftKey,
    alt: event.altKey,
    meta: event.metaKey,
    // 229 is what browsers say while an input method takes the keys.
    composing: event.isComposing || event.keyCode === 229,
    target: placeOf(event.target),
  };
}

function placeOf(target: EventTarget | null): KeyPress['target'] {
  if (!(target instanceof Element)) return 'other';
  if (target.matches('textarea[data-remark]')) return 'remark';
  // Nobody types into a box to tick.
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) return 'text';
  return decisionOf(target) ? 'button' : 'other';
}

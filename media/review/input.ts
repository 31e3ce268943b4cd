import { buttonOf } from './decisionButton';
import type { Gate } from './gate';
import { keyIntent, writes, type KeyPress } from './keys';
import { isBox, isWithin } from './pageKeys';
import type { Presses } from './presses';

/** What input leads to, beside decisions. */
export interface InputTarget {
  /** Whether an approval is held back. */
  heldBack(): boolean;
  go(to: 'next' | 'previous'): void;
  /** The person leaves the box they write in; or has finished with it. */
  leaveBox(box: EventTarget | null, finished: boolean): void;
  /** The settle time has started again. */
  settling(): void;
}

/**
 * Listens to all keys and pointers of the page, before anyone else, and is the only way by which a decision comes about.
 * Events that a script made do not count.
 */
export function listenForInput(window: Window, gate: Gate, presses: Presses, target: InputTarget): void {
  const on = <K extends keyof WindowEventMap>(type: K, handle: (event: WindowEventMap[K]) => unknown): void =>
    window.addEventListener(type, (event) => void (event.isTrusted ? handle(event) : swallow(event)), {
      capture: true,
    });
  const typed = (inBox: boolean, event: Event): void => {
    if (gate.typed(inBox, event.timeStamp)) target.settling();
  };

  on('keydown', (event) => {
    const fresh = gate.keyDown(event.code, event.repeat);
    const press = describe(event, target.heldBack());
    const intent = keyIntent(press);
    if (writes(press)) typed(isBox(event.target), event);
    if (!event.repeat) presses.disturbed();
    if (event.key === 'Escape') presses.disarm();
    const activates = event.key === 'Enter' || event.key === ' ';
    if (intent === null) {
      // The browser would click: a decision button by Shift+Enter, any button again and again while the key is held.
      if (activates && (buttonOf(event.target) || (event.repeat && isButton(event.target)))) stop(event);
      return;
    }
    // VS Code hears the page's keys too and would run its own binding as well.
    stop(event);
    if (intent === 'press') {
      const button = buttonOf(event.target);
      if (fresh && button) presses.begin(button, `key:${event.code}`, event.timeStamp);
    } else if (intent === 'undo') {
      if (fresh) presses.click({ act: 'undo' }, event.timeStamp);
    } else if (intent === 'approve' || intent === 'deny') {
      const act = intent === 'approve' && target.heldBack() ? 'sendNow' : intent;
      // With Cmd held, macOS tells no other key's release: a tap would look as if it were held.
      if (fresh && gate.wait(event.timeStamp) === 0) presses.chord({ act }, !event.metaKey, event.timeStamp);
    } else if (intent === 'leave' || intent === 'finish') {
      target.leaveBox(event.target, intent === 'finish');
    } else if (!event.repeat) {
      target.go(intent);
    }
  });

  on('keyup', (event) => {
    gate.keyUp(event.code);
    presses.endChord(event.timeStamp);
    const source = `key:${event.code}` as const;
    presses.released(source, event.timeStamp);
    const button = buttonOf(event.target);
    if (!button) return;
    if (event.key === ' ') event.preventDefault();
    presses.end(button, source, event.timeStamp);
  });

  const begin = (event: MouseEvent): void => {
    const button = buttonOf(event.target);
    if (button && event.button === 0) presses.begin(button, 'pointer', event.timeStamp);
    else presses.stop();
  };
  // Screen readers press with a mouse event alone. After a touch the mouse event comes late, when the finger has gone up.
  let pointed = false;
  on('pointerdown', (event) => {
    pointed = true;
    begin(event);
  });
  on('mousedown', (event) => pointed || begin(event));
  on('pointerup', (event) => presses.released('pointer', event.timeStamp));
  on('mouseup', (event) => presses.released('pointer', event.timeStamp));
  on('pointercancel', () => {
    pointed = false;
    presses.disturbed();
  });
  // A touch always belongs to where it began, so its place is looked at.
  const under = (event: PointerEvent): Element | null => document.elementFromPoint(event.clientX, event.clientY);
  on('pointermove', (event) => presses.holding && presses.pointerMoved(buttonOf(under(event))));
  on('pointerout', (event) => event.relatedTarget === null && presses.pointerMoved(null));
  on('contextmenu', (event) => presses.holding && stop(event));
  on('scroll', () => presses.disturbed());
  on('wheel', () => presses.disturbed());
  on('focusout', () => presses.focusMoved());
  // What is dictated or picked from a list comes with no key.
  on('input', (event) => isBox(event.target) && typed(true, event));

  on('click', (event) => {
    pointed = false;
    const button = buttonOf(event.target);
    if (!button) return;
    stop(event);
    // Keys never come here as clicks (their default is prevented); so a click with no pointer behind it is a screen reader's.
    if (!presses.end(button, 'pointer', event.timeStamp) && event.detail === 0) presses.click(button, event.timeStamp);
  });

  window.addEventListener('blur', () => {
    gate.keysLost();
    presses.disturbed();
  });
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A script's click on a decision button is not even left to the browser. */
function swallow(event: Event): void {
  if (event.type === 'click' && buttonOf(event.target)) stop(event);
}

function isButton(target: EventTarget | null): boolean {
  return isWithin(target, 'button, summary, a');
}

function describe(event: KeyboardEvent, heldBack: boolean): KeyPress {
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    shift: event.shiftKey,
    alt: event.altKey,
    meta: event.metaKey,
    // 229 is what browsers say while an input method takes the keys.
    composing: event.isComposing || event.keyCode === 229,
    target: placeOf(event.target),
    heldBack,
  };
}

function placeOf(target: EventTarget | null): KeyPress['target'] {
  if (!(target instanceof Element)) return 'other';
  if (target.matches('textarea[data-remark]')) return 'remark';
  if (isBox(target)) return 'text';
  return buttonOf(target) ? 'button' : 'other';
}

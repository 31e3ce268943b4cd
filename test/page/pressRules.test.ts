import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import type { DecisionButton } from '../../media/review/decisionButton';
import { Gate } from '../../media/review/gate';
import { keyIntent, type KeyPress } from '../../media/review/keys';
import { Presses, type Intent } from '../../media/review/presses';

const approve: DecisionButton = { act: 'approve' };
const settle = 500;

/** Presses on a front that is settled, all of them asking for more than a press. */
function dangerous(): { presses: Presses; gate: Gate; decided: DecisionButton[]; intent: () => Intent | null } {
  const gate = new Gate(() => settle);
  const decided: DecisionButton[] = [];
  let intent: Intent | null = null;
  const target = {
    needs: (): 'hold' => 'hold',
    decide: (button: DecisionButton): void => void decided.push(button),
    intends: (now: Intent | null): void => void (intent = now),
  };
  gate.cameToFront('a');
  gate.painted(-settle);
  return { presses: new Presses(gate, target, () => settle), gate, decided, intent: () => intent };
}

function withoutTimers(run: () => void): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    run();
  } finally {
    mock.timers.reset();
  }
}

test('activated by a screen reader it asks to be activated again, and that counts after the settle time', () =>
  withoutTimers(() => {
    const { presses, decided, intent } = dangerous();
    presses.click(approve, 0);
    assert.equal(intent()?.type, 'confirming');
    presses.click(approve, 499);
    presses.click(approve, 900);
    assert.deepEqual(decided, []);
    presses.click(approve, 1400);
    assert.deepEqual(decided, [approve]);
  }));

test('before the settle time a screen reader activates nothing', () =>
  withoutTimers(() => {
    const { presses, gate, decided, intent } = dangerous();
    gate.cameToFront('b');
    gate.painted(0);
    presses.click(approve, 100);
    assert.equal(intent(), null);
    presses.click(approve, 700);
    assert.deepEqual(decided, []);
  }));

test('however one presses, clicks and taps: no two that are close together approve', () =>
  withoutTimers(() => {
    const ways = ['click', 'pointer', 'key', 'chord'] as const;
    const act = fc.record({ way: fc.constantFrom(...ways), after: fc.nat(900), lasts: fc.nat(950) });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        const { presses, decided } = dangerous();
        let now = 0;
        /** When the last press that did not approve began. */
        let last = -Infinity;
        for (const { way, after, lasts } of acts) {
          now += after;
          const began = now;
          const count = decided.length;
          if (way === 'click') {
            presses.click(approve, now);
          } else if (way === 'chord') {
            presses.chord(approve, true, now);
            now += lasts;
            presses.endChord(now);
          } else {
            const source = way === 'pointer' ? way : 'key:Enter';
            presses.begin(approve, source, now);
            now += lasts;
            presses.end(approve, source, now);
          }
          if (decided.length > count) {
            assert.ok(began - last >= settle, `${began} after ${last}`);
            last = -Infinity;
          } else if (lasts <= settle || way === 'click') last = began;
        }
      }),
    );
  }));

test('no key without Ctrl or Cmd approves, wherever the keyboard is, and none does from a box', () => {
  const key = fc.oneof(
    fc.string({ minLength: 1, maxLength: 1 }),
    fc.constantFrom('Enter', ' ', 'Backspace', 'Escape', 'Delete', 'Tab', 'F1', 'F12', 'Home', 'End', 'ArrowDown'),
  );
  const press: fc.Arbitrary<KeyPress> = fc.record({
    key,
    ctrl: fc.boolean(),
    shift: fc.boolean(),
    alt: fc.boolean(),
    meta: fc.boolean(),
    composing: fc.boolean(),
    target: fc.constantFrom('remark', 'text', 'button', 'other'),
    heldBack: fc.boolean(),
  });
  fc.assert(
    fc.property(press, (one) => {
      const intent = keyIntent(one);
      if (intent === 'approve') {
        assert.ok(one.ctrl !== one.meta && one.shift && !one.alt && one.key === 'Enter' && !one.composing);
        assert.ok(one.target === 'button' || one.target === 'other');
      }
      if (intent === 'deny') assert.ok(one.ctrl !== one.meta && one.shift && one.target !== 'text');
      if (intent === 'press') assert.ok(one.target === 'button' && (one.key === 'Enter' || one.key === ' '));
      if (intent === 'undo') assert.ok(one.heldBack && one.key === 'Escape');
      if (one.key.length === 1 && one.key !== ' ') assert.equal(intent, null, 'no letter does anything');
    }),
    { numRuns: 2000 },
  );
});

test('gate: typing in a box while a front settles makes it settle anew; before and after it does not', () => {
  const gate = new Gate(() => settle);
  gate.cameToFront('a');
  assert.ok(!gate.typed(true, 0));
  gate.painted(100);
  assert.ok(gate.typed(true, 300));
  assert.equal(gate.wait(300), settle);
  assert.ok(gate.typed(false, 700), 'the hand goes on where the box was');
  assert.ok(!gate.typed(true, 1200));
  assert.equal(gate.wait(1200), 0);
});

test('gate: keys of one who was not writing make nobody wait', () => {
  const gate = new Gate(() => settle);
  gate.cameToFront('a');
  gate.painted(0);
  assert.ok(!gate.typed(false, 100));
  assert.equal(gate.wait(500), 0);
});

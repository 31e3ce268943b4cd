import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { QueueEvent } from '../../src/core/queueState';
import { emptyQueue } from '../../src/core/queueState';
import { CommandGate } from '../../src/window/commandGate';
import { approve, arrives, changes, decides, run } from '../support/queueEvents';

const settle = 500;
const retractMs = 2000;
const shown: QueueEvent = { type: 'shown', id: 'a', hash: 'h1' };

/** A gate and a queue in which these things happen, each at its time. */
function stage() {
  const gate = new CommandGate(() => settle);
  let state = emptyQueue;
  return {
    happens: (now: number, ...events: readonly QueueEvent[]): void => {
      ({ state } = run(events, state));
      gate.told(state, now);
    },
    approve: (now: number): boolean => gate.run('approve', true, state, now),
    deny: (now: number): boolean => gate.run('deny', false, state, now),
  };
}

test('a command counts once what is in front has been there for the settle time', () => {
  const { happens, approve: approves, deny } = stage();
  happens(0, arrives('a'));
  assert.equal(deny(499), false);
  happens(1000, shown);
  assert.equal(approves(1499), false, 'it was shown just now');
  assert.equal(approves(2298), false, 'and tried just now');
  assert.equal(approves(3099), true);
});

test('another request, another text or a request that is open again settles anew', () => {
  for (const change of [
    [{ type: 'go', to: 'next' }],
    [changes('a', 'h2')],
    [decides('a', approve, { retractMs }), { type: 'undo', id: 'a' }],
    [decides('a', approve)],
  ] satisfies readonly (readonly QueueEvent[])[]) {
    const { happens, approve: approves } = stage();
    happens(0, arrives('a', { risk: change.length === 2 ? 'careful' : 'safe' }), arrives('b'), shown);
    for (const event of change) happens(5000, event);
    assert.equal(approves(5499), false);
    assert.equal(approves(6299), true);
  }
});

test('what does not concern the front lets it be', () => {
  const { happens, approve: approves } = stage();
  happens(0, arrives('a'), shown);
  happens(900, arrives('b'), { type: 'titled', id: 'a', title: 'Title' }, { ...shown, id: 'b' });
  assert.equal(approves(1000), true);
});

test('an approval that is held back is confirmed after the settle time, and stopped at once', () => {
  for (const [at, confirms] of [
    [1499, false],
    [1800, true],
  ] as const) {
    const { happens, approve: approves, deny } = stage();
    happens(0, arrives('a', { risk: 'careful' }), shown);
    happens(1000, decides('a', approve, { retractMs }));
    assert.equal(approves(at), confirms);
    assert.equal(deny(at), true);
  }
});

test('however long a key is held, its command counts once at most', () => {
  const held = fc.record({ first: fc.integer({ min: 150, max: 799 }), every: fc.integer({ min: 1, max: 799 }) });
  fc.assert(
    fc.property(held, fc.integer({ min: 0, max: 3000 }), ({ first, every }, began) => {
      const { happens, approve: approves } = stage();
      happens(0, arrives('a', { risk: 'careful' }), shown);
      let count = 0;
      for (let at = began; at < began + 20_000; at += at === began ? first : every) {
        if (!approves(at)) continue;
        count += 1;
        happens(at, decides('a', approve, { at, retractMs }));
      }
      assert.equal(count, began >= settle ? 1 : 0);
    }),
  );
});

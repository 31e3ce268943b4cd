import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { reduce } from '../../src/core/queue';
import type { Effect, QueueEvent } from '../../src/core/queueState';
import { Decisions } from '../../src/window/decisions';
import { approve, arrives, run } from '../support/queueEvents';
import { aRequest } from '../support/requests';

const retractMs = 2000;
/** Long before any deadline. */
const start = 1_000_000;
let now: number;

beforeEach(() => {
  now = start;
  mock.timers.enable({ apis: ['setTimeout'] });
  mock.method(Date, 'now', () => now);
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/** A careful request that has been seen, and all that the queue has wanted since. */
function waiting() {
  const request = aRequest({ id: 'a', deadline: start * 10 });
  let { state } = run([arrives('a', { risk: 'careful' }, request), { type: 'shown', id: 'a', hash: 'h1' }]);
  const effects: Effect[] = [];
  const decisions: Decisions = new Decisions({
    state: () => state,
    heldOf: () => undefined,
    look: async () => undefined,
    dispatch: (event: QueueEvent) => {
      const reduced = reduce(state, event);
      ({ state } = reduced);
      effects.push(...reduced.effects);
      for (const effect of reduced.effects) if (effect.type === 'holdBack') decisions.holdBack(effect.id, effect.until);
      return reduced.effects;
    },
    folders: () => [],
    retractMs: () => retractMs,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return {
    effects,
    approves: (): Promise<void> => decisions.decide('a', 'h1', { type: 'approve' }, 'palette'),
    undoes: (): unknown => (state = reduce(state, { type: 'undo', id: 'a' }).state),
    status: () => state.entries[0]?.status.type,
  };
}

/** The same once its approval is held back. */
async function held() {
  const one = waiting();
  await one.approves();
  assert.deepEqual(one.effects.splice(0), [{ type: 'holdBack', id: 'a', until: start + retractMs }]);
  return one;
}

/** What waits for something is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Time passes on the clock of timers, and otherwise on the one on the wall. */
async function pass(awake: number, onTheWall = awake): Promise<void> {
  now += onTheWall;
  mock.timers.tick(awake);
  await settled();
}

test('an approval that is held back goes out at its time', async () => {
  const { effects, status } = await held();
  await pass(retractMs - 1);
  assert.deepEqual([effects, status()], [[], 'heldBack']);
  await pass(1);
  assert.deepEqual(effects, [{ type: 'answer', id: 'a', decision: approve }]);
});

test('one that a computer slept through, or whose clock was set, is not sent: the request waits again, and that is said', async () => {
  const hour = 3_600_000;
  for (const jump of [hour, -hour, 11_000]) {
    const { effects, status } = await held();
    await pass(500);
    await pass(0, jump);
    assert.deepEqual([effects, status()], [[], 'heldBack']);
    await pass(1500);
    const [refused, ...others] = effects;
    assert.match(refused?.type === 'refused' ? refused.reason : '', /it was not sent\. Look at it again/);
    assert.deepEqual([others, status()], [[], 'open']);
    await pass(2 * hour);
    assert.equal(effects.length, 1);
    now = start;
  }
});

test('a machine that is merely busy sends it late', async () => {
  const { effects } = await held();
  await pass(retractMs, retractMs + 9000);
  assert.deepEqual(effects, [{ type: 'answer', id: 'a', decision: approve }]);
});

test('approved twice before it was held back, it was not confirmed; after that it is', async () => {
  const { effects, status, approves } = waiting();
  await Promise.all([approves(), approves(), approves()]);
  assert.deepEqual(effects.splice(0), [{ type: 'holdBack', id: 'a', until: start + retractMs }]);
  assert.equal(status(), 'heldBack');
  await approves();
  assert.deepEqual(effects, [{ type: 'answer', id: 'a', decision: approve }]);
});

test('undone while the disk is looked at to send it at once, it is not approved anew', async () => {
  const { effects, status, approves, undoes } = await held();
  const confirming = approves();
  undoes();
  await confirming;
  assert.deepEqual([effects, status()], [[], 'open']);
});

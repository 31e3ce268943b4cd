import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduce } from '../../src/core/queue';
import { emptyQueue, entryOf, listed, waitingCount } from '../../src/core/queueState';
import type { Effect, QueueEvent, QueueState } from '../../src/core/queueState';
import type { Decision } from '../../src/core/request';
import { aRequest } from '../support/requests';

const approve: Decision = { type: 'approve' };
const deny: Decision = { type: 'deny', feedback: 'not so' };

function run(
  events: readonly QueueEvent[],
  from: QueueState = emptyQueue,
): { state: QueueState; effects: readonly Effect[] } {
  let state = from;
  const effects: Effect[] = [];
  for (const event of events) {
    const reduced = reduce(state, event);
    state = reduced.state;
    effects.push(...reduced.effects);
  }
  return { state, effects };
}

const arrives = (id: string, hash = 'h1'): QueueEvent => ({ type: 'arrived', request: aRequest({ id }), hash });
const decides = (id: string, decision: Decision, hash = 'h1', surface: 'page' | 'palette' = 'page'): QueueEvent => ({
  type: 'decide',
  id,
  hash,
  decision,
  surface,
});

test('an approved request is answered, and is approved once the hook has written', () => {
  const { state, effects } = run([arrives('a'), decides('a', approve)]);
  assert.deepEqual(effects, [{ type: 'answer', id: 'a', decision: approve }]);
  const written = reduce(state, { type: 'written', id: 'a', at: 5 }).state;
  assert.deepEqual(entryOf(written, 'a')?.status, {
    type: 'ended',
    outcome: 'approved',
    at: 5,
    delivery: 'sent',
    decision: approve,
  });
});

test('a second decision is refused, and so is one on another text than is shown', () => {
  const twice = run([arrives('a'), decides('a', deny), decides('a', approve)]);
  assert.equal(twice.effects.length, 2);
  assert.equal(twice.effects[1]?.type, 'refused');
  const changed: QueueEvent = { type: 'changed', request: aRequest({ id: 'a' }), hash: 'h2' };
  const stale = run([arrives('a'), changed, decides('a', approve, 'h1')]);
  assert.deepEqual(
    stale.effects.map((effect) => effect.type),
    ['refused'],
  );
});

test('outside the page approve needs sight, deny does not', () => {
  assert.equal(run([arrives('a'), decides('a', approve, 'h1', 'palette')]).effects[0]?.type, 'refused');
  const seen: QueueEvent = { type: 'shown', id: 'a', hash: 'h1' };
  assert.equal(run([arrives('a'), seen, decides('a', approve, 'h1', 'palette')]).effects[0]?.type, 'answer');
  assert.equal(run([arrives('a'), decides('a', deny, 'h1', 'palette')]).effects[0]?.type, 'answer');
  const seenBefore: QueueEvent[] = [
    arrives('a'),
    seen,
    { type: 'changed', request: aRequest({ id: 'a' }), hash: 'h2' },
  ];
  assert.equal(run([...seenBefore, decides('a', approve, 'h2', 'palette')]).effects[0]?.type, 'refused');
});

test('an approval carries only what the agent takes', () => {
  const plain = { ...aRequest({ id: 'a' }).capabilities, changedInput: false };
  const arrived: QueueEvent = { type: 'arrived', request: aRequest({ id: 'a', capabilities: plain }), hash: 'h1' };
  assert.equal(run([arrived, decides('a', { type: 'approve', plan: 'x' })]).effects[0]?.type, 'refused');
  assert.equal(
    run([arrived, decides('a', { type: 'approve', addition: 'bypassPermissions' })]).effects[0]?.type,
    'refused',
  );
  const mode = { id: 'auto', label: '', detail: '' };
  const rich: QueueEvent = {
    type: 'arrived',
    request: aRequest({ id: 'a', capabilities: { ...plain, changedInput: true, additions: [mode] } }),
    hash: 'h1',
  };
  assert.equal(run([rich, decides('a', { type: 'approve', plan: 'x', addition: 'auto' })]).effects[0]?.type, 'answer');
});

test('a hook that goes ends its request: withdrawn when open, NOT delivered when decided, with the words kept', () => {
  const open = run([arrives('a'), { type: 'gone', id: 'a', at: 9 }]).state;
  assert.deepEqual(entryOf(open, 'a')?.status, { type: 'ended', outcome: 'withdrawn', at: 9 });
  const decided = run([arrives('a'), decides('a', deny), { type: 'gone', id: 'a', at: 9 }]).state;
  assert.deepEqual(entryOf(decided, 'a')?.status, {
    type: 'ended',
    outcome: 'denied',
    at: 9,
    delivery: 'failed',
    decision: deny,
  });
});

test('a pause hands back all that waits and all that comes', () => {
  const { state, effects } = run([arrives('a'), arrives('b'), { type: 'pause' }, arrives('c')]);
  assert.deepEqual(effects, [
    { type: 'answer', id: 'a', decision: { type: 'handBack' } },
    { type: 'answer', id: 'b', decision: { type: 'handBack' } },
    { type: 'release', id: 'c' },
  ]);
  assert.equal(waitingCount(state), 0);
  assert.equal(entryOf(state, 'c'), undefined);
  assert.deepEqual(run([{ type: 'resume' }, arrives('d')], state).effects, []);
});

test('a deadline lets the hook go and is never a refusal', () => {
  const { state, effects } = run([arrives('a'), { type: 'expired', id: 'a', at: 7 }]);
  assert.deepEqual(effects, [{ type: 'release', id: 'a' }]);
  assert.deepEqual(entryOf(state, 'a')?.status, { type: 'ended', outcome: 'expired', at: 7 });
});

test('a request that is only watched lets the hook go at once and takes no decision', () => {
  const capabilities = {
    ...aRequest({ id: 'a' }).capabilities,
    approve: { type: 'watchOnly', reason: 'It asks by itself.' },
  } as const;
  const watched: QueueEvent = { type: 'arrived', request: aRequest({ id: 'a', capabilities }), hash: 'h1' };
  const { effects } = run([watched, decides('a', approve), decides('a', deny)]);
  assert.deepEqual(
    effects.map((effect) => effect.type),
    ['release', 'refused', 'refused'],
  );
});

test('a new request takes the front only when nothing is there; the keys walk what is on the list', () => {
  const { state } = run([arrives('a'), arrives('b'), arrives('c')]);
  assert.equal(state.front, 'a');
  const next = reduce(state, { type: 'go', to: 'next' }).state;
  assert.equal(next.front, 'b');
  assert.equal(reduce(state, { type: 'go', to: 'previous' }).state.front, 'c');
  const ended = run([decides('b', approve), { type: 'written', id: 'b', at: 1 }], next).state;
  assert.equal(ended.front, 'b', 'the outcome stays in front');
  const after = reduce(ended, { type: 'go', to: 'next' }).state;
  assert.equal(after.front, 'c');
  assert.deepEqual(
    listed(after).map((entry) => entry.request.id),
    ['a', 'c'],
  );
});

test('a hook that comes back under its id keeps its place; one with another call under the same id is let go', () => {
  const gone = run([arrives('a'), { type: 'gone', id: 'a', at: 1 }, arrives('a')]);
  assert.equal(entryOf(gone.state, 'a')?.status.type, 'open');
  const subject = { type: 'command', command: 'rm -rf /', cwd: '/', fields: [] } as const;
  const other: QueueEvent = { type: 'arrived', request: aRequest({ id: 'a', subject }), hash: 'h1' };
  assert.deepEqual(run([arrives('a'), decides('a', approve), other]).effects.at(-1), { type: 'release', id: 'a' });
});

test('a decision that was lost on its way is said again to the same call, and never to a changed one', () => {
  const lost: QueueEvent[] = [arrives('a'), decides('a', approve), { type: 'gone', id: 'a', at: 1 }];
  assert.deepEqual(run([...lost, arrives('a')]).effects.at(-1), { type: 'answer', id: 'a', decision: approve });
  const changed = run([...lost, arrives('a', 'h2')]);
  assert.equal(changed.effects.length, 1);
  assert.equal(entryOf(changed.state, 'a')?.status.type, 'open');
});

test('delivery is told only of an answer that was sent', () => {
  const sent = run([arrives('a'), decides('a', approve), { type: 'written', id: 'a', at: 1 }]).state;
  const confirmed = entryOf(reduce(sent, { type: 'delivery', id: 'a', delivery: 'confirmed' }).state, 'a')?.status;
  assert.equal(confirmed?.type === 'ended' && confirmed.delivery, 'confirmed');
  const open = run([arrives('a'), { type: 'delivery', id: 'a', delivery: 'confirmed' }]).state;
  assert.deepEqual(entryOf(open, 'a')?.status, { type: 'open' });
});

// Every path of events, on few ids and hashes so that they meet.
const id = fc.constantFrom('a', 'b', 'c');
const hash = fc.constantFrom('h1', 'h2');
const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.constant<Decision>({ type: 'approve' }),
  fc.record({ type: fc.constant('deny' as const), feedback: fc.string() }),
  fc.constant<Decision>({ type: 'handBack' }),
);
const capable = fc.constantFrom('grants' as const, 'no' as const, 'watchOnly' as const);
const request = fc.tuple(id, capable, fc.constantFrom('true', 'false')).map(([one, type, command]) => {
  const base = aRequest({ id: one, subject: { type: 'command', command, cwd: '/', fields: [] } });
  const approves = type === 'grants' ? { type } : { type, reason: 'no' };
  return { ...base, capabilities: { ...base.capabilities, approve: approves } };
});
const at = fc.nat(1000);
const event: fc.Arbitrary<QueueEvent> = fc.oneof(
  fc.record({ type: fc.constant('arrived' as const), request, hash }),
  fc.record({
    type: fc.constant('decide' as const),
    id,
    hash,
    decision,
    surface: fc.constantFrom('page' as const, 'palette' as const),
  }),
  fc.record({ type: fc.constant('shown' as const), id, hash }),
  fc.record({ type: fc.constant('go' as const), to: fc.constantFrom('next' as const, 'previous' as const) }),
  fc.record({ type: fc.constant('dismiss' as const), id }),
  fc.record({ type: fc.constantFrom('pause' as const, 'resume' as const) }),
  fc.record({ type: fc.constant('changed' as const), request, hash }),
  fc.record({ type: fc.constantFrom('written' as const, 'gone' as const, 'expired' as const), id, at }),
  fc.record({ type: fc.constant('answeredElsewhere' as const), id, at }),
  fc.record({
    type: fc.constant('delivery' as const),
    id,
    delivery: fc.constantFrom('confirmed' as const, 'overtaken' as const),
  }),
);

/** What an approval may rest on: the intents so far, by id, each with the hash and the call that it was made on. */
interface Model {
  readonly approvals: Map<string, { hash: string; call: string }>;
}

test('no path without an approve intent on this call, as it is shown, ever yields an approval', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const model: Model = { approvals: new Map() };
      let state: QueueState = emptyQueue;
      for (const one of events) {
        const before = one.type === 'decide' ? entryOf(state, one.id) : undefined;
        const { state: next, effects } = reduce(state, one);
        if (
          one.type === 'decide' &&
          one.decision.type === 'approve' &&
          before?.status.type === 'open' &&
          before.hash === one.hash
        ) {
          model.approvals.set(one.id, { hash: one.hash, call: JSON.stringify(before.request.subject) });
        }
        if (one.type === 'decide' && one.decision.type !== 'approve' && effects[0]?.type === 'answer')
          model.approvals.delete(one.id);
        for (const effect of effects) {
          if (effect.type !== 'answer' || effect.decision.type !== 'approve') continue;
          const entry = entryOf(next, effect.id);
          const basis = model.approvals.get(effect.id);
          assert.ok(basis, 'an approval without an intent');
          assert.equal(entry?.hash, basis.hash, 'an approval of another text');
          assert.equal(JSON.stringify(entry?.request.subject), basis.call, 'an approval of another call');
          assert.equal(entry?.request.capabilities.approve.type, 'grants');
        }
        state = next;
      }
    }),
    { numRuns: 3000 },
  );
});

test('what is learned of an ended request stands on it, but not in place of why an answer was not delivered', () => {
  const decided = (last: QueueEvent): QueueState => {
    const arrived = reduce(emptyQueue, { type: 'arrived', request: aRequest({ id: 'a' }), hash: 'h' }).state;
    const answering = reduce(arrived, { type: 'decide', id: 'a', hash: 'h', decision: deny, surface: 'page' }).state;
    return reduce(reduce(answering, last).state, { type: 'learned', id: 'a', detail: 'later' }).state;
  };
  const detailOf = (state: QueueState) => {
    const { status } = entryOf(state, 'a')!;
    return status.type === 'ended' && [status.delivery, status.detail];
  };
  assert.deepEqual(detailOf(decided({ type: 'written', id: 'a', at: 1 })), ['sent', 'later']);
  assert.deepEqual(detailOf(decided({ type: 'gone', id: 'a', at: 1, detail: 'why' })), ['failed', 'why']);
});

test('on every path: one entry an id, the front is on the list, nothing waits while paused, an end is final but for its delivery', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let state: QueueState = emptyQueue;
      for (const one of events) {
        const { state: next } = reduce(state, one);
        const ids = next.entries.map((entry) => entry.request.id);
        assert.equal(new Set(ids).size, ids.length);
        if (next.front !== undefined && listed(next).length > 0) assert.ok(ids.includes(next.front));
        if (next.paused) assert.equal(waitingCount(next), 0);
        for (const entry of state.entries) {
          const later = entryOf(next, entry.request.id);
          if (entry.status.type !== 'ended' || !later || one.type === 'arrived') continue;
          assert.equal(later.status.type, 'ended');
          assert.equal(later.status.type === 'ended' && later.status.outcome, entry.status.outcome);
        }
        state = next;
      }
    }),
    { numRuns: 2000 },
  );
});

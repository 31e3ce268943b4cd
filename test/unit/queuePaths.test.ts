import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduce } from '../../src/core/queue';
import { emptyQueue, entryOf, listed, waitingCount } from '../../src/core/queueState';
import type { Effect, QueueEvent, QueueState, Surface } from '../../src/core/queueState';
import type { Decision, PermissionRequest } from '../../src/core/request';
import type { Risk } from '../../src/protocol/command';
import { aRequest } from '../support/requests';

/* What must hold on every path through the queue. */

/** Mostly the first one: where all is as likely, hardly a path comes to an approval. */
function often<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, ...others.map((one) => fc.constant(one)));
}

// Every path of events, on few ids and hashes so that they meet.
const id = fc.constantFrom('a', 'b', 'c');
const hash = often('h1', 'h2');
const decision: fc.Arbitrary<Decision> = fc.oneof(
  { arbitrary: fc.constant<Decision>({ type: 'approve' }), weight: 4 },
  fc.record({ type: fc.constant('deny' as const), feedback: fc.string() }),
  fc.constant<Decision>({ type: 'handBack' }),
);
const capable = often<'grants' | 'no' | 'watchOnly'>('grants', 'no', 'watchOnly');
const request = fc.tuple(id, capable, often('true', 'false')).map(([one, type, command]) => {
  const base = aRequest({ id: one, subject: { type: 'command', command, cwd: '/', fields: [] } });
  const approves = type === 'grants' ? { type } : { type, reason: 'no' };
  return { ...base, capabilities: { ...base.capabilities, approve: approves } };
});
const risk = often<Risk>('careful', 'safe', 'dangerous');
// Few times, so that what is held back falls due now and then.
const at = fc.nat(1);
const until = fc.integer({ min: 1, max: 2 });
const event: fc.Arbitrary<QueueEvent> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('arrived' as const), request, hash, risk }), weight: 4 },
  {
    arbitrary: fc.record(
      {
        type: fc.constant('decide' as const),
        id,
        hash,
        decision,
        surface: often<Surface>('page', 'palette'),
        at,
        retractMs: often(1, 0),
        along: id,
      },
      { requiredKeys: ['type', 'id', 'hash', 'decision', 'surface', 'at', 'retractMs'] },
    ),
    weight: 10,
  },
  { arbitrary: fc.record({ type: fc.constant('undo' as const), id }), weight: 5 },
  { arbitrary: fc.record({ type: fc.constantFrom('sendNow' as const, 'due' as const), id, until }), weight: 4 },
  fc.record({ type: fc.constant('shown' as const), id, hash }),
  fc.record({ type: fc.constant('go' as const), to: fc.constantFrom('next' as const, 'previous' as const) }),
  fc.record({ type: fc.constant('dismiss' as const), id }),
  fc.record({ type: often<'pause' | 'resume'>('resume', 'pause') }),
  fc.record({ type: fc.constant('changed' as const), request, hash, risk }),
  fc.record({ type: fc.constantFrom('written' as const, 'gone' as const, 'expired' as const), id, at }),
  fc.record({ type: fc.constant('answeredElsewhere' as const), id, at }),
  fc.record({
    type: fc.constant('delivery' as const),
    id,
    delivery: fc.constantFrom('confirmed' as const, 'overtaken' as const),
  }),
);

// Left to itself fast-check makes paths of about 5 events, on which little can go wrong.
const path = fc.array(event, { minLength: 1, maxLength: 80, size: 'max' });

/** What an approval may rest on: an intent, with the hash and the call that it was made on. */
interface Basis {
  readonly hash: string;
  readonly call: string;
  /** The request under whose approval it was given. */
  readonly group: string;
}

/** The approvals that a person has given, and neither taken back nor replaced by another word. */
class Given {
  private readonly byId = new Map<string, Basis>();

  take(said: QueueEvent, before: QueueState, effects: readonly Effect[]): void {
    if (said.type === 'decide' && effects[0]?.type !== 'refused') this.decided(said, before);
    if (said.type === 'undo') {
      const group = isHeld(before, said.id) ? this.byId.get(said.id)?.group : said.id;
      for (const [one, basis] of this.byId) if (basis.group === group && isHeld(before, one)) this.byId.delete(one);
    }
    if (said.type === 'changed' && isHeld(before, said.request.id)) this.byId.delete(said.request.id);
    if (said.type === 'arrived') this.arrived(said.request, before);
    if (said.type === 'gone' && isHeld(before, said.id)) this.byId.delete(said.id);
    if (said.type === 'pause') for (const one of [...this.byId.keys()]) if (isHeld(before, one)) this.byId.delete(one);
  }

  of(one: string): Basis | undefined {
    return this.byId.get(one);
  }

  /** A hook that asks again for what is held back; another call under its id is let go, and nothing else. */
  private arrived({ id: one, subject }: PermissionRequest, before: QueueState): void {
    const known = JSON.stringify(entryOf(before, one)?.request.subject);
    if (isHeld(before, one) && known === JSON.stringify(subject)) this.byId.delete(one);
  }

  private decided(said: Extract<QueueEvent, { type: 'decide' }>, before: QueueState): void {
    const entry = entryOf(before, said.id);
    if (said.decision.type !== 'approve') this.byId.delete(said.id);
    else if (entry?.status.type === 'open' && entry.hash === said.hash) {
      const call = JSON.stringify(entry.request.subject);
      this.byId.set(said.id, { hash: said.hash, call, group: said.along ?? said.id });
    }
  }
}

function isHeld(state: QueueState, one: string): boolean {
  return entryOf(state, one)?.status.type === 'heldBack';
}

test('no path without an approve intent on this call, as it is shown, ever yields an approval, nor one that was undone', () => {
  fc.assert(
    fc.property(path, (events) => {
      const given = new Given();
      let state: QueueState = emptyQueue;
      for (const one of events) {
        const { state: next, effects } = reduce(state, one);
        given.take(one, state, effects);
        for (const effect of effects) {
          if (effect.type !== 'answer' || effect.decision.type !== 'approve') continue;
          const entry = entryOf(next, effect.id);
          const basis = given.of(effect.id);
          assert.ok(basis, 'an approval without an intent');
          assert.equal(entry?.hash, basis.hash, 'an approval of another text');
          assert.equal(JSON.stringify(entry?.request.subject), basis.call, 'an approval of another call');
          assert.equal(entry?.request.capabilities.approve.type, 'grants');
          const before = entryOf(state, effect.id)?.status;
          if (before?.type !== 'heldBack') {
            assert.ok(one.type === 'decide' || one.type === 'arrived', `an approval by ${one.type}`);
            continue;
          }
          assert.deepEqual(effect.decision, before.decision, 'another approval than the one that was held back');
          if (one.type === 'decide') assert.equal(one.id, effect.id);
          else assert.ok((one.type === 'sendNow' || one.type === 'due') && one.until === before.until, one.type);
        }
        state = next;
      }
    }),
    { numRuns: 1500 },
  );
});

test('on every path: what is held back is held no longer than asked for, and not past the deadline; what is dangerous is approved in the page', () => {
  fc.assert(
    fc.property(path, (events) => {
      let state: QueueState = emptyQueue;
      for (const one of events) {
        const { state: next, effects } = reduce(state, one);
        for (const effect of effects) {
          if (effect.type !== 'holdBack') continue;
          assert.equal(one.type, 'decide');
          const entry = entryOf(next, effect.id);
          if (one.type !== 'decide' || !entry) continue;
          assert.deepEqual(entry.status, {
            type: 'heldBack',
            decision: one.decision,
            until: effect.until,
            group: one.along ?? one.id,
          });
          assert.ok(effect.until > one.at && effect.until <= one.at + one.retractMs);
          assert.ok(effect.until <= entry.request.deadline);
          assert.notEqual(entry.risk, 'safe');
          if (entry.risk === 'dangerous') assert.deepEqual([one.surface, one.along], ['page', undefined]);
        }
        state = next;
      }
    }),
    { numRuns: 800 },
  );
});

test('on every path: one entry an id, the front is on the list, nothing waits while paused, an end is final but for its delivery', () => {
  fc.assert(
    fc.property(path, (events) => {
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
    { numRuns: 800 },
  );
});

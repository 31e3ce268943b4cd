import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../src/core/queue';
import { entryOf, listed, waitingCount } from '../../src/core/queueState';
import type { QueueEvent, QueueState } from '../../src/core/queueState';
import { approve, arrives, changes, decides, deny, run } from '../support/queueEvents';
import { aRequest } from '../support/requests';

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
  const stale = run([arrives('a'), changes('a', 'h2'), decides('a', approve)]);
  assert.deepEqual(
    stale.effects.map((effect) => effect.type),
    ['refused'],
  );
});

test('outside the page approve needs sight, deny does not', () => {
  assert.equal(run([arrives('a'), decides('a', approve, { surface: 'palette' })]).effects[0]?.type, 'refused');
  const seen: QueueEvent = { type: 'shown', id: 'a', hash: 'h1' };
  assert.equal(run([arrives('a'), seen, decides('a', approve, { surface: 'palette' })]).effects[0]?.type, 'answer');
  assert.equal(run([arrives('a'), decides('a', deny, { surface: 'palette' })]).effects[0]?.type, 'answer');
  const seenBefore: QueueEvent[] = [arrives('a'), seen, changes('a', 'h2')];
  assert.equal(
    run([...seenBefore, decides('a', approve, { hash: 'h2', surface: 'palette' })]).effects[0]?.type,
    'refused',
  );
});

test('an approval carries only what the agent takes', () => {
  const plain = { ...aRequest({ id: 'a' }).capabilities, changedInput: false };
  const arrived = arrives('a', {}, { capabilities: plain });
  assert.equal(run([arrived, decides('a', { type: 'approve', plan: 'x' })]).effects[0]?.type, 'refused');
  assert.equal(
    run([arrived, decides('a', { type: 'approve', addition: 'bypassPermissions' })]).effects[0]?.type,
    'refused',
  );
  const mode = { id: 'auto', label: '', detail: '' };
  const rich = arrives('a', {}, { capabilities: { ...plain, changedInput: true, additions: [mode] } });
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
  const watched = arrives('a', {}, { capabilities });
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
  const other = arrives('a', {}, { subject });
  assert.deepEqual(run([arrives('a'), decides('a', approve), other]).effects.at(-1), { type: 'release', id: 'a' });
});

test('a decision that was lost on its way is said again to the same call, and never to a changed one', () => {
  const lost: QueueEvent[] = [arrives('a'), decides('a', approve), { type: 'gone', id: 'a', at: 1 }];
  assert.deepEqual(run([...lost, arrives('a')]).effects.at(-1), { type: 'answer', id: 'a', decision: approve });
  const changed = run([...lost, arrives('a', { hash: 'h2' })]);
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

test('what is learned of an ended request stands on it, but not in place of why an answer was not delivered', () => {
  const decided = (last: QueueEvent): QueueState => {
    return run([arrives('a'), decides('a', deny), last, { type: 'learned', id: 'a', detail: 'later' }]).state;
  };
  const detailOf = (state: QueueState) => {
    const { status } = entryOf(state, 'a')!;
    return status.type === 'ended' && [status.delivery, status.detail];
  };
  assert.deepEqual(detailOf(decided({ type: 'written', id: 'a', at: 1 })), ['sent', 'later']);
  assert.deepEqual(detailOf(decided({ type: 'gone', id: 'a', at: 1, detail: 'why' })), ['failed', 'why']);
});

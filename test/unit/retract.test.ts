import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identicalTo } from '../../src/core/identical';
import { emptyQueue, entryOf, listed, waitingCount } from '../../src/core/queueState';
import type { QueueEvent, QueueState } from '../../src/core/queueState';
import type { PermissionRequest } from '../../src/core/request';
import { approve, arrives, changes, decides, deny, run } from '../support/queueEvents';
import { aRequest } from '../support/requests';

const retractMs = 2000;
const comes = (id: string): QueueEvent => arrives(id, { risk: 'careful' });
const approves = (id: string, change: Parameters<typeof decides>[2] = {}): QueueEvent =>
  decides(id, approve, { retractMs, ...change });
const statusOf = (state: QueueState, id: string) => entryOf(state, id)?.status;
/** A careful request whose approval, given at 0, is held back. */
const held = run([comes('a'), approves('a')]);

function withAddition(once?: true): Partial<PermissionRequest> {
  const { capabilities } = aRequest({ id: 'a' });
  const addition = { id: 'always', label: 'always allow', detail: 'A rule', ...(once ? { once } : {}) };
  return { capabilities: { ...capabilities, additions: [addition] } };
}

test('an approval that asks for care is held back, and goes out when it is due or sent at once', () => {
  const until = retractMs;
  assert.deepEqual(held.effects, [{ type: 'holdBack', id: 'a', until }]);
  assert.deepEqual(statusOf(held.state, 'a'), { type: 'heldBack', decision: approve, until, group: 'a' });
  assert.deepEqual([waitingCount(held.state), listed(held.state).length], [0, 1]);
  for (const type of ['due', 'sendNow'] as const) {
    const sent = run([{ type, id: 'a', until }], held.state);
    assert.deepEqual(sent.effects, [{ type: 'answer', id: 'a', decision: approve }]);
    assert.deepEqual(statusOf(sent.state, 'a'), { type: 'answering', decision: approve });
    assert.deepEqual(run([{ type, id: 'a', until }], sent.state).effects, [], 'once only');
  }
});

test('what is safe goes out at once, and so does all where no time is wanted; an addition that lasts is held back', () => {
  const first = (events: readonly QueueEvent[]) => run(events).effects[0]?.type;
  assert.equal(first([arrives('a'), approves('a')]), 'answer');
  assert.equal(first([comes('a'), approves('a', { retractMs: 0 })]), 'answer');
  assert.equal(first([arrives('a', { risk: 'dangerous' }), approves('a')]), 'holdBack');
  const remembers = { decision: { type: 'approve', addition: 'always' } } as const;
  assert.equal(first([arrives('a', {}, withAddition()), approves('a', remembers)]), 'holdBack');
  assert.equal(first([arrives('a', {}, withAddition()), approves('a')]), 'answer');
  assert.equal(first([arrives('a', {}, withAddition(true)), approves('a', remembers)]), 'answer');
});

test('a deny and a hand-back are never held back, and end what is', () => {
  for (const decision of [deny, { type: 'handBack' } as const]) {
    const answer = { type: 'answer', id: 'a', decision };
    assert.deepEqual(run([comes('a'), decides('a', decision, { retractMs })]).effects, [answer]);
    const after = run([decides('a', decision, { retractMs })], held.state);
    assert.deepEqual(after.effects, [answer]);
    assert.deepEqual(run([{ type: 'due', id: 'a', until: retractMs }], after.state).effects, []);
  }
});

test('undo: the request waits again, and what was due then is not sent, even if it was approved anew', () => {
  const undone = run([{ type: 'undo', id: 'a' }], held.state);
  assert.deepEqual(undone.effects, []);
  assert.deepEqual(statusOf(undone.state, 'a'), { type: 'open' });
  const late: QueueEvent = { type: 'due', id: 'a', until: retractMs };
  assert.deepEqual(run([late], undone.state).effects, []);
  const again = run([approves('a', { at: 1000 }), late], undone.state);
  assert.deepEqual(again.effects, [{ type: 'holdBack', id: 'a', until: 3000 }]);
});

test('approving once more sends at once what was approved first, from the palette too', () => {
  const message = { type: 'approve', message: 'not this' } as const;
  for (const surface of ['page', 'palette'] as const) {
    const twice = run([approves('a', { surface, decision: message })], held.state);
    assert.deepEqual(twice.effects, [{ type: 'answer', id: 'a', decision: approve }]);
  }
  assert.equal(run([approves('a', { hash: 'h2' })], held.state).effects[0]?.type, 'refused');
});

test('what is shown has changed while an approval of it is held back: it waits again, and that is said', () => {
  const changed = run([changes('a', 'h2')], held.state);
  const reason = 'What is shown has changed since. Look at it again, then decide.';
  assert.deepEqual(changed.effects, [{ type: 'refused', id: 'a', reason }]);
  assert.deepEqual(statusOf(changed.state, 'a'), { type: 'open' });
  assert.equal(entryOf(changed.state, 'a')?.hash, 'h2');
  assert.deepEqual(run([{ type: 'due', id: 'a', until: retractMs }], changed.state).effects, []);
});

test('an end that comes first says that the approval was not sent', () => {
  const detailAfter = (event: QueueEvent) => {
    const { state, effects } = run([event], held.state);
    const status = statusOf(state, 'a');
    assert.equal(
      effects.some((effect) => effect.type === 'answer'),
      false,
    );
    assert.equal(status?.type === 'ended' && status.decision, undefined);
    return status?.type === 'ended' && [status.outcome, status.detail, effects.map(({ type }) => type)];
  };
  const not = 'Your approval was not sent.';
  assert.deepEqual(detailAfter({ type: 'gone', id: 'a', at: 1 }), ['withdrawn', not, []]);
  assert.deepEqual(detailAfter({ type: 'expired', id: 'a', at: 1 }), ['expired', not, ['release']]);
  const elsewhere: QueueEvent = { type: 'answeredElsewhere', id: 'a', at: 1, detail: 'It was accepted there.' };
  assert.deepEqual(detailAfter(elsewhere), ['answeredElsewhere', `It was accepted there. ${not}`, ['release']]);
});

test('it is held back no longer than the agent waits: near the deadline it goes out at once', () => {
  const until = (deadline: number) => {
    const [effect] = run([arrives('a', { risk: 'careful' }, { deadline }), approves('a')]).effects;
    return effect?.type === 'holdBack' ? effect.until : effect?.type;
  };
  assert.equal(until(60_000), 2000);
  assert.equal(until(1500), 1000);
  assert.equal(until(400), 'answer');
});

test('a pause hands back what is held back; it cannot be dismissed', () => {
  const paused = run([{ type: 'pause' }], held.state);
  assert.deepEqual(paused.effects, [{ type: 'answer', id: 'a', decision: { type: 'handBack' } }]);
  assert.deepEqual(run([{ type: 'due', id: 'a', until: retractMs }], paused.state).effects, []);
  assert.equal(run([{ type: 'dismiss', id: 'a' }], held.state).state, held.state);
});

test('a hook that asks again while its approval is held back gets none: the person decides anew', () => {
  const again = run([comes('a')], held.state);
  assert.deepEqual(
    again.effects.map(({ type }) => type),
    ['refused'],
  );
  assert.deepEqual(statusOf(again.state, 'a'), { type: 'open' });
  assert.deepEqual(run([{ type: 'due', id: 'a', until: retractMs }], again.state).effects, []);
  const lost = run([{ type: 'gone', id: 'a', at: 1 }, comes('a')], held.state);
  assert.deepEqual([lost.effects, statusOf(lost.state, 'a')], [[], { type: 'open' }]);
  const subject = { type: 'command', command: 'rm -rf /', cwd: '/', fields: [] } as const;
  const other = run([arrives('a', { risk: 'careful' }, { subject })], held.state);
  assert.deepEqual(other.effects, [{ type: 'release', id: 'a' }]);
  assert.equal(entryOf(other.state, 'a')?.request.subject.type, 'command');
  assert.equal(entryOf(other.state, 'a'), entryOf(held.state, 'a'), 'the other call changes nothing');
});

test('what is dangerous is approved in the page only, seen or not', () => {
  const shown: QueueEvent = { type: 'shown', id: 'a', hash: 'h1' };
  const seen = run([arrives('a', { risk: 'dangerous' }), shown]).state;
  const reason = 'Approve it in the review: it is dangerous, and asks you to hold the button.';
  assert.deepEqual(run([approves('a', { surface: 'palette' })], seen).effects, [{ type: 'refused', id: 'a', reason }]);
  assert.equal(run([approves('a')], seen).effects[0]?.type, 'holdBack');
  assert.equal(run([decides('a', deny, { surface: 'palette' })], seen).effects[0]?.type, 'answer');
});

test('identical calls are those that wait with the same text, in order of arrival; never dangerous ones, plans and questions', () => {
  const ids = (state: QueueState, id = 'b') => identicalTo(state, id).map((one) => one.id);
  const three = run([
    arrives('a', { risk: 'careful' }, { receivedAt: 5, session: { id: 's', title: 'One' } }),
    comes('b'),
    arrives('other', { hash: 'h2' }),
    comes('c'),
  ]).state;
  assert.deepEqual(identicalTo(three, 'b'), [
    { id: 'a', session: 'One', receivedAt: 5 },
    { id: 'c', session: '', receivedAt: 0 },
  ]);
  assert.deepEqual(ids(run([approves('a')], three).state), ['c'], 'only those that wait');
  assert.deepEqual([ids(three, 'nobody'), ids(emptyQueue)], [[], []]);
  const { capabilities } = aRequest({ id: 'a' });
  const cannot = { ...capabilities, approve: { type: 'no', reason: 'not here' } } as const;
  const plan = { type: 'plan', markdown: '# Plan', options: [] } as const;
  const question = { type: 'question', questions: [], fields: [] } as const;
  for (const [risk, change] of [
    ['dangerous', {}],
    ['safe', { subject: plan }],
    ['safe', { subject: question }],
    ['safe', { capabilities: cannot }],
  ] as const) {
    const both = run([arrives('a', { risk }, change), arrives('b', { risk }, change)]).state;
    assert.deepEqual(ids(both), [], JSON.stringify([risk, change]));
  }
});

test('one that is approved along with another must be the same, wait, and be no request that stands alone', () => {
  const along = (event: QueueEvent, one: Partial<Parameters<typeof decides>[2]> = {}) => {
    const { effects } = run([comes('a'), event, approves('a'), approves('b', { along: 'a', ...one })]);
    return effects.at(-1)?.type;
  };
  assert.equal(along(comes('b')), 'holdBack');
  assert.equal(along(arrives('b', { risk: 'careful', hash: 'h2' })), 'refused');
  assert.equal(along(arrives('b', { risk: 'dangerous' })), 'refused');
  assert.equal(along(comes('c')), 'refused');
  const ended = run([comes('a'), comes('b'), approves('b'), approves('a'), approves('b', { along: 'a' })]);
  assert.equal(ended.effects.at(-1)?.type, 'refused', 'it is not confirmed by another');
  // The same id, and another rule.
  const remembers = { decision: { type: 'approve', addition: 'always' } } as const;
  const rule = arrives('a', { risk: 'careful' }, withAddition());
  const both = (other: QueueEvent) =>
    run([rule, other, approves('a', remembers), approves('b', { along: 'a', ...remembers })]).effects.at(-1)?.type;
  assert.equal(both(arrives('b', { risk: 'careful' }, withAddition())), 'holdBack');
  assert.equal(both(arrives('b', { risk: 'careful' }, withAddition(true))), 'refused');
});

test('an approval that means another thing, or answers another agent, is not given along with one', () => {
  const { capabilities, agent } = aRequest({ id: 'a' });
  const passes = { ...capabilities, approve: { type: 'passes', label: 'Continue', reason: 'It asks.' } } as const;
  const otherPasses = { ...passes, approve: { ...passes.approve, reason: 'It runs the call.' } } as const;
  const named = { agent: { ...agent, name: 'Other (generic)' } };
  for (const [main, other] of [
    [{ capabilities: passes }, {}],
    [{}, { capabilities: passes }],
    [{ capabilities: passes }, { capabilities: otherPasses }],
    [{}, named],
  ] satisfies readonly (readonly Partial<PermissionRequest>[])[]) {
    const both = [arrives('a', { risk: 'careful' }, main), arrives('b', { risk: 'careful' }, other)];
    const { state, effects } = run([...both, approves('a'), approves('b', { along: 'a' })]);
    assert.deepEqual([identicalTo(run(both).state, 'a'), effects.at(-1)?.type], [[], 'refused']);
    assert.deepEqual(statusOf(state, 'b'), { type: 'open' });
  }
});

test('what was approved together is undone together; a deny of one is about that one', () => {
  const three = run([
    ...['a', 'b', 'c', 'd'].map(comes),
    approves('a'),
    approves('b', { along: 'a' }),
    approves('c', { along: 'a' }),
    approves('d'),
  ]).state;
  const types = (state: QueueState) => state.entries.map((entry) => entry.status.type);
  for (const id of ['a', 'b']) {
    assert.deepEqual(types(run([{ type: 'undo', id }], three).state), ['open', 'open', 'open', 'heldBack']);
  }
  const sent = run([{ type: 'due', id: 'a', until: retractMs }], three).state;
  assert.deepEqual(types(run([{ type: 'undo', id: 'a' }], sent).state), ['answering', 'open', 'open', 'heldBack']);
  const denied = run([decides('b', deny)], three).state;
  assert.deepEqual(types(denied), ['heldBack', 'answering', 'heldBack', 'heldBack']);
  assert.deepEqual(types(run([{ type: 'undo', id: 'a' }], denied).state), ['open', 'answering', 'open', 'heldBack']);
});

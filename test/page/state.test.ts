import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate } from '../../media/review/gate';
import { keyIntent, type KeyPress } from '../../media/review/keys';
import { canDecide, draftOf, frontOf, initialState, reduce, type State } from '../../media/review/state';
import { ago, waits } from '../../media/review/time';
import { isUnsent, outcomeLook, subjectLabel } from '../../media/review/words';
import type { ToPage } from '../../src/protocol/page';
import type { RequestView, StatusView } from '../../src/protocol/views';
import { brokenEdit, edit } from './editSubjects';
import * as fixtures from './requests';
import { ended, request } from './requests';

function tell(state: State, ...messages: readonly ToPage[]): State {
  return messages.reduce((now, message) => reduce(now, { type: 'told', message }), state);
}

function showing(view: RequestView | null, state = initialState): State {
  return tell(state, { type: 'request', request: view });
}

test('state: a posted decision closes the buttons until its answer', () => {
  const open = showing(request());
  assert.ok(
    canDecide(open, { act: 'approve' }) && canDecide(open, { act: 'deny' }) && canDecide(open, { act: 'handBack' }),
  );
  const posted = reduce(open, {
    type: 'posted',
    posted: { id: 'r1', hash: 'h1', act: 'approve' },
    answer: { type: 'approve' },
  });
  assert.ok(!canDecide(posted, { act: 'deny' }));
  assert.ok(!canDecide(tell(posted, { type: 'request', request: request() }), { act: 'deny' }));
  assert.ok(!canDecide(tell(posted, { type: 'refused', id: 'other', reason: '' }), { act: 'deny' }));
  assert.ok(canDecide(tell(posted, { type: 'refused', id: 'r1', reason: '' }), { act: 'deny' }));
  assert.ok(canDecide(showing(request({ id: 'r2' }), posted), { act: 'deny' }));
  assert.ok(
    !canDecide(tell(posted, { type: 'status', id: 'r1', status: { type: 'answering', decision: 'approve' } }), {
      act: 'deny',
    }),
  );
});

test('state: only an open request is in front of decisions', () => {
  assert.equal(frontOf(initialState), null);
  assert.equal(frontOf(showing(null)), null);
  assert.equal(frontOf(showing(request({ status: { type: 'watching', reason: '' } }))), null);
  assert.notEqual(frontOf(showing(request())), frontOf(showing(request({ hash: 'h2' }))));
});

test('state: a status of another request changes nothing', () => {
  const open = showing(request());
  assert.equal(tell(open, { type: 'status', id: 'r2', status: ended('denied') }), open);
});

test('state: the same text keeps what is drawn, another text is said to have changed', () => {
  const open = showing(request());
  const again = showing(request({ subject: structuredClone(fixtures.command) }), open);
  assert.equal(again.request?.subject, open.request?.subject);
  assert.equal(again.changed, false);
  assert.equal(showing(request({ hash: 'h2' }), open).changed, false, 'the own hand is no news');
  const changed = showing(request({ hash: 'h2', basis: 'b2' }), open);
  assert.equal(changed.changed, true);
  assert.equal(showing(request({ id: 'r2' }), changed).changed, false);
});

test('state: typed text wins over what is told, and stays with its request', () => {
  const typed = reduce(showing(request({ draft: 'old' })), { type: 'typed', id: 'r1', text: 'new' });
  assert.equal(draftOf(typed), 'new');
  assert.equal(draftOf(showing(request({ draft: 'old' }), typed)), 'new');
  assert.equal(draftOf(showing(request({ id: 'r2' }), typed)), '');
  assert.equal(draftOf(showing(request(), showing(request({ id: 'r2' }), typed))), 'new');
  assert.equal(draftOf(reduce(typed, { type: 'typed', id: 'r1', text: '' })), '');
});

test('gate: nothing counts before the paint and the settle time', () => {
  const gate = new Gate(() => 500);
  assert.equal(gate.wait(0), Infinity);
  gate.cameToFront('a');
  assert.equal(gate.wait(10_000), Infinity);
  gate.painted(10_000);
  gate.painted(10_400);
  assert.equal(gate.wait(10_100), 400);
  assert.equal(gate.wait(10_500), 0);
  gate.restart();
  assert.equal(gate.wait(20_000), Infinity);
  gate.cameToFront(null);
  gate.painted(0);
  assert.equal(gate.wait(99_999), Infinity);
});

test('gate: an event older than the paint does not count', () => {
  const gate = new Gate(() => 0);
  gate.cameToFront('a');
  gate.painted(1000);
  assert.ok(gate.wait(999) > 0);
});

test('gate: a key that was down when the front changed has to come up first', () => {
  const gate = new Gate(() => 0);
  assert.ok(gate.keyDown('Enter', false));
  gate.cameToFront('b');
  assert.ok(!gate.keyDown('Enter', false));
  gate.keyUp('Enter');
  assert.ok(gate.keyDown('Enter', false));
  assert.ok(!gate.keyDown('Enter', true));
});

test('gate: the release of Cmd stands for releases that macOS does not tell', () => {
  const gate = new Gate(() => 0);
  gate.keyDown('MetaLeft', false);
  gate.keyDown('Enter', false);
  gate.cameToFront('b');
  gate.keyUp('MetaLeft');
  assert.ok(gate.keyDown('Enter', false));
});

test('gate: a press counts on its button, its source and its front', () => {
  const gate = new Gate(() => 0);
  gate.cameToFront('a');
  gate.painted(0);
  gate.begin('approve', 'pointer', 1);
  assert.ok(!gate.end('deny', 'pointer'));
  assert.ok(!gate.end('approve', 'pointer'), 'a press ends once');
  gate.begin('approve', 'pointer', 1);
  assert.ok(!gate.end('approve', 'key:Enter'));
  assert.ok(gate.end('approve', 'pointer'));
  gate.begin('approve', 'key:Enter', 1);
  gate.cameToFront('b');
  assert.ok(!gate.end('approve', 'key:Enter'));
  gate.painted(0);
  gate.begin('approve', 'key:Space', 1);
  gate.keysLost();
  assert.ok(!gate.end('approve', 'key:Space'));
});

test('keys: the whole table', () => {
  const none = { ctrl: false, shift: false, alt: false, meta: false, composing: false, heldBack: false } as const;
  const say = (key: string, change: Partial<KeyPress>, target: KeyPress['target'] = 'other'): string | null =>
    keyIntent({ ...none, key, target, ...change });
  const chord = { ctrl: true, shift: true };
  assert.equal(say('Enter', chord), 'approve');
  assert.equal(say('Enter', { meta: true, shift: true }), 'approve');
  assert.equal(say('Enter', chord, 'button'), 'approve');
  assert.equal(say('Enter', chord, 'remark'), null);
  assert.equal(say('Enter', chord, 'text'), null);
  assert.equal(say('Backspace', chord), 'deny');
  assert.equal(say('Backspace', chord, 'remark'), 'deny');
  assert.equal(say('Backspace', chord, 'text'), null);
  assert.equal(say('Enter', { ...chord, composing: true }), null);
  assert.equal(say('Backspace', { ...chord, composing: true }, 'remark'), null);
  assert.equal(say('Enter', { ...chord, alt: true }), null);
  assert.equal(say('Enter', { ...chord, meta: true }), null);
  assert.equal(say('Enter', { shift: true }), null);
  assert.equal(say('Enter', { ctrl: true }), null);
  assert.equal(say('Enter', { ctrl: true }, 'remark'), 'finish');
  assert.equal(say('Escape', {}, 'remark'), 'leave');
  assert.equal(say('Escape', {}), null);
  assert.equal(say('Enter', {}, 'remark'), null);
  assert.equal(say('Enter', {}), null);
  assert.equal(say('Enter', {}, 'button'), 'press');
  assert.equal(say(' ', {}, 'button'), 'press');
  assert.equal(say(' ', { shift: true }, 'button'), null);
  assert.equal(say('ArrowDown', { alt: true }), 'next');
  assert.equal(say('ArrowUp', { alt: true }, 'remark'), 'previous');
  assert.equal(say('ArrowUp', { alt: true, shift: true }), null);
  for (const key of 'abcdefghijklmnopqrstuvwxyzABC123')
    for (const target of ['other', 'button', 'remark'] as const) assert.equal(say(key, {}, target), null);
});

test('words: what a request is about', () => {
  assert.equal(subjectLabel(fixtures.command), 'Command · 2 steps');
  assert.equal(subjectLabel(fixtures.longCommand), 'Command · 308 lines');
  assert.equal(subjectLabel(edit), 'Edit · 3 files · +9 −4');
  assert.equal(subjectLabel(brokenEdit), 'Edit');
  assert.equal(subjectLabel(fixtures.tool), 'Tool · create_issue of tracker');
});

test('words: each outcome has its own, and only a denial is called one', () => {
  const look = (status: StatusView, unsent = false): string => {
    const found = outcomeLook(request(), status, unsent ? 'text' : null);
    return `${found?.icon} ${found?.bold} ${found?.text}`.replace(/\d\d:\d\d/g, 'T').trim();
  };
  assert.equal(look({ type: 'answering', decision: 'approve' }), 'sync Approved. Sending…');
  assert.equal(look(ended('approved', { delivery: 'sent' })), 'check Approved. Sent at T.');
  assert.equal(look(ended('approved', { delivery: 'confirmed' })), 'pass Approved, delivered at T.');
  assert.equal(look(ended('denied', { delivery: 'sent' })), 'close Denied. Sent at T.');
  assert.equal(look(ended('denied', { delivery: 'confirmed' })), 'pass Denied, delivered at T.');
  assert.equal(
    look(ended('denied', { delivery: 'failed' }), true),
    'error NOT delivered. The agent was gone. Your text is kept.',
  );
  assert.match(
    look(ended('denied', { delivery: 'overtaken' }), true),
    /^terminal Answered in the terminal before your answer arrived. Your answer was not used. Your text was not sent/,
  );
  assert.equal(look(ended('expired')), 'watch Expired at T, not answered. Claude Code asks in the terminal.');
  assert.equal(look(ended('handedBack')), 'reply Handed back. Claude Code asks in the terminal.');
  assert.equal(look(ended('withdrawn')), 'circle-slash Withdrawn at T. Claude Code took it back.');
  assert.equal(
    look(ended('answeredElsewhere', { detail: 'It was allowed there.' })),
    'terminal Answered in the terminal. It was allowed there.',
  );
  for (const outcome of ['expired', 'handedBack', 'withdrawn', 'answeredElsewhere'] as const)
    assert.doesNotMatch(look(ended(outcome)), /denied|refused/i);
});

test('words: which text has not reached the agent', () => {
  const unsent = (status: StatusView, feedback = true): boolean =>
    isUnsent(request({ status, abilities: { ...request().abilities, feedback } }), 'text', undefined);
  assert.ok(!unsent({ type: 'open' }));
  assert.ok(!unsent(ended('denied', { delivery: 'sent' })));
  assert.ok(unsent(ended('denied', { delivery: 'sent' }), false));
  assert.ok(unsent(ended('denied', { delivery: 'failed' })));
  assert.ok(unsent(ended('denied', { delivery: 'overtaken' })));
  assert.ok(unsent(ended('approved', { delivery: 'confirmed' })));
  assert.ok(unsent(ended('expired')));
});

test('times are short', () => {
  assert.equal(ago(0, 12_000), '12 s ago');
  assert.equal(ago(0, 3 * 60_000), '3 min ago');
  assert.equal(ago(0, 3 * 3_600_000), '3 h ago');
  assert.equal(ago(5000, 0), '0 s ago');
  assert.equal(waits(40_000, 0), '40 s');
  assert.equal(waits(0, 5), '0 s');
  const noon = new Date(2026, 0, 1, 12).getTime();
  assert.equal(waits(noon + 3_600_000, noon), 'until 13:00');
  assert.equal(waits(noon + 86_000_000, noon), 'until tomorrow 11:53');
  assert.equal(waits(Infinity, 0), null);
});

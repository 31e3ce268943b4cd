import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownPlan as shown } from '../../src/core/plan/source';
import type { PlanTexts } from '../../src/core/plan/source';

const shownPlan = (texts: PlanTexts, carried = true) => shown(texts, carried);
const titles = (texts: PlanTexts): string[] => shownPlan(texts).notes.map((note) => note.title);

test("the request's text is shown, whether the file agrees or is not there", () => {
  for (const file of ['# Plan\n', '# Plan', undefined]) {
    const { markdown, notes } = shownPlan({ requested: '# Plan\n', fileAtArrival: file, fileNow: file });
    assert.deepEqual([markdown, notes], ['# Plan\n', []]);
  }
});

test('a plan that is only in its file is shown from there', () => {
  const texts = { requested: '', fileAtArrival: '# Plan\n', fileNow: '# Plan\n' };
  assert.equal(shownPlan(texts).markdown, '# Plan\n');
  assert.deepEqual(titles(texts), ['The request holds no plan.']);
});

test('a file that says something else is named; one that changed meanwhile is shown', () => {
  assert.deepEqual(titles({ requested: 'a', fileAtArrival: 'b', fileNow: 'b' }), [
    'The plan file says something else.',
  ]);
  const changed = { requested: 'a', fileAtArrival: 'a', fileNow: 'c' };
  assert.equal(shownPlan(changed).markdown, 'c');
  assert.deepEqual(titles(changed), ['The plan file changed while this waited.']);
  assert.equal(shownPlan({ requested: 'a', fileAtArrival: 'a', fileNow: undefined }).markdown, 'a');
  assert.match(shownPlan(changed).notes[0]?.text ?? '', /an approval sends that/);
  assert.doesNotMatch(shownPlan(changed, false).notes[0]?.text ?? '', /sends/);
});

test('nothing at all is an empty plan', () => {
  const { empty, notes } = shownPlan({ requested: ' \n', fileAtArrival: undefined, fileNow: undefined });
  assert.deepEqual([empty, notes[0]?.title], [true, 'This plan is empty.']);
});

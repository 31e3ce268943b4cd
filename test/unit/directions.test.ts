import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withDirections } from '../../src/core/directions';
import { visibleSegments } from '../../src/core/visibleText';

/** What is drawn apart of a text. */
function apart(text: string): string[] {
  return withDirections(visibleSegments(text, 'exact')).flatMap((one) =>
    one.type === 'text' && one.apart ? [one.text] : [],
  );
}

const [first, second, arabic] = ['\u05D0\u05D1', '\u05D2', '\u0628\u0650'];
const sentence = '\u05E9\u05DC\u05D5\u05DD, \u05E2\u05D5\u05DC\u05DD';

test('words and folders from right to left keep their places', () => {
  assert.deepEqual(apart(`cp ${first} ${second}`), [first, second]);
  assert.deepEqual(apart(`chmod 777 /${first}/${arabic} 5`), [first, arabic]);
  assert.deepEqual(apart(`${first}=1 && rm ${second}`), [first, second]);
});

test('sentences in quotation marks and comments, and on lines of their own, stay whole', () => {
  assert.deepEqual(apart(`git commit -m "${sentence} 5" 'a b'`), [`${sentence} 5`]);
  assert.deepEqual(apart(`ls # ${sentence}`), [sentence]);
  assert.deepEqual(apart(sentence), [sentence]);
  assert.deepEqual(apart(`# ${sentence} 5`), [`${sentence} 5`]);
});

test('what only looks like a sentence is none', () => {
  assert.deepEqual(apart(`echo \\' ${first} 1 ${second} '`), [first, second]);
  assert.deepEqual(apart(`rm "${first}"/"${second}"`), [first, second]);
  assert.deepEqual(apart(`rm "${first}/${second}"`), [first, second]);
  assert.deepEqual(apart(`x#${first} ${second}`), [first, second]);
  assert.deepEqual(apart(`a\\ #${first} ${second}`), [first, second]);
  assert.deepEqual(apart(`"a" ${first} 7 ${second} "b"`), [first, second]);
  for (const box of ['\t', '\u200B', '\u0430x'])
    assert.deepEqual(apart(`cp${box}${first} ${second}`), [first, second], JSON.stringify(box));
});

test('text without such letters is left as it is, and none is lost', () => {
  const plain = visibleSegments('rm -rf "a b" # c', 'exact');
  assert.deepEqual(withDirections(plain), plain);
  const piece = fc.constantFrom(first, arabic, ' ', '"', "'", '#', '\\', 'a', '/', '\n', '\u200F', '\t', '5', '\u0430');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const segments = withDirections(visibleSegments(pieces.join(''), 'exact'));
      assert.equal(segments.map((one) => one.text).join(''), pieces.join(''));
      for (const one of segments)
        if (one.type === 'text' && !one.apart) assert.doesNotMatch(one.text, /[\u0590-\u08FF]/);
    }),
  );
});

test('a long text takes no more than linear time', () => {
  for (const text of [
    `"${sentence.repeat(2e4)}`,
    `${first} `.repeat(5e4),
    '"'.repeat(1e5) + first,
    `# ${'a '.repeat(1e5)}${first}/`,
  ])
    assert.ok(apart(text).length > 0);
});

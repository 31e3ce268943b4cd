import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ConfigEditor, ConfigPlace, ConfigValue } from '../../src/core/config/configText';
import { ConfigError, valueAt, withInserted } from '../../src/core/config/configText';

/** What every editor must hold for an insertion into any text: it takes nothing away, and is taken back exactly. */
export function checkInsertion(
  editor: ConfigEditor,
  texts: fc.Arbitrary<string>,
  place: ConfigPlace,
  value: ConfigValue,
): void {
  fc.assert(
    fc.property(fc.option(texts, { nil: undefined }), (text) => {
      const before = text === undefined ? undefined : editor.read(text);
      const added = editor.insert(text, place, value);
      assert.deepEqual(plain(editor.read(added)), plain(withInserted(before, place, value)));
      assert.ok(isSubsequence(text ?? '', added), 'bytes that were there are gone');
      const list = place.as === 'item' ? valueAt(editor.read(added), place.path) : undefined;
      const path = Array.isArray(list) ? [...place.path, list.length - 1] : place.path;
      assert.equal(editor.remove(added, path), text);
    }),
    { numRuns: 150 },
  );
}

/** A value replaced by another and by the first again is the same text; and what is not touched stays. */
export function checkReplacement(
  editor: ConfigEditor,
  texts: fc.Arbitrary<string>,
  place: ConfigPlace,
  values: readonly [ConfigValue, ConfigValue],
): void {
  fc.assert(
    fc.property(texts, (text) => {
      const first = editor.insert(text, place, values[0]);
      const list = valueAt(editor.read(first), place.path);
      const path = [...place.path, (list as readonly unknown[]).length - 1];
      const second = editor.replace(first, path, values[1]);
      assert.equal(second, editor.insert(text, place, values[1]));
      assert.equal(editor.replace(second, path, values[0]), first);
    }),
    { numRuns: 80 },
  );
}

/** An entry taken out from between others that were added since: theirs are kept. */
export function checkRemovalBetween(
  editor: ConfigEditor,
  texts: fc.Arbitrary<string>,
  place: ConfigPlace,
  ours: ConfigValue,
  theirs: ConfigValue,
): void {
  fc.assert(
    fc.property(texts, (text) => {
      const first = editor.insert(text, place, ours);
      const at = (valueAt(editor.read(first), place.path) as readonly unknown[]).length - 1;
      const second = editor.insert(first, place, theirs);
      const left = editor.remove(second, [...place.path, at]);
      assert.ok(left !== undefined && isSubsequence(left, second));
      assert.deepEqual(plain(editor.read(left)), plain(withInserted(editor.read(text), place, theirs)));
    }),
    { numRuns: 80 },
  );
}

/** Every editing function refuses the text, at this line and column. */
export function refuses(editor: ConfigEditor, text: string, line: number, column: number, problem: RegExp): void {
  const place: ConfigPlace = { path: ['hooks'], as: 'item' };
  for (const edit of [
    () => editor.read(text),
    () => editor.insert(text, place, { event: 'x' }),
    () => editor.replace(text, ['hooks', 0], { event: 'x' }),
    () => editor.remove(text, ['hooks', 0]),
  ]) {
    assert.throws(edit, (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.problem, problem);
      assert.deepEqual([error.line, error.column], [line, column], text);
      return true;
    });
  }
}

/** Without prototypes, which differ from parser to parser. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : structuredClone(value);
}

/** Whether a text can be made of another by leaving out some of it. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (part.startsWith(character, at)) at += character.length;
  return at === part.length;
}
